/** What the caller's objects, and those of examples, hold for a property. */
import { isObject, setOwn } from '../../../support/json.ts'
import { looseName } from './names.ts'
import type { Property } from './shape.ts'

/** An object with more keys than this is not searched by loose names. */
const MAX_KEYS = 10_000

/** Finds properties in objects, and remembers the loose names of each object it was asked about. */
export class Lookup {
  private readonly loose = new Map<object, ReadonlyMap<string, string>>()

  /** The values that the objects hold under this name, or else under a name that differs in case and separators. */
  find(objects: readonly unknown[], property: Property): readonly unknown[] {
    if (objects.length === 0) return objects
    let found: unknown[] | undefined
    for (const object of objects) {
      if (!isObject(object)) continue
      let value: unknown
      if (Object.hasOwn(object, property.name)) value = object[property.name]
      else {
        const other = this.looseNames(object).get(property.loose)
        if (other !== undefined) value = object[other]
      }
      if (value === undefined) continue
      if (found === undefined) found = [value]
      else found.push(value)
    }
    return found ?? []
  }

  private looseNames(object: object): ReadonlyMap<string, string> {
    let names = this.loose.get(object)
    if (names === undefined) {
      const made = new Map<string, string>()
      const keys = Object.keys(object)
      if (keys.length <= MAX_KEYS)
        for (const key of keys) {
          const loose = looseName(key)
          if (loose !== '' && !made.has(loose)) made.set(loose, key)
        }
      names = made
      this.loose.set(object, names)
    }
    return names
  }
}

/** The first to have a property gives it. */
export function merged(objects: readonly object[]): object {
  const whole: Record<string, unknown> = {}
  for (const object of objects)
    for (const [key, value] of Object.entries(object)) if (!Object.hasOwn(whole, key)) setOwn(whole, key, value)
  return whole
}
