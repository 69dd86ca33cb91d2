/** Keywords of numbers. */
import { assertion, type KeywordDraft, numberOf } from './keyword.ts'

export function compileMinimum({ parts, value }: KeywordDraft): void {
  const bound = numberOf(value)
  if (bound !== undefined)
    parts.number.push(
      assertion(
        'minimum',
        (n) => n >= bound,
        () => `must be ${bound} or more`,
      ),
    )
}

export function compileMaximum({ parts, value }: KeywordDraft): void {
  const bound = numberOf(value)
  if (bound !== undefined)
    parts.number.push(
      assertion(
        'maximum',
        (n) => n <= bound,
        () => `must be ${bound} or less`,
      ),
    )
}

export function compileExclusiveMinimum({ parts, value }: KeywordDraft): void {
  const bound = numberOf(value)
  if (bound === undefined) return
  parts.number.push(
    assertion(
      'exclusiveMinimum',
      (n) => n > bound,
      () => `must be more than ${bound}`,
    ),
  )
}

export function compileExclusiveMaximum({ parts, value }: KeywordDraft): void {
  const bound = numberOf(value)
  if (bound === undefined) return
  parts.number.push(
    assertion(
      'exclusiveMaximum',
      (n) => n < bound,
      () => `must be less than ${bound}`,
    ),
  )
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

function isMultiple(number: number, divisor: number): boolean {
  if (Number.isSafeInteger(number) && Number.isSafeInteger(divisor)) return number % divisor === 0
  if (!Number.isFinite(number)) return false
  const [a, b] = [decimal(number), decimal(divisor)]
  const scale = Math.min(a.exponent, b.exponent)
  return scaled(a, scale) % scaled(b, scale) === 0n
}

/** A number as written in decimal, so that 0.3 is a multiple of 0.1. */
interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

function decimal(number: number): Decimal {
  const [mantissa = '0', power = '0'] = String(number).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length }
}

function scaled({ digits, exponent }: Decimal, scale: number): bigint {
  return digits * 10n ** BigInt(exponent - scale)
}
