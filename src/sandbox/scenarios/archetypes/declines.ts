import type { Scenario } from '../scenario.ts'
import { expectation, target } from './common.ts'

export const declines: Scenario = {
  name: 'declines',
  summary: 'the provider refuses for good: a retry does not help',
  source: 'built-in',
  roles: [target('what is declined', ['writes'])],
  head: { faults: [{ role: 'target', rule: { kind: 'error', status: [402, 409, 422, 403, 400] } }], records: [] },
  verify: [expectation('is_called', 'target'), expectation('takes_no_for_an_answer', 'target')],
  steps: [{ call: 'target', ends: 'refused' }],
}
