// Runs the labelled drift suite on traffic made from descriptions of ../shared/corpus: every kind of change injected, and the same without.
// Usage: node scripts/drift-suite.mjs [FILE…] [--seed 1] [--operations 2] [--verbose]
//   FILE: a part of the name of a description; twenty of them where none is named
import { readFile } from 'node:fs/promises'
import { bundle } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'
import { listDescriptions } from './support/shared.mjs'

const { values: options, positionals: wanted } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '2' },
    verbose: { type: 'boolean' },
  },
})
const { importDescription } = await bundle('src', ['importers/import'])
const { deriveModel, describe, sourcesOf, runChange, runCalm, calms, changes } = await bundle('.', [
  'src/derive/derive',
  'src/api/model',
  'test/drift/provider',
  'test/drift/suite',
])
const MOST_DESCRIPTIONS = 20
const kinds = new Map()
const wrong = []
let calmTraces = 0
let descriptions = 0

for (const { label, path } of listDescriptions().sort((a, b) => a.bytes - b.bytes)) {
  if (wanted.length > 0 ? !wanted.some((part) => label.includes(part)) : descriptions >= MOST_DESCRIPTIONS) continue
  const read = await importDescription({ location: path, bytes: await readFile(path) }, async (location) => ({
    location,
    bytes: await readFile(location),
  }))
  if (!read.ok) continue
  const api = describe(deriveModel(read.value))
  const sources = sourcesOf(api, options.seed, Number(options.operations))
  if (sources.length === 0) continue
  descriptions++
  for (const source of sources) measure(label, api, source)
}

let isGood = true
for (const [kind, { runs, found, again }] of [...kinds].sort()) {
  console.log(`${kind.padEnd(22)} ${found}/${runs} found, a later change found again in ${again}`)
  if (found < 0.98 * runs) isGood = false
}
console.log(
  `${descriptions} descriptions, ${calmTraces} traces without a change, ${wrong.length} wrong findings or repeats`,
)
for (const line of wrong.slice(0, options.verbose ? 1_000 : 20)) console.log(`  ${line}`)
if (!isGood || wrong.length > 0) process.exitCode = 1

function measure(label, api, source) {
  const place = `${label} ${source.operation.method} ${source.operation.path}`
  for (const [n, change] of changes.entries()) {
    const outcome = runChange(source, change, `${options.seed}${place}${n}`)
    const sum = kinds.get(change.kind) ?? { runs: 0, found: 0, again: 0 }
    sum.runs++
    if (outcome.isFound) sum.found++
    else if (options.verbose) console.log(`missed ${change.kind} ${change.field ?? ''} of ${place}`)
    if (outcome.isFoundAgain) sum.again++
    else if (options.verbose) console.log(`later change missed after ${change.kind} ${change.field ?? ''} of ${place}`)
    kinds.set(change.kind, sum)
    for (const other of outcome.others) wrong.push(`${place} with ${change.kind} ${change.field ?? ''}: ${other}`)
    for (const other of outcome.afterAccept)
      wrong.push(`${place} after accept of ${change.kind} ${change.field ?? ''}: ${other}`)
  }
  for (const [name, alter] of calms) {
    calmTraces++
    for (const other of runCalm(source, alter, `${options.seed}${place}`)) wrong.push(`${place} with ${name}: ${other}`)
  }
  calmTraces++
  for (const other of runCalm(source, () => {}, `${options.seed}${place}`, api))
    wrong.push(`${place} described: ${other}`)
}
