import type { FaultKind } from '../fault.ts'

export const delayWebhook: FaultKind = {
  kind: 'delay_webhook',
  on: 'webhook',
  summary: 'the event is delivered late',
  durationMs: 5_000,
  strikes: 'with',
}
