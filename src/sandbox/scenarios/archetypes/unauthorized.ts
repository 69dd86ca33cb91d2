import type { Scenario } from '../scenario.ts'
import { expectation } from './common.ts'

export const unauthorized: Scenario = {
  name: 'unauthorized',
  summary: 'the credential is no longer accepted',
  source: 'built-in',
  roles: [
    {
      name: 'target',
      summary: 'what is asked with the credential',
      needs: ['secured'],
      prefers: ['rooted', 'creates', 'lists', 'declares_refusal'],
    },
  ],
  head: { faults: [{ role: 'target', rule: { kind: 'error', status: 401 } }], records: [] },
  verify: [expectation('is_called', 'target'), expectation('takes_no_for_an_answer', 'target')],
  steps: [{ call: 'target', ends: 'refused' }],
}
