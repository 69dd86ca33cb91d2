/** What the caller's objects, and those of examples, hold for a property. */
import { isObject, setOwn } from '../../../support/json.ts'
import { looseName } from './names.ts'
import type { Property } from './shape.ts'

/** An object with more keys than this is not searched by loose names. */
const MAX_KEYS = 10_000

/** The keys of an object by their loose names, but for those that are `own` names of properties. */
interface Loose {
  readonly own: ReadonlySet<string>
  readonly keys: ReadonlyMap<string, string>
}

const NO_KEYS: ReadonlyMap<string, string> = new Map()

/** Finds properties in objects, and remembers the loose names of each object it was asked about. */
export class Lookup {
  private readonly loose = new Map<object, Loose>()

  /** The values that the objects hold under this name, or else under a name that differs in case and separators. */
  find(objects: readonly unknown[], property: Property): readonly unknown[] {
    if (objects.length === 0) return objects
    let found: unknown[] | undefined
    for (const object of objects) {
      if (!isObject(object)) continue
      let value: unknown
      if (Object.hasOwn(object, property.name)) value = object[property.name]
      else {
        const other = this.looseKeys(object, property.own).get(property.loose)
        if (other !== undefined) value = object[other]
      }
      if (value === undefined) continue
      if (found === undefined) found = [value]
      else found.push(value)
    }
    return found ?? []
  }

  private looseKeys(object: object, own: ReadonlySet<string>): ReadonlyMap<string, string> {
    const known = this.loose.get(object)
    if (known?.own === own) return known.keys
    const keys = looseKeys(object, own)
    this.loose.set(object, { own, keys })
    return keys
  }
}

function looseKeys(object: object, own: ReadonlySet<string>): ReadonlyMap<string, string> {
  const keys = Object.keys(object)
  if (keys.length > MAX_KEYS) return NO_KEYS
  let found: Map<string, string> | undefined
  for (const key of keys) {
    if (own.has(key)) continue
    const loose = looseName(key)
    if (loose === '' || found?.has(loose) === true) continue
    found ??= new Map()
    found.set(loose, key)
  }
  return found ?? NO_KEYS
}

/** The first to have a property gives it. */
export function merged(objects: readonly object[]): object {
  const whole: Record<string, unknown> = {}
  for (const object of objects)
    for (const [key, value] of Object.entries(object)) if (!Object.hasOwn(whole, key)) setOwn(whole, key, value)
  return whole
}
