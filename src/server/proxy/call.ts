/** The two halves of an exchange: the call to an upstream, and what the call tells. */
import type { Buffer } from 'node:buffer'
import type { Duplex } from 'node:stream'

export interface Order {
  readonly method: string
  /** Path and query as the upstream gets them. */
  readonly path: string
  /** Names and values in turn. */
  readonly fields: readonly string[]
  readonly hasBody: boolean
  readonly isChunked: boolean
  /** The client wants to go on in another protocol. */
  readonly upgrades: boolean
}

export interface AnswerHead {
  readonly status: number
  readonly reason: string
  /** Names and values in turn, as they came. */
  readonly raw: readonly string[]
  /** Fields that another version of HTTP needs beside these. */
  readonly added?: readonly string[]
  /** How the end of the body is told. */
  readonly framing: 'length' | 'chunked' | 'close' | 'none'
}

/** One request to an upstream. It is sent once. */
export interface Call {
  /** False: wait for `drained`. */
  write(chunk: Buffer): boolean
  /** Sends the head now, without waiting for the body. */
  flush(): void
  /** The request is whole. */
  end(trailers: readonly string[]): void
  /** The client takes no more for now. */
  pause(): void
  resume(): void
  /** What was told last is dropped: reads nothing of the connection until then, in milliseconds of `performance.now()`. May break the call. */
  rest(until: number): void
  /** The client has closed its side. False: the protocol cannot say so. */
  halfClose(): boolean
  /** Nobody waits any more. */
  abort(): void
}

/** What becomes of a call, in this order: interim answers, the head, pieces, the end. Or it breaks, once, at any point before the end. */
export interface Caller {
  informed(status: number, reason: string, raw: readonly string[]): void
  answered(head: AnswerHead): void
  received(chunk: Buffer): void
  ended(trailers: readonly string[]): void
  broke(error: Error): void
  drained(): void
  /** The upstream takes nothing more of the request. */
  closed(): void
  /** The connection is another protocol now; `head` came behind the answer. */
  switched(answer: AnswerHead, socket: Duplex, head: Buffer): void
}
