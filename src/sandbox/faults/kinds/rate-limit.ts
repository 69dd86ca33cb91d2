import type { FaultKind } from '../fault.ts'

/** Armed and shown as an `error` with status 429. */
export const rateLimit: FaultKind = {
  kind: 'rate_limit',
  on: 'traffic',
  summary: 'answers 429 with Retry-After; with limit and windowMs only beyond them',
  durationMs: 0,
  strikes: 'instead',
  status: 429,
}
