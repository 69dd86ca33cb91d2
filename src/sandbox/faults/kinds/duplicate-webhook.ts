import type { FaultKind } from '../fault.ts'

export const duplicateWebhook: FaultKind = {
  kind: 'duplicate_webhook',
  on: 'webhook',
  summary: 'the event is delivered twice',
  durationMs: 0,
  strikes: 'with',
}
