import type { Scenario } from '../scenario.ts'
import { recovery, target } from './common.ts'

export const brownout: Scenario = {
  name: 'brownout',
  summary: 'the provider is overloaded: every answer is late, three in ten are 503',
  source: 'built-in',
  roles: [target('what is slow')],
  head: {
    faults: [
      { role: 'target', rule: { kind: 'latency', delayMs: 800, jitterMs: 400 } },
      { role: 'target', rule: { kind: 'error', status: 503, probability: 0.3 } },
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
