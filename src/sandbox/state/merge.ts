import { type JsonObject, setOwn } from '../../support/json.ts'

export const NO_VALUES: JsonObject = {}

/** False for an object without properties as well. */
export function isFilled(source: JsonObject | undefined): source is JsonObject {
  for (const _ in source) return true
  return false
}

/** One object of several whose properties are not the same; where they are, the last one counts. */
export function merge(...objects: readonly JsonObject[]): JsonObject {
  const filled = objects.filter(isFilled)
  const [only = NO_VALUES] = filled
  if (filled.length < 2) return only
  const whole: Record<string, unknown> = {}
  for (const object of filled) for (const name of Object.keys(object)) setOwn(whole, name, object[name])
  return whole as JsonObject
}
