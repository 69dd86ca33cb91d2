import type { Scenario } from '../scenario.ts'
import { expectation, retryManners, target } from './common.ts'

export const partialFailure: Scenario = {
  name: 'partial_failure',
  summary: 'writing fails while reading works',
  source: 'built-in',
  roles: [
    target('what fails', ['writes']),
    { name: 'working', summary: 'the part that still works', needs: ['lists'], prefers: ['rooted'], same: 'target' },
  ],
  head: { faults: [{ role: 'target', rule: { kind: 'error', status: 500 } }], records: [] },
  verify: [
    expectation('is_called', 'target'),
    ...retryManners('target'),
    expectation('comes_after', 'working', { other: 'target' }),
    expectation('stops_after_success', 'working'),
  ],
  steps: [
    { call: 'target', ends: 'failed' },
    { call: 'working', ends: 'success' },
  ],
}
