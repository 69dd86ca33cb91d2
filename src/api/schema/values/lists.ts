/** Arrays: taken from what is known, brought to the length that the schema asks for. */
import type { Schema } from '../schema.ts'
import { type Builder, below, LIMIT, NONE, type Place } from './place.ts'
import type { Shape } from './shape.ts'

export function makeList(builder: Builder, shape: Shape, place: Place): unknown {
  const given = [...place.sources, ...(builder.effort.samples ? [...place.samples, ...shape.offered] : [])]
  const list = given.find(Array.isArray) as readonly unknown[] | undefined
  const isGiven = list !== undefined && place.sources.includes(list)
  const accepts = isGiven ? builder.acceptsGiven : builder.context.accepts
  if (list !== undefined && accepts.call(builder, shape.schema, list)) return list
  const made: unknown[] = []
  for (const [i, element] of (list ?? []).slice(0, LIMIT.extras).entries()) {
    const value = makeElement(builder, shape, place, i, element, isGiven)
    if (value !== NONE) made.push(value)
  }
  lengthen(builder, shape, place, made, list === undefined ? yielded(builder, shape, place) : 0)
  return made
}

/** Numbers in a vector that a call yields. */
const VECTOR = 8

/** How many elements an array has that is, or is part of, the result of a call. */
function yielded(builder: Builder, shape: Shape, place: Place): number {
  const { yields } = builder.context
  if (yields === undefined) return 0
  if (place.depth === 1) return yields.has(place.name) ? 1 : 0
  const { types } = itemShape(builder, shape, 0).view
  return /(embedding|vector)s?$/i.test(place.name) && types.every((t) => t === 'number' || t === 'integer') ? VECTOR : 0
}

function itemShape(builder: Builder, shape: Shape, i: number): Shape {
  return builder.shapes.of(shape.view.prefixItems[i] ?? shape.view.items ?? true)
}

function makeElement(
  builder: Builder,
  shape: Shape,
  place: Place,
  i: number,
  element: unknown,
  isGiven: boolean,
): unknown {
  const item = itemShape(builder, shape, i)
  const fit = builder.fit(item, element, isGiven)
  if (fit !== NONE || typeof element !== 'object' || element === null) return fit
  builder.allow()
  const made = builder.value(item, itemPlace(place, i, [element]))
  return builder.context.accepts(item.schema, made) ? made : NONE
}

function itemPlace(place: Place, i: number, sources: readonly unknown[]): Place {
  const { name } = place
  return below(place, i, name.length > 3 && name.endsWith('s') ? name.slice(0, -1) : name, sources)
}

/** Brings an array to the length its schema asks for, and no further. */
function lengthen(builder: Builder, shape: Shape, place: Place, made: unknown[], wanted: number): void {
  const { minItems, maxItems, contains, minContains, uniqueItems } = shape.view.keywords
  const most = typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY
  const least = Math.max(typeof minItems === 'number' ? minItems : 0, shape.view.prefixItems.length, wanted)
  if (contains !== undefined) addContained(builder, place, made, contains as Schema, minContains)
  const unique = uniqueItems === true ? new Set(made.map((v) => JSON.stringify(v))) : undefined
  for (
    let i = made.length;
    made.length < Math.min(least, most, LIMIT.items) && i < Math.min(least, LIMIT.items) * 3 + 8;
    i++
  ) {
    const value = newElement(builder, shape, place, made.length, i, unique !== undefined)
    const text = unique === undefined ? '' : JSON.stringify(value)
    if (unique?.has(text)) continue
    unique?.add(text)
    made.push(value)
  }
  if (made.length > most) made.length = most
}

function newElement(builder: Builder, shape: Shape, place: Place, at: number, i: number, unique: boolean): unknown {
  const item = itemShape(builder, shape, at)
  const values = item.view.keywords['enum']
  if (unique && Array.isArray(values)) return values[i % values.length]
  const inner = itemPlace(place, i, [])
  const first = i === 0 || !unique
  const offered = builder.effort.samples && first ? builder.offered(item) : NONE
  return offered !== NONE ? offered : builder.value(item, inner)
}

function addContained(builder: Builder, place: Place, made: unknown[], contains: Schema, minContains: unknown): void {
  const wanted = Math.min(typeof minContains === 'number' ? minContains : 1, LIMIT.items)
  let held = made.filter((value) => builder.context.accepts(contains, value)).length
  for (; held < wanted; held++) made.push(builder.value(builder.shapes.of(contains), itemPlace(place, made.length, [])))
}
