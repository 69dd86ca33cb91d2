import type { Scenario } from '../scenario.ts'
import { expectation, retryManners, target } from './common.ts'

export const retryStorm: Scenario = {
  name: 'retry_storm',
  summary: 'the provider is down and stays down: more requests only make it worse',
  source: 'built-in',
  roles: [target('what fails')],
  head: { faults: [{ role: 'target', rule: { kind: 'error', status: 503 } }], records: [] },
  verify: [expectation('is_called', 'target'), ...retryManners('target')],
  steps: [{ call: 'target', ends: 'failed' }],
}
