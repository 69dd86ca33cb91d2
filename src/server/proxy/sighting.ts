/** One exchange while it is under way, as it will be told. */
import type { IncomingMessage } from 'node:http'
import type { Ending, Exchange } from '../../traffic/exchange.ts'
import type { Desk } from './desk.ts'
import type { SeenBody } from './seen.ts'

const NO_FIELDS: readonly string[] = []

export class Sighting {
  readonly request: SeenBody
  readonly response: SeenBody
  readonly #message: IncomingMessage
  readonly #upstream: string
  readonly #target: string
  readonly #at = Date.now()
  readonly #started = performance.now()
  #status = 0
  #answerFields: readonly string[] = NO_FIELDS

  /** `below`: path and query below the route. */
  constructor(desk: Desk, message: IncomingMessage, upstream: string, below: string) {
    this.request = desk.seenBody()
    this.response = desk.seenBody()
    this.#message = message
    this.#upstream = upstream
    this.#target = below.charCodeAt(0) === 47 ? below : `/${below}`
  }

  answered(status: number, rawFields: readonly string[]): void {
    this.#status = status
    this.#answerFields = rawFields
  }

  get hasAnswer(): boolean {
    return this.#status !== 0
  }

  exchange(ending: Ending): Exchange {
    const { rawHeaders, method = 'GET', complete } = this.#message
    return {
      upstream: this.#upstream,
      at: this.#at,
      durationMs: performance.now() - this.#started,
      method,
      target: this.#target,
      request: this.request.take(rawHeaders, complete || ending === 'upgraded'),
      status: this.#status,
      response: this.response.take(this.#answerFields, ending === 'complete' || ending === 'upgraded'),
      ending,
    }
  }
}
