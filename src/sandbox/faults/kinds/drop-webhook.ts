import type { FaultKind } from '../fault.ts'

export const dropWebhook: FaultKind = {
  kind: 'drop_webhook',
  on: 'webhook',
  summary: 'the event is not delivered',
  durationMs: 0,
  strikes: 'with',
}
