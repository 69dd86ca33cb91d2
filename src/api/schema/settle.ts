/** What several keywords of one schema mean together: exclusive bounds, enum beside type, nullable. */
import { isExact, isNumeric, isPlainText, isWhole, numberIn, scalarText } from '../../support/exact-number.ts'
import { isObject, isScalar, textOf } from '../../support/json.ts'
import { spellingOf } from '../../support/spelling.ts'
import type { Draft } from './dialects.ts'
import { compilePattern } from './patterns.ts'
import { below } from './place.ts'
import type { Schema } from './schema.ts'

/** Keywords that describe a schema without judging values; they stay outside when a schema is wrapped. */
const ANNOTATIONS = new Set([
  ...['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'xml'],
  ...['externalDocs', '$id', '$anchor', '$dynamicAnchor', '$defs', 'definitions', '$comment'],
])

export function settle(draft: Draft): Schema {
  settleBounds(draft)
  settleEnum(draft)
  settlePattern(draft)
  settleAnything(draft)
  settleItems(draft)
  return isNullable(draft) ? orNull(draft.out, isLoosely(draft)) : draft.out
}

function settleBounds({ raw, out }: Draft): void {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (raw[exclusive] !== true || out[bound] === undefined) continue
    out[exclusive] = out[bound]
    delete out[bound]
  }
}

/**
 * Values of an enum that are not of the declared type (YAML's `1` among texts) are read as that type: to the letter
 * they could never be sent. Where some cannot be, those that are of the type stand as they are.
 */
function settleEnum({ out, place, normaliser }: Draft): void {
  const { type, enum: values, const: constant } = out as { type?: unknown; enum?: unknown; const?: unknown }
  if (typeof type === 'string' && isScalar(constant) && !isOf(type, constant))
    out['const'] = asType(type, constant) ?? constant
  if (!Array.isArray(values) || typeof type !== 'string') return
  if (values.every((value) => value === null || isOf(type, value))) return
  if (values.some((value) => isOf(type, value))) {
    const read = values.map((value, i) =>
      value === null || isOf(type, value) ? value : (asType(type, spelled(values, i, type)) ?? value),
    )
    out['enum'] = [...new Set(read)]
    return
  }
  const mended = values.map((value, i) => (value === null ? null : asType(type, spelled(values, i, type))))
  const pointer = below(place, 'enum').pointer
  if (mended.some((value) => value === undefined)) {
    normaliser.problem(pointer, `No value of "enum" is of type ${type}; "enum" is left out`)
    delete out['enum']
    return
  }
  normaliser.problem(pointer, `The values of "enum" are read as ${type}`)
  out['enum'] = mended
}

/** Items that are said to be lists or objects, where the schema itself shows texts or numbers in their place, may be anything. */
function settleItems({ out, place, normaliser }: Draft): void {
  const { items } = out
  if (!isObject(items) || !/^(array|object)$/.test(textOf((items as { type?: unknown }).type))) return
  const shown = [out['default'], out['example']].filter((value) => Array.isArray(value) && value.length > 0)
  const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'
  if (shown.length === 0 || !shown.every((value) => (value as readonly unknown[]).every(isScalar))) return
  normaliser.problem(below(place, 'items').pointer, 'The values that are shown break "items"; "items" is left out')
  out['items'] = true
}

/** A pattern that every example of the schema itself breaks is written wrong: it would refuse what clients send. */
function settlePattern({ out, place, normaliser }: Draft): void {
  const { pattern: source, format } = out
  if (typeof source !== 'string' || format !== undefined) return
  const shown = [out['example'], ...(Array.isArray(out['examples']) ? out['examples'] : [])]
  const texts = shown.filter(
    (value) => typeof value === 'string' && value !== '' && value.length <= SHOWN && !PLACEHOLDER.test(value),
  )
  const pattern = texts.length === 0 ? undefined : compilePattern(source)
  if (pattern === undefined || texts.some((text) => pattern.test(text as string))) return
  normaliser.problem(below(place, 'pattern').pointer, `The example breaks "pattern"; "pattern" is left out`)
  delete out['pattern']
}

/** What generators of descriptions and their authors put where they show nothing. */
const PLACEHOLDER =
  /^(string|text|value|example|sample|foo|bar|todo|tbd|null|none|n\/a|[x*.…-]+)$|[<>{}…]|\byour\b|x{3,}/i

/** The longest example that a pattern is tried on. */
const SHOWN = 200

/**
 * An object of which nothing is said is whatever is sent where its example is a text, a number or a flag, where it is the
 * `value` of something, and where it is what a map holds: generators of descriptions spell "anything" so.
 */
function settleAnything({ raw, out, place, normaliser }: Draft): void {
  const { properties, additionalProperties } = out
  const isShownOtherwise = isObject(out['example']) && Object.values(out['example']).some((one) => !isObject(one))
  if (isObject(additionalProperties) && isBareObject(additionalProperties as Schema) && !isShownOtherwise)
    out['additionalProperties'] = orAnything(additionalProperties as Schema)
  const { value } = (isObject(properties) ? properties : {}) as { readonly value?: Schema }
  if (value !== undefined && isBareObject(value))
    out['properties'] = { ...(properties as object), value: orAnything(value) }
  settleJsonPatch(out)
  const shown = out['example']
  if (!isBareObject(out) || !['string', 'number', 'boolean'].includes(typeof shown) || isWritten(shown)) return
  normaliser.problem(place.pointer, `The example is not an object; "type" is left out`)
  if (raw['type'] !== undefined) delete out['type']
}

/** A step of a JSON Patch (RFC 6902) has texts for its places and any value, however the provider's program holds them. */
function settleJsonPatch(out: Draft['out']): void {
  const { properties } = out
  if (!isObject(properties) || !['op', 'path', 'from', 'value'].every((name) => Object.hasOwn(properties, name))) return
  const { value, path, from } = properties as Readonly<Record<string, Schema>>
  const isText = (schema: Schema | undefined): boolean => typeof schema === 'object' && schema['type'] === 'string'
  out['properties'] = {
    ...(properties as object),
    ...(isText(path) ? {} : { path: { type: 'string' } }),
    ...(isText(from) ? {} : { from: { type: ['string', 'null'] } }),
    ...(typeof value === 'object' && value['$ref'] !== undefined ? { value: {} } : {}),
  }
}

/** An object written as text. */
function isWritten(shown: unknown): boolean {
  return typeof shown === 'string' && (/^\s*[[{<]/.test(shown) || /^\s*[\w-]+\s*:/.test(shown))
}

/** Whatever is sent is taken; what is shown where nothing was sent stays an object. */
function orAnything(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const { type: _any, properties: _none, ...rest } = schema
  return { example: {}, ...rest }
}

function isBareObject(schema: Schema): boolean {
  if (typeof schema === 'boolean' || schema['type'] !== 'object') return false
  return Object.entries(schema).every(
    ([keyword, value]) =>
      keyword === 'type' ||
      ANNOTATIONS.has(keyword) ||
      (keyword === 'properties' && Object.keys(value as object).length === 0),
  )
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'integer') return isWhole(value)
  if (type === 'number') return isNumeric(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return !isExact(value) && typeof value === type
}

/** A value of a list as it was written, where that is to be a text. */
function spelled(values: readonly unknown[], index: number, type: string): unknown {
  return (type === 'string' ? spellingOf(values, index) : undefined) ?? values[index]
}

function asType(type: string, value: unknown): unknown {
  if (type === 'string') return isScalar(value) ? scalarText(value) : undefined
  if (!isPlainText(value)) return undefined
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined
  if (type !== 'number' && type !== 'integer') return undefined
  const number = numberIn(value.trim()) ?? (value.trim() === '' ? Number.NaN : Number(value))
  return isOf(type, number) && (isExact(number) || Number.isFinite(number)) ? number : undefined
}

/** `default: null` of a schema in a dialect whose types have no null: what stands there by itself may be sent. */
function isNothingByDefault(raw: Draft['raw'], { dialect }: Draft['normaliser']): boolean {
  return (
    dialect !== '2020-12' && raw['nullable'] === undefined && (raw['default'] === null || raw['default'] === 'null')
  )
}

function isNullable({ raw, normaliser, place }: Draft): boolean {
  if (normaliser.dialect === 'draft-04') return false
  if (raw['x-nullable'] === true || isNothingByDefault(raw, normaliser)) return true
  if (raw['nullable'] !== true) return false
  if (normaliser.dialect === '2020-12')
    normaliser.problem(place.pointer, '"nullable" is of an older dialect; read as "or null"')
  return true
}

/** `nullable` beside a `$ref` means nothing in the newer dialect: null is taken, but never made. */
function isLoosely({ raw, normaliser }: Draft): boolean {
  return normaliser.dialect === '2020-12' && raw['nullable'] === true && raw['$ref'] !== undefined
}

/** The same schema that takes null as well. */
function orNull(out: Record<string, unknown>, loosely: boolean): Schema {
  const judging = Object.keys(out).filter((keyword) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'))
  if (judging.length === 0) return out
  if (judging.every((keyword) => !COMPOUND.has(keyword))) return simplyOrNull(out)
  if (judging.length === 1 && Array.isArray(out['anyOf'])) return { ...out, anyOf: [...out['anyOf'], { type: 'null' }] }
  const inner: Record<string, unknown> = {}
  const outer: Record<string, unknown> = {}
  for (const keyword of Object.keys(out)) (judging.includes(keyword) ? inner : outer)[keyword] = out[keyword]
  return { ...outer, anyOf: [inner, loosely ? { type: 'null', 'x-loosely': true } : { type: 'null' }] }
}

/** Keywords that may refuse null whatever `type` says. */
const COMPOUND = new Set(['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'const'])

function simplyOrNull(out: Record<string, unknown>): Schema {
  const { type, enum: values } = out
  const types =
    type === undefined ? undefined : [...(Array.isArray(type) ? type : [type]).filter((t) => t !== 'null'), 'null']
  return {
    ...out,
    ...(types === undefined ? {} : { type: types }),
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  }
}
