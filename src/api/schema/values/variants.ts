/** Which alternative of oneOf, anyOf or a list of types a value is made for. */
import { field, isObject } from '../../../support/json.ts'
import type { SchemaView } from '../view.ts'
import type { Shape, Shapes } from './shape.ts'

/** More alternatives than this are never looked at. */
const BOUND = 64

const typed = new WeakMap<Shape, readonly Shape[]>()

/** The alternatives of a union, each merged with what stands beside them. */
export function alternativesOf(shape: Shape, shapes: Shapes): readonly Shape[] {
  const known = typed.get(shape)
  if (known !== undefined) return known
  const { variants, types } = shape.view
  const made =
    variants.length > 0
      ? variants.slice(0, BOUND).map((_, index) => shapes.variant(shape, index))
      : types.map((type) => shapes.together(shape, { type }))
  typed.set(shape, made)
  return made
}

/** How much less each known value counts than the one before it: what was sent is not taken for what an example shows. */
const WEAKER = 4

/** Indexes of the alternatives, the one that fits what is known best first; without knowledge the simplest of an expandable reference, else in order. */
export function rank(
  shape: Shape,
  alternatives: readonly Shape[],
  known: readonly unknown[],
  trail: readonly string[],
): number[] {
  const objects = known.filter((value) => typeof value === 'object' && value !== null)
  const expandable = alternatives.some((a) => a.kind === 'object' || a.kind === 'union')
  const scores = alternatives.map((alternative) => {
    const fits = objects.slice(0, 4).map((object, i) => fitOf(shape.view, alternative, object) / WEAKER ** i)
    const fit = Math.max(0, ...fits)
    return fit > 0 ? 10 + fit : simplicity(alternative, expandable, trail)
  })
  return alternatives.map((_, i) => i).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
}

function simplicity(alternative: Shape, expandable: boolean, trail: readonly string[]): number {
  if (alternative.view.references.some((reference) => trail.includes(reference))) return -2
  if (!expandable) return 0
  if (alternative.kind === 'scalar' && alternative.view.types.includes('string')) return enumerates(alternative) ? 0 : 2
  return 0
}

/** A list of words ('' to unset, 'auto') is no id. */
function enumerates(shape: Shape): boolean {
  const { enum: values, const: constant } = shape.view.keywords
  return Array.isArray(values) || constant !== undefined
}

/** How well a value fits an alternative; 0 when not at all. */
function fitOf(union: SchemaView, alternative: Shape, value: object): number {
  if (Array.isArray(value)) return alternative.kind === 'array' ? 5 : 0
  if (alternative.kind === 'array' || alternative.kind === 'scalar' || !isObject(value)) return 0
  const { view } = alternative
  const discriminator = union.discriminator ?? view.discriminator
  const named = discriminator === undefined ? undefined : field(value, discriminator.property)
  let fit = named !== undefined && named === discriminatorValue(view, discriminator) ? 1_000 : 0
  const size = Object.keys(value).length
  for (const { name, shape } of alternative.properties) {
    if (!Object.hasOwn(value, name)) continue
    fit += agrees(shape.view, value[name]) + 1 / size
  }
  return Math.max(fit, 0)
}

/** What a property says beyond being known: much where it is fixed, nothing where it is free. */
function agrees(view: SchemaView, value: unknown): number {
  const { const: constant, enum: values } = view.keywords
  if (constant !== undefined) return constant === value ? 100 : -100
  if (Array.isArray(values)) return values.includes(value) ? 20 : -20
  return 0
}

/** The value by which a discriminator names this schema; undefined when none is known. */
export function discriminatorValue(
  view: SchemaView,
  discriminator: SchemaView['discriminator'] = view.discriminator,
): string | undefined {
  if (discriminator === undefined) return undefined
  for (const reference of view.references)
    for (const [value, target] of discriminator.mapping) if (sameComponent(reference, target)) return value
  if (discriminator.mapping.size > 0) return undefined
  const own = view.references[0]
  return own === undefined || view.references.length < 2 ? undefined : lastPart(own)
}

function sameComponent(reference: string, target: string): boolean {
  return reference === target || lastPart(reference) === lastPart(target)
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1).replace(/\.(json|ya?ml)$/, '')
}
