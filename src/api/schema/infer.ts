/** A schema from samples: what types and properties they show. Nothing is required, nothing is forbidden. */
import { isNumeric, isWhole } from '../../support/exact-number.ts'
import { isObject, setOwn } from '../../support/json.ts'
import type { Schema, SchemaObject } from './schema.ts'

/** How deep samples are read, and how many of a list. */
const DEPTH = 32
const ELEMENTS = 50

/** The schema that several samples of one thing share; scalars keep the first value as their example. */
export function inferSchema(samples: readonly unknown[], depth = 0): SchemaObject {
  const known = samples.filter((sample) => sample !== undefined)
  if (known.length === 0 || depth > DEPTH) return {}
  const types = [...new Set(known.map(typeOf))]
  const type = widened(types)
  const objects = known.filter(isObject)
  const lists = known.filter(Array.isArray)
  const first = known.find((sample) => sample !== null && typeof sample !== 'object')
  return {
    type: type.length === 1 ? type[0] : type,
    ...(objects.length > 0 ? { properties: propertiesOf(objects, depth) } : {}),
    ...(lists.length > 0 ? { items: inferSchema(lists.flat().slice(0, ELEMENTS), depth + 1) } : {}),
    ...(first === undefined ? {} : { example: first }),
  }
}

function propertiesOf(objects: readonly { readonly [key: string]: unknown }[], depth: number): Record<string, Schema> {
  const names = new Set(objects.flatMap((object) => Object.keys(object)))
  const properties: Record<string, Schema> = {}
  for (const name of names) {
    const values = objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name])
    setOwn(properties, name, inferSchema(values, depth + 1))
  }
  return properties
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isNumeric(value)) return isWhole(value) ? 'integer' : 'number'
  return typeof value
}

/** A whole number among fractions is a number. */
function widened(types: readonly string[]): readonly string[] {
  return types.includes('number') ? types.filter((type) => type !== 'integer') : types
}
