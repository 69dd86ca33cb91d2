import type { Scenario } from '../scenario.ts'
import { expectation } from './common.ts'

export const happyPath: Scenario = {
  name: 'happy_path',
  summary: 'nothing goes wrong: what is created can be read and listed',
  source: 'built-in',
  roles: [
    {
      name: 'create',
      summary: 'makes a record',
      needs: ['creates'],
      prefers: ['rooted', 'readable', 'listable', 'declares_refusal'],
    },
    { name: 'read', summary: 'reads it', needs: ['reads'], prefers: [], same: 'create' },
    { name: 'list', summary: 'finds it among others', needs: ['lists'], prefers: [], same: 'create', optional: true },
  ],
  head: { faults: [], records: [] },
  verify: [
    expectation('succeeds', 'create'),
    expectation('comes_after', 'read', { other: 'create' }),
    expectation('stops_after_success', 'create'),
  ],
  steps: [
    { call: 'create', ends: 'success' },
    { call: 'read', ends: 'success' },
    { call: 'list', ends: 'success' },
  ],
}
