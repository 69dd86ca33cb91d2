import type { Scenario } from '../scenario.ts'
import { recovery, target } from './common.ts'

export const timeouts: Scenario = {
  name: 'timeouts',
  summary: 'the first attempt gets no answer for five seconds, then the connection closes',
  source: 'built-in',
  roles: [target('what hangs')],
  head: { faults: [{ role: 'target', rule: { kind: 'hang', delayMs: 5000, times: 1 } }], records: [] },
  verify: recovery('target'),
  steps: [{ call: 'target', ends: 'success' }],
}
