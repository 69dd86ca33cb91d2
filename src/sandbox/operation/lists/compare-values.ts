/** Which of two values comes first. */
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
  return { value, size: measure(value), text: typeof value === 'string' ? value : undefined }
}

export function orderOf(a: Measured, b: Measured): number {
  if (a.size !== undefined && b.size !== undefined) return a.size - b.size
  a.text ??= textOf(a.value)
  b.text ??= textOf(b.value)
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0
}

function measure(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value === '') return undefined
  const number = Number(value)
  if (!Number.isNaN(number)) return number
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}
