/** Equality of JSON values: numbers by value, objects whatever the order of their names. */
import { compareNumbers, isExact, isNumeric, isPlainText, numberKey } from '../../support/exact-number.ts'

export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isExact(a) || isExact(b)) return isNumeric(a) && isNumeric(b) && compareNumbers(a, b) === 0
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => isEqual(item, b[i]))
  if (Array.isArray(b)) return false
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  for (const name of names) if (!Object.hasOwn(b, name) || !isEqual(member(a, name), member(b, name))) return false
  return true
}

/** The places of the first two equal items; undefined when all differ. */
export function findTwins(items: readonly unknown[]): readonly [number, number] | undefined {
  const seen = new Map<unknown, number>()
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    const key =
      typeof item === 'object' && item !== null ? canonical(item) : isPlainText(item) ? `"${item}` : plain(item)
    const before = seen.get(key)
    if (before !== undefined) return [before, i]
    seen.set(key, i)
  }
  return undefined
}

/** One text for all equal values. Never begins with a quotation mark for lists and objects. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(plain(value)) ?? 'undefined'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(member(value, name))}`).join(',')}}`
}

/** One value for all spellings of a number that a double would change, or writes with an exponent. */
function plain(value: unknown): unknown {
  return isExact(value) || (typeof value === 'number' && Math.abs(value) >= LARGE) ? numberKey(value) : value
}

const LARGE = 1e21

function member(value: object, name: string): unknown {
  return (value as Record<string, unknown>)[name]
}
