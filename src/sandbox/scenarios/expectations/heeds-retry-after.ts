import { toldToWait } from '../calls.ts'
import { amongRepeats, type ExpectationKind } from './kind.ts'

/** Timers may run a little early, and the two sides do not share a clock. */
const TOLERANCE = 0.95

export const heedsRetryAfter: ExpectationKind = {
  expect: 'heeds_retry_after',
  summary: 'waits as long as Retry-After says (RFC 9110, 10.2.3)',
  settings: {},
  judge({ name, calls }) {
    return amongRepeats(calls, ({ before, next, ms }) => {
      const told = toldToWait(before)
      if (told === undefined || ms >= told * TOLERANCE) return undefined
      const message = `ignores Retry-After: #${before.entry.seq} (${name}) said to wait ${told / 1000} s, #${next.entry.seq} came after ${Math.round(ms) / 1000} s`
      return { message, distance: told - ms }
    })
  },
}
