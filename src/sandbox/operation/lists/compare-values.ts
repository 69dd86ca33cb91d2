/** Which of two values comes first. */
import { textOf } from '../../../support/json.ts'

/** Negative, zero or positive: numbers by size, times by instant, everything else by code units. */
export function order(a: unknown, b: unknown): number {
  const x = measure(a)
  const y = measure(b)
  if (x !== undefined && y !== undefined) return x - y
  const s = textOf(a)
  const t = textOf(b)
  return s < t ? -1 : s > t ? 1 : 0
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
