/** The Retry-After field (RFC 9110, 10.2.3). */
import type { Instant } from '../support/clock.ts'

/** The milliseconds that a Retry-After asks for, in seconds or by a date (RFC 9110, 10.2.3); undefined when none. */
export function waitIn(told: string | undefined, now: Instant): number | undefined {
  if (told === undefined) return undefined
  if (/^\d+$/.test(told)) return Number(told) * 1000
  const moment = Date.parse(told)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}
