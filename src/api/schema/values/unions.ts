/** Values of one of several alternatives. */
import { isObject, setOwn } from '../../../support/json.ts'
import { type Builder, LIMIT, NONE, type Place } from './place.ts'
import type { Shape } from './shape.ts'
import { alternativesOf, rank } from './variants.ts'

/** Alternatives tried of one union: fewer, the more unions stand around it. */
const TRIED = 8

export function makeUnion(builder: Builder, shape: Shape, outer: Place): unknown {
  if (outer.choices > LIMIT.choices) return builder.least(shape)
  const place = { ...outer, choices: outer.choices + 1 }
  const alternatives = alternativesOf(shape, builder.shapes)
  const objects = [...place.sources, ...(builder.effort.samples ? [...place.samples, ...shape.offered] : [])]
  const order = rank(shape, alternatives, objects, place.trail)
  if (builder.effort.turn > 0)
    for (let i = 0; i < builder.effort.turn % order.length; i++) order.push(order.shift() ?? 0)
  let first: unknown = NONE
  for (const index of order.slice(0, Math.max(1, TRIED >> outer.choices))) {
    const alternative = alternatives[index]
    if (alternative === undefined) continue
    const value = makeAlternative(builder, shape, alternatives, alternative, place)
    if (value !== NONE && builder.context.accepts(shape.schema, value)) return value
    if (first === NONE) first = value
  }
  return first === NONE ? builder.least(shape) : first
}

function makeAlternative(builder: Builder, shape: Shape, all: readonly Shape[], chosen: Shape, place: Place): unknown {
  if (chosen.kind === 'scalar') {
    const id = builder.context.refer?.(place.name)
    const fit = id === undefined || !all.some((a) => a.kind === 'object') ? NONE : builder.fit(chosen, id)
    if (fit !== NONE) return fit
  }
  const standsForRecord = chosen.kind === 'scalar' && all.some((a) => a.kind === 'object' || a.kind === 'union')
  const value = builder.value(chosen, standsForRecord ? { ...place, name: `${place.name}_id` } : place)
  if (!isObject(value) || builder.context.accepts(shape.schema, value)) return value
  return withoutOthers(value, chosen, all)
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
