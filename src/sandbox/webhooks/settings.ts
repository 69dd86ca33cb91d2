/** How the events of a sandbox are signed, and where they go. */
import type { Envelope } from './envelope.ts'
import { ordinaryEnvelope } from './presets/index.ts'

export interface WebhookSettings {
  readonly envelope: Envelope
  readonly sinks: readonly Sink[]
}

/** A target that the user named. */
export interface Sink {
  readonly url: string
  /** Names of events, with `customer.*` for several. Absent: all. */
  readonly events?: readonly string[]
  /** For how long it stays unless it is added again, in milliseconds; it is not kept on disk. Absent: until it is removed. */
  readonly lease_ms?: number
}

/** Without a sidecar, and without sinks. */
export const NO_WEBHOOKS: WebhookSettings = { envelope: ordinaryEnvelope, sinks: [] }
