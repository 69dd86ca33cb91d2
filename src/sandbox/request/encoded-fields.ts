/** Fields of a form that are written as their `encoding` says: OpenAPI 3.2, 4.15 ("Encoding Object"); Swagger 2.0, `collectionFormat`. */
import type { Encoding, MediaType } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { ParameterForm, ParameterSource } from '../../http/parameters.ts'
import { parseQuery, rawValue } from '../../http/query.ts'
import { isPlainText } from '../../support/exact-number.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { type Shape, shapesOf } from './parameter-shapes.ts'
import { accepted, typedValue } from './typed-value.ts'

interface EncodedField {
  readonly name: string
  readonly schema: Schema
  readonly shapes: readonly Shape[]
  /** Names that its value takes away from the form, where its properties stand as fields. */
  readonly takes: readonly string[]
}

/** The value of a form in which fields with a style of their own stand as that says. */
export function encodedFields(
  value: unknown,
  bytes: Uint8Array,
  contentType: string | undefined,
  media: MediaType | undefined,
  runtime: Runtime,
): unknown {
  const fields = media === undefined ? NONE : fieldsOf(media, runtime)
  if (fields.length === 0 || !isObject(value)) return value
  const source = sourceOf(value, bytes, contentType)
  const read: Record<string, unknown> = { ...value }
  for (const field of fields) {
    const found = typedValue(field, source, runtime)
    if (found === undefined) continue
    for (const name of field.takes) delete read[name]
    setOwn(read, field.name, found.value)
  }
  return read
}

/** Names of the fields that were sent without a value, as they may be, and hold nothing else. */
export function emptyFields(value: unknown, media: MediaType | undefined, runtime: Runtime): ReadonlySet<string> {
  const names = media === undefined ? NONE_EMPTY : mayBeEmpty(media, runtime)
  if (names.size === 0 || !isObject(value)) return NONE_EMPTY
  const { properties } = runtime.view(media?.schema)
  const isLeftOut = (name: string): boolean => {
    const schema = properties.get(name)
    return value[name] === '' && schema !== undefined && !accepted(runtime)(schema, '')
  }
  return new Set([...names].filter(isLeftOut))
}

const NONE: readonly EncodedField[] = []
const NONE_EMPTY: ReadonlySet<string> = new Set()

const mayBeEmpty = oncePer(({ encoding }: MediaType, _runtime: Runtime): ReadonlySet<string> => {
  const names = Object.keys(encoding).filter((name) => encoding[name]?.allowEmptyValue === true)
  return names.length === 0 ? NONE_EMPTY : new Set(names)
})

const fieldsOf = oncePer(({ encoding, schema }: MediaType, runtime: Runtime): readonly EncodedField[] => {
  const { properties } = runtime.view(schema)
  const declared = new Set(properties.keys())
  return Object.entries(encoding).flatMap(([name, said]): EncodedField[] => {
    const property = properties.get(name)
    const form = formOf(name, said)
    if (property === undefined || form === undefined) return []
    const shapes = shapesOf({ ...form, schema: property }, declared, runtime.view)
    const names = shapes.flatMap(({ kind }) => [...kind.names])
    const isSpread = form.style === 'form' && form.explode
    return [{ name, schema: property, shapes, takes: isSpread ? names.filter((one) => !declared.has(one)) : [] }]
  })
})

/** Undefined where the field is written as fields of forms are anyway. */
function formOf(name: string, { style, explode, allowReserved }: Encoding): ParameterForm | undefined {
  if (style === undefined && explode === undefined && allowReserved === undefined) return undefined
  const own = style ?? 'form'
  return {
    name,
    in: 'query',
    style: own,
    explode: explode ?? own === 'form',
    ...(allowReserved === undefined ? {} : { allowReserved }),
  }
}

/** The pairs of the form as they were sent, where they came in one text; else the texts that were read. */
function sourceOf(value: object, bytes: Uint8Array, contentType: string | undefined): ParameterSource {
  const isForm = /^application\/x-www-form-urlencoded/i.test(contentType ?? '')
  const text = isForm ? new TextDecoder().decode(bytes) : ''
  const pairs = isForm
    ? parseQuery(text)
    : Object.entries(value).flatMap(([name, one]): [string, string][] => (isPlainText(one) ? [[name, one]] : []))
  return {
    path: new Map(),
    query: pairs,
    header: () => undefined,
    cookies: [],
    ...(isForm ? { raw: (_place: string, name: string) => rawValue(text, name) } : {}),
  }
}
