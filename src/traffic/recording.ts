/** One exchange as it is written to disk: redacted. One line of NDJSON, numbers with all their digits. */
import type { Ending } from './exchange.ts'
import type { Omission } from './observation.ts'

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
  /**
   * Values in the bodies that are as they were sent though only the description says that they may be read: a text that
   * is neither among them nor readable by itself is a stand-in. Absent: none. 'all': nothing is a stand-in.
   */
  readonly choices?: readonly string[] | 'all'
  /** Fingerprints of findings and incidents that it gave rise to. */
  readonly findings?: readonly string[]
}

export interface RecordedMessage {
  readonly fields: readonly (readonly [string, string])[]
  /** Media type without parameters, '' where none was told; null where there was no body. */
  readonly media: string | null
  /** JSON as its value, a form as a list of names and values; null where there was none, or where it is not kept. */
  readonly body: unknown
  /** Bytes on the wire. */
  readonly length: number
  readonly truncated: boolean
  /** Why a body is not kept. */
  readonly omitted?: Omission
}
