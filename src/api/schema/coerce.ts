/**
 * Gives texts the types that a schema wants: parameters, form fields and XML
 * know no others. What cannot be given a type stays as it is, so that
 * validation names it.
 */

import { parseSentJson } from '../../http/json-text.ts'
import { isExact, isNumeric, isPlainText, isWhole, numberIn, scalarText } from '../../support/exact-number.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { isEqual } from './equal.ts'
import type { Schema } from './schema.ts'
import type { SchemaView } from './view.ts'

type ViewOf = (schema: Schema | undefined) => SchemaView

/** Values nest no deeper than what the codecs let through. */
const DEPTH = 520

/** A value whose texts have become what the schema wants them to be. */
export function coerce(raw: unknown, schema: Schema | undefined, view: ViewOf): unknown {
  return coerceAt(raw, schema, view, 0)
}

function coerceAt(raw: unknown, schema: Schema | undefined, viewOf: ViewOf, depth: number): unknown {
  if (raw === undefined || !isObject(schema) || depth > DEPTH) return raw
  const view = viewOf(schema)
  if (view.variants.length > 0) return coerceUnion(raw, view, viewOf, depth)
  if (Array.isArray(raw)) return coerceArray(raw, view, viewOf, depth)
  if (isObject(raw)) return coerceObject(raw, view, viewOf, depth)
  if (typeof raw !== 'string') return raw
  return coerceText(raw, view, viewOf, depth)
}

function coerceText(text: string, view: SchemaView, viewOf: ViewOf, depth: number): unknown {
  const scalar = coerceScalar(text, view)
  if (!isPlainText(scalar) || view.types.includes('string')) return scalar
  if (view.types.includes('array')) return textAsArray(text, view, viewOf, depth)
  if (!view.types.includes('object')) return text
  const document = jsonIn(text, '{')
  return isObject(document) ? document : text
}

/** JSON in a field, else one element; an empty text is an empty array. */
function textAsArray(text: string, view: SchemaView, viewOf: ViewOf, depth: number): unknown {
  const document = jsonIn(text, '[')
  if (Array.isArray(document)) return document
  return text === '' ? [] : [coerceAt(text, view.items, viewOf, depth + 1)]
}

function jsonIn(text: string, opening: '{' | '['): unknown {
  if (!text.trimStart().startsWith(opening)) return undefined
  const parsed = parseSentJson(text)
  return parsed.ok ? parsed.value : undefined
}

function coerceArray(raw: readonly unknown[], view: SchemaView, viewOf: ViewOf, depth: number): unknown {
  if (!view.types.includes('array') && view.types.length > 0) return raw
  return raw.map((item, i) => coerceAt(item, view.prefixItems[i] ?? view.items, viewOf, depth + 1))
}

function coerceObject(
  raw: { readonly [key: string]: unknown },
  view: SchemaView,
  viewOf: ViewOf,
  depth: number,
): unknown {
  if (view.types.includes('array') && !view.types.includes('object')) {
    const list = asList(raw)
    return list === undefined ? raw : coerceArray(list, view, viewOf, depth)
  }
  const value: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(raw))
    setOwn(value, key, coerceAt(inner, view.properties.get(key) ?? view.additional, viewOf, depth + 1))
  return value
}

/** An object whose keys are all indexes, as forms with large or gapped indexes leave it. */
function asList(raw: { readonly [key: string]: unknown }): readonly unknown[] | undefined {
  const keys = Object.keys(raw)
  if (!keys.every((key) => /^\d{1,9}$/.test(key))) return undefined
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => raw[key])
}

/** The first alternative that what comes out fits; none, and the value stays as it is. */
function coerceUnion(raw: unknown, view: SchemaView, viewOf: ViewOf, depth: number): unknown {
  for (const variant of view.variants.slice(0, 64)) {
    const value = coerceAt(raw, variant, viewOf, depth + 1)
    if (fits(value, viewOf(variant), viewOf, 0)) return value
  }
  return view.nullable && (raw === '' || raw === 'null') ? null : raw
}

/** Shallow: the type, the constants, the presence of what is required. The validator has the last word. */
function fits(value: unknown, view: SchemaView, viewOf: ViewOf, depth: number): boolean {
  if (depth > 3) return true
  if (value === null) return view.nullable || view.types.includes('null')
  if (view.variants.length > 0 && !view.variants.some((v) => fits(value, viewOf(v), viewOf, depth + 1))) return false
  if (view.types.length > 0 && !view.types.some((type) => isOfType(value, type))) return false
  const { const: constant, enum: values } = view.keywords
  if (constant !== undefined && !isEqual(constant, value)) return false
  if (Array.isArray(values) && typeof value !== 'object' && !values.some((one) => isEqual(one, value))) return false
  if (!isObject(value)) return true
  for (const name of view.required) if (!Object.hasOwn(value, name)) return false
  for (const key of Object.keys(value)) {
    const property = view.properties.get(key)
    if (property === undefined) {
      if (view.additional === false) return false
    } else if (!fits(value[key], viewOf(property), viewOf, depth + 1)) return false
  }
  return true
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return isWhole(value)
  return type === 'number' ? isNumeric(value) : !isExact(value) && typeof value === type
}

/** A text or number as the scalar type that the schema wants; the value itself when it cannot be. */
export function coerceScalar(value: unknown, view: SchemaView): unknown {
  if (isPlainText(value)) return fromText(value, view)
  if (!isNumeric(value) && typeof value !== 'boolean') return value
  const own = typeof value === 'boolean' ? ['boolean'] : ['number', 'integer']
  return view.types.includes('string') && !own.some((type) => view.types.some((t) => t === type))
    ? scalarText(value)
    : value
}

/** Types are asked in the order in which the schema names them. */
function fromText(text: string, view: SchemaView): unknown {
  for (const type of view.types) {
    if (type === 'string') return text
    if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
    const number = type === 'integer' || type === 'number' ? numberIn(text) : undefined
    if (number !== undefined && (type === 'number' || isWholeText(text))) return number
  }
  return view.nullable && (text === '' || text === 'null') ? null : text
}

function isWholeText(text: string): boolean {
  return /^[+-]?\d+(\.0{1,8})?$/.test(text)
}
