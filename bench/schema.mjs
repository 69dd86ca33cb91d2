/**
 * The schema kernel against Ajv on the largest bodies of ../shared/corpus: CPU of the first use, and the time of
 * one verdict after that. Ratios above 1 are in our favour.
 *
 *   node bench/schema.mjs [--file stripe-2023-08-16.yaml] [--bodies 6] [--rounds 7]
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Ajv2020 from 'ajv/dist/2020.js'
import { bundleSchemaKernel } from '../scripts/support/bundle.mjs'
import { readSchemas } from '../scripts/support/corpus-schemas.mjs'
import { makeInstance, seeded } from '../scripts/support/instances.mjs'
import { readOptions } from '../scripts/support/options.mjs'
import { shared } from '../scripts/support/shared.mjs'

const { values: options } = readOptions(import.meta.url, {
  options: {
    file: { type: 'string', default: 'stripe-2023-08-16.yaml' },
    bodies: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '7' },
  },
})

async function main() {
  const path = join(shared, 'corpus', options.file)
  if (!existsSync(path)) {
    console.log('Nothing to measure: ../shared/corpus is not here')
    return
  }
  const kernel = await bundleSchemaKernel()
  const { schemas, bodies, resolve } = readSchemas(path, kernel)
  const bySize = (list) => list.sort((a, b) => weight(b.schema, resolve) - weight(a.schema, resolve))
  const half = Math.ceil(Number(options.bodies) / 2)
  const chosen = [
    ...bySize(bodies.filter(({ name }) => name.includes(' request'))).slice(0, half),
    ...bySize(bodies.filter(({ name }) => / 2\d\d /.test(name))).slice(0, half),
  ]
  console.log('body'.padEnd(64), 'first use, CPU ms: ours   Ajv  | verdict, ns: ours     Ajv  ratio')
  for (const body of chosen) measure(body, { kernel, cold: await bundleSchemaKernel(), schemas, resolve })
}

function measure({ name, schema }, { kernel, cold, schemas, resolve }) {
  const next = seeded(7)
  const context = { resolve, sample: kernel.samplePattern, next, full: name.includes('request') ? 0.3 : 1 }
  // Values are chosen by one copy of the kernel, and first use is measured on another that has met nothing yet.
  const chooser = kernel.compileSchema(schema, { resolve, direction: 'neither' })
  const values = Array.from({ length: 400 }, () => JSON.parse(JSON.stringify(makeInstance(schema, context))))
    .filter((v) => chooser.accepts(v))
    .slice(0, 20)
  const started = process.cpuUsage()
  const ours = cold.compileSchema(schema, { resolve, direction: 'neither' })
  for (const value of values.slice(0, 1)) ours.accepts(value)
  const firstOurs = cpuSince(started)
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    inlineRefs: false,
    validateFormats: false,
    unicodeRegExp: false,
  })
  ajv.addSchema({ schemas }, 'doc')
  const ajvStarted = process.cpuUsage()
  let theirs
  try {
    theirs = ajv.compile(absolute(schema))
  } catch (error) {
    console.log(name.slice(0, 63).padEnd(64), `Ajv does not compile it: ${error.message.slice(0, 60)}`)
    return
  }
  const firstTheirs = cpuSince(ajvStarted)
  if (values.length === 0) {
    console.log(name.padEnd(64), 'no valid value was found')
    return
  }
  const wrong = values.filter((value) => !theirs(value))
  const [a, b] = interleaved([(v) => ours.accepts(v), theirs], values)
  console.log(
    name.slice(0, 63).padEnd(64),
    `${firstOurs.toFixed(1).padStart(23)} ${firstTheirs.toFixed(0).padStart(5)}  |`,
    `${a.toFixed(0).padStart(16)} ${b.toFixed(0).padStart(7)}  ${(b / a).toFixed(2)}`,
    wrong.length === 0 ? '' : `(${wrong.length} of ${values.length} values judged differently)`,
  )
}

/** References as Ajv finds them: in the document `doc`. */
function absolute(schema) {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === '$ref' && typeof value === 'string' ? `doc${value}` : value)),
  )
}

/** Least nanoseconds of CPU a verdict, the contestants taking turns; others may be using the machine. */
function interleaved(contestants, values) {
  const times = contestants.map(() => [])
  for (let round = 0; round < Number(options.rounds) + 2; round++)
    contestants.forEach((accepts, i) => {
      let runs = 0
      const from = process.cpuUsage()
      for (const until = performance.now() + 150; performance.now() < until; runs += 50 * values.length)
        for (let k = 0; k < 50; k++) for (const value of values) accepts(value)
      if (round >= 2) times[i].push((cpuSince(from) * 1e6) / runs)
    })
  return times.map((list) => Math.min(...list))
}

function cpuSince(start) {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** How much a body may touch: the text of its schema and of what it refers to. */
function weight(schema, resolve) {
  const seen = new Set()
  const open = [schema]
  let size = 0
  while (open.length > 0) {
    const text = JSON.stringify(open.pop()) ?? ''
    size += text.length
    for (const [, reference] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      if (seen.has(reference)) continue
      seen.add(reference)
      open.push(resolve(reference))
    }
    if (seen.size > 60) break
  }
  return size
}

await main()
