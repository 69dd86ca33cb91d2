/** What a description says of a field, as learning needs it: lazily, one node a field, alternatives taken together. */
import type { ApiDescription, Operation, ResponseDescription } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { type SchemaView, viewer } from '../../api/schema/view.ts'
import { matchDeclared } from '../../http/media-type.ts'
import { isObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { ARRAY, BOOLEAN, type Field, INTEGER, NULL, NUMBER, OBJECT, STRING } from './field.ts'

export interface Declared {
  /** Types that it may have, as bits; 0: any. */
  readonly types: number
  /** Scalars that it may be, as JSON; undefined: any. */
  readonly values: ReadonlySet<string> | undefined
  /** Properties that it names. */
  readonly names: { has(name: string): boolean }
  /** Properties that must be there. */
  readonly required: ReadonlySet<string>
  readonly items: Declared | undefined
  /** What is said of a property: undefined where it may be anything, 'undeclared' where there is none. */
  property(name: string): Declared | 'undeclared' | undefined
}

const BITS: Readonly<Record<string, number>> = {
  boolean: BOOLEAN,
  integer: INTEGER,
  number: INTEGER | NUMBER,
  string: STRING,
  array: ARRAY,
  object: OBJECT,
}

type View = (schema: Schema | undefined) => SchemaView

interface Reader {
  readonly view: View
  readonly resolve: (reference: string) => Schema | undefined
}

const readerOf: (api: ApiDescription) => Reader = oncePer((api: ApiDescription) => {
  const resolve = (reference: string): Schema | undefined => api.schema(reference)
  return { view: viewer(resolve), resolve }
})

/** What an answer says of its body; undefined where it says nothing. */
export function declaredBody(api: ApiDescription, response: ResponseDescription, media: string): Declared | undefined {
  const found = matchDeclared(media, Object.keys(response.content))
  const schema = found === undefined ? undefined : response.content[found]?.schema
  return schema === undefined ? undefined : declare([schema], readerOf(api))
}

/** Lays a declaration over a tree that was learned without it, or kept. */
export function attach(field: Field, declared: Declared | undefined): void {
  field.declared = declared
  for (const [name, child] of field.children ?? []) {
    if (name === '[]') attach(child, declared?.items)
    else if (name !== '*') {
      const said = declared?.property(name)
      child.isUndeclared = said === 'undeclared'
      if (said !== undefined && said !== 'undeclared') child.isKnown = true
      attach(child, said === 'undeclared' ? undefined : said)
    }
  }
}

/** The answer that is declared for a status, by code, range or default. */
export function declaredResponse(operation: Operation, status: number): ResponseDescription | undefined {
  const { responses } = operation
  for (const key of [String(status), `${Math.floor(status / 100)}XX`, 'default'])
    if (Object.hasOwn(responses, key)) return responses[key]
  return undefined
}

/** Alternatives of alternatives that are looked at. */
const MOST_VIEWS = 64

function viewsOf(schemas: readonly Schema[], view: View): readonly SchemaView[] {
  const found: SchemaView[] = []
  const open = [...schemas]
  while (open.length > 0 && found.length < MOST_VIEWS) {
    const one = view(open.pop())
    if (found.includes(one)) continue
    found.push(one)
    open.push(...one.variants)
  }
  return found
}

function declare(schemas: readonly Schema[], reader: Reader): Declared | undefined {
  const { view } = reader
  const views = viewsOf(schemas, view)
  const leaves = views.filter((one) => one.variants.length === 0)
  // What is said of nothing but alternatives is said by those.
  const saying = views.filter((one) => one.variants.length === 0 || one.types.length > 0)
  const typed =
    saying.length > 0 && saying.every(({ types }) => types.length > 0) && schemas.every((one) => saysType(one, reader))
  const types = typed ? saying.reduce((mask, one) => mask | bitsOf(one), 0) : 0
  const properties = propertiesOf(views)
  const isOpen = properties.size === 0 || views.some((one) => isOpenTo(one))
  const known = new Map<string, Declared | undefined>()
  const [first] = views
  let items: Declared | undefined | null = null
  return {
    types: views.some((one) => one.nullable) && types !== 0 ? types | NULL : types,
    values: leaves.every((one) => scalarsOf(one) !== undefined)
      ? new Set(leaves.flatMap((one) => scalarsOf(one) ?? []))
      : undefined,
    names: properties,
    required: schemas.length === 1 && first !== undefined ? requiredOf(first, view) : new Set(),
    get items() {
      if (items === null) items = itemsOf(views, reader)
      return items
    },
    property(name) {
      if (known.has(name)) return known.get(name)
      const declared = properties.get(name)
      if (declared === undefined && !isOpen) return 'undeclared'
      const said = declared ?? views.flatMap((one) => (isObject(one.additional) ? [one.additional] : []))
      const made = said.length === 0 || (declared === undefined && views.length > 1) ? undefined : declare(said, reader)
      if (known.size < 2_000) known.set(name, made)
      return made
    },
  }
}

/** A type is said, and not concluded from `properties`: without one, values of other types are let pass. */
function saysType(schema: Schema, reader: Reader, depth = 0): boolean {
  if (!isObject(schema) || depth > 16) return false
  const { type, $ref, allOf, oneOf, anyOf } = schema
  if (type !== undefined) return true
  const target = typeof $ref === 'string' ? reader.resolve($ref) : undefined
  if (target !== undefined && saysType(target, reader, depth + 1)) return true
  if (Array.isArray(allOf) && allOf.some((part) => saysType(part, reader, depth + 1))) return true
  return [oneOf, anyOf].some(
    (list) => Array.isArray(list) && list.length > 0 && list.every((part) => saysType(part, reader, depth + 1)),
  )
}

function bitsOf(view: SchemaView): number {
  return view.types.reduce((mask, type) => mask | (BITS[type] ?? 0), view.nullable ? NULL : 0)
}

function propertiesOf(views: readonly SchemaView[]): ReadonlyMap<string, Schema[]> {
  const all = new Map<string, Schema[]>()
  for (const { properties } of views)
    for (const [name, schema] of properties) {
      const said = all.get(name)
      if (said === undefined) all.set(name, [schema])
      else if (!said.includes(schema)) said.push(schema)
    }
  return all
}

/** It may have properties that it does not name. */
function isOpenTo(view: SchemaView): boolean {
  if (view.additional !== undefined && view.additional !== false) return true
  const { keywords } = view
  if ('patternProperties' in keywords || '$dynamicRef' in keywords || 'if' in keywords) return true
  return (
    view.variants.length === 0 &&
    view.properties.size === 0 &&
    (view.types.length === 0 || view.types.includes('object'))
  )
}

function itemsOf(views: readonly SchemaView[], reader: Reader): Declared | undefined {
  if (views.some((one) => one.prefixItems.length > 0)) return undefined
  const said = views.flatMap((one) => (one.items === undefined ? [] : [one.items]))
  return said.length === 0 || said.some((one) => one === true) ? undefined : declare(said, reader)
}

/** What only requests hold is not asked of answers. */
function requiredOf(one: SchemaView, view: View): ReadonlySet<string> {
  return new Set([...one.required].filter((name) => view(one.properties.get(name)).keywords['writeOnly'] !== true))
}

/** The scalars of `enum` or `const`, as JSON; undefined where there are none, or others than scalars. */
function scalarsOf({ keywords }: SchemaView): readonly string[] | undefined {
  const said = 'const' in keywords ? [keywords['const']] : keywords['enum']
  if (!Array.isArray(said) || said.length === 0) return undefined
  return said.some((value) => typeof value === 'object' && value !== null)
    ? undefined
    : said.map((value) => JSON.stringify(value))
}
