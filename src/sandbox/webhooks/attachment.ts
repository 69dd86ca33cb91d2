/** What a user attaches to a sandbox: how its events are signed, what triggers them, and where they go. */
import type { ApiDescription, OperationId, WebhookEvent } from '../../api/description.ts'
import { NO_WEBHOOKS, type Sink, type WebhookSettings } from './settings.ts'
import type { Sidecar } from './sidecar.ts'

export interface WebhookAttachment {
  readonly sidecar?: Sidecar
  readonly sinks: readonly Sink[]
}

export const NOTHING_ATTACHED: WebhookAttachment = { sinks: [] }

/** The description with the triggers that are attached to its events. */
export function attachedTo(api: ApiDescription, { sidecar }: WebhookAttachment): ApiDescription {
  if (Object.keys(sidecar?.events ?? {}).length === 0) return api
  const events = api.head.events.map((event) => bound(event, sidecar?.events ?? {}))
  return {
    head: { ...api.head, events },
    operation: (id) => api.operation(id),
    schema: (reference) => api.schema(reference),
  }
}

/** `more` are sinks beside those that are kept. */
export function webhookSettings({ sidecar, sinks }: WebhookAttachment, more: readonly Sink[] = []): WebhookSettings {
  return { envelope: sidecar?.envelope ?? NO_WEBHOOKS.envelope, sinks: [...sinks, ...more] }
}

function bound(event: WebhookEvent, events: Readonly<Record<string, OperationId | 'emit-only'>>): WebhookEvent {
  const trigger = Object.hasOwn(events, event.name) ? events[event.name] : undefined
  if (trigger === undefined) return event
  const { alsoTriggeredBy: _, ...rest } = event
  return { ...rest, trigger, provenance: 'explicit', why: 'the sidecar says so' }
}
