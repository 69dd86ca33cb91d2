import { scalarText } from './exact-number.ts'

/** Anything JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object. Keys come from outside: read them with `Object.hasOwn` or `field`. */
export interface JsonObject {
  readonly [key: string]: Json
}

export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const sizes = new WeakMap<object, number>()

/** Characters of all that a value holds, about; a part is counted once, and wherever it stands. */
export function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let size = sizes.get(value)
  if (size === undefined) {
    size = Object.entries(value).reduce((sum, [name, one]) => sum + name.length + charactersOf(one), 2)
    sizes.set(value, size)
  }
  return size
}

/** The own property `key` of an object; undefined for anything else, also for names on Object.prototype. */
export function field(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The value at a place (property names from the root); undefined when a step is missing. */
export function at(value: unknown, place: readonly string[]): unknown {
  let current = value
  for (const step of place) current = field(current, step)
  return current
}

/** Sets an own property even when its name is `__proto__`. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else (target as Record<string, unknown>)[key] = value
}

/** The text of a scalar; '' for null, lists and objects, which have none (and whose own `toString` is data). */
export function textOf(value: unknown): string {
  return isScalar(value) ? scalarText(value) : ''
}

/** What has a text of its own. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** The value with each text in it changed, in lists and objects down to `deepest` levels; what lies deeper stays. */
export function withTexts(value: unknown, change: (text: string) => string, deepest: number): unknown {
  if (typeof value === 'string') return change(value)
  if (deepest < 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change, deepest - 1))
  const copy: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) setOwn(copy, name, withTexts(one, change, deepest - 1))
  return copy
}
