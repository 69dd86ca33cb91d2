import type { Scenario } from '../scenario.ts'
import { deliveryRoles, expectation } from './common.ts'

export const outOfOrderDelivery: Scenario = {
  name: 'out_of_order_delivery',
  summary: 'an event is delivered after the one that follows it',
  source: 'built-in',
  roles: deliveryRoles,
  head: { faults: [{ role: 'event', rule: { kind: 'reorder_webhook' } }], records: [] },
  verify: [expectation('acknowledges', 'event')],
  steps: [
    { call: 'trigger', ends: 'success' },
    { call: 'trigger', ends: 'success' },
  ],
}
