/** Which of two values comes first. */
import { compareNumbers, doubleOf, isNumeric, isPlainText, numberIn } from '../../../support/exact-number.ts'
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
}

export function measured(value: unknown): Measured {
  return { value, size: measure(value), text: isPlainText(value) ? value : undefined }
}

export function orderOf(a: Measured, b: Measured): number {
  if (a.size !== undefined && b.size !== undefined) {
    const difference = a.size - b.size
    return difference === 0 || Number.isNaN(difference) ? byDigits(a.value, b.value) : difference
  }
  a.text ??= textOf(a.value)
  b.text ??= textOf(b.value)
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0
}

/** Of what one double stands for. */
function byDigits(a: unknown, b: unknown): number {
  const [one, other] = [digitsOf(a), digitsOf(b)]
  return one === undefined || other === undefined ? 0 : compareNumbers(one, other)
}

function digitsOf(value: unknown): number | string | undefined {
  return isNumeric(value) ? value : typeof value === 'string' && value.length > SURE ? numberIn(value) : undefined
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
