/** Moments as clients write them. */
import { doubleOf } from '../../support/exact-number.ts'

/** Seconds, milliseconds or RFC 3339, as milliseconds since 1970; a time that says no zone is that of UTC. */
export function momentIn(said: unknown): number | undefined {
  const number = doubleOf(said) ?? (typeof said === 'string' && /^\d+$/.test(said) ? Number(said) : undefined)
  if (number !== undefined) return number > 1e8 && number < 1e11 ? number * 1000 : number
  const parsed = typeof said === 'string' ? Date.parse(ZONELESS.test(said) ? `${said}Z` : said) : Number.NaN
  return Number.isNaN(parsed) ? undefined : parsed
}

const ZONELESS = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/

/** The same, and of what .NET once wrote. */
export function momentOf(told: unknown): number | undefined {
  return (typeof told === 'string' ? ticksIn(told) : undefined) ?? momentIn(told)
}

/** The milliseconds of `/Date(1573755038314+0000)/`, as .NET once wrote them. */
export function ticksIn(text: string): number | undefined {
  const ticks = /^\/Date\((\d{9,14})/.exec(text)?.[1]
  return ticks === undefined ? undefined : Number(ticks)
}
