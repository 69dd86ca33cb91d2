import type { Place } from '../../api/plan.ts'
import { scalarText } from '../../support/exact-number.ts'
import { isObject, isScalar, type JsonObject, setOwn } from '../../support/json.ts'

/** A copy of the object with the value at the place; steps that are missing are made, steps that are no objects replaced. */
export function withAt(object: JsonObject, place: Place, value: unknown): JsonObject {
  const [first, ...rest] = place
  if (first === undefined) return isObject(value) ? (value as JsonObject) : object
  const copy: Record<string, unknown> = { ...object }
  const inner = Object.hasOwn(object, first) ? object[first] : undefined
  setOwn(copy, first, rest.length === 0 ? value : withAt(isObject(inner) ? (inner as JsonObject) : {}, rest, value))
  return copy as JsonObject
}

/** A value wrapped so that it stands at the place: {a: {b: value}}. */
export function wrapped(place: Place, value: unknown): unknown {
  let result = value
  for (const step of [...place].reverse()) {
    const wrapper: Record<string, unknown> = {}
    setOwn(wrapper, step, result)
    result = wrapper
  }
  return result
}

/** The text of an id or parameter value; undefined for what cannot be one. */
export function idText(value: unknown): string | undefined {
  return isScalar(value) ? scalarText(value) : undefined
}

/** A copy of the object with nothing at the place. */
export function without(object: JsonObject, place: Place): JsonObject {
  const [first, ...rest] = place
  if (first === undefined || !Object.hasOwn(object, first)) return object
  const { [first]: inner, ...others } = object
  if (rest.length === 0) return others
  return isObject(inner) ? withAt(object, [first], without(inner as JsonObject, rest)) : object
}
