import type { Scenario } from '../scenario.ts'
import { recovery, target } from './common.ts'

/** The first two attempts are refused, so that every test meets the limit; behind them a window counts for true. */
export const rateLimitBackoff: Scenario = {
  name: 'rate_limit_backoff',
  summary: 'the provider answers 429 with Retry-After twice, then beyond 10 requests per second',
  source: 'built-in',
  roles: [target('what is limited')],
  head: {
    faults: [
      { role: 'target', rule: { kind: 'rate_limit', times: 2 } },
      { role: 'target', rule: { kind: 'rate_limit', limit: 10, windowMs: 1000 } },
    ],
    records: [],
  },
  verify: recovery('target'),
  steps: [
    { call: 'target', ends: 'success' },
    { call: 'target', ends: 'success' },
  ],
}
