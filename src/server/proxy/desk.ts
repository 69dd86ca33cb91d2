/** What all exchanges share: what is counted, what is kept, and who is told of them. */

import { messageOf } from '../../support/errors.ts'
import type { Ending, Exchange } from '../../traffic/exchange.ts'
import { Pace } from './interim.ts'
import { Lanes } from './lane.ts'
import { type Kept, SeenBody } from './seen.ts'

export interface ProxyCounts {
  /** Exchanges that have begun, upgraded ones among them. */
  requestsProxied: number
  /** Exchanges that ended without an answer of the upstream, though the client waited. */
  upstreamErrors: number
  /** Answers that the upstream broke off. */
  upstreamBodyErrors: number
  /** Interim answers that were not passed on: too many, or more than the client took. */
  interimAnswersDropped: number
  /** Exchanges under way, and connections that became another protocol. */
  live: number
}

/** What bodies of exchanges under way may keep together; beyond it they count as truncated. */
const MOST_KEPT = 128 * 1024 * 1024
const MOST_TOLD = 100

export interface DeskOptions {
  readonly offer: (exchange: Exchange) => void
  readonly log: (line: string) => void
  readonly isStopping: () => boolean
}

export class Desk {
  readonly counts: ProxyCounts = {
    requestsProxied: 0,
    upstreamErrors: 0,
    upstreamBodyErrors: 0,
    interimAnswersDropped: 0,
    live: 0,
  }
  readonly lanes: Lanes = new Lanes()
  readonly #pace = new Pace()
  readonly #kept: Kept = { bytes: 0, limit: MOST_KEPT }
  readonly #options: DeskOptions
  readonly #told = new Set<string>()

  constructor(options: DeskOptions) {
    this.#options = options
  }

  get isStopping(): boolean {
    return this.#options.isStopping()
  }

  seenBody(): SeenBody {
    return new SeenBody(this.#kept)
  }

  begin(): void {
    this.counts.requestsProxied++
    this.counts.live++
  }

  /** Never throws: whoever looks on cannot harm the traffic. */
  end(exchange: Exchange): void {
    this.counts.live--
    this.#count(exchange.ending)
    this.offer(exchange)
  }

  /** An interim answer is not passed on. Gives until when nothing more should be read where it came from. */
  dropInterim(bytes: number): number {
    this.counts.interimAnswersDropped++
    return this.#pace.after(bytes)
  }

  /** A connection that became another protocol stays live until `closed`. */
  switched(exchange: Exchange, closed: (done: () => void) => void): void {
    closed(() => {
      this.counts.live--
    })
    this.offer(exchange)
  }

  offer(exchange: Exchange): void {
    try {
      this.#options.offer(exchange)
    } catch (error) {
      this.tell(`The observer refused an exchange: ${messageOf(error)}`)
    }
  }

  /** The same line is told once. */
  tell(line: string): void {
    if (this.#told.has(line)) return
    if (this.#told.size >= MOST_TOLD) this.#told.clear()
    this.#told.add(line)
    this.#options.log(line)
  }

  #count(ending: Ending): void {
    if (ending === 'unreachable') this.counts.upstreamErrors++
    else if (ending === 'upstream-aborted') this.counts.upstreamBodyErrors++
  }
}
