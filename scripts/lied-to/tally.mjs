/**
 * What exchanges show of each place of a description, counted without any code of the product. `strict` holds what can
 * only be meant by the place; `loose` also what stands below alternatives, where more than one place may be meant.
 */
import { isObject, pointerOf, resolved, valueAt } from './document.mjs'

const DEEPEST = 20

export function tallyOf(document, exchanges) {
  const tally = { strict: noCounts(), loose: noCounts() }
  for (const exchange of exchanges) count(document, exchange, tally)
  return tally
}

function noCounts() {
  return {
    /** Part of a schema → in how many bodies an object stood there, and how often each name. */
    objects: new Map(),
    /** Part of a schema → the parts that speak of the same objects (`allOf`). */
    beside: new Map(),
    /** Schema → value → bodies. */
    values: new Map(),
    /** Schema → bodies with null in its place. */
    nulls: new Map(),
    /** Operation → status → answers. */
    statuses: new Map(),
    /** Response → answers, and how often each field. */
    headers: new Map(),
    /** Operation → name → good answers to requests with it. */
    parameters: new Map(),
  }
}

/** One more for a name below a place. */
function add(map, place, name) {
  const names = map.get(place) ?? new Map()
  map.set(place, names.set(name, (names.get(name) ?? 0) + 1))
}

/** The name under which a place counts its bodies or answers. */
export const ALL = Symbol('all')

function count(document, { operation, status, headers, query, body, hasBody }, tally) {
  const both = (kind, place, name) => {
    for (const counts of Object.values(tally)) add(counts[kind], place, name)
  }
  if (status >= 500) return
  both('statuses', operation, status)
  if (status < 300) for (const name of new Set(query)) both('parameters', operation, name)
  const response = responseOf(document, operation, status)
  if (response === undefined) return
  both('headers', response, ALL)
  for (const name of new Set(headers.map((one) => one.toLowerCase()))) both('headers', response, name)
  if (!hasBody) return
  const schema = schemaOf(document, response)
  if (schema === undefined) return
  const marks = { strict: new Set(), loose: new Set() }
  walk(document, schema, body, { tally, marks, isStrict: true }, 0)
}

function responseOf(document, operation, status) {
  const responses = valueAt(document, `${operation}/responses`)
  const range = `${Math.floor(status / 100)}XX`
  const key = [String(status), range, range.toLowerCase(), 'default'].find(
    (one) => isObject(responses) && Object.hasOwn(responses, one),
  )
  return key === undefined ? undefined : resolved(document, `${operation}/responses${pointerOf(key)}`)
}

function schemaOf(document, response) {
  const { schema, content } = valueAt(document, response) ?? {}
  if (schema !== undefined) return `${response}/schema`
  const media = Object.keys(content ?? {}).find((one) => /json/i.test(one))
  return media === undefined || content[media]?.schema === undefined
    ? undefined
    : `${response}/content${pointerOf(media)}/schema`
}

/** Once a body. */
function note({ tally, marks, isStrict }, kind, place, name) {
  const mark = `${kind} ${place} ${typeof name} ${String(name)}`
  for (const level of isStrict ? ['strict', 'loose'] : ['loose']) {
    if (marks[level].has(mark)) continue
    marks[level].add(mark)
    add(tally[level][kind], place, name)
  }
}

/** Schemas that speak of a value: the one that is used, what it refers to, parts of `allOf`; alternatives apart. */
function partsOf(document, usage) {
  const parts = []
  const variants = []
  const add = (pointer) => {
    const at = resolved(document, pointer)
    const schema = at === undefined ? undefined : valueAt(document, at)
    if (!isObject(schema) || parts.includes(at) || parts.length > 40) return
    parts.push(at)
    for (const i of Object.keys(schema.allOf ?? [])) add(`${at}/allOf/${i}`)
    for (const keyword of ['oneOf', 'anyOf'])
      for (const [i, one] of (schema[keyword] ?? []).entries()) {
        if (one?.type === 'null') continue
        variants.push(`${at}/${keyword}/${i}`)
      }
  }
  add(usage)
  return { parts, variants }
}

function walk(document, usage, value, context, depth) {
  if (depth > DEEPEST) return
  const { parts, variants } = partsOf(document, usage)
  const [only] = variants
  if (variants.length === 1) walk(document, only, value, context, depth + 1)
  else for (const variant of variants) walk(document, variant, value, { ...context, isStrict: false }, depth + 1)
  const schemas = parts.map((part) => valueAt(document, part))
  if (value === null) {
    note(context, 'nulls', usage, 'null')
    return
  }
  if (typeof value !== 'object') for (const part of parts) note(context, 'values', part, value)
  if (Array.isArray(value)) walkItems(document, parts, schemas, value, context, depth)
  else if (isObject(value)) {
    // Beside alternatives, names may be those of an alternative.
    walkMembers(document, parts, schemas, value, variants.length > 0 ? { ...context, isStrict: false } : context, depth)
  }
}

function walkItems(document, parts, schemas, value, context, depth) {
  const at = schemas.findIndex(({ items }) => isObject(items))
  if (at >= 0) for (const item of value) walk(document, `${parts[at]}/items`, item, context, depth + 1)
}

function walkMembers(document, parts, schemas, value, context, depth) {
  const others = schemas.findIndex(({ additionalProperties }) => isObject(additionalProperties))
  for (const part of parts) {
    note(context, 'objects', part, ALL)
    for (const other of parts) if (other !== part) note(context, 'beside', part, other)
  }
  for (const [name, inner] of Object.entries(value)) {
    for (const part of parts) note(context, 'objects', part, name)
    const own = schemas.findIndex(({ properties }) => isObject(properties) && Object.hasOwn(properties, name))
    if (own >= 0) walk(document, `${parts[own]}/properties${pointerOf(name)}`, inner, context, depth + 1)
    else if (others >= 0) walk(document, `${parts[others]}/additionalProperties`, inner, context, depth + 1)
  }
}
