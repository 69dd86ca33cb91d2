/** What a user attaches to a sandbox: how its events are signed, what triggers them, where they go, and events that other documents declare. */
import type { ApiDescription, OperationId, WebhookEvent } from '../../api/description.ts'
import { schemaKey } from '../../api/model.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { NO_WEBHOOKS, type Sink, type WebhookSettings } from './settings.ts'
import type { Sidecar } from './sidecar.ts'

export interface WebhookAttachment {
  readonly sidecar?: Sidecar
  readonly sinks: readonly Sink[]
  /** Events of AsyncAPI documents, and the schemas that they refer to. */
  readonly declared?: {
    readonly events: readonly WebhookEvent[]
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

export const NOTHING_ATTACHED: WebhookAttachment = { sinks: [] }

/** The description with the events and triggers that are attached to it. */
export function attachedTo(api: ApiDescription, { sidecar, declared }: WebhookAttachment): ApiDescription {
  if (declared === undefined && Object.keys(sidecar?.events ?? {}).length === 0) return api
  const own = new Set(api.head.events.map(({ name }) => name))
  const more = (declared?.events ?? []).filter(({ name }) => !own.has(name))
  const events = [...api.head.events, ...more].map((event) => bound(event, sidecar?.events ?? {}))
  const schemas = declared?.schemas ?? {}
  const head = { ...api.head, events }
  return {
    head,
    operation: (id) => api.operation(id),
    schema(reference) {
      const key = schemaKey(reference)
      if (key !== undefined && Object.hasOwn(schemas, key)) return schemas[key]
      return api.schema(reference)
    },
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
