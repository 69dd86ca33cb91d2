/** Instances for schemas: nearly valid ones, mutated ones and hostile ones, from a seed. */

export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const pick = (next, list) => list[Math.floor(next() * list.length)]
const HOSTILE = [
  ...[null, true, false, 0, -1, 1.5, 1e308, 9007199254740992, '', 'a', '😀', '0', 'null', '2024-02-30', [], [[]]],
  ...[
    [null],
    [1, 1],
    {},
    { a: 1 },
    { constructor: 1, toString: {} },
    JSON.parse('{"__proto__":{"a":1}}'),
    [{}, {}],
    -0,
  ],
]

/** A value along the schema; `full` is the chance that an optional property is there. */
export function makeInstance(schema, { resolve, sample, next, full = 0.5 }, depth = 0) {
  if (schema === true || schema === undefined) return pick(next, HOSTILE)
  if (schema === false || depth > 12) return null
  const context = { resolve, sample, next, full: depth > 4 ? full / 3 : full }
  const make = (part, deeper = 1) => makeInstance(part, context, depth + deeper)
  if (Object.hasOwn(schema, 'const')) return schema.const
  if (schema.enum?.length > 0) return pick(next, schema.enum)
  if (typeof schema.$ref === 'string' && resolve(schema.$ref) !== undefined) {
    const target = make(resolve(schema.$ref))
    const { $ref: _, ...rest } = schema
    return isObject(target) && rest.properties ? { ...target, ...make(rest) } : target
  }
  const own = ownValue(schema, context, make)
  const parts = [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ? [pick(next, schema.anyOf)] : []),
    ...(schema.oneOf ? [pick(next, schema.oneOf)] : []),
  ]
  if (parts.length === 0) return own
  const values = parts.map((part) => make(part))
  if (isObject(own) && values.every(isObject)) return Object.assign({}, own, ...values)
  return values.every(isObject) ? Object.assign({}, ...values) : values[0]
}

function ownValue(schema, { next, full, sample }, make) {
  const type = Array.isArray(schema.type) ? pick(next, schema.type) : (schema.type ?? guess(schema))
  if (type === 'object') return objectOf(schema, next, full, make)
  if (type === 'array') {
    const least = Math.min(schema.minItems ?? 0, 6)
    const length = Math.min(schema.maxItems ?? 3, least + Math.floor(next() * 3))
    return Array.from({ length }, (_, i) => make(schema.prefixItems?.[i] ?? schema.items ?? true))
  }
  if (type === 'string') {
    const made = schema.pattern === undefined ? undefined : sample(schema.pattern, next)
    const text = made ?? `v${Math.floor(next() * 1e6)}`
    return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? text.length + 64)
  }
  if (type === 'integer' || type === 'number') {
    const from = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1)
    const to = schema.maximum ?? (schema.exclusiveMaximum === undefined ? from + 100 : schema.exclusiveMaximum - 1)
    const number = from + next() * (to - from)
    const step = schema.multipleOf ?? (type === 'integer' ? 1 : 0.01)
    return Math.round(Math.round(number / step) * step * 1e9) / 1e9
  }
  if (type === 'boolean') return next() < 0.5
  return type === 'null' ? null : pick(next, HOSTILE)
}

function guess(schema) {
  if (schema.properties !== undefined || schema.required !== undefined) return 'object'
  return schema.items === undefined ? undefined : 'array'
}

function objectOf(schema, next, full, make) {
  const out = {}
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    if (schema.required?.includes(name) || next() < full) define(out, name, make(property))
  for (const name of schema.required ?? []) if (!Object.hasOwn(out, name)) define(out, name, make(true))
  if (schema.additionalProperties !== false && next() < 0.3)
    out[`extra${Math.floor(next() * 9)}`] = make(schema.additionalProperties ?? true)
  return out
}

/** The value with one thing changed somewhere. */
export function mutate(value, next) {
  if (next() < 0.15 || typeof value !== 'object' || value === null) return pick(next, HOSTILE)
  const copy = Array.isArray(value) ? [...value] : { ...value }
  const names = Object.keys(copy)
  const name = pick(next, names)
  const roll = next()
  if (name === undefined || roll < 0.12) {
    if (Array.isArray(copy)) copy.push(pick(next, HOSTILE))
    else define(copy, pick(next, ['extra', '__proto__', 'constructor', 'id', '']), pick(next, HOSTILE))
  } else if (roll < 0.3) {
    if (Array.isArray(copy)) copy.splice(Number(name), 1)
    else delete copy[name]
  } else define(copy, name, mutate(copy[name], next))
  return copy
}

export function hostile(next) {
  return pick(next, HOSTILE)
}

function define(target, name, value) {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
