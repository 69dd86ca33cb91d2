/**
 * Builds a value from the root down. Each property climbs one ladder: sources,
 * what the schema offers, what its name suggests, a seeded filler. What comes
 * out is nearly always valid; `repair.ts` looks after the rest.
 */
import { isObject, setOwn } from '../../../support/json.ts'
import { coerceScalar } from '../coerce.ts'
import type { GenerateContext } from '../generate.ts'
import type { Schema } from '../schema.ts'
import type { SchemaView } from '../view.ts'
import type { Draw } from './draw.ts'
import { type Leaf, leafFor } from './leaves.ts'
import { looseName } from './names.ts'
import { type Property, patternedSchema, type Shape, type Shapes } from './shape.ts'
import { alternativesOf, discriminatorValue, rank } from './variants.ts'

/** Where a value is being made, and what is known for it. */
export interface Place {
  readonly pointer: string
  readonly name: string
  readonly depth: number
  /** Values of the caller for this place, strongest first. */
  readonly sources: readonly unknown[]
  /** Values that examples of enclosing schemas give for this place. */
  readonly samples: readonly unknown[]
  /** Components being made around this place. */
  readonly trail: readonly string[]
  /** Optional properties are worth making here. */
  readonly shallow: boolean
}

/** How hard, and in which way, to try. */
export interface Effort {
  readonly fill: 'full' | 'required'
  readonly samples: boolean
  /** Turns the order of alternatives and the draws, so that a second try differs from the first. */
  readonly turn: number
}

/** Nothing could be made or found. */
export const NONE: unique symbol = Symbol('none')

const LIMIT = { depth: 12, nodes: 1_500, extras: 10_000, small: 12, shallow: 16, items: 1_000 }

export class Making {
  private readonly context: GenerateContext
  private readonly shapes: Shapes
  private readonly effort: Effort
  private readonly loose = new Map<object, ReadonlyMap<string, string>>()
  private nodes = 0

  constructor(context: GenerateContext, shapes: Shapes, effort: Effort) {
    this.context = context
    this.shapes = shapes
    this.effort = effort
  }

  value(shape: Shape, place: Place): unknown {
    if (place.depth > LIMIT.depth || this.nodes > LIMIT.nodes * 2) return this.least(shape, place)
    this.nodes++
    switch (shape.kind) {
      case 'object':
        return this.object(shape, place)
      case 'array':
        return this.array(shape, place)
      case 'union':
        return this.union(shape, place)
      case 'scalar':
        return this.scalar(shape, place, leafFor(shape.view, place.name))
      case 'any':
        return this.anything(shape, place)
      default:
        return shape.kind satisfies never
    }
  }

  private object(shape: Shape, place: Place): unknown {
    const sources = place.sources.filter(isObject)
    const samples = this.effort.samples ? [...place.samples, ...shape.offered].filter(isObject) : []
    const inner: Place = {
      ...place,
      sources,
      samples,
      trail: shape.view.references.length === 0 ? place.trail : [...place.trail, ...shape.view.references],
      shallow: place.depth === 0 || (place.depth <= 2 && shape.properties.length <= LIMIT.shallow),
    }
    const made: Record<string, unknown> = {}
    for (const property of shape.properties) {
      const value = this.property(property, inner)
      if (value !== undefined) setOwn(made, property.name, value)
    }
    this.dropUnchosen(shape, inner, made)
    this.addExtras(shape, inner, made)
    this.nameKind(shape, made)
    return shape.conditional ? this.meetConditions(shape, inner, made) : made
  }

  /** Of the properties named after the values of a type, those of other values go, unless somebody gave them. */
  private dropUnchosen(shape: Shape, place: Place, made: Record<string, unknown>): void {
    const { selector } = shape
    if (selector === undefined) return
    const chosen = made[selector.property]
    for (const name of selector.choices)
      if (name !== chosen && Object.hasOwn(made, name) && !place.sources.some((s) => Object.hasOwn(s as object, name)))
        delete made[name]
  }

  /** One property up the ladder; undefined leaves it out. */
  private property(property: Property, place: Place): unknown {
    if (property.writeOnly) return undefined
    const known = this.found(place.sources, property)
    if (known.length > 0) {
      const value = this.fromKnown(property, place, known, this.found(place.samples, property))
      if (value !== NONE) return value
    }
    if (this.skipsOptional(property)) return undefined
    if (property.pending && property.nullable) return null
    if (property.pending && !property.required) return undefined
    return this.fromSchema(property, place)
  }

  private skipsOptional(property: Property): boolean {
    return !property.required && (this.effort.fill === 'required' || this.nodes > LIMIT.nodes)
  }

  private fromSchema(property: Property, place: Place): unknown {
    if (this.effort.samples) {
      const samples = this.found(place.samples, property)
      const value = samples.length > 0 ? this.fromKnown(property, place, [], samples) : NONE
      if (value !== NONE) return value
      const offered = this.offered(property.shape)
      if (offered !== NONE && (property.required || place.depth < 6)) return offered
    }
    if (property.nullable) return null
    if (!property.required && !this.worthMaking(property, place)) return undefined
    return this.inside(property, place, [], [])
  }

  /** What the schema itself offers, if it fits; objects are left to be merged field by field. */
  private offered(shape: Shape): unknown {
    for (const value of shape.offered) {
      if (value === null || (isObject(value) && shape.properties.length > 0)) continue
      const fit = this.fit(shape, value)
      if (fit !== NONE) return fit
    }
    return NONE
  }

  /** A value as it is or brought to the schema's type; NONE when the schema refuses both. */
  private fit(shape: Shape, value: unknown): unknown {
    if (this.context.accepts(shape.schema, value)) return value
    const coerced = coerceScalar(value, shape.view)
    return coerced !== value && this.context.accepts(shape.schema, coerced) ? coerced : NONE
  }

  private fromKnown(property: Property, place: Place, known: readonly unknown[], samples: readonly unknown[]): unknown {
    const { shape } = property
    for (const value of known.length > 0 ? known : samples) {
      if (value === null) {
        if (property.nullable) return null
        continue
      }
      if (typeof value !== 'object' || shape.kind === 'any' || shape.kind === 'scalar') {
        const fit = this.fit(shape, value)
        if (fit !== NONE) return fit
        continue
      }
      if (Array.isArray(value) === (shape.kind === 'object')) continue
      if (shape.kind === 'array' && !Array.isArray(value)) continue
      if (Array.isArray(value) && this.context.accepts(shape.schema, value)) return value
      const made = this.inside(property, place, known, samples)
      if (shape.kind !== 'union' || this.context.accepts(shape.schema, made)) return made
    }
    return NONE
  }

  private inside(property: Property, place: Place, sources: readonly unknown[], samples: readonly unknown[]): unknown {
    const inner: Place = {
      ...place,
      pointer: `${place.pointer}/${property.name}`,
      name: property.name,
      depth: place.depth + 1,
      sources,
      samples,
    }
    if (property.shape.kind !== 'scalar') return this.value(property.shape, inner)
    this.nodes++
    if (property.reference) {
      const id = this.context.refer?.(property.name)
      const fit = id === undefined ? NONE : this.fit(property.shape, id)
      if (fit !== NONE) return fit
    }
    return this.leaf(property.shape, inner, property.leaf)
  }

  private worthMaking(property: Property, place: Place): boolean {
    if (!place.shallow) return false
    const { shape } = property
    switch (shape.kind) {
      case 'scalar':
        return true
      case 'array':
        return typeof shape.view.keywords['minItems'] !== 'number' || shape.view.keywords['minItems'] === 0
      case 'object':
        return place.depth < 2 && shape.properties.length <= LIMIT.small && !recurs(shape, place)
      case 'union':
        return place.depth < 1 && this.smallUnion(shape, place)
      case 'any':
        return false
      default:
        return shape.kind satisfies never
    }
  }

  private smallUnion(shape: Shape, place: Place): boolean {
    const first = alternativesOf(shape, this.shapes)[0]
    if (first === undefined || recurs(first, place)) return false
    return first.kind === 'scalar' || (first.kind === 'object' && first.properties.length <= LIMIT.small)
  }

  /** The values that the objects hold under this name, or else under a name that differs in case and separators. */
  private found(objects: readonly unknown[], property: Property): readonly unknown[] {
    if (objects.length === 0) return objects
    let found: unknown[] | undefined
    for (const object of objects) {
      if (!isObject(object)) continue
      let value: unknown
      if (Object.hasOwn(object, property.name)) value = object[property.name]
      else {
        const other = this.looseNames(object).get(property.loose)
        if (other !== undefined) value = object[other]
      }
      if (value === undefined) continue
      if (found === undefined) found = [value]
      else found.push(value)
    }
    return found ?? []
  }

  private looseNames(object: object): ReadonlyMap<string, string> {
    let names = this.loose.get(object)
    if (names === undefined) {
      const made = new Map<string, string>()
      const keys = Object.keys(object)
      if (keys.length <= LIMIT.extras)
        for (const key of keys) {
          const loose = looseName(key)
          if (loose !== '' && !made.has(loose)) made.set(loose, key)
        }
      names = made
      this.loose.set(object, names)
    }
    return names
  }

  /** Properties of sources that the schema has no name for, where it lets them be. */
  private addExtras(shape: Shape, place: Place, made: Record<string, unknown>): void {
    const { additional, keywords } = shape.view
    const patterns = isObject(keywords['patternProperties'])
    if (additional === false && !patterns) return
    const silent = additional === undefined && !patterns
    if (silent && shape.properties.length > 0) return
    const isMap = shape.properties.length === 0
    const givers = isMap ? [place.sources[0] ?? place.samples[0]] : [...place.sources, ...place.samples]
    let left = LIMIT.extras
    for (const giver of givers) {
      if (!isObject(giver)) continue
      for (const key of Object.keys(giver)) {
        if (left-- <= 0) return
        if (shape.byName.has(key) || Object.hasOwn(made, key) || this.isNamedLoosely(shape, key)) continue
        const value = this.extra(shape.view, giver[key], key, place)
        if (value !== NONE) setOwn(made, key, value)
      }
    }
  }

  private isNamedLoosely(shape: Shape, key: string): boolean {
    const loose = looseName(key)
    return shape.properties.some((p) => p.loose === loose)
  }

  private extra(view: SchemaView, value: unknown, key: string, place: Place): unknown {
    if (value === undefined) return NONE
    const schema = patternedSchema(view, key) ?? view.additional
    if (schema === false) return NONE
    if (schema === undefined || schema === true) return value
    const shape = this.shapes.of(schema)
    const fit = this.fit(shape, value)
    if (fit !== NONE || typeof value !== 'object') return fit
    const made = this.value(shape, {
      ...place,
      pointer: `${place.pointer}/${key}`,
      name: key,
      depth: place.depth + 1,
      sources: [value],
      samples: [],
    })
    return this.context.accepts(schema, made) ? made : NONE
  }

  /** A discriminator says which of the alternatives this is. */
  private nameKind(shape: Shape, made: Record<string, unknown>): void {
    const { discriminator } = shape.view
    if (discriminator === undefined) return
    const value = discriminatorValue(shape.view)
    if (value === undefined || made[discriminator.property] === value) return
    const schema = shape.view.properties.get(discriminator.property)
    if (schema === undefined || this.context.accepts(schema, value)) setOwn(made, discriminator.property, value)
  }

  private meetConditions(shape: Shape, place: Place, first: Record<string, unknown>): Record<string, unknown> {
    let made = first
    const { keywords } = shape.view
    const condition = keywords['if'] as Schema | undefined
    if (condition !== undefined) {
      const branch = (this.context.accepts(condition, made) ? keywords['then'] : keywords['else']) as Schema | undefined
      if (isObject(branch) && !this.context.accepts(branch, made)) made = this.besides(shape, place, branch, made)
    }
    if (isObject(keywords['dependentSchemas']))
      for (const [name, schema] of Object.entries(keywords['dependentSchemas']))
        if (Object.hasOwn(made, name) && !this.context.accepts(schema as Schema, made))
          made = this.besides(shape, place, schema as Schema, made)
    if (isObject(keywords['dependentRequired']))
      for (const [name, needs] of Object.entries(keywords['dependentRequired']))
        if (Object.hasOwn(made, name) && Array.isArray(needs)) this.addMissing(shape, place, made, needs)
    this.meetSize(shape, place, made)
    return made
  }

  /** The same object once more, under its schema and another one. */
  private besides(shape: Shape, place: Place, schema: Schema, made: object): Record<string, unknown> {
    const both = this.shapes.together(shape, schema)
    if (both.kind !== 'object' || place.depth >= LIMIT.depth) return made as Record<string, unknown>
    const result: Record<string, unknown> = {}
    const inner = { ...place, sources: [made, ...place.sources] }
    for (const property of both.properties) {
      const value = this.property(property, inner)
      if (value !== undefined) setOwn(result, property.name, value)
    }
    for (const [key, value] of Object.entries(made))
      if (!both.byName.has(key) && both.view.additional !== false) setOwn(result, key, value)
    return result
  }

  private addMissing(shape: Shape, place: Place, made: Record<string, unknown>, names: readonly unknown[]): void {
    for (const name of names) {
      if (typeof name !== 'string' || Object.hasOwn(made, name)) continue
      const property = shape.properties.find((p) => p.name === name)
      if (property !== undefined) setOwn(made, name, this.inside(property, place, [], []))
      else this.addNew(shape, place, made, name)
    }
  }

  private addNew(shape: Shape, place: Place, made: Record<string, unknown>, name: string): void {
    const schema = patternedSchema(shape.view, name) ?? shape.view.additional ?? true
    if (schema === false) return
    const inner = {
      ...place,
      pointer: `${place.pointer}/${name}`,
      name,
      depth: place.depth + 1,
      sources: [],
      samples: [],
    }
    setOwn(made, name, this.value(this.shapes.of(schema), inner))
  }

  private meetSize(shape: Shape, place: Place, made: Record<string, unknown>): void {
    const { minProperties, maxProperties, propertyNames } = shape.view.keywords
    if (typeof maxProperties === 'number') {
      const optional = Object.keys(made).filter((name) => !shape.view.required.has(name))
      for (let over = Object.keys(made).length - maxProperties; over > 0; over--) {
        const name = optional.pop()
        if (name !== undefined) delete made[name]
      }
    }
    if (typeof minProperties !== 'number') return
    const wanted = Math.min(minProperties, LIMIT.items)
    for (const property of shape.properties) {
      if (Object.keys(made).length >= wanted) return
      if (!property.writeOnly) this.addMissing(shape, place, made, [property.name])
    }
    for (let i = 1; Object.keys(made).length < wanted && i < wanted * 4; i++) {
      const name = this.newName(shape, propertyNames as Schema | undefined, place, i)
      if (typeof name === 'string' && !Object.hasOwn(made, name)) this.addNew(shape, place, made, name)
    }
  }

  private newName(shape: Shape, names: Schema | undefined, place: Place, i: number): unknown {
    const patterns = shape.view.keywords['patternProperties']
    const pattern = isObject(patterns) && shape.view.additional === false ? Object.keys(patterns)[0] : undefined
    const schema = pattern === undefined ? names : { type: 'string', pattern }
    if (schema === undefined || schema === true) return `key${i}`
    const inner = {
      ...place,
      pointer: `${place.pointer}/~name${i}`,
      name: 'key',
      depth: place.depth + 1,
      sources: [],
      samples: [],
    }
    const named = this.shapes.of(isObject(schema) ? { type: 'string', allOf: [schema] } : schema)
    return this.value(named, inner)
  }

  private array(shape: Shape, place: Place): unknown {
    const given = [...place.sources, ...(this.effort.samples ? [...place.samples, ...shape.offered] : [])]
    const list = given.find(Array.isArray) as readonly unknown[] | undefined
    if (list !== undefined && this.context.accepts(shape.schema, list)) return list
    const made: unknown[] = []
    for (const [i, element] of (list ?? []).slice(0, LIMIT.extras).entries()) {
      const value = this.element(shape, place, i, element)
      if (value !== NONE) made.push(value)
    }
    this.lengthen(shape, place, made)
    return made
  }

  private itemShape(shape: Shape, i: number): Shape {
    return this.shapes.of(shape.view.prefixItems[i] ?? shape.view.items ?? true)
  }

  private element(shape: Shape, place: Place, i: number, element: unknown): unknown {
    const item = this.itemShape(shape, i)
    const fit = this.fit(item, element)
    if (fit !== NONE || typeof element !== 'object' || element === null) return fit
    const made = this.value(item, this.itemPlace(place, i, [element]))
    return this.context.accepts(item.schema, made) ? made : NONE
  }

  private itemPlace(place: Place, i: number, sources: readonly unknown[]): Place {
    return {
      ...place,
      pointer: `${place.pointer}/${i}`,
      name: place.name.length > 3 && place.name.endsWith('s') ? place.name.slice(0, -1) : place.name,
      depth: place.depth + 1,
      sources,
      samples: [],
    }
  }

  /** Brings an array to the length its schema asks for, and no further. */
  private lengthen(shape: Shape, place: Place, made: unknown[]): void {
    const { minItems, maxItems, contains, minContains, uniqueItems } = shape.view.keywords
    const most = Math.min(typeof maxItems === 'number' ? maxItems : LIMIT.items, LIMIT.items)
    const least = Math.max(typeof minItems === 'number' ? minItems : 0, shape.view.prefixItems.length)
    if (contains !== undefined) this.addContained(place, made, contains as Schema, minContains)
    const unique = uniqueItems === true ? new Set(made.map((v) => JSON.stringify(v))) : undefined
    for (let i = made.length; made.length < Math.min(least, most) && i < least * 3 + 8; i++) {
      const value = this.newElement(shape, place, made.length, i, unique !== undefined)
      const text = unique === undefined ? '' : JSON.stringify(value)
      if (unique?.has(text)) continue
      unique?.add(text)
      made.push(value)
    }
    if (made.length > most) made.length = most
  }

  private newElement(shape: Shape, place: Place, at: number, i: number, unique: boolean): unknown {
    const item = this.itemShape(shape, at)
    const values = item.view.keywords['enum']
    if (unique && Array.isArray(values)) return values[i % values.length]
    const inner = this.itemPlace(place, i, [])
    const first = i === 0 || !unique
    const offered = this.effort.samples && first ? this.offered(item) : NONE
    return offered !== NONE ? offered : this.value(item, inner)
  }

  private addContained(place: Place, made: unknown[], contains: Schema, minContains: unknown): void {
    const wanted = Math.min(typeof minContains === 'number' ? minContains : 1, LIMIT.items)
    let held = made.filter((value) => this.context.accepts(contains, value)).length
    for (; held < wanted; held++)
      made.push(this.value(this.shapes.of(contains), this.itemPlace(place, made.length, [])))
  }

  private union(shape: Shape, place: Place): unknown {
    const alternatives = alternativesOf(shape, this.shapes)
    const objects = [...place.sources, ...(this.effort.samples ? [...place.samples, ...shape.offered] : [])]
    const order = rank(shape, alternatives, objects, place.trail)
    if (this.effort.turn > 0) for (let i = 0; i < this.effort.turn % order.length; i++) order.push(order.shift() ?? 0)
    let first: unknown = NONE
    for (const index of order.slice(0, 8)) {
      const alternative = alternatives[index]
      if (alternative === undefined) continue
      const value = this.alternative(shape, alternatives, alternative, place)
      if (value !== NONE && this.context.accepts(shape.schema, value)) return value
      if (first === NONE) first = value
    }
    return first === NONE ? this.least(shape, place) : first
  }

  private alternative(shape: Shape, all: readonly Shape[], chosen: Shape, place: Place): unknown {
    if (chosen.kind === 'scalar') {
      const id = this.context.refer?.(place.name)
      const fit = id === undefined || !all.some((a) => a.kind === 'object') ? NONE : this.fit(chosen, id)
      if (fit !== NONE) return fit
    }
    const standsForRecord = chosen.kind === 'scalar' && all.some((a) => a.kind === 'object' || a.kind === 'union')
    const value = this.value(chosen, standsForRecord ? { ...place, name: `${place.name}_id` } : place)
    if (!isObject(value) || this.context.accepts(shape.schema, value)) return value
    return withoutOthers(value, chosen, all)
  }

  private scalar(shape: Shape, place: Place, leaf: Leaf): unknown {
    for (const source of place.sources) {
      if (typeof source === 'object') continue
      const fit = this.fit(shape, source)
      if (fit !== NONE) return fit
    }
    const offered = this.effort.samples ? this.offered(shape) : NONE
    return offered === NONE ? this.leaf(shape, place, leaf) : offered
  }

  /** The first made-up value that its schema accepts. */
  private leaf(shape: Shape, place: Place, leaf: Leaf): unknown {
    const turned = this.effort.turn > 0 ? `${place.pointer}~${this.effort.turn}` : place.pointer
    const draw: Draw = { dice: this.context.dice, key: `${this.context.key}${turned}`, now: this.context.now }
    let first: unknown
    for (const maker of leaf) {
      const value = maker(draw)
      if (value !== undefined && this.context.accepts(shape.schema, value)) return value
      first ??= value
    }
    return first ?? this.least(shape, place)
  }

  private anything(shape: Shape, place: Place): unknown {
    const given = [...place.sources, ...place.samples]
    const objects = given.filter(isObject)
    if (objects.length > 0 && isObject(given[0])) return merged(objects)
    if (given.length > 0) return given[0]
    if (shape.offered.length > 0) return shape.offered[0]
    if (shape.view.nullable) return null
    const leaf = leafFor(shape.view, place.name)
    return leaf.length === 0 ? {} : this.leaf(shape, place, leaf)
  }

  private least(shape: Shape, place: Place): unknown {
    if (shape.view.nullable) return null
    for (const value of shape.offered) if (!isObject(value) && this.context.accepts(shape.schema, value)) return value
    for (const value of ['', [], {}, 0, false, 1, true, null])
      if (this.context.accepts(shape.schema, value)) return value
    return shape.kind === 'scalar' && place.depth <= LIMIT.depth + 1
      ? this.leaf(shape, { ...place, depth: 99 }, [])
      : null
  }
}

/** The first to have a property gives it. */
export function merged(objects: readonly object[]): object {
  const whole: Record<string, unknown> = {}
  for (const object of objects)
    for (const [key, value] of Object.entries(object)) if (!Object.hasOwn(whole, key)) setOwn(whole, key, value)
  return whole
}

function recurs(shape: Shape, place: Place): boolean {
  return shape.view.references.some((reference) => place.trail.includes(reference))
}

/** An object without the optional properties that make it look like another alternative too. */
function withoutOthers(value: object, chosen: Shape, all: readonly Shape[]): object {
  const kept: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const needed = chosen.view.required.has(key)
    const others = all.some((other) => other !== chosen && other.view.required.has(key))
    if (needed || !others) setOwn(kept, key, inner)
  }
  return kept
}
