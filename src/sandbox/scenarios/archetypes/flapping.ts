import type { Scenario } from '../scenario.ts'
import { recovery, target } from './common.ts'

export const flapping: Scenario = {
  name: 'flapping',
  summary: 'the provider is unreliable: the first attempt fails, then half of all, chosen by the seed',
  source: 'built-in',
  roles: [target('what comes and goes')],
  head: {
    faults: [
      { role: 'target', rule: { kind: 'error', status: 503, times: 1 } },
      { role: 'target', rule: { kind: 'error', status: 503, probability: 0.5 } },
    ],
    records: [],
  },
  verify: recovery('target', { attempts: 3 }),
  steps: [
    { call: 'target', ends: 'any' },
    { call: 'target', ends: 'any' },
    { call: 'target', ends: 'any' },
  ],
}
