/** JSON types as bits, so that several are tested at once. */
import { isExact, isPlainText, isWhole } from '../../../support/exact-number.ts'
import type { JsonType } from '../view.ts'

/** A sum of `isOfType` bits. */
export type TypeMask = number

export const isOfType: Readonly<Record<JsonType, TypeMask>> = {
  null: 1,
  boolean: 2,
  integer: 4,
  number: 12,
  string: 16,
  array: 32,
  object: 64,
}

const tests = new Map<TypeMask, (value: unknown) => boolean>([
  [1, (value) => value === null],
  [2, (value) => typeof value === 'boolean'],
  [4, (value) => Number.isInteger(value) || (isExact(value) && isWhole(value))],
  [12, (value) => Number.isFinite(value) || isExact(value)],
  [16, isPlainText],
  [17, (value) => value === null || isPlainText(value)],
  [32, (value) => Array.isArray(value)],
  [64, (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
])

/** The test for any of several types; the same function for the same types. */
export function typeTest(mask: TypeMask): (value: unknown) => boolean {
  let test = tests.get(mask)
  if (test === undefined) {
    test = (value) => (bitOf(value) & mask) !== 0
    tests.set(mask, test)
  }
  return test
}

function bitOf(value: unknown): TypeMask {
  switch (typeof value) {
    case 'string':
      return isPlainText(value) ? 16 : isWhole(value) ? 4 : 8
    case 'number':
      return Number.isInteger(value) ? 4 : Number.isFinite(value) ? 8 : 0
    case 'boolean':
      return 2
    case 'object':
      return value === null ? 1 : Array.isArray(value) ? 32 : 64
    default:
      return 0
  }
}

/** The mask of a `type` keyword; undefined when it names no type we know. */
export function maskOf(type: unknown): TypeMask | undefined {
  let mask = 0
  for (const name of Array.isArray(type) ? type : [type])
    if (typeof name === 'string' && Object.hasOwn(isOfType, name)) mask |= isOfType[name as JsonType]
  return mask === 0 ? undefined : mask
}

/** "string", "integer or null". */
export function describeTypes(mask: TypeMask): string {
  const names = (Object.keys(isOfType) as JsonType[]).filter((name) => {
    const bits = isOfType[name]
    if (name === 'integer' && (mask & 12) === 12) return false
    return (mask & bits) === bits
  })
  const last = names.filter((name): boolean => name !== 'null')
  if (names.length > last.length) last.push('null')
  return last.length < 2 ? last.join('') : `${last.slice(0, -1).join(', ')} or ${last[last.length - 1]}`
}
