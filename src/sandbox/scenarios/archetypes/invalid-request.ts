import type { Scenario } from '../scenario.ts'
import { expectation } from './common.ts'

export const invalidRequest: Scenario = {
  name: 'invalid_request',
  summary: 'the provider always finds the request invalid',
  source: 'built-in',
  roles: [
    {
      name: 'target',
      summary: 'what is refused as invalid',
      needs: ['writes', 'takes_body'],
      prefers: ['rooted', 'creates', 'declares_refusal', 'readable'],
    },
  ],
  head: { faults: [{ role: 'target', rule: { kind: 'error', status: [400, 422] } }], records: [] },
  verify: [expectation('is_called', 'target'), expectation('takes_no_for_an_answer', 'target')],
  steps: [{ call: 'target', ends: 'refused' }],
}
