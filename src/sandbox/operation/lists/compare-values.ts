/** Which of two values comes first. */
import {
  compareDecimals,
  type Decimal,
  decimalOf,
  doubleOf,
  isExact,
  isNumeric,
  isPlainText,
  numberIn,
} from '../../../support/exact-number.ts'
import { textOf } from '../../../support/json.ts'

/** Negative, zero or positive: numbers by size, times by instant, everything else by code units. */
export function order(a: unknown, b: unknown): number {
  return orderOf(measured(a), measured(b))
}

/** A value ready to be compared with many others. */
export interface Measured {
  readonly value: unknown
  readonly size: number | undefined
  text: string | undefined
  /** Of a number that a double may change. */
  readonly digits: Decimal | undefined
}

export function measured(value: unknown): Measured {
  const size = measure(value)
  return { value, size, text: isPlainText(value) ? value : undefined, digits: digitsOf(value, size) }
}

export function orderOf(a: Measured, b: Measured): number {
  if (a.size !== undefined && b.size !== undefined) {
    const difference = a.size - b.size
    if (difference !== 0 && !Number.isNaN(difference)) return difference
    if (a.digits === undefined && b.digits === undefined) return 0
    return compareDecimals(a.digits ?? decimalOf(String(a.size)), b.digits ?? decimalOf(String(b.size)))
  }
  a.text ??= textOf(a.value)
  b.text ??= textOf(b.value)
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0
}

function digitsOf(value: unknown, size: number | undefined): Decimal | undefined {
  if (isExact(value)) return decimalOf(value)
  if (typeof value !== 'string' || value.length <= SURE || size === undefined) return undefined
  const number = numberIn(value)
  return number === undefined ? undefined : decimalOf(String(number))
}

/** Texts that are no longer are the numbers that doubles say. */
const SURE = 15

function measure(value: unknown): number | undefined {
  if (isNumeric(value)) return doubleOf(value)
  if (typeof value !== 'string' || value === '') return undefined
  const number = Number(value)
  if (!Number.isNaN(number)) return number
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}
