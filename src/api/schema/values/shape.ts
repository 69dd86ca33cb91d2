/** What value making needs to know of a schema, worked out once per schema. */
import { field, isObject, textOf } from '../../../support/json.ts'
import { compilePattern, findsIn } from '../patterns.ts'
import type { Schema } from '../schema.ts'
import type { SchemaView } from '../view.ts'
import { besideOf } from './beside.ts'
import type { Beside } from './draw.ts'
import { electives, isElective } from './elective.ts'
import { type Leaf, leafFor } from './leaves.ts'
import { looseName, snakeName } from './names.ts'
import { ownNames } from './own-name.ts'
import { isPlaceholder, withoutPlaceholders } from './placeholders.ts'
import { isTimeOfEvent } from './said.ts'
import { isPendingTime } from './times.ts'

export type Kind = 'object' | 'array' | 'scalar' | 'union' | 'any'

export interface Shape {
  readonly schema: Schema
  readonly view: SchemaView
  readonly kind: Kind
  readonly properties: readonly Property[]
  readonly byName: ReadonlySet<string>
  /** Values the schema itself offers: example, examples, default; const alone where there is one. */
  readonly offered: readonly unknown[]
  /** A component on the way that may come back inside itself; undefined for inline schemas. */
  readonly component: string | undefined
  /** True when values need rules looked at that one property alone does not show. */
  readonly conditional: boolean
  /** Properties named like the values of a `type`: only that of the chosen value belongs to an object. undefined when there are none. */
  readonly selector: Selector | undefined
  /** What the object calls itself, where its schema leaves that open. */
  readonly ownNames: readonly (readonly [property: string, value: string])[]
}

export interface Selector {
  readonly property: string
  readonly choices: ReadonlySet<string>
}

export interface Property {
  readonly name: string
  readonly loose: string
  /** Names that mean nothing but the property of just that name; empty where two of the object are alike but for case and separators. */
  readonly own: ReadonlySet<string>
  readonly schema: Schema
  readonly shape: Shape
  readonly leaf: Leaf
  readonly required: boolean
  readonly nullable: boolean
  readonly writeOnly: boolean
  /** The time of something that has not happened yet. */
  readonly pending: boolean
  /** What nobody said is not there. */
  readonly elective: boolean
  /** True for names of ids of records. */
  readonly reference: boolean
  /** What the object has besides; the same for all its properties. */
  readonly beside: Beside
}

type Given = Pick<Property, 'name' | 'schema' | 'own' | 'beside'>

const CONDITIONS = ['if', 'dependentRequired', 'dependentSchemas', 'minProperties', 'maxProperties', 'propertyNames']

/** Shapes of one description's schemas. */
export interface Shapes {
  of(schema: Schema): Shape
  /** The schema with one of its alternatives taken. */
  variant(shape: Shape, index: number): Shape
  /** The schema with another beside it, as `then` stands beside its schema. */
  together(shape: Shape, other: Schema): Shape
}

const known = new WeakMap<(schema: Schema | undefined) => SchemaView, Shapes>()

/** The shapes behind a viewer; the same viewer always gives the same ones. */
export function shapesOf(view: (schema: Schema | undefined) => SchemaView): Shapes {
  let shapes = known.get(view)
  if (shapes === undefined) {
    shapes = new Library(view)
    known.set(view, shapes)
  }
  return shapes
}

export const ANYTHING: Schema = {}
const NO_NAMES: ReadonlySet<string> = new Set()

class Library implements Shapes {
  private readonly viewOf: (schema: Schema | undefined) => SchemaView
  private readonly made = new WeakMap<object, Shape>()
  private readonly mixed = new WeakMap<Shape, Map<unknown, Shape>>()
  private readonly anything: Shape

  constructor(view: (schema: Schema | undefined) => SchemaView) {
    this.viewOf = view
    this.anything = this.make(ANYTHING, view(ANYTHING))
  }

  of(schema: Schema): Shape {
    if (!isObject(schema)) return this.anything
    let shape = this.made.get(schema)
    if (shape === undefined) {
      shape = this.make(schema, this.viewOf(schema))
      this.made.set(schema, shape)
    }
    return shape
  }

  variant(shape: Shape, index: number): Shape {
    const chosen = shape.view.variants[index]
    if (chosen === undefined) return shape
    return this.mix(shape, index, () => mergeViews(shape.view, this.viewOf(chosen)))
  }

  together(shape: Shape, other: Schema): Shape {
    return this.mix(shape, other, () => {
      const merged = mergeViews(shape.view, this.viewOf(other))
      return { ...merged, variants: shape.view.variants }
    })
  }

  private mix(shape: Shape, by: unknown, merged: () => SchemaView): Shape {
    let mixes = this.mixed.get(shape)
    if (mixes === undefined) {
      mixes = new Map()
      this.mixed.set(shape, mixes)
    }
    let mix = mixes.get(by)
    if (mix === undefined) {
      mix = this.make(shape.schema, merged())
      mixes.set(by, mix)
    }
    return mix
  }

  private make(schema: Schema, view: SchemaView): Shape {
    const kind = kindOf(view)
    const library = this
    let properties: readonly Property[] | undefined
    let names: ReadonlySet<string> | undefined
    let selector: Selector | undefined | 'unknown' = 'unknown'
    return {
      schema,
      view,
      kind,
      /** Late, because schemas may contain themselves. */
      get properties() {
        properties ??= library.properties(view)
        return properties
      },
      get byName() {
        names ??= new Set(this.properties.map((p) => p.name))
        return names
      },
      get selector() {
        if (selector === 'unknown') selector = selectorOf(this.properties)
        return selector
      },
      ownNames: kind === 'object' ? ownNames(view, this.viewOf) : [],
      offered: offeredBy(view),
      component: view.references[0],
      conditional: CONDITIONS.some((keyword) => view.keywords[keyword] !== undefined),
    }
  }

  private properties(view: SchemaView): readonly Property[] {
    const all = new Map(view.properties)
    for (const name of view.required) if (!all.has(name)) all.set(name, this.schemaFor(view, name))
    const names = new Set(all.keys())
    const own = new Set([...names].map(looseName)).size === names.size ? names : NO_NAMES
    const beside = besideOf(all, this.viewOf, view.references[0])
    const properties = [...all].map(([name, schema]) => this.property(view, { name, schema, own, beside }))
    const left = electives(properties, view)
    return left.size === 0 ? properties : properties.map((p) => (left.has(p) ? { ...p, elective: true } : p))
  }

  private schemaFor(view: SchemaView, name: string): Schema {
    const patterned = patternedSchema(view, name)
    return patterned ?? (isObject(view.additional) ? view.additional : ANYTHING)
  }

  private property(owner: SchemaView, { name, schema, own, beside }: Given): Property {
    const shape = this.of(schema)
    const snake = snakeName(name)
    const reference = shape.kind === 'scalar' && refersTo(shape.view, snake)
    return {
      name,
      loose: looseName(name),
      own,
      schema,
      shape,
      leaf: leafFor(shape.view, reference && !/ids?$/.test(snake) ? `${name}_id` : name),
      required: owner.required.has(name),
      nullable: shape.view.nullable,
      writeOnly: shape.view.keywords['writeOnly'] === true,
      pending:
        (shape.kind === 'scalar' && !shape.view.types.includes('boolean') && isPending(name, snake, shape.view)) ||
        (shape.kind === 'object' && WENT_WRONG.test(snake)),
      elective: isElective(owner, name, shape),
      reference,
      beside,
    }
  }
}

/** The time of something that has not happened to a new record, or how it went wrong. */
function isPending(name: string, snake: string, view: SchemaView): boolean {
  if (isTimeOfEvent(name, view)) return true
  return isPendingTime(name) || NOT_YET.test(snake)
}

/** Names the id of another record, by its own name or in the words of the description. */
function refersTo(view: SchemaView, snake: string): boolean {
  if (/(^|_)ids?$/.test(snake)) return snake !== 'id'
  const { description, format } = view.keywords
  if (typeof description !== 'string' || format !== undefined || !view.types.includes('string')) return false
  const said = description.slice(0, LONGEST)
  return ID_OF.test(said) || namesItsType(said, snake)
}

const LONGEST = 240
/** "The ID of the payment", "If it was reversed, this is the ID of the payout that reverses it." */
const ID_OF =
  /^(the )?(unique |API )?(ID|identifier)s? (of|for) (the|an?)\b|\bthis is the (ID|identifier) of (the|an?)\b/i
/** "The ReceivedCredit being reversed", "a reference to the [ReceivedDebit](…)", "The [Billing Meter](…) ID", "The file ID". */
const OF_TYPE = [
  /^(?:The|An?) (?:[A-Z][a-z]+ )?\[?([A-Z][a-z]+(?:[A-Z][a-z]+)+)\b/,
  /\breference to (?:the|an?) \[?([A-Z][a-z]+(?:[A-Z][a-z]+)+)\b/,
  /^(?:(?:[Tt]he|[Aa]n?) )?\[?([A-Za-z]+(?: [A-Za-z]+){0,3})\]?(?:\([^()\s]{0,200}\))? ID\b/,
]
/** What is an id in another form, or the name of one of few. */
const NO_TYPE =
  /(^|_)(model|image|slug|sku|key|token|uuid|name|type|number|time_?zone|locale|currency|country|language)$/

/** True where words call the value by the name of a type that is its own. */
function namesItsType(said: string, snake: string): boolean {
  const own = looseName(snake)
  return (
    own !== '' && !NO_TYPE.test(snake) && OF_TYPE.some((form) => looseName(form.exec(said)?.[1] ?? '').endsWith(own))
  )
}

function selectorOf(properties: readonly Property[]): Selector | undefined {
  const chooser = properties.find(
    (p) => /^(type|kind|method|.+_type)$/.test(snakeName(p.name)) && enumOf(p) !== undefined,
  )
  if (chooser === undefined) return undefined
  const values = enumOf(chooser) ?? []
  const named = properties.filter((p) => !p.required && p.shape.kind !== 'scalar' && values.includes(p.name))
  return named.length < 2 ? undefined : { property: chooser.name, choices: new Set(named.map((p) => p.name)) }
}

function enumOf(property: Property): readonly unknown[] | undefined {
  const values = property.shape.view.keywords['enum']
  return Array.isArray(values) ? values : undefined
}

/** What is said of something that went wrong or was taken back. */
const NOT_YET =
  /^(failure|rejection|refusal)$|^(failure|decline|rejection|refusal|cancel+ation|refund|dispute|deletion|disposal)_|^(last_)?error_(reason|code|message|description|details?|text)$/

/** An object that tells how it went wrong. */
const WENT_WRONG = /^((last_)?(error|failure)_(details?|info)|(status|state)_(details?|reasons?))$/

/** The schema that `patternProperties` gives a name; undefined when none matches. */
export function patternedSchema(view: SchemaView, name: string): Schema | undefined {
  const patterns = view.keywords['patternProperties']
  if (!isObject(patterns) || name.length > 256) return undefined
  for (const [source, schema] of Object.entries(patterns)) {
    const pattern = compilePattern(source)
    if (pattern !== undefined && findsIn(pattern, name)) return schema as Schema
  }
  return undefined
}

function kindOf(view: SchemaView): Kind {
  if (view.variants.length > 0) return 'union'
  const { types } = view
  if (types.length > 1 && types.some((t) => t === 'object' || t === 'array')) return 'union'
  if (types.includes('object')) return 'object'
  if (types.includes('array') || (types.length === 0 && view.prefixItems.length > 0)) return 'array'
  if (types.length > 0) return 'scalar'
  if (view.required.size > 0 || isObject(view.keywords['patternProperties'])) return 'object'
  if (Object.hasOwn(view.keywords, 'minProperties') || isObject(view.keywords['if'])) return 'object'
  const scalar = ['enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'multipleOf']
  if (scalar.some((keyword) => view.keywords[keyword] !== undefined)) return 'scalar'
  return ['minItems', 'contains', 'uniqueItems'].some((k) => view.keywords[k] !== undefined) ? 'array' : 'any'
}

function offeredBy(view: SchemaView): readonly unknown[] {
  const k = view.keywords
  if (k['const'] !== undefined) return [k['const']]
  const shown: unknown[] = []
  if (k['example'] !== undefined) shown.push(k['example'])
  if (Array.isArray(k['examples'])) shown.push(...k['examples'].slice(0, 8))
  const offered = shown.filter((one) => !standsForAnother(one, k)).map(withoutPlaceholders)
  if (k['default'] !== undefined) offered.push(k['default'])
  return offered
}

/** `string` as the example of a data type is one. */
function standsForAnother(value: unknown, { enum: values, description }: SchemaView['keywords']): boolean {
  if (!isPlaceholder(value) || (Array.isArray(values) && values.includes(value))) return false
  return value !== 'string' || !/\btype|\bformat/i.test(textOf(description))
}

function mergeViews(base: SchemaView, other: SchemaView): SchemaView {
  const properties = new Map(base.properties)
  for (const [name, schema] of other.properties) {
    const before = properties.get(name)
    properties.set(name, before === undefined || before === schema ? schema : { allOf: [before, schema] })
  }
  const both = base.types.filter((t) => other.types.includes(t) || (t === 'number' && other.types.includes('integer')))
  return {
    types: base.types.length === 0 ? other.types : other.types.length === 0 ? base.types : both,
    nullable: base.nullable,
    properties,
    required: new Set([...base.required, ...other.required]),
    additional: base.additional === undefined || other.additional === false ? other.additional : base.additional,
    items: base.items ?? other.items,
    prefixItems: base.prefixItems.length > 0 ? base.prefixItems : other.prefixItems,
    variants: other.variants,
    discriminator: base.discriminator ?? other.discriminator,
    keywords: { ...withoutOffers(other, base), ...base.keywords },
    references: [...other.references, ...base.references],
  }
}

/** The examples of the whole speak before those of the alternative, but do not hide them. */
function withoutOffers(other: SchemaView, base: SchemaView): Readonly<Record<string, unknown>> {
  const offered = [...offeredBy(base), ...offeredBy(other)]
  return offered.length > 1 && field(base.keywords, 'const') === undefined
    ? { ...other.keywords, examples: offered }
    : other.keywords
}
