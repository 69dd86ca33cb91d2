/** One request and its answer as they went over the wire between a client and an upstream. Nothing in it is redacted: it never leaves memory. */

/** How an exchange ended. */
export type Ending =
  /** The answer came whole. */
  | 'complete'
  /** No head of an answer came: no connection, or one that was lost before. */
  | 'unreachable'
  /** The upstream closed the connection inside the body of its answer. */
  | 'upstream-aborted'
  /** The client hung up before the answer was out. */
  | 'client-aborted'
  /** The connection became another protocol (101). */
  | 'upgraded'

export interface Exchange {
  /** Name of the upstream. */
  readonly upstream: string
  /** When the head of the request had come, milliseconds since the epoch. */
  readonly at: number
  readonly durationMs: number
  readonly method: string
  /** Path and query as sent, below the route of the upstream; begins with '/'. */
  readonly target: string
  readonly request: SeenMessage
  /** 0 where no answer came. */
  readonly status: number
  readonly response: SeenMessage
  readonly ending: Ending
  /** It comes from a recording that is written as HAR: its values are stand-ins but for these and what is readable by itself. */
  readonly kept?: { readonly choices: readonly string[] }
}

export interface SeenMessage {
  /** Names and values in turn, as they came. */
  readonly fields: readonly string[]
  /** The begin of the body in pieces, as sent (content codings are not undone). */
  readonly body: readonly Uint8Array[]
  /** Bytes that the body had altogether. */
  readonly length: number
  /** `body` is not all of it. */
  readonly truncated: boolean
}

/** Bytes of a body that are kept to be looked at. */
export const MOST_SEEN: number = 1024 * 1024
