// Makes a value for every JSON response schema of every description in ../shared/corpus and judges it.
// Usage: node scripts/generate-corpus.mjs [part of a file name] [--print] [--bad]
//   --print: each value; --bad: the values that do not validate, with the first violation
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'
import { listDescriptions, shared } from './support/shared.mjs'

const corpus = join(shared, 'corpus')
const {
  values: options,
  positionals: [part = ''],
} = readOptions(import.meta.url, {
  allowPositionals: true,
  options: { print: { type: 'boolean' }, bad: { type: 'boolean' } },
})
const { importDescription, deriveModel, describe, viewer, compileSchema, generate, diceFor } = await bundle('src', [
  'importers/import',
  'derive/derive',
  'api/model',
  'api/schema/view',
  'api/schema/compile',
  'api/schema/generate',
  'support/dice',
])
const totals = { schemas: 0, invalid: 0, ms: 0, warm: 0, largest: 0, where: '' }

console.log('schemas invalid     ms  µs/value warm  largest  file')
for (const { path } of listDescriptions()) if (path.includes(part)) await show(path)
const { schemas, invalid, ms, warm, largest, where } = totals
console.log(
  `${schemas} schemas, ${invalid} invalid, ${ms.toFixed(0)} ms first, ${((1000 * warm) / schemas).toFixed(1)} µs each warm`,
)
console.log(`largest ${largest} characters: ${where}`)
process.exitCode = invalid > 0 ? 1 : 0

async function show(location) {
  const read = await importDescription({ location, bytes: readFileSync(location) }, async (at) => ({
    location: at,
    bytes: await readFile(at),
  }))
  const name = location.slice(corpus.length + 1)
  if (!read.ok) return console.log(`refused: ${name}`)
  const model = deriveModel(read.value)
  const api = describe(model)
  const reference = (ref) => api.schema(ref)
  const view = viewer(reference)
  const validator = (schema) => compileSchema(schema, { resolve: reference, direction: 'response' })
  const validators = new WeakMap()
  const accepts = (schema, value) => {
    if (typeof schema === 'boolean') return schema
    let known = validators.get(schema)
    if (known === undefined) {
      known = validator(schema)
      validators.set(schema, known)
    }
    return known.accepts(value)
  }
  const sums = { schemas: 0, invalid: 0, ms: 0, warm: 0, largest: 0 }
  for (const { key, schema } of responses(model)) {
    const context = {
      view,
      accepts,
      dice: diceFor('5eed'),
      key,
      now: Date.UTC(2025, 0, 1),
      sources: [],
      fill: 'full',
    }
    const started = performance.now()
    const value = generate(schema, context)
    const first = performance.now()
    const again = generate(schema, context)
    sums.warm += performance.now() - first
    sums.ms += first - started
    sums.schemas++
    const text = JSON.stringify(value) ?? ''
    if (text !== JSON.stringify(again)) throw new Error(`${name} ${key} is not the same twice`)
    if (options.print) console.log(`${key} ${text}`)
    if (first - started > 300) console.log(`  slow: ${(first - started).toFixed(0)} ms ${key}`)
    if (text.length > sums.largest) sums.largest = text.length
    if (text.length > totals.largest) Object.assign(totals, { largest: text.length, where: `${name} ${key}` })
    if (accepts(schema, value)) continue
    sums.invalid++
    if (options.bad) {
      const [violation] = validator(schema).violations(value)
      console.log(`  ${key}: ${violation?.pointer} ${violation?.message}: ${text.slice(0, 300)}`)
    }
  }
  for (const sum of ['schemas', 'invalid', 'ms', 'warm']) totals[sum] += sums[sum]
  const perValue = sums.schemas === 0 ? 0 : (1000 * sums.warm) / sums.schemas
  const cells = [sums.schemas, sums.invalid, sums.ms.toFixed(0), perValue.toFixed(1), sums.largest]
  console.log(`${cells.map((cell, i) => String(cell).padStart([7, 7, 6, 14, 8][i])).join(' ')}  ${name}`)
}

function* responses(model) {
  for (const operation of model.operations.values())
    for (const [status, response] of Object.entries(operation.responses))
      for (const [type, media] of Object.entries(response.content))
        if (/json/.test(type) && media.schema !== undefined)
          yield { key: `${operation.method} ${operation.path} ${status}`, schema: media.schema }
}
