import type { Scenario } from '../scenario.ts'
import { deliveryRoles, expectation } from './common.ts'

export const duplicateDelivery: Scenario = {
  name: 'duplicate_delivery',
  summary: 'every event of one kind is delivered twice',
  source: 'built-in',
  roles: deliveryRoles,
  head: { faults: [{ role: 'event', rule: { kind: 'duplicate_webhook' } }], records: [] },
  verify: [expectation('acknowledges', 'event')],
  steps: [{ call: 'trigger', ends: 'success' }],
}
