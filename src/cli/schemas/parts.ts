/** What the published schemas are made of. */
import type { Json, JsonObject } from '../../support/json.ts'

export const text: JsonObject = { type: 'string', minLength: 1 }
export const truth: JsonObject = { type: 'boolean' }
export const texts: JsonObject = { type: 'array', items: text }
export const anything: JsonObject = {}
export const status: JsonObject = { type: 'integer', minimum: 200, maximum: 599 }

/** An object that has no other properties than these. */
export function closed(properties: Readonly<Record<string, JsonObject>>, ...required: readonly string[]): JsonObject {
  const must: JsonObject = required.length === 0 ? {} : { required }
  return { type: 'object', properties, ...must, additionalProperties: false }
}

export function mapOf(values: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: values }
}

export function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items }
}

export function anyOf(...schemas: readonly JsonObject[]): JsonObject {
  return { anyOf: schemas }
}

/** One of these words, spelt so. */
export function words(...values: readonly Json[]): JsonObject {
  return { enum: values }
}

export function described(description: string, schema: JsonObject): JsonObject {
  return { description, ...schema }
}

export function ref(name: string): JsonObject {
  return { $ref: `#/$defs/${name}` }
}
