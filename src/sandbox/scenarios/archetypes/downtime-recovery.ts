import type { Scenario } from '../scenario.ts'
import { recovery, target } from './common.ts'

export const downtimeRecovery: Scenario = {
  name: 'downtime_recovery',
  summary: 'the provider is down for three attempts, then back',
  source: 'built-in',
  roles: [target('what is down')],
  head: { faults: [{ role: 'target', rule: { kind: 'error', status: 503, times: 3 } }], records: [] },
  verify: recovery('target'),
  steps: [
    { call: 'target', ends: 'success' },
    { call: 'target', ends: 'success' },
  ],
}
