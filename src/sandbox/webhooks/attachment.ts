/** What a user attaches to a sandbox: how its events are signed, what triggers them, and where they go. */
import type { ApiDescription, OperationId, WebhookEvent } from '../../api/description.ts'
import { NO_WEBHOOKS, type Sink, type WebhookSettings } from './settings.ts'
import type { Sidecar } from './sidecar.ts'

export interface WebhookAttachment {
  readonly sidecar?: Sidecar
  readonly sinks: readonly Sink[]
}

export const NOTHING_ATTACHED: WebhookAttachment = { sinks: [] }

/** The description with the triggers that are attached to its events; one that it has no operation for any more does nothing. */
export function attachedTo(api: ApiDescription, { sidecar }: WebhookAttachment): ApiDescription {
  if (Object.keys(sidecar?.events ?? {}).length === 0) return api
  const operations = new Set<string>(api.head.operations.map(({ id }) => id))
  const events = api.head.events.map((event) => bound(event, sidecar?.events ?? {}, operations))
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

type Triggers = Readonly<Record<string, OperationId | 'emit-only'>>

function bound(event: WebhookEvent, events: Triggers, operations: ReadonlySet<string>): WebhookEvent {
  const trigger = Object.hasOwn(events, event.name) ? events[event.name] : undefined
  if (trigger === undefined || !(trigger === 'emit-only' || operations.has(trigger))) return event
  const { alsoTriggeredBy: _, ...rest } = event
  return { ...rest, trigger, provenance: 'explicit', why: 'the sidecar says so' }
}
