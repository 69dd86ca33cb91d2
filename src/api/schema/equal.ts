/** Equality of JSON values: numbers by value, objects whatever the order of their names. */
import { compareNumbers, isExact, isNumeric, isPlainText, numberKey } from '../../support/exact-number.ts'
import { spend } from '../../support/work.ts'

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
  spend(items.length * LOOKED_UP)
  if (areDifferent(items)) return undefined
  // Texts are looked up as they are, so that none is copied; what is written for other values is looked up beside them.
  const [texts, others] = [new Map<string, number>(), new Map<string, number>()]
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    const [seen, key] = isPlainText(item) ? [texts, item] : [others, canonical(item)]
    const before = seen.get(key)
    if (before !== undefined) return [before, i]
    seen.set(key, i)
  }
  return undefined
}

/** True for what is at a glance: nothing but texts, or nothing but numbers, no two of them equal. */
function areDifferent(items: readonly unknown[]): boolean {
  let characters = 0
  for (const item of items) if (isPlainText(item)) characters += item.length
  spend(characters >> A_STEP)
  if (items.every(isPlainText)) return new Set(items).size === items.length
  const numbers = items.filter((item) => typeof item === 'number')
  if (numbers.length < items.length) return false
  // They are sorted and not looked up: numbers can be chosen that a table has in one place.
  const sorted = Float64Array.from(numbers).sort()
  return sorted.every((number, i) => i === 0 || number !== sorted[i - 1])
}

/** What looking one up takes, in steps of `spend`. */
const LOOKED_UP = 80
/** Characters that are looked at in a step, as a power of two. */
const A_STEP = 1

/** One text for all equal values. */
export function canonical(value: unknown): string {
  spend(typeof value === 'string' ? WRITTEN + value.length : WRITTEN)
  if (isExact(value) || (typeof value === 'number' && Math.abs(value) >= LARGE)) return numberKey(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(member(value, name))}`).join(',')}}`
}

/** A double beyond it is written with an exponent, which has other spellings. */
const LARGE = 1e21
/** What writing a value takes, in steps of `spend`. */
const WRITTEN = 150

function member(value: object, name: string): unknown {
  return (value as Record<string, unknown>)[name]
}
