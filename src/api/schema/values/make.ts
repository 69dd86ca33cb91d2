/**
 * Builds a value from the root down. Each property climbs one ladder: sources,
 * what the schema offers, what its name suggests, a seeded filler. What comes
 * out is nearly always valid; `repair.ts` looks after the rest.
 */
import { jsonText } from '../../../support/exact-json.ts'
import { isObject, setOwn } from '../../../support/json.ts'
import { coerceScalar } from '../coerce.ts'
import type { GenerateContext } from '../generate.ts'
import type { Schema } from '../schema.ts'
import { agree } from './agreement/agree.ts'
import type { Draw, Near } from './draw.ts'
import { addExtras, dropUnchosen, nameKind } from './extras.ts'
import { type Leaf, leafFor } from './leaves.ts'
import { makeList } from './lists.ts'
import { isOwnId } from './names.ts'
import { type Budget, type Builder, below, type Effort, isLeftOut, LIMIT, NONE, type Place, recurs } from './place.ts'
import { meetConditions } from './rules.ts'
import { ANYTHING, type Property, type Shape, type Shapes } from './shape.ts'
import { Lookup, merged } from './sources.ts'
import { subtypeFor } from './subtypes.ts'
import { makeUnion } from './unions.ts'
import { alternativesOf } from './variants.ts'

/** Values that one element of a source may take. */
const PER_ELEMENT = 50

/** True for an object in which nothing is. */
function isHollow(value: unknown): boolean {
  if (!isObject(value)) return false
  for (const name in value) if (value[name] !== null && !isHollow(value[name])) return false
  return true
}

/** An amount that is there says how much it is of what, even where both may be null. */
function isMoney({ beside, name }: Property, { depth }: Place): boolean {
  return depth > 0 && beside.isMoney && /^(amount|value|currency|currency_?code)$/i.test(name)
}

/** What was sent for an object inside says it otherwise than the example of its schema: that shows another one. */
function tellsOfAnother({ depth, sources: [sent], samples: [shown] }: Place): boolean {
  if (depth === 0 || !isObject(sent) || !isObject(shown)) return false
  return Object.entries(sent).some(
    ([name, value]) => typeof value !== 'object' && Object.hasOwn(shown, name) && shown[name] !== value,
  )
}

/** Makes one value; remembers how much it has made. */
export class Making implements Builder {
  readonly context: GenerateContext
  readonly shapes: Shapes
  readonly effort: Effort
  private readonly budget: Budget
  private readonly lookup = new Lookup()
  private nodes = LIMIT.nodes

  /** `context.accepts` is the budget's. */
  constructor(context: GenerateContext, shapes: Shapes, effort: Effort, budget: Budget) {
    this.context = context
    this.shapes = shapes
    this.effort = effort
    this.budget = budget
  }

  allow(): void {
    this.nodes += PER_ELEMENT
    this.budget.allow(PER_ELEMENT)
  }

  value(shape: Shape, place: Place): unknown {
    if (place.depth > this.effort.depth || this.nodes < -LIMIT.nodes || !this.budget.takes(place.name)) {
      const [given] = place.sources
      return given !== undefined && this.acceptsGiven(shape.schema, given) ? given : this.least(shape)
    }
    this.nodes--
    let value: unknown
    try {
      value = this.made(shape, place)
    } catch (error) {
      this.budget.end(error)
    }
    return value ?? this.least(shape)
  }

  private made(shape: Shape, place: Place): unknown {
    switch (shape.kind) {
      case 'object':
        return this.object(shape, place)
      case 'array':
        return makeList(this, shape, place)
      case 'union':
        return makeUnion(this, shape, place)
      case 'scalar':
        return this.scalar(shape, place, leafFor(shape.view, place.name))
      case 'any':
        return this.anything(shape, place)
      default:
        return shape.kind satisfies never
    }
  }

  find(objects: readonly unknown[], property: Property): readonly unknown[] {
    return this.lookup.find(objects, property)
  }

  private object(base: Shape, place: Place): unknown {
    const shape = subtypeFor(this, base, place) ?? base
    const sources = place.sources.filter(isObject)
    const samples = this.effort.samples ? [...place.samples, ...shape.offered].filter(isObject) : []
    const inner: Place = {
      pointer: place.pointer,
      name: place.name,
      depth: place.depth,
      sources,
      samples,
      trail: shape.view.references.length === 0 ? place.trail : [...place.trail, ...shape.view.references],
      shallow: place.depth === 0 || (place.depth <= 2 && shape.properties.length <= LIMIT.shallow),
      choices: place.choices,
      unsaid: place.unsaid,
    }
    const made: Record<string, unknown> = {}
    for (const property of shape.properties) {
      const value = this.property(property, inner)
      if (value !== undefined) setOwn(made, property.name, value)
    }
    dropUnchosen(shape, inner, made)
    addExtras(this, shape, inner, made)
    nameKind(this, shape, inner, made)
    agree(this, shape, inner, made)
    return shape.conditional ? meetConditions(this, shape, inner, made) : made
  }

  /** One property up the ladder; undefined leaves it out. */
  property(property: Property, place: Place): unknown {
    if (property.writeOnly) return undefined
    const known = this.lookup.find(place.sources, property)
    if (known.length > 0) {
      const value = this.fromKnown(property, place, known, this.lookup.find(place.samples, property))
      if (value !== NONE) return value
    }
    if (this.skipsOptional(property)) return undefined
    const pending = property.pending || this.isUnset(property, place)
    if (pending && property.nullable && this.context.accepts(property.schema, null)) return null
    if (pending && !property.required) return undefined
    return this.fromSchema(property, place)
  }

  /** The context says so, or it names a record of which there is none. */
  private isUnset({ name, shape, reference, required, nullable }: Property, { depth }: Place): boolean {
    if (depth === 0 && this.context.unset?.has(name) === true) return true
    if (required && !nullable) return false
    if (reference) return this.context.refer?.(name) === null
    return shape.kind === 'object' && shape.properties.some((inner) => this.namesNone(inner))
  }

  /** It has to name a record, and there is none that it could. */
  private namesNone({ name, reference, required, nullable }: Property): boolean {
    return reference && required && !nullable && this.context.refer?.(name) === null
  }

  private skipsOptional(property: Property): boolean {
    return !property.required && (this.effort.fill === 'required' || this.nodes < 0)
  }

  private fromSchema(property: Property, place: Place): unknown {
    const left = place.unsaid?.get(property.name)
    if (this.effort.samples && !(isOwnId(property.name) && tellsOfAnother(place))) {
      const samples = this.lookup.find(place.samples, property)
      const value = samples.length > 0 ? this.fromKnown(property, place, [], samples) : NONE
      if (value !== NONE) return value
      if (left === 'absent') return property.nullable ? null : undefined
      if (property.schema === ANYTHING && isShown(place)) return null
      const offered = this.offered(property.shape)
      if (offered !== NONE && (property.required || place.depth < 6)) return this.recordThere(property) ?? offered
    }
    const isElective = property.elective || isLeftOut(left)
    if (isElective && !this.isYielded(property, place)) return property.nullable ? null : undefined
    if (property.nullable && !this.isYielded(property, place) && !isMoney(property, place)) return null
    if (!property.required && !this.worthMaking(property, place)) return undefined
    const value = this.inside(property, place, [], [])
    return !property.required && isHollow(value) ? undefined : value
  }

  /** What the result of a call is for. */
  private isYielded(property: Property, place: Place): boolean {
    if (this.context.yields === undefined || place.depth < 2 || !property.required) return false
    return property.shape.kind === 'scalar' && /^(content|text|url|value|result|output)$/.test(property.name)
  }

  acceptsGiven(schema: Schema, value: unknown): boolean {
    return this.budget.acceptsGiven(schema, value)
  }

  /** What the schema itself offers, if it fits; objects are left to be merged field by field. */
  offered(shape: Shape): unknown {
    for (const value of shape.offered) {
      if (value === null || (isObject(value) && shape.properties.length > 0) || !this.budget.holds(value)) continue
      const fit = this.fit(shape, value)
      if (fit !== NONE) return fit
    }
    return NONE
  }

  /** A value as it is or brought to the schema's type; NONE when the schema refuses both. */
  fit(shape: Shape, value: unknown, isGiven = false): unknown {
    const accepts = isGiven ? this.budget.acceptsGiven : this.context.accepts
    if (accepts(shape.schema, value)) return value
    const coerced = coerceScalar(value, shape.view)
    return coerced !== value && accepts(shape.schema, coerced) ? coerced : NONE
  }

  private fromKnown(property: Property, place: Place, known: readonly unknown[], samples: readonly unknown[]): unknown {
    const { shape } = property
    const isGiven = known.length > 0
    if (isGiven && known[0] === this.context.taken) return known[0]
    const accepts = isGiven ? this.budget.acceptsGiven : this.context.accepts
    for (const value of isGiven ? known : samples) {
      if (value === null) {
        if (property.nullable) return null
        continue
      }
      if (typeof value !== 'object' || shape.kind === 'any' || shape.kind === 'scalar') {
        const fit = this.fit(shape, value, isGiven)
        if (fit !== NONE) return fit
        continue
      }
      if (Array.isArray(value) && shape.kind === 'object') continue
      if (shape.kind === 'array' && !Array.isArray(value)) continue
      if (Array.isArray(value) && accepts(shape.schema, value)) return value
      const made = this.inside(property, place, known, samples)
      if (shape.kind !== 'union' || accepts(shape.schema, made)) return made
    }
    return NONE
  }

  /** The id of a record that is there, where the name is that of one: an example names one that is not. */
  private recordThere({ name, reference, shape }: Property): unknown {
    if (!reference) return undefined
    const id = this.context.refer?.(name) ?? undefined
    const fit = id === undefined ? NONE : this.fit(shape, id)
    return fit === NONE ? undefined : fit
  }

  inside(property: Property, place: Place, sources: readonly unknown[], samples: readonly unknown[]): unknown {
    const { name } = property
    if (property.shape.kind !== 'scalar' || !this.budget.takes(name))
      return this.value(property.shape, below(place, name, name, sources, samples))
    this.nodes--
    const there = this.recordThere(property)
    if (there !== undefined) return there
    const held = this.held(property.shape, () => below(place, name, name, [], []))
    if (held !== undefined) return held
    const near: Near = {
      sources: place.sources,
      samples: place.samples,
      whole: this.context.sources,
      beside: property.beside,
    }
    return this.leaf(property.shape, `${place.pointer}/${name}`, property.leaf, near)
  }

  /** A text that holds JSON, where the schema says what is in it (JSON Schema 2020-12, validation 8.5). */
  private held(shape: Shape, place: () => Place): string | undefined {
    const { contentSchema, contentMediaType } = shape.view.keywords
    if (contentSchema === undefined || typeof contentMediaType !== 'string') return undefined
    if (!/[/+]json\b/i.test(contentMediaType) || shape.view.keywords['contentEncoding'] !== undefined) return undefined
    const text = jsonText(this.value(this.shapes.of(contentSchema as Schema), place()))
    return this.budget.holds(text) && this.context.accepts(shape.schema, text) ? text : undefined
  }

  private worthMaking(property: Property, place: Place): boolean {
    if (!place.shallow) return false
    const { shape } = property
    switch (shape.kind) {
      case 'scalar':
        return true
      case 'array':
        return mayBeEmpty(shape) || (place.depth < 2 && isOfOneSize(shape))
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

  private scalar(shape: Shape, place: Place, leaf: Leaf): unknown {
    for (const source of place.sources) {
      if (typeof source === 'object') continue
      const fit = this.fit(shape, source, true)
      if (fit !== NONE) return fit
    }
    const offered = this.effort.samples ? this.offered(shape) : NONE
    if (offered !== NONE) return offered
    return this.held(shape, () => below(place, '', place.name, [], [])) ?? this.leaf(shape, place.pointer, leaf)
  }

  /** The first made-up value that its schema accepts. */
  private leaf(shape: Shape, pointer: string, leaf: Leaf, near?: Near): unknown {
    const turned = this.effort.turn > 0 ? `${pointer}~${this.effort.turn}` : pointer
    const { dice, key, now, ordinal, states, eventNames } = this.context
    const draw: Draw = { dice, key: `${key}${turned}`, now, record: key, pointer, ordinal, states, eventNames, near }
    let first: unknown
    for (const maker of leaf) {
      const value = this.drawn(maker, draw)
      if (value === undefined || !this.budget.holds(value)) continue
      if (this.context.accepts(shape.schema, value)) return value
      first ??= value
    }
    return first ?? this.least(shape)
  }

  /** Undefined where that takes more work than is left. */
  private drawn(maker: Leaf[number], draw: Draw): unknown {
    try {
      return maker(draw)
    } catch (error) {
      this.budget.end(error)
      return undefined
    }
  }

  private anything(shape: Shape, place: Place): unknown {
    const given = [...place.sources, ...place.samples]
    const objects = given.filter(isObject)
    if (objects.length > 0 && isObject(given[0])) return merged(objects)
    if (given.length > 0) return given[0]
    if (shape.offered.length > 0 && this.budget.holds(shape.offered[0])) return shape.offered[0]
    if (shape.view.nullable) return null
    const leaf = leafFor(shape.view, place.name)
    return leaf.length === 0 ? {} : this.leaf(shape, place.pointer, leaf)
  }

  least(shape: Shape): unknown {
    if (shape.view.nullable) return null
    for (const value of shape.offered)
      if (!isObject(value) && this.budget.holds(value) && this.context.accepts(shape.schema, value)) return value
    for (const value of ['', [], {}, 0, false, 1, true, null])
      if (this.context.accepts(shape.schema, value)) return value
    return leastOf(shape)
  }
}

/** The smallest value of its kind, where nothing more is asked. */
function leastOf({ kind, view }: Shape): unknown {
  if (kind === 'object') return {}
  if (kind === 'array') return []
  return view.types.includes('string') ? '' : view.types.some((type) => type !== 'null') ? 0 : null
}

function mayBeEmpty({ view }: Shape): boolean {
  const { minItems } = view.keywords
  return typeof minItems !== 'number' || minItems === 0
}

/** A board, a matrix, a pair: always as many elements, and few. */
function isOfOneSize({ view }: Shape): boolean {
  const { minItems, maxItems } = view.keywords
  return typeof minItems === 'number' && minItems === maxItems && minItems <= SIZE
}

const SIZE = 10

/** Something tells of the whole object: what it leaves out, though the schema requires it and says no more, is not made up. */
function isShown({ sources, samples }: Place): boolean {
  return [...sources, ...samples].some((one) => isObject(one) && Object.keys(one).length >= SHOWN)
}

const SHOWN = 3
