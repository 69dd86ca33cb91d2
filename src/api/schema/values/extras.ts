/** Properties of objects that are there, or not, for reasons outside `properties`. */
import { field, isObject, setOwn } from '../../../support/json.ts'
import type { Schema } from '../schema.ts'
import { looseName, standsForKeys } from './names.ts'
import { type Builder, below, LIMIT, NONE, type Place } from './place.ts'
import { patternedSchema, type Shape } from './shape.ts'
import { discriminatorValue } from './variants.ts'

function isNamed(source: unknown, property: string): boolean {
  const value = field(source, property)
  return typeof value === 'string' && value !== ''
}

/** Properties of sources that the schema has no name for, where it lets them be. */
export function addExtras(builder: Builder, shape: Shape, place: Place, made: Record<string, unknown>): void {
  const { additional, keywords } = shape.view
  const patterns = isObject(keywords['patternProperties'])
  if (additional === false && !patterns) return
  const silent = additional === undefined && !patterns
  if (silent && shape.properties.length > 0) {
    addKeys(builder, shape, place, made)
    return
  }
  const isMap = shape.properties.length === 0
  const givers = isMap ? [place.sources[0] ?? place.samples[0]] : [...place.sources, ...place.samples]
  let left = LIMIT.extras
  for (const giver of givers) {
    if (!isObject(giver)) continue
    for (const key of Object.keys(giver)) {
      if (left-- <= 0) return
      if (shape.byName.has(key) || Object.hasOwn(made, key) || isNamedLoosely(shape, key)) continue
      const schema = patternedSchema(shape.view, key) ?? shape.view.additional
      const isGiven = place.sources.includes(giver)
      const value = schema === false ? NONE : extra(builder, schema, giver[key], key, place, isGiven)
      if (value !== NONE) setOwn(made, key, value)
    }
  }
}

/** `labels: {localeCode: string}` that is given `{en_US: "Red"}`: the one property declared stands for any key. */
function addKeys(builder: Builder, shape: Shape, place: Place, made: Record<string, unknown>): void {
  const [declared, ...others] = shape.properties
  const [given] = place.sources
  if (declared === undefined || others.length > 0 || declared.required) return
  if (declared.shape.kind !== 'scalar' && declared.shape.kind !== 'array') return
  if (place.depth === 0 || !isObject(given)) return
  const entries = Object.entries(given).slice(0, LIMIT.extras)
  const keys = entries.map(([key]) => key)
  if (!standsForKeys(declared.name, keys)) return
  if (entries.some(([key]) => isNamedLoosely(shape, key))) return
  const fits = entries.map(
    ([key, value]) => [key, extra(builder, shape.view.properties.get(declared.name), value, key, place, true)] as const,
  )
  if (fits.length === 0 || fits.some(([, value]) => value === NONE)) return
  delete made[declared.name]
  for (const [key, value] of fits) setOwn(made, key, value)
}

function isNamedLoosely(shape: Shape, key: string): boolean {
  const loose = looseName(key)
  return shape.properties.some((p) => p.loose === loose)
}

function extra(
  builder: Builder,
  schema: Schema | undefined,
  value: unknown,
  key: string,
  place: Place,
  isGiven: boolean,
): unknown {
  if (value === undefined) return NONE
  if (schema === undefined || schema === true) return value
  const shape = builder.shapes.of(schema)
  const fit = builder.fit(shape, value, isGiven)
  if (fit !== NONE || typeof value !== 'object') return fit
  const made = builder.value(shape, below(place, key, key, [value]))
  return builder.context.accepts(schema, made) ? made : NONE
}

/** Of the properties named after the values of a type, those of other values go, unless somebody gave them. */
export function dropUnchosen(shape: Shape, place: Place, made: Record<string, unknown>): void {
  const { selector } = shape
  if (selector === undefined) return
  const chosen = made[selector.property]
  for (const name of selector.choices)
    if (name !== chosen && Object.hasOwn(made, name) && !place.sources.some((s) => Object.hasOwn(s as object, name)))
      delete made[name]
}

/** Where kind and version of an object are known, it tells both or neither, in the order in which they are declared. */
function tellBoth({ ownNames, view }: Shape, made: Record<string, unknown>): void {
  const both = ownNames.filter(([name]) => name === 'kind' || name === 'apiVersion')
  const told = both.filter(([name]) => Object.hasOwn(made, name))
  if (both.length < 2 || told.length !== 1 || told.some(([name, value]) => made[name] !== value)) return
  const whole = new Map([...Object.entries(made), ...both])
  for (const name of Object.keys(made)) delete made[name]
  for (const name of new Set([...view.properties.keys(), ...whole.keys()]))
    if (whole.has(name)) setOwn(made, name, whole.get(name))
}

/** An object says what it is where nobody else said so; a discriminator says which of the alternatives it is. */
export function nameKind(builder: Builder, shape: Shape, place: Place, made: Record<string, unknown>): void {
  for (const [property, value] of shape.ownNames) {
    const given = place.sources.some((s) => isNamed(s, property)) || place.samples.some((s) => isNamed(s, property))
    if (!given && Object.hasOwn(made, property)) setOwn(made, property, value)
  }
  tellBoth(shape, made)
  const { discriminator } = shape.view
  if (discriminator === undefined) return
  const value = discriminatorValue(shape.view)
  if (value === undefined || made[discriminator.property] === value) return
  const { mapping, property } = discriminator
  const named = place.sources.map((source) => field(source, property)).find((name) => name !== undefined)
  if (mapping.size > 0 && typeof named === 'string' && !mapping.has(named)) return
  const schema = shape.view.properties.get(discriminator.property)
  if (schema === undefined || builder.context.accepts(schema, value)) setOwn(made, discriminator.property, value)
}
