/**
 * Sends webhooks: to each target one after the other, in the order in which they happened, again after a while where
 * that failed. It waits on timers and sockets alone; what it is told of is stored already.
 */
import { setMaxListeners } from 'node:events'
import { type Dispatch, queueOf, type Target } from '../sandbox/webhooks/delivery.ts'
import type { DeliveryBook } from '../sandbox/webhooks/delivery-book.ts'
import type { Sealed } from '../sandbox/webhooks/seal.ts'
import { diceOf } from '../support/dice.ts'
import { type Leave, Slots } from '../support/slots.ts'
import { resolverFor } from './resolve-name.ts'
import type { AllowedTargets, Resolve } from './webhook-address.ts'
import { Pace } from './webhook-pace.ts'
import { type Attempt, attempt } from './webhook-request.ts'

/** Waits between attempts, in milliseconds. */
const RETRIES: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000]
/** How much earlier or later an attempt may come, as a share of the wait. */
const JITTER = 0.1
/** A target that has failed so often in a row is left alone for longer. */
const MOST_FAILURES = 5
const REST_MS = 30_000
const TIMEOUT_MS = 10_000
/** An attempt that takes longer is one at a slow target: the next shares room with those at others of the kind. */
const SLOW_MS = 1_000
/** Attempts under way at one time, of all sandboxes together. */
const MOST_UNDER_WAY = 1_280
const MOST_SLOW = 256
/** The longest that a target may ask to be left alone. */
const LONGEST_WAIT_MS = 3_600_000
/** How long a delivery waits for another to go before it. */
const REORDER_MS = 5_000
/** How long attempts under way may go on when the server stops. */
const DRAIN_MS = 2_000

/** Time, for tests that have none. */
export interface Timers {
  now(): number
  /** Calls back after so many milliseconds, until the returned function is called. */
  after(ms: number, then: () => void): () => void
}

export const realTimers: Timers = {
  now: () => Date.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** Targets whose pace is remembered. */
const MOST_PACES = 1_024

/** Room for attempts, which all sandboxes share. */
export interface AttemptRoom {
  readonly usual: Slots
  /** For targets whose last attempt took long. */
  readonly slow: Slots
}

export function attemptRoom(): AttemptRoom {
  return { usual: new Slots(MOST_UNDER_WAY), slow: new Slots(MOST_SLOW) }
}

export interface SenderOptions {
  readonly book: DeliveryBook
  readonly room: AttemptRoom
  readonly seed: () => string
  readonly allowed: AllowedTargets
  readonly resolve?: Resolve
  readonly timers?: Timers
  readonly timeoutMs?: number
  readonly userAgent: string
  /** Signs a delivery as of now. Throws where the key is missing. */
  seal(dispatch: Dispatch, now: number): Sealed
  /** A delivery has ended: it is kept no more. */
  ended(dispatch: Dispatch): void
  /** The target says that it is gone for good. */
  gone(target: Target): void
}

export class WebhookSender {
  readonly #options: SenderOptions
  readonly #timers: Timers
  readonly #resolve: Resolve
  readonly #queues = new Map<string, TargetQueue>()
  /** By target, those used last at the end. */
  readonly #paces = new Map<string, Pace>()
  readonly #stopping = new AbortController()

  constructor(options: SenderOptions) {
    this.#options = options
    this.#timers = options.timers ?? realTimers
    this.#resolve = options.resolve ?? resolverFor(this)
    // Every attempt under way listens.
    setMaxListeners(0, this.#stopping.signal)
  }

  /** Sends what is stored, each to its target behind what waits there. */
  send(dispatches: readonly Dispatch[]): void {
    for (const dispatch of dispatches) this.#queueOf(dispatch.target).add(dispatch)
  }

  /** What waits or is under way. */
  get waiting(): readonly Dispatch[] {
    return [...this.#queues.values()].flatMap((queue) => queue.all)
  }

  /** Lets attempts under way end, for a while, and begins none any more. What is left is still stored. */
  async stop(): Promise<void> {
    const queues = [...this.#queues.values()]
    for (const queue of queues) queue.stop()
    const { usual, slow } = this.#options.room
    for (const slots of [usual, slow]) slots.giveUp(this)
    const under = queues.flatMap(({ underWay }) => underWay ?? [])
    if (under.length > 0) {
      let timer: NodeJS.Timeout | undefined
      await Promise.race([
        Promise.allSettled(under),
        new Promise((resolve) => {
          timer = setTimeout(resolve, DRAIN_MS)
        }),
      ])
      clearTimeout(timer)
    }
    this.#stopping.abort()
  }

  /** What happened so far tells nothing of what will. */
  forgetPaces(): void {
    this.#paces.clear()
  }

  #paceOf(key: string): Pace {
    const pace = this.#paces.get(key) ?? new Pace()
    this.#paces.delete(key)
    this.#paces.set(key, pace)
    const [oldest] = this.#paces.keys()
    if (oldest !== undefined && this.#paces.size > MOST_PACES) this.#paces.delete(oldest)
    return pace
  }

  #queueOf(target: Target): TargetQueue {
    const key = queueOf(target)
    let queue = this.#queues.get(key)
    if (queue === undefined) {
      queue = new TargetQueue({
        ...this.#options,
        timers: this.#timers,
        resolve: this.#resolve,
        signal: this.#stopping.signal,
        emptied: () => this.#queues.delete(key),
        pace: () => this.#paceOf(key),
        enter: (on, isSlow) => this.#options.room[isSlow ? 'slow' : 'usual'].take({ by: this, on }),
      })
      this.#queues.set(key, queue)
    }
    return queue
  }
}

interface QueueOptions extends SenderOptions {
  readonly resolve: Resolve
  pace(): Pace
  readonly timers: Timers
  readonly signal: AbortSignal
  emptied(): void
  /** Waits for room; undefined where the server stops meanwhile. */
  enter(on: string, isSlow: boolean): Promise<Leave | undefined>
}

/** What waits for one target. */
class TargetQueue {
  underWay: Promise<void> | undefined
  readonly #options: QueueOptions
  readonly #timers: Timers
  readonly #signal: AbortSignal
  #waiting: Dispatch[] = []
  #failures = 0
  /** Its last attempt took long. */
  #isSlow = false
  /** Attempts at what waits, and when the next is due. */
  readonly #tried = new Map<Dispatch, { count: number; due: number }>()
  #isStopped = false
  /** Delays and reorderings that the first has had already. */
  #settled: Dispatch | undefined
  #unplan: (() => void) | undefined

  constructor(options: QueueOptions) {
    this.#options = options
    this.#timers = options.timers
    this.#signal = options.signal
  }

  get all(): readonly Dispatch[] {
    return this.#waiting
  }

  add(dispatch: Dispatch): void {
    this.#waiting.push(dispatch)
    this.#options.pace().happened()
    const [first] = this.#waiting
    const isHeld = first !== undefined && this.#waiting.length === 2 && isReordered(first) && this.#settled !== first
    if (this.#waiting.length === 1 || isHeld) this.#next()
  }

  stop(): void {
    this.#isStopped = true
    this.#unplan?.()
  }

  #plan(ms: number, then: () => void): void {
    this.#unplan?.()
    this.#unplan = this.#timers.after(ms, then)
  }

  /** Sees to the first that waits. */
  #next(): void {
    if (this.#isStopped || this.underWay !== undefined) return
    this.#unplan?.()
    const [first, second] = this.#waiting
    if (first === undefined) {
      this.#options.emptied()
      return
    }
    if (this.#settled !== first) {
      if (isReordered(first) && second !== undefined) {
        this.#waiting = [second, first, ...this.#waiting.slice(2)]
        // The one that goes first has faults of its own, but for another change of order.
        this.#settled = second
        this.#begin(second)
        return
      }
      if (isReordered(first)) {
        this.#plan(REORDER_MS, () => {
          this.#settled = first
          this.#begin(first)
        })
        return
      }
      this.#settled = first
    }
    this.#begin(first)
  }

  #begin(dispatch: Dispatch): void {
    const delay = dispatch.faults.find(({ kind }) => kind === 'delay_webhook')
    const tried = this.#tried.get(dispatch)
    const wait = tried === undefined ? (delay?.ms ?? 0) : tried.due - this.#timers.now()
    const start = (): void => (tried === undefined ? this.#atPace(dispatch) : this.#try(dispatch))
    if (wait > 0) this.#plan(wait, start)
    else start()
  }

  #atPace(dispatch: Dispatch): void {
    const pace = this.#options.pace()
    const wait = pace.before(dispatch.seq, this.#timers.now())
    if (wait === 0) {
      this.#try(dispatch)
      return
    }
    this.#plan(wait / 2, () => {
      pace.listen()
      this.#plan(wait / 2, () => {
        pace.judge(this.#waiting.at(-1)?.seq ?? 0, this.#timers.now())
        this.#try(dispatch)
      })
    })
  }

  #try(dispatch: Dispatch): void {
    if (this.#isStopped) return
    this.underWay = this.#attemptInTurn(dispatch).then((then) => {
      this.underWay = undefined
      then()
    })
  }

  /** It begins, and its time runs, once there is room for it. */
  async #attemptInTurn(dispatch: Dispatch): Promise<() => void> {
    const { url } = dispatch.target
    const open: Promise<void>[] = []
    const leave = await this.#options.enter(URL.canParse(url) ? new URL(url).host : url, this.#isSlow)
    try {
      if (leave === undefined || this.#isStopped) return () => {}
      const began = this.#timers.now()
      const then = await this.#attempt(dispatch, began, open)
      this.#isSlow = this.#timers.now() - began > SLOW_MS
      return then
    } finally {
      // The next need not wait for what is left of an answer, but its connection takes room.
      void Promise.all(open).then(() => leave?.())
    }
  }

  /** Makes one attempt, and adds to `open` what ends with its connections; gives what is to be done after it. */
  async #attempt(dispatch: Dispatch, began: number, open: Promise<void>[]): Promise<() => void> {
    const { book } = this.#options
    const { seq, target } = dispatch
    const count = (this.#tried.get(dispatch)?.count ?? 0) + 1
    this.#tried.set(dispatch, { count, due: 0 })
    const { result, signature } = await this.#post(dispatch)
    if (result.closed !== undefined) open.push(result.closed)
    // What the end of the server cut off is tried again by the next.
    if (this.#signal.aborted && result.status === null) return () => {}
    const told = {
      attempts: (book.get(seq)?.attempts ?? 0) + 1,
      duration_ms: Math.max(0, Math.round(this.#timers.now() - began)),
      response_status: result.status,
      error: result.error,
      ...(signature !== '' && { signature }),
    }
    if (result.error === '') {
      this.#failures = 0
      book.change(seq, { ...told, status: 'delivered' })
      if (dispatch.faults.some(({ kind }) => kind === 'duplicate_webhook')) {
        const { error, closed } = (await this.#post(dispatch)).result
        if (closed !== undefined) open.push(closed)
        if (error !== '') book.change(seq, { status: 'delivered', error: `the second copy was not: ${error}` })
      }
      return () => this.#done(dispatch)
    }
    this.#failures += 1
    const isGone = result.status === 410 && target.by === 'endpoint'
    const wait = RETRIES[count - 1]
    if (isGone || result.isRefused === true || wait === undefined) {
      book.change(seq, { ...told, status: 'failed' })
      if (isGone) this.#options.gone(target)
      return () => this.#done(dispatch)
    }
    book.change(seq, { ...told, status: 'pending' })
    const ms = this.#waitFor(dispatch, count, wait, result)
    return () => this.#later(dispatch, count, ms)
  }

  /** What was overtaken by it goes now: it is before the next attempt in any case. */
  #later(dispatch: Dispatch, count: number, ms: number): void {
    this.#tried.set(dispatch, { count, due: this.#timers.now() + ms })
    const [first, second] = this.#waiting
    if (first === dispatch && second !== undefined && isReordered(second) && second.seq < first.seq) {
      this.#waiting = [second, first, ...this.#waiting.slice(2)]
      this.#settled = second
      this.#begin(second)
    } else this.#plan(ms, () => this.#try(dispatch))
  }

  async #post(dispatch: Dispatch): Promise<{ readonly result: Attempt; readonly signature: string }> {
    const { allowed, resolve, timeoutMs = TIMEOUT_MS, userAgent } = this.#options
    const { method } = dispatch.target
    let sealed: Sealed
    try {
      sealed = this.#options.seal(dispatch, this.#timers.now())
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { result: { status: null, error: `cannot be signed: ${reason}` }, signature: '' }
    }
    const isNamed = sealed.headers.some(([name]) => name.toLowerCase() === 'user-agent')
    const headers = isNamed ? sealed.headers : [['User-Agent', userAgent] as const, ...sealed.headers]
    const options = { allowed, resolve, timeoutMs, signal: this.#signal }
    const { hops } = dispatch
    const message = { url: sealed.url, method, headers, body: sealed.body, ...(hops !== undefined && { hops }) }
    const result = await attempt(message, options)
    return { result, signature: sealed.signature }
  }

  #waitFor({ id }: Dispatch, count: number, usual: number, { retryAfter = 0 }: Attempt): number {
    const draw = diceOf(this.#options.seed()).of('webhooks').draw(`${id}/${count}`)
    const jittered = usual * (1 + JITTER * (2 * draw - 1))
    const rest = this.#failures >= MOST_FAILURES ? REST_MS : 0
    return Math.min(LONGEST_WAIT_MS, Math.max(jittered, retryAfter, rest))
  }

  #done(dispatch: Dispatch): void {
    this.#tried.delete(dispatch)
    this.#waiting = this.#waiting.filter((one) => one !== dispatch)
    this.#options.ended(dispatch)
    // What was overtaken goes next, and is not held again.
    const [first] = this.#waiting
    if (first !== undefined && isReordered(first) && first.seq < dispatch.seq) this.#settled = first
    this.#next()
  }
}

function isReordered({ faults }: Dispatch): boolean {
  return faults.some(({ kind }) => kind === 'reorder_webhook')
}
