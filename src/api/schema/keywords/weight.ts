/**
 * What one verdict of a schema costs at most, whatever the value: how much of the schema looks at the same value. It is
 * read off the schema once. What looks at each of many members, items or what a reference leads to is counted where
 * that is done, this many times: one sum for a list, so that no step of a verdict has to count.
 */
import { isObject } from '../../../support/json.ts'

const weights = new WeakMap<object, number>()

/** In steps of `effort`: one for each schema, and parts of one for what a schema lists. */
export function weightOf(schema: unknown): number {
  if (!isObject(schema)) return 0
  let weight = weights.get(schema)
  if (weight === undefined) {
    // What holds itself, which no document does, weighs itself once.
    weights.set(schema, 1)
    weight = 1 + ownWeight(schema) + sumOf(SCHEMAS.map((keyword) => schema[keyword]))
    weights.set(schema, weight)
  }
  return weight
}

/** Schemas that judge the same value. */
const SCHEMAS = ['not', 'if', 'then', 'else']
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']

/** A name that is looked up, in steps. */
const NAME = 1 / 2
/** Only so many names of an object are looked up where they are not there. */
const LOOKED_UP = 64

function ownWeight(schema: Readonly<Record<string, unknown>>): number {
  const { properties, required, dependentSchemas, dependentRequired } = schema
  const members = valuesOf(properties)
  // That a member is there is paid for by sending it; what looks at it more than once is not.
  const more = members.reduce<number>((sum, one) => sum + Math.max(0, weightOf(one) - 1), 0)
  const listed = Array.isArray(required) ? required.length : 0
  return (
    more +
    (Math.min(members.length, LOOKED_UP) + listed) * NAME +
    LISTS.reduce((sum, keyword) => sum + (Array.isArray(schema[keyword]) ? sumOf(schema[keyword]) : 0), 0) +
    valuesOf(dependentSchemas).reduce<number>((sum, one) => sum + NAME + weightOf(one), 0) +
    valuesOf(dependentRequired).reduce<number>((sum, one) => sum + NAME * (1 + lengthOf(one)), 0) +
    // A value is compared with it part by part.
    (isCompound(schema['const']) ? partsOf(schema['const']) * NAME : 0)
  )
}

function partsOf(value: unknown): number {
  return isCompound(value) ? Object.values(value).reduce<number>((sum, one) => sum + partsOf(one), 1) : 1
}

function isCompound(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function sumOf(schemas: readonly unknown[]): number {
  return schemas.reduce<number>((sum, one) => sum + weightOf(one), 0)
}

function valuesOf(value: unknown): readonly unknown[] {
  return isObject(value) ? Object.values(value) : []
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}
