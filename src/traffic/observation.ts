/** What is learned from: an exchange whose bodies were decoded and read. Raw values, in memory only. */
import type { Ending } from './exchange.ts'

export interface Observation {
  readonly upstream: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly method: string
  /** Path below the route of the upstream, as sent, without query. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  /** 0 where no answer came. */
  readonly status: number
  readonly ending: Ending
  readonly request: ReadMessage
  readonly response: ReadMessage
}

export interface ReadMessage {
  /** Lower-case names, in order, repeated ones repeated. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Media type in lower case without parameters, '' where none was told; undefined where there was no body. */
  readonly media: string | undefined
  /** Absent where there is nothing to learn from: no body, not JSON, undecodable, malformed, truncated. Numbers as `support/exact-json.ts` reads them. */
  readonly json?: { readonly value: unknown }
  /** Form bodies. */
  readonly form?: readonly (readonly [name: string, value: string])[]
  readonly truncated: boolean
  /** Why there is a body and neither `json` nor `form`. */
  readonly omitted?: Omission
}

export type Omission =
  /** Cut at what is kept of a body, or by the end of the connection. */
  | 'truncated'
  /** A content coding that is not known, or bytes that are none of it. */
  | 'undecodable'
  /** More than is read once it is decoded. */
  | 'too-large'
  /** Said to be JSON or a form, and is none. */
  | 'malformed'
  /** Another media type: XML, multipart, texts, images. */
  | 'not-read'
