import type { FaultKind } from '../fault.ts'

export const reorderWebhook: FaultKind = {
  kind: 'reorder_webhook',
  on: 'webhook',
  summary: 'the event is delivered after the one that follows it',
  durationMs: 0,
  strikes: 'with',
}
