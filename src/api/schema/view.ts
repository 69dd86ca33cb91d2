/**
 * A schema read as a person reads it: references followed, `allOf` merged, a
 * single alternative beside `null` unfolded. Derivation, value making and
 * coercion look at views; validation never does.
 */
import { field, isObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Schema, SchemaObject } from './schema.ts'

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** Finds the schema behind a reference; undefined when there is none. */
export type Resolve = (reference: string) => Schema | undefined

export interface SchemaView {
  /** Declared types without 'null'; [] when nothing is said. 'object' or 'array' is concluded from their keywords. */
  readonly types: readonly JsonType[]
  readonly nullable: boolean
  readonly properties: ReadonlyMap<string, Schema>
  readonly required: ReadonlySet<string>
  /** additionalProperties; undefined when not said. */
  readonly additional: Schema | undefined
  readonly items: Schema | undefined
  readonly prefixItems: readonly Schema[]
  /** Alternatives of oneOf or anyOf (null left out); [] when there are none or just one, which is merged. */
  readonly variants: readonly Schema[]
  readonly discriminator: { readonly property: string; readonly mapping: ReadonlyMap<string, string> } | undefined
  /** All other keywords, the outermost first to speak: format, enum, pattern, example, default, readOnly, x-… */
  readonly keywords: SchemaObject
  /** References passed on the way, outermost first; the first names the component. */
  readonly references: readonly string[]
}

const EMPTY: SchemaView = {
  types: [],
  nullable: false,
  properties: new Map(),
  required: new Set(),
  additional: undefined,
  items: undefined,
  prefixItems: [],
  variants: [],
  discriminator: undefined,
  keywords: {},
  references: [],
}

/** Views of one description's schemas, each made once. */
export function viewer(resolve: Resolve): (schema: Schema | undefined) => SchemaView {
  const made = new WeakMap<object, SchemaView>()
  return (schema) => {
    if (typeof schema !== 'object') return EMPTY
    let view = made.get(schema)
    if (view === undefined) {
      const draft = new Draft(resolve)
      draft.add(schema, 0)
      view = draft.view()
      made.set(schema, view)
    }
    return view
  }
}

/** The schema of the property at a place inside objects; undefined where none is declared. */
export function schemaAt(
  view: (schema: Schema | undefined) => Pick<SchemaView, 'properties'>,
  schema: Schema | undefined,
  place: readonly string[],
): Schema | undefined {
  let found = schema
  for (const step of place) found = view(found).properties.get(step)
  return found
}

/** How deep references and allOf may nest before the rest is taken as saying nothing. */
const DEPTH = 64

class Draft {
  private readonly resolve: Resolve
  private types: JsonType[] | undefined
  private nullable = false
  private saidTypes = false
  private readonly properties = new Map<string, Schema>()
  private readonly required = new Set<string>()
  private additional: Schema | undefined
  private items: Schema | undefined
  private prefixItems: Schema[] = []
  private variants: Schema[] = []
  private discriminator: SchemaView['discriminator']
  private readonly keywords: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  private readonly references: string[] = []

  constructor(resolve: Resolve) {
    this.resolve = resolve
  }

  add(schema: Schema, depth: number): void {
    if (!isObject(schema) || depth > DEPTH) return
    this.addOwn(schema)
    const reference = schema['$ref']
    if (typeof reference === 'string' && !this.references.includes(reference)) {
      this.references.push(reference)
      const target = this.resolve(reference)
      if (target !== undefined) this.add(target, depth + 1)
    }
    for (const part of list(schema['allOf'])) this.add(part, depth + 1)
    for (const keyword of ['oneOf', 'anyOf']) this.addAlternatives(list(schema[keyword]), depth)
  }

  private addAlternatives(alternatives: readonly Schema[], depth: number): void {
    if (alternatives.length === 0) return
    const real = alternatives.filter((a) => !isNull(a))
    if (alternatives.some((a) => isNull(a) && field(a, 'x-loosely') !== true)) this.nullable = true
    const [only] = real
    if (real.length === 1 && only !== undefined) this.add(only, depth + 1)
    else if (this.variants.length === 0) this.variants.push(...real)
  }

  private addOwn(schema: SchemaObject): void {
    for (const [keyword, value] of Object.entries(schema)) {
      switch (keyword) {
        case '$ref':
        case 'allOf':
        case 'oneOf':
        case 'anyOf':
          break
        case 'type':
          this.addTypes(value)
          break
        case 'properties':
          if (isObject(value))
            for (const [name, property] of Object.entries(value)) this.addProperty(name, property as Schema)
          break
        case 'required':
          for (const name of list(value)) if (typeof name === 'string') this.required.add(name)
          break
        case 'additionalProperties':
          if (this.additional === undefined || value === false) this.additional = value as Schema
          break
        case 'items':
          this.addItems(value as Schema)
          break
        case 'prefixItems':
          if (this.prefixItems.length === 0) this.prefixItems = [...list(value)]
          break
        case 'discriminator':
          if (isObject(value)) this.discriminator ??= discriminatorOf(value)
          break
        default:
          if (!(keyword in this.keywords)) this.keywords[keyword] = value
      }
    }
  }

  private addTypes(value: unknown): void {
    const said = (Array.isArray(value) ? value : [value]).filter((t): t is JsonType => typeof t === 'string')
    const real: JsonType[] = said.filter((t) => t !== 'null')
    if (real.length < said.length) this.nullable = true
    const before = this.types
    this.types = before === undefined ? real : before.filter((t: JsonType) => real.includes(t))
    this.saidTypes = true
  }

  private addProperty(name: string, schema: Schema): void {
    const before = this.properties.get(name)
    this.properties.set(name, before === undefined || before === schema ? schema : { allOf: [before, schema] })
  }

  private addItems(schema: Schema): void {
    const before = this.items
    if (before === undefined || isBare(before)) this.items = schema
    else if (before !== schema && !isBare(schema)) this.items = { allOf: [before, schema] }
  }

  view(): SchemaView {
    const concluded: JsonType[] =
      this.properties.size > 0 || this.additional !== undefined ? ['object'] : this.items !== undefined ? ['array'] : []
    return {
      types: this.saidTypes ? (this.types ?? []) : concluded,
      nullable: this.nullable,
      properties: this.properties,
      required: this.required,
      additional: this.additional,
      items: this.items,
      prefixItems: this.prefixItems,
      variants: this.variants,
      discriminator: this.discriminator,
      keywords: this.keywords,
      references: this.references,
    }
  }
}

function list(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? (value as Schema[]) : []
}

/** An object of which nothing is said, as the page that others are made of has its items. */
function isBare(schema: Schema): boolean {
  if (!isObject(schema)) return schema === true
  return Object.entries(schema).every(
    ([keyword, value]) =>
      keyword === 'description' ||
      (keyword === 'type' && value === 'object') ||
      (keyword === 'properties' && isObject(value) && Object.keys(value).length === 0),
  )
}

function isNull(schema: Schema): boolean {
  if (!isObject(schema)) return false
  const type = schema['type']
  return (
    type === 'null' ||
    (Array.isArray(type) && type.length === 1 && type[0] === 'null') ||
    schema['const'] === null ||
    (Array.isArray(schema['enum']) && schema['enum'].length === 1 && schema['enum'][0] === null)
  )
}

const discriminatorOf = oncePer((value: object): SchemaView['discriminator'] => {
  const property = field(value, 'propertyName')
  if (typeof property !== 'string') return undefined
  const mapping = field(value, 'mapping')
  const pairs = isObject(mapping)
    ? Object.entries(mapping).filter((e): e is [string, string] => typeof e[1] === 'string')
    : []
  return { property, mapping: new Map(pairs) }
})
