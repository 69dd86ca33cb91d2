/**
 * Gives texts the types that a schema wants: parameters, form fields and XML
 * know no others. What cannot be given a type stays as it is, so that
 * validation names it.
 */

import { parseSentJson } from '../../http/json-text.ts'
import { delimiterOf } from '../../http/parameter-styles.ts'
import {
  compareNumbers,
  isExact,
  isNumeric,
  isPlainText,
  isWhole,
  numberIn,
  scalarText,
  splitText,
} from '../../support/exact-number.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { isEqual } from './equal.ts'
import type { Schema } from './schema.ts'
import type { JsonType, SchemaView } from './view.ts'

type ViewOf = (schema: Schema | undefined) => SchemaView

/** Tells which alternative of several is meant, where a look at types does not: the whole schema's verdict. */
export type Accepts = (schema: Schema, value: unknown) => boolean

interface Given {
  readonly view: ViewOf
  readonly accepts: Accepts | undefined
}

/** Values nest no deeper than what the codecs let through. */
const DEPTH = 520

/** A value whose texts have become what the schema wants them to be. */
export function coerce(raw: unknown, schema: Schema | undefined, view: ViewOf, accepts?: Accepts): unknown {
  return coerceAt(raw, schema, { view, accepts }, 0)
}

function coerceAt(raw: unknown, schema: Schema | undefined, given: Given, depth: number): unknown {
  if (raw === undefined || !isObject(schema) || depth > DEPTH) return raw
  const view = given.view(schema)
  if (view.variants.length === 0) return coerceOwn(raw, view, given, depth)
  // What the schema says beside its alternatives holds for all of them.
  const own = view.types.length === 0 ? raw : coerceOwn(raw, view, given, depth)
  return coerceUnion(own, view, given, depth)
}

function coerceOwn(raw: unknown, view: SchemaView, given: Given, depth: number): unknown {
  if (Array.isArray(raw)) return coerceArray(raw, view, given, depth)
  if (isObject(raw)) return coerceObject(raw, view, given, depth)
  return typeof raw === 'string' ? coerceText(raw, view, given, depth) : raw
}

function coerceText(text: string, view: SchemaView, given: Given, depth: number): unknown {
  const scalar = coerceScalar(text, view)
  if (!isPlainText(scalar) || view.types.includes('string')) return scalar
  const types = shapesOf(view)
  if (types.includes('array')) return textAsArray(text, view, given, depth)
  if (!types.includes('object')) return text
  const document = jsonIn(text, '{')
  return isObject(document) ? document : text
}

/** JSON in a field, else the elements that it holds, one where nothing divides them; an empty text is an empty array. */
function textAsArray(text: string, view: SchemaView, given: Given, depth: number): unknown {
  const document = jsonIn(text, '[')
  if (Array.isArray(document)) return document
  if (text === '') return []
  // A list inside a list says itself what divides it (Swagger 2.0, Items Object).
  const delimiter = delimiterOf(view.keywords['collectionFormat'])
  return coerceArray(delimiter === undefined ? [text] : splitText(text, delimiter), view, given, depth)
}

function jsonIn(text: string, opening: '{' | '['): unknown {
  if (!text.trimStart().startsWith(opening)) return undefined
  const parsed = parseSentJson(text)
  return parsed.ok ? parsed.value : undefined
}

function coerceArray(raw: readonly unknown[], view: SchemaView, given: Given, depth: number): unknown {
  if (!view.types.includes('array') && view.types.length > 0) return raw
  return raw.map((item, i) => coerceAt(item, view.prefixItems[i] ?? view.items, given, depth + 1))
}

function coerceObject(
  raw: { readonly [key: string]: unknown },
  view: SchemaView,
  given: Given,
  depth: number,
): unknown {
  if (view.types.includes('array') && !view.types.includes('object')) {
    const list = asList(raw)
    return list === undefined ? raw : coerceArray(list, view, given, depth)
  }
  const value: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(raw))
    setOwn(value, key, coerceAt(inner, view.properties.get(key) ?? view.additional, given, depth + 1))
  return value
}

/** An object whose keys are all indexes, as forms with large or gapped indexes leave it. */
function asList(raw: { readonly [key: string]: unknown }): readonly unknown[] | undefined {
  const keys = Object.keys(raw)
  if (!keys.every((key) => /^\d{1,9}$/.test(key))) return undefined
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => raw[key])
}

/**
 * What the first alternative makes of it that takes the outcome; else what the first makes that it fits at a glance, so
 * that validation says the rest; none, and the value stays as it is.
 */
function coerceUnion(raw: unknown, view: SchemaView, given: Given, depth: number): unknown {
  let near: { readonly value: unknown } | undefined
  for (const variant of view.variants.slice(0, 64)) {
    const value = coerceAt(raw, variant, given, depth + 1)
    if (!fits(value, given.view(variant), given.view, 0)) continue
    if (given.accepts === undefined || given.accepts(variant, value)) return value
    near ??= { value }
  }
  if (view.nullable && (raw === '' || raw === 'null')) return null
  return near === undefined ? raw : near.value
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

const NUMERIC = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const
const OF_ARRAYS = ['minItems', 'maxItems', 'uniqueItems', 'contains'] as const
const NOTHING: readonly JsonType[] = []

/** The types that are said or, where none is, those that the other keywords speak of. */
export const shapesOf = (view: SchemaView): readonly JsonType[] =>
  view.types.length > 0 || view.variants.length > 0 ? view.types : concluded(view)

const concluded = oncePer((view: SchemaView): readonly JsonType[] => {
  const { keywords, prefixItems, required } = view
  if (prefixItems.length > 0 || OF_ARRAYS.some((keyword) => keyword in keywords)) return ['array']
  if (required.size > 0) return ['object']
  const values = valuesOf(view)
  if (values.some(Array.isArray)) return ['array']
  if (values.some(isObject)) return ['object']
  if (values.length === 0 && NUMERIC.some((keyword) => keyword in keywords)) return ['number']
  return NOTHING
})

/** The values that `enum` or `const` name; [] where neither stands. */
function valuesOf({ keywords: { enum: values, const: constant } }: SchemaView): readonly unknown[] {
  if (constant !== undefined) return [constant]
  return Array.isArray(values) ? values : []
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

/** Named values come first, then the types in the order in which the schema names them. */
function fromText(text: string, view: SchemaView): unknown {
  const { keywords } = view
  if (keywords['enum'] !== undefined || keywords['const'] !== undefined) {
    const values = valuesOf(view)
    if (values.includes(text)) return text
    const meant = values.find((value) => isScalarText(text, value))
    if (meant !== undefined) return meant
  }
  for (const type of shapesOf(view)) {
    if (type === 'string') return text
    if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
    const number = type === 'integer' || type === 'number' ? numberIn(text) : undefined
    if (number !== undefined && (type === 'number' || isWholeText(text))) return number
  }
  return view.nullable && (text === '' || text === 'null') ? null : text
}

/** The text writes this number, flag or null. */
function isScalarText(text: string, value: unknown): boolean {
  if (!isNumeric(value)) return (typeof value === 'boolean' || value === null) && text === String(value)
  const number = numberIn(text)
  return number !== undefined && compareNumbers(number, value) === 0
}

function isWholeText(text: string): boolean {
  return /^[+-]?\d+(\.0{1,8})?$/.test(text)
}
