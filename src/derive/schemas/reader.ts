/** Reads schemas for derivation: views, the properties of all variants together, the component a schema names. */
import type { DescribedApi } from '../../api/model.ts'
import { schemaKey } from '../../api/model.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { type SchemaView, schemaAt, viewer } from '../../api/schema/view.ts'

export interface Reader {
  readonly view: (schema: Schema | undefined) => SchemaView
  /** `allProperties`: its own and those of its alternatives. */
  properties(schema: Schema | undefined): ReadonlyMap<string, Schema>
  /** The schema of the property at a place inside objects; undefined where none is declared. */
  at(schema: Schema | undefined, place: readonly string[]): Schema | undefined
  /** The component that a schema names; undefined for one written in place. */
  component(schema: Schema | undefined): string | undefined
  /** True when values are objects of known shape. */
  isObject(schema: Schema | undefined): boolean
  isArray(schema: Schema | undefined): boolean
  /** True for strings, numbers and booleans; false when nothing is said. */
  isScalar(schema: Schema | undefined): boolean
}

/** How deep variants of variants are looked into. */
const DEPTH = 4

export function readerFor(described: Pick<DescribedApi, 'schemas'>): Reader {
  const view = viewer((reference) => {
    const key = schemaKey(reference)
    return key === undefined ? undefined : described.schemas.get(key)
  })
  const properties = (schema: Schema | undefined): ReadonlyMap<string, Schema> => allProperties(schema, { view })

  const isObject = (schema: Schema | undefined, depth = 0): boolean => {
    const seen = view(schema)
    if (seen.properties.size > 0) return true
    if (seen.types.includes('object')) return true
    return depth < DEPTH && seen.types.length === 0 && seen.variants.some((v) => isObject(v, depth + 1))
  }

  return {
    view,
    properties,
    at: (schema, place) => schemaAt((seen) => ({ properties: properties(seen) }), schema, place),
    component(schema) {
      const [reference] = view(schema).references
      if (reference === undefined) return undefined
      const key = schemaKey(reference)
      return key === undefined ? undefined : (renamed(key, described) ?? key)
    },
    isObject: (schema) => isObject(schema),
    isArray: (schema) => view(schema).types.includes('array') && !isObject(schema),
    isScalar(schema) {
      const { types, variants } = view(schema)
      if (types.length > 0) return !types.includes('object') && !types.includes('array')
      return variants.length > 0 && variants.some((v) => view(v).types.some((t) => t === 'string' || t === 'integer'))
    },
  }
}

/** `get_book_response`, that is all of `book` and nothing besides: the book. */
function renamed(key: string, { schemas }: Pick<DescribedApi, 'schemas'>): string | undefined {
  const schema = ANSWER.test(key) ? schemas.get(key) : undefined
  if (typeof schema !== 'object' || !Object.keys(schema).every((keyword) => SAYS_NO_MORE.has(keyword))) return undefined
  const [whole, ...others] = Array.isArray(schema['allOf']) ? (schema['allOf'] as readonly Schema[]) : []
  if (typeof whole !== 'object' || others.length > 0) return undefined
  const reference = whole['$ref']
  return typeof reference === 'string' ? schemaKey(reference) : undefined
}

const ANSWER = /(response|request|answer|result|reply)(_?body)?$/i
const SAYS_NO_MORE = new Set(['allOf', 'type', 'title', 'description', 'additionalProperties', 'unevaluatedProperties'])
