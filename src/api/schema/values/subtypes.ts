/** Which schema a value is made of where its own is but the base of several, and a discriminator tells them apart. */
import { field, isObject } from '../../../support/json.ts'
import type { Builder, Place } from './place.ts'
import type { Shape } from './shape.ts'
import { discriminatorValue } from './variants.ts'

/** More than this are not looked at. */
const BOUND = 64

const known = new WeakMap<Shape, readonly Shape[]>()

/**
 * The subtype that stands in the place of a base: the one that was named, and the base itself for a name that nothing
 * has. Where nobody said the kind it is the one that a sample names, else the one whose properties are given, else a drawn one. Undefined where the base stands for itself.
 */
export function subtypeFor(builder: Builder, shape: Shape, place: Place): Shape | undefined {
  const { discriminator, variants } = shape.view
  if (discriminator === undefined || variants.length > 0 || discriminator.mapping.size === 0) return undefined
  const { property } = discriminator
  const sources = place.sources.filter(isObject)
  const named = sources.map((source) => field(source, property)).find((value) => value !== undefined)
  const all = subtypesOf(builder, shape)
  if (named !== undefined) {
    const target = typeof named === 'string' ? discriminator.mapping.get(named) : undefined
    return target === undefined ? undefined : all.find(({ view }) => view.references[0] === target)
  }
  const [first] = all
  // What is itself one of those that are named stands for itself.
  if (first === undefined || discriminatorValue(shape.view) !== undefined) return undefined
  const samples = builder.effort.samples ? [...place.samples, ...shape.offered] : []
  const shown = samples.map((sample) => field(sample, property)).find((value) => value !== undefined)
  if (shown !== undefined) return all.find((one) => discriminatorValue(one.view) === shown)
  const given = all.filter((one) => one.properties.some(({ name }) => isOwnAndGiven(name, shape, sources)))
  const from = given.length > 0 ? given : all
  const { dice, key } = builder.context
  return from[Math.floor(dice.draw(`${key}${place.pointer}/kind`) * from.length)] ?? first
}

function isOwnAndGiven(name: string, base: Shape, sources: readonly object[]): boolean {
  return !base.byName.has(name) && sources.some((source) => Object.hasOwn(source, name))
}

/** The schemas that comprise the base by allOf, as its discriminator names them. */
function subtypesOf(builder: Builder, shape: Shape): readonly Shape[] {
  const before = known.get(shape)
  if (before !== undefined) return before
  const made = findSubtypes(builder, shape)
  known.set(shape, made)
  return made
}

function findSubtypes({ shapes }: Builder, { view }: Shape): readonly Shape[] {
  const { discriminator, references } = view
  const [base] = references
  if (discriminator === undefined || base === undefined) return []
  const targets = new Set([...discriminator.mapping.values()].slice(0, BOUND))
  return [...targets]
    .map((target) => shapes.of({ $ref: target }))
    .filter((one) => one.kind === 'object' && one.view.references[0] !== base && one.view.references.includes(base))
}
