// Measures how many path templates are learned from traffic alone, beside a rule that knows numbers and UUIDs only.
// Usage: node scripts/path-templates.mjs [FILE…] [--seed 1] [--requests 30] [--wrong]
//   FILE: a part of the name of a description of ../shared/corpus
//   --requests: for each operation, in an order that the seed gives; --wrong: print what was not found
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { bundle } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'
import { sampleValues } from './support/path-values.mjs'
import { listDescriptions } from './support/shared.mjs'

const { values: options, positionals: wanted } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '30' },
    wrong: { type: 'boolean' },
  },
})
const { importDescription, makePathTree, diceFor } = await bundle('src', [
  'importers/import',
  'agent/paths/path-tree',
  'support/dice',
])
const totals = { real: 0, learned: 0, simple: 0, told: 0 }
let isBelow = false

for (const { label, path } of listDescriptions())
  if (wanted.length === 0 || wanted.some((part) => label.includes(part))) await measure(label, path)

const share = (count) => `${((100 * count) / Math.max(1, totals.real)).toFixed(1)} %`
console.log(`${totals.real} templates: learned ${share(totals.learned)}, by numbers and UUIDs ${share(totals.simple)}`)
if (isBelow || totals.learned < 0.6 * totals.real) process.exitCode = 1

async function measure(label, location) {
  const other = async (at) => ({ location: at, bytes: await readFile(at) })
  const read = await importDescription({ location, bytes: readFileSync(location) }, other)
  if (!read.ok) return
  const { operations } = read.value
  const next = diceFor(`${options.seed}${label}`).stream('paths')
  const values = sampleValues(next)
  const requests = operations.flatMap((operation) =>
    Array.from({ length: Number(options.requests) }, () => [operation.method, values.pathOf(operation)]),
  )
  shuffle(requests, next)
  const tree = makePathTree()
  for (const [method, path] of requests) tree.templateOf(method, path)
  const learned = new Set(requests.map(([method, path]) => bare(tree.templateOf(method, path))))
  const simple = new Set(requests.map(([, path]) => bySimpleRule(path)))
  const real = new Set(operations.map(({ path }) => bare(path.replace(/[?#].*$/, ''))))
  const missed = [...real].filter((template) => !learned.has(template))
  const [found, bySimple] = [real.size - missed.length, [...real].filter((template) => simple.has(template)).length]
  totals.real += real.size
  totals.learned += found
  totals.simple += bySimple
  totals.told += learned.size
  if (found < bySimple) isBelow = true
  const mark = found < bySimple ? ' BELOW' : ''
  console.log(
    `${label.padEnd(40)} ${real.size} templates, learned ${found} (told ${learned.size}), simple rule ${bySimple}${mark}`,
  )
  if (options.wrong) {
    for (const template of missed) console.log(`  missed ${template}`)
    for (const template of [...learned].filter((one) => !real.has(one)).slice(0, 40))
      console.log(`  told   ${template}`)
  }
}

function bare(template) {
  const text = template.replace(/\{[^}]*\}/g, '{}')
  return text.length > 1 ? text.replace(/\/$/, '') : text
}

function bySimpleRule(path) {
  const steps = path.split('/')
  return bare(
    steps.map((step) => (/^\d+$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(step) ? '{}' : step)).join('/'),
  )
}

function shuffle(list, next) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[list[i], list[j]] = [list[j], list[i]]
  }
}
