/** One exchange as it is written to disk: redacted. One line of NDJSON. */
import type { Ending } from './exchange.ts'

export interface Recording {
  readonly v: 1
  /** `rec_` and 16 hex digits. */
  readonly id: string
  readonly upstream: string
  /** RFC 3339 with milliseconds. */
  readonly at: string
  readonly duration_ms: number
  readonly method: string
  /** Path below the route of the upstream, identifiers as tokens. */
  readonly path: string
  /** Names and values in turn. */
  readonly query: readonly (readonly [string, string])[]
  readonly status: number
  readonly ending: Ending
  readonly request: RecordedMessage
  readonly response: RecordedMessage
  /** Fingerprints of findings and incidents that it gave rise to. */
  readonly findings?: readonly string[]
}

export interface RecordedMessage {
  readonly fields: readonly (readonly [string, string])[]
  /** Media type without parameters; null where there was no body. */
  readonly media: string | null
  /** JSON and forms as values; null where there was none, or where it is not kept. */
  readonly body: unknown
  /** Bytes on the wire. */
  readonly length: number
  readonly truncated: boolean
  /** Why the body is not kept: 'undecodable', 'not-text', 'too-large', 'malformed'. */
  readonly omitted?: string
}
