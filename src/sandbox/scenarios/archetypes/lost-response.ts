import type { Scenario } from '../scenario.ts'
import { recovery, target } from './common.ts'

export const lostResponse: Scenario = {
  name: 'lost_response',
  summary: 'the call succeeds but its answer is lost: a retry without the same key does it twice',
  source: 'built-in',
  roles: [target('what is carried out unseen', ['writes'])],
  head: { faults: [{ role: 'target', rule: { kind: 'connection_reset', after: true, times: 1 } }], records: [] },
  verify: recovery('target'),
  steps: [{ call: 'target', ends: 'success' }],
}
