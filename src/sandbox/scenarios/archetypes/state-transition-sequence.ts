import type { Scenario } from '../scenario.ts'
import { expectation } from './common.ts'

export const stateTransitionSequence: Scenario = {
  name: 'state_transition_sequence',
  summary: 'a record is created, changed and read again: each call depends on the previous one',
  source: 'built-in',
  roles: [
    {
      name: 'create',
      summary: 'makes the record',
      needs: ['creates', 'changeable'],
      prefers: ['has_status', 'rooted', 'readable', 'declares_refusal'],
    },
    { name: 'change', summary: 'moves it on', needs: ['changes'], prefers: ['follows', 'acts'], same: 'create' },
    { name: 'read', summary: 'shows where it stands', needs: ['reads'], prefers: [], same: 'create', optional: true },
  ],
  head: { faults: [], records: [] },
  verify: [
    expectation('succeeds', 'create'),
    expectation('comes_after', 'change', { other: 'create' }),
    expectation('stops_after_success', 'create'),
  ],
  steps: [
    { call: 'create', ends: 'success' },
    { call: 'change', ends: 'any' },
    { call: 'read', ends: 'success' },
  ],
}
