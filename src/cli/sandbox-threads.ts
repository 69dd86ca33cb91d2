/**
 * Descriptions are imported in threads of their own while a server runs: reading a large one takes seconds, and traffic
 * must not feel it. Few are at work at one time, and none of them while it waits for documents that others could go
 * before.
 */
import { Buffer } from 'node:buffer'
import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { parseJson } from '../http/json-text.ts'
import { Budget } from '../support/budget.ts'
import { ToolError } from '../support/errors.ts'
import { field } from '../support/json.ts'
import { type Claim, Slots } from '../support/slots.ts'
import { isAddress } from './locations.ts'
import { Downloads } from './sandbox-downloads.ts'
import { GAVE_WAY, inThread, type ThreadOptions, type ThreadOrder } from './sandbox-thread.ts'

/** Threads at work, and orders that wait for one: each may hold a whole description. */
const MOST_AT_WORK = 2
const MOST_WAITING = 8
/** Orders whose documents are being fetched, without a thread, and bytes that came of all. */
const MOST_FETCHING = 64
const MOST_FETCHED = 256 * 1024 * 1024
/** A longer order is not looked through for an address: its thread says which it is. */
const MOST_LOOKED_AT = 64 * 1024

/** Those that gave way take turns with all others, and rest before: each begins anew, which is dear. */
const RETURNING: Claim = { by: GAVE_WAY }
const FIRST_REST_MS = 50
const LONGEST_REST_MS = 2_000

/** The threads of one server. */
export class SandboxThreads {
  readonly #options: ThreadOptions
  readonly #ending = new AbortController()
  readonly #atWork = new Slots(MOST_AT_WORK)
  readonly #fetching = new Slots(MOST_FETCHING)
  readonly #fetched = new Budget(MOST_FETCHED)

  constructor(options: ThreadOptions = {}) {
    this.#options = options
    setMaxListeners(0, this.#ending.signal)
  }

  /** What the task gives. Rejects with ToolError, `unavailable` where too many wait already. */
  async run(order: ThreadOrder): Promise<unknown> {
    const url = order.task === 'sent' ? addressIn(order.body) : undefined
    // Those of one host take turns with those of others, with what is sent, and with those that gave way.
    const claim = { by: url?.host ?? '' }
    const downloads = new Downloads(this.#fetched)
    const stop = (): void => downloads.end('The server stops')
    this.#ending.signal.addEventListener('abort', stop)
    try {
      if (!this.#atWork.hasRoom(claim)) {
        // What stands elsewhere may come meanwhile, or not: that takes no thread to tell.
        if (url !== undefined) await this.#fetch(claim, () => downloads.get({ location: url.href, isRoot: true }))
        else if (this.#atWork.waiting(claim.by) >= MOST_WAITING) throw busy()
      }
      let rest = FIRST_REST_MS
      for (let turn: Claim = claim; ; turn = RETURNING) {
        const leave = await this.#atWork.take(turn)
        const result = await this.#perform(order, downloads).finally(leave)
        if (result !== GAVE_WAY) return result
        await this.#fetch(claim, () => downloads.settled())
        await setTimeout(rest, undefined, { ref: false })
        rest = Math.min(2 * rest, LONGEST_REST_MS)
      }
    } finally {
      this.#ending.signal.removeEventListener('abort', stop)
      downloads.end()
    }
  }

  /** Ends what is at work; what waits fails at once. */
  stop(): void {
    this.#ending.abort()
  }

  #perform(order: ThreadOrder, downloads: Downloads): Promise<unknown> {
    const isWanted = (): boolean => this.#atWork.waiting() > 0
    return inThread({ ...this.#options, order, downloads, signal: this.#ending.signal, isWanted })
  }

  /** Waits for documents without a thread. */
  async #fetch(claim: Claim, documents: () => Promise<unknown>): Promise<void> {
    if (!this.#fetching.hasRoom(claim)) throw busy()
    const leave = await this.#fetching.take(claim)
    await documents().finally(leave)
  }
}

function busy(): ToolError {
  return new ToolError('unavailable', 'Too many sandboxes are being added: try again in a moment')
}

/** Where the description stands that is to be fetched; undefined where it is sent, or nothing can be said at once. */
function addressIn(body: Uint8Array): URL | undefined {
  if (body.length > MOST_LOOKED_AT) return undefined
  const parsed = parseJson(Buffer.from(body).toString())
  const url = parsed.ok ? field(parsed.value, 'url') : undefined
  return typeof url === 'string' && isAddress(url) && URL.canParse(url) ? new URL(url) : undefined
}
