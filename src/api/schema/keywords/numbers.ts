/** Keywords of numbers. A number may be held by its digits, and so may a bound (`support/exact-number.ts`). */
import { compareNumbers, decimalOf, isNumeric, scalarText } from '../../../support/exact-number.ts'
import { effort } from './effort.ts'
import { assertion, type KeywordDraft, numberOf } from './keyword.ts'

export function compileMinimum({ parts, value }: KeywordDraft): void {
  if (!isNumeric(value)) return
  const clause = () => `must be ${scalarText(value)} or more`
  parts.number.push(assertion('minimum', (n) => compared(n, value) >= 0, clause))
}

export function compileMaximum({ parts, value }: KeywordDraft): void {
  if (!isNumeric(value)) return
  const clause = () => `must be ${scalarText(value)} or less`
  parts.number.push(assertion('maximum', (n) => compared(n, value) <= 0, clause))
}

export function compileExclusiveMinimum({ parts, value }: KeywordDraft): void {
  if (!isNumeric(value)) return
  const clause = () => `must be more than ${scalarText(value)}`
  parts.number.push(assertion('exclusiveMinimum', (n) => compared(n, value) > 0, clause))
}

export function compileExclusiveMaximum({ parts, value }: KeywordDraft): void {
  if (!isNumeric(value)) return
  const clause = () => `must be less than ${scalarText(value)}`
  parts.number.push(assertion('exclusiveMaximum', (n) => compared(n, value) < 0, clause))
}

export function compileMultipleOf({ parts, value }: KeywordDraft): void {
  const divisor = numberOf(value)
  if (divisor === undefined || divisor <= 0) return
  parts.number.push(
    assertion(
      'multipleOf',
      (n) => isMultiple(n, divisor),
      () => `must be a multiple of ${divisor}`,
    ),
  )
}

/** Digits are looked at one by one. */
function compared(number: number | string, bound: number | string): number {
  if (typeof number === 'string') effort.spend(number.length)
  return compareNumbers(number, bound)
}

/** Digits that a division is tried on; what has more is not refused for what it leaves. */
const MOST_DIGITS = 2_000
/** Steps that a division takes besides. */
const DIVISION = 100

function isMultiple(number: number | string, divisor: number): boolean {
  if (Number.isSafeInteger(number) && Number.isSafeInteger(divisor)) return (number as number) % divisor === 0
  if (typeof number === 'number' && !Number.isFinite(number)) return false
  if (typeof number === 'string') effort.spend(number.length)
  const [a, b] = [scaled(number), scaled(divisor)]
  const scale = Math.min(a.exponent, b.exponent)
  if (Math.max(a.exponent, b.exponent) - scale + a.digits.length > MOST_DIGITS) return true
  effort.spend(DIVISION + a.digits.length)
  return wholeOf(a, scale) % wholeOf(b, scale) === 0n
}

/** A number as written in decimal, so that 0.3 is a multiple of 0.1. */
interface Scaled {
  readonly digits: string
  readonly exponent: number
}

function scaled(number: number | string): Scaled {
  const { digits, point } = decimalOf(String(number))
  return { digits, exponent: point - digits.length }
}

function wholeOf({ digits, exponent }: Scaled, scale: number): bigint {
  return BigInt(digits) * 10n ** BigInt(exponent - scale)
}
