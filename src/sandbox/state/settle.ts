/** Finds a home, deeper in a record, for what a request sent under a name that the record itself does not have. */
import { isObject, type JsonObject, setOwn } from '../../support/json.ts'

const DEPTH = 3

/** The record with each homeless scalar of the input put where an inner object has the same property; `fits` judges the result. */
export function settle(input: JsonObject, record: JsonObject, fits: (value: JsonObject) => boolean): JsonObject {
  let settled = record
  for (const [name, value] of Object.entries(input)) {
    if (Object.hasOwn(record, name) || value === null || typeof value === 'object') continue
    const moved = replaceInside(settled, name, value, 0) as JsonObject
    if (moved !== settled && fits(moved)) settled = moved
  }
  return settled
}

/** A copy in which every inner object that has the property as the same kind of value has the new one. */
function replaceInside(value: unknown, name: string, wanted: unknown, depth: number): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => replaceInside(item, name, wanted, depth))
    return items.every((item, i) => item === value[i]) ? value : items
  }
  if (!isObject(value) || depth > DEPTH) return value
  let copy: Record<string, unknown> | undefined
  for (const [key, inner] of Object.entries(value)) {
    const fitting = depth > 0 && key === name && (inner === null || typeof inner === typeof wanted)
    const next = fitting ? wanted : replaceInside(inner, name, wanted, depth + 1)
    if (next === inner) continue
    copy ??= { ...value }
    setOwn(copy, key, next)
  }
  return copy ?? value
}
