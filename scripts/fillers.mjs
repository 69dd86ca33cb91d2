// Lists the properties of the corpus whose text is still a filler word: nothing in their schema, name or description says what it holds.
// Usage: npm run fillers -- [part of a file name] [--most 300] [--where NAME] [--draws]
//   --where NAME: every place of that name; --draws: a value for the most frequent names of texts that get no filler
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { bundle } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'
import { listDescriptions } from './support/shared.mjs'

const {
  values: options,
  positionals: [part = ''],
} = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '300' },
    where: { type: 'string' },
    draws: { type: 'boolean', default: false },
  },
})
const kernel = await bundle('src', [
  'importers/import',
  'derive/derive',
  'derive/schemas/reader',
  'api/schema/generate',
  'api/schema/compile',
  'api/schema/values/names',
  'api/schema/values/leaves',
  'api/schema/values/words/general',
  'support/dice',
])
const { importDescription, deriveModel, readerFor, generate, compileSchema, snakeName, leafFor, diceFor } = kernel
const fillers = new Set(kernel.fillers)
const DEPTH = 12
const SHOWN = 90

/** By name in snake case: how often, in how many descriptions, and the first place with words. */
const found = new Map()
const drawn = new Map()
const totals = { texts: 0, fillers: 0 }

for (const { path, label } of listDescriptions()) if (path.includes(part)) await look(path, label)
print()

async function look(location, label) {
  const read = await importDescription({ location, bytes: readFileSync(location) }, async (at) => ({
    location: at,
    bytes: await readFile(at),
  }))
  if (!read.ok) return
  const model = deriveModel(read.value)
  const reader = readerFor(read.value)
  const resolve = (reference) => read.value.schemas.get(reference)
  const seen = new Set()
  const walk = (schema, within, depth) => {
    if (typeof schema !== 'object' || depth > DEPTH || seen.has(schema)) return
    seen.add(schema)
    const view = reader.view(schema)
    const owner = view.references[0]?.split('/').at(-1) ?? within
    for (const [name, inner] of view.properties) property(name, inner, owner, depth)
    for (const inner of [view.items, view.additional, ...view.variants]) walk(inner, owner, depth + 1)
  }
  const property = (name, schema, owner, depth) => {
    if (typeof schema !== 'object') return
    const view = reader.view(schema)
    walk(schema, `${owner}.${name}`, depth + 1)
    if (seen.has(view) || view.types[0] !== 'string' || view.variants.length > 0) return
    seen.add(view)
    count(name, view, `${label} ${owner}.${name}`, valueFor(name, schema, reader.view, resolve))
  }
  for (const { responses, requestBody } of model.operations.values())
    for (const { content } of [requestBody ?? {}, ...Object.values(responses)])
      for (const [type, media] of Object.entries(content ?? {})) walk(media.schema, `${label} ${type}`, 0)
}

function valueFor(name, schema, view, resolve) {
  const owner = { type: 'object', required: [name], properties: { [name]: schema } }
  const accepts = (one, value) => compileSchema(one, { resolve, direction: 'response' }).accepts(value)
  const context = { view, accepts, dice: diceFor('5eed'), key: 'thing/1', now: Date.UTC(2025, 0, 1), sources: [] }
  const value = generate(owner, { ...context, fill: 'full' })?.[name]
  if (value !== null) return value
  const draw = { dice: context.dice, key: 'thing/1', record: 'thing/1', pointer: `/${name}`, now: context.now }
  return leafFor(view(schema), name)[0]?.(draw)
}

function count(name, view, place, value) {
  const snake = snakeName(name)
  totals.texts++
  const isFiller =
    typeof value === 'string' &&
    [...fillers].some((word) => value === word || (value.startsWith(word) && /^(.)\1*$/.test(value.slice(word.length))))
  if (isFiller) totals.fillers++
  if (isFiller && snake === options.where) console.log(`${place} = ${value}: ${said(view)}`)
  const list = isFiller ? found : drawn
  const known = list.get(snake) ?? { count: 0, files: new Set(), place, value, said: '' }
  list.set(snake, known)
  known.count++
  known.files.add(place.split(' ')[0])
  if (known.said === '') known.said = said(view)
}

function said({ keywords: { description } }) {
  return typeof description === 'string' ? description.replace(/\s+/g, ' ').slice(0, SHOWN) : ''
}

function print() {
  if (options.where !== undefined) return
  const sorted = [...(options.draws ? drawn : found)].sort((a, b) => b[1].count - a[1].count)
  for (const [name, { count, files, place, value, said }] of sorted.slice(0, Number(options.most)))
    console.log(
      `${String(count).padStart(5)} ${String(files.size).padStart(3)} ${name.padEnd(32)} ${value} | ${place} | ${said}`,
    )
  const share = ((100 * totals.fillers) / Math.max(1, totals.texts)).toFixed(2)
  console.log(`${totals.fillers} of ${totals.texts} texts are filler words: ${share} %; ${found.size} names`)
}
