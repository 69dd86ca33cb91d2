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
import { type Claim, type Leave, Slots } from '../support/slots.ts'
import { isAddress } from './locations.ts'
import { Downloads } from './sandbox-downloads.ts'
import { GAVE_WAY, inThread, type ThreadOptions, type ThreadOrder } from './sandbox-thread.ts'

const MOST_AT_WORK = 2
/** Orders that hold a whole description, and those whose documents are fetched, from when they come until they end. */
const MOST_SENT = 10
const MOST_FETCHING = 64
/** Bytes that came of all documents. */
const MOST_FETCHED = 256 * 1024 * 1024
/** A longer order is not looked through for an address: its thread says which it is. */
const MOST_LOOKED_AT = 64 * 1024

/** Whatever is sent takes turns as if it were of one host. */
const SENT = ''
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
  #sent = 0

  constructor(options: ThreadOptions = {}) {
    this.#options = options
    setMaxListeners(0, this.#ending.signal)
  }

  /** What the task gives. Rejects with ToolError, `unavailable` where too many are there already. */
  async run(order: ThreadOrder): Promise<unknown> {
    const url = order.task === 'sent' ? addressIn(order.body) : undefined
    // Those of one host take turns with those of others, with what is sent, and with those that gave way.
    const claim = { by: url?.host ?? SENT }
    const leave = await this.#enter(claim)
    const downloads = new Downloads(this.#fetched)
    const stop = (): void => downloads.end('The server stops')
    this.#ending.signal.addEventListener('abort', stop)
    if (this.#ending.signal.aborted) stop()
    try {
      // What stands elsewhere may come meanwhile, or not: that takes no thread to tell.
      if (url !== undefined && !this.#atWork.hasRoom(claim)) await downloads.get({ location: url.href, isRoot: true })
      let rest = FIRST_REST_MS
      for (let turn: Claim = claim; ; turn = RETURNING) {
        const result = await this.#inTurn(turn, downloads, () => this.#perform(order, downloads))
        if (result !== GAVE_WAY) return result
        await downloads.settled()
        await downloads.meanwhile(setTimeout(rest, undefined, { ref: false }))
        rest = Math.min(2 * rest, LONGEST_REST_MS)
      }
    } finally {
      this.#ending.signal.removeEventListener('abort', stop)
      downloads.end()
      leave()
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

  /** Refuses what there is no room for: what was let in is not refused halfway. */
  async #enter(claim: Claim): Promise<Leave> {
    if (claim.by !== SENT) {
      const leave = this.#fetching.hasRoom(claim) ? await this.#fetching.take(claim) : undefined
      if (leave === undefined) throw busy()
      return leave
    }
    if (this.#sent >= MOST_SENT) throw busy()
    this.#sent += 1
    return () => (this.#sent -= 1)
  }

  /** Works once there is a thread, unless the documents are given up before. */
  async #inTurn(turn: Claim, downloads: Downloads, work: () => Promise<unknown>): Promise<unknown> {
    const taken = this.#atWork.take(turn)
    try {
      await downloads.meanwhile(taken)
      return await work()
    } finally {
      void taken.then((leave) => leave?.())
    }
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
