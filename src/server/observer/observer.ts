/**
 * The main thread's side of observation. Offering an exchange costs microseconds and never waits: what does not fit into
 * the queue is dropped and counted, a worker that dies or stands still is replaced, and nobody who sends a request can
 * tell the difference.
 *
 *     offer → waiting (1,024 exchanges, 256 MiB) → batches, two under way at a time → worker
 */
import { Worker } from 'node:worker_threads'
import type { Alert } from '../../agent/alerts/alert.ts'
import { dataDirectory } from '../../stores/data-directory.ts'
import { readOrMakeSalt } from '../../stores/salt.ts'
import { ToolError } from '../../support/errors.ts'
import type { Exchange } from '../../traffic/exchange.ts'
import { workerEntry } from './entry.ts'
import {
  added,
  type FromWorker,
  NOTHING_COUNTED,
  type ObservedUpstream,
  type ObserverStart,
  type ToWorker,
  type WorkerCounts,
} from './messages.ts'
import { pack, weightOf } from './pack.ts'

export interface ObserverOptions extends ObserverStart {
  /** One line for the log: recording has stopped, the observer has died. */
  readonly warn: (line: string) => void
  /** Alerts that are due. */
  readonly onAlerts?: (alerts: readonly Alert[]) => void
  /** The file that the worker runs; the built one where absent. */
  readonly entry?: URL | string
  /** Exchanges and bytes that may wait; 1,024 and 256 MiB where absent. */
  readonly mostWaiting?: number
  readonly mostBytes?: number
  /** How long a batch may take before the worker is replaced; 30 s where absent. */
  readonly stallMs?: number
}

export interface Observer {
  /** Never throws, never waits. */
  offer(exchange: Exchange): void
  /** For who can wait, as an import can: offers it as soon as half of the queue is free. Rejects with `unavailable` once stopped. */
  feed(exchange: Exchange): Promise<void>
  /** The learner's answer. Rejects with its ToolError, or `unavailable` when none comes in time or the worker dies. */
  ask(question: unknown, timeoutMs?: number): Promise<unknown>
  /** Others take the place of the upstreams that are observed. */
  upstreams(upstreams: readonly ObservedUpstream[]): void
  /** What the learner told last; undefined before the first time. */
  readonly summary: unknown
  readonly counts: ObserverCounts
  /** True when all that was offered is on disk within the time. */
  drain(ms: number): Promise<boolean>
  /** Drains within the time, five seconds where absent, and ends the worker. */
  stop(ms?: number): Promise<void>
}

export interface ObserverCounts extends WorkerCounts {
  /** Exchanges that found no room in the queue, or were with a worker that died. */
  readonly dropped: number
  /** Exchanges that wait or are with the worker. */
  readonly queued: number
}

const MOST_WAITING = 1_024
const MOST_BYTES = 256 * 1024 * 1024
const BATCH = 64
const BATCH_BYTES = 4 * 1024 * 1024
const BATCHES_UNDER_WAY = 2
const ASK_MS = 5_000
const STOP_MS = 5_000
const STALL_MS = 30_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 10_000
/** Bounds of the worker's own memory: beyond them it dies and not the process. */
const WORKER_MIB = 1_024

/** Throws ToolError where the salt of the data directory cannot be used. */
export function startObserver(options: ObserverOptions): Observer {
  readOrMakeSalt(dataDirectory(options.dataDirectory).saltFile)
  return new LivingObserver(options)
}

interface Batch {
  readonly exchanges: number
  readonly bytes: number
  readonly since: number
}

interface Question {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  readonly timer: NodeJS.Timeout
}

class LivingObserver implements Observer {
  readonly #options: ObserverOptions
  #start: ObserverStart
  #worker: Worker | undefined
  #waiting: Exchange[] = []
  #underWay: Batch[] = []
  #exchanges = 0
  #bytes = 0
  #isPosting = false
  #isStopped = false
  #pauseMs = FIRST_PAUSE_MS
  #restart: NodeJS.Timeout | undefined
  readonly #watch: NodeJS.Timeout
  readonly #questions = new Map<number, Question>()
  #asked = 0
  #idle: (() => void)[] = []
  #roomy: (() => void)[] = []
  #dropped = 0
  #died = 0
  /** Why it died last, which is not told again while no batch came through. */
  #told = ''
  #before = NOTHING_COUNTED
  #now = NOTHING_COUNTED
  summary: unknown

  constructor(options: ObserverOptions) {
    this.#options = options
    const { dataDirectory, retention, upstreams, learns = true } = options
    this.#start = { dataDirectory, retention, upstreams, learns }
    const stallMs = options.stallMs ?? STALL_MS
    this.#watch = setInterval(() => this.#endStalled(stallMs), Math.min(1_000, stallMs)).unref()
    this.#run()
  }

  offer(exchange: Exchange): void {
    const { mostWaiting = MOST_WAITING, mostBytes = MOST_BYTES } = this.#options
    const weight = weightOf(exchange)
    if (this.#isStopped || this.#exchanges >= mostWaiting || this.#bytes + weight > mostBytes) {
      this.#dropped++
      return
    }
    this.#exchanges++
    this.#bytes += weight
    this.#waiting.push(exchange)
    this.#postSoon()
  }

  async feed(exchange: Exchange): Promise<void> {
    const { mostWaiting = MOST_WAITING, mostBytes = MOST_BYTES } = this.#options
    while (!this.#isStopped && (this.#exchanges > mostWaiting / 2 || this.#bytes > mostBytes / 2))
      await new Promise<void>((resolve) => this.#roomy.push(resolve))
    if (this.#isStopped) throw unanswered('it has stopped')
    this.offer(exchange)
  }

  ask(question: unknown, timeoutMs: number = ASK_MS): Promise<unknown> {
    return this.#request((id) => ({ kind: 'ask', id, question }), timeoutMs)
  }

  upstreams(upstreams: readonly ObservedUpstream[]): void {
    this.#start = { ...this.#start, upstreams }
    this.#send({ kind: 'upstreams', upstreams })
  }

  get counts(): ObserverCounts {
    const sum = added(this.#before, this.#now)
    return { ...sum, panics: sum.panics + this.#died, dropped: this.#dropped, queued: this.#exchanges }
  }

  async drain(ms: number): Promise<boolean> {
    const until = Date.now() + ms
    if (!(await this.#isIdleWithin(ms))) return false
    try {
      await this.#request((id) => ({ kind: 'flush', id }), Math.max(0, until - Date.now()))
      return true
    } catch {
      return false
    }
  }

  async stop(ms: number = STOP_MS): Promise<void> {
    if (this.#isStopped) return
    const until = Date.now() + ms
    await this.drain(ms)
    this.#isStopped = true
    clearInterval(this.#watch)
    clearTimeout(this.#restart)
    const worker = this.#worker
    if (worker === undefined) return this.#forget()
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    this.#send({ kind: 'end' })
    await within(ended, Math.max(100, until - Date.now()))
    await worker.terminate()
    this.#forget()
  }

  #run(): void {
    const worker = new Worker(this.#options.entry ?? workerEntry(), {
      workerData: this.#start,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MIB },
    })
    worker.unref()
    let why = 'it ended'
    worker.on('message', (message: FromWorker) => this.#take(message))
    worker.on('error', (error) => {
      why = error instanceof Error ? error.message : String(error)
    })
    worker.on('exit', () => this.#ended(worker, why))
    this.#worker = worker
    this.#postSoon()
  }

  #take(message: FromWorker): void {
    if (message.kind === 'done') this.#done()
    else if (message.kind === 'answer') this.#settle(message.id)?.resolve(message.value)
    else if (message.kind === 'refusal') this.#settle(message.id)?.reject(new ToolError(message.code, message.message))
    else if (message.kind === 'warning') this.#options.warn(message.line)
    else if (message.kind === 'alerts') this.#options.onAlerts?.(message.alerts)
    else if (message.kind === 'summary') {
      this.summary = message.summary
      this.#now = message.counts
    } else message satisfies { kind: 'ended' }
  }

  #done(): void {
    this.#told = ''
    this.#pauseMs = FIRST_PAUSE_MS
    const batch = this.#underWay.shift()
    if (batch !== undefined) this.#release(batch)
    this.#post()
    if (this.#exchanges === 0) for (const told of this.#idle.splice(0)) told()
  }

  #release({ exchanges, bytes }: Batch): void {
    this.#exchanges -= exchanges
    this.#bytes -= bytes
    for (const told of this.#roomy.splice(0)) told()
  }

  /** All of one turn of the event loop go together. */
  #postSoon(): void {
    if (this.#isPosting || this.#underWay.length >= BATCHES_UNDER_WAY) return
    this.#isPosting = true
    setImmediate(() => {
      this.#isPosting = false
      this.#post()
    })
  }

  #post(): void {
    while (this.#worker !== undefined && this.#waiting.length > 0 && this.#underWay.length < BATCHES_UNDER_WAY) {
      const [exchanges, bytes] = this.#nextBatch()
      const packed = pack(exchanges)
      this.#underWay.push({ exchanges: exchanges.length, bytes, since: Date.now() })
      this.#send({ kind: 'batch', ...packed }, [packed.bodies])
    }
  }

  #nextBatch(): readonly [exchanges: readonly Exchange[], bytes: number] {
    let [count, bytes] = [0, 0]
    while (count < this.#waiting.length && count < BATCH && bytes < BATCH_BYTES) {
      const next = this.#waiting[count++]
      if (next !== undefined) bytes += weightOf(next)
    }
    return [this.#waiting.splice(0, count), bytes]
  }

  #send(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, transfer)
  }

  /** What was with a worker that died is lost; what waits goes to the next one. */
  #ended(worker: Worker, why: string): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#before = added(this.#before, this.#now)
    this.#now = NOTHING_COUNTED
    for (const batch of this.#underWay.splice(0)) {
      this.#release(batch)
      this.#dropped += batch.exchanges
    }
    for (const id of [...this.#questions.keys()]) this.#settle(id)?.reject(unanswered('its thread ended'))
    if (this.#isStopped) return
    this.#died++
    if (why !== this.#told)
      this.#options.warn(`The observer failed and is restarting: ${why} (traffic is not affected)`)
    this.#told = why
    this.#restart = setTimeout(() => this.#run(), this.#pauseMs).unref()
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
    if (this.#exchanges === 0) for (const told of this.#idle.splice(0)) told()
  }

  #endStalled(stallMs: number): void {
    const first = this.#underWay[0]
    if (first !== undefined && Date.now() - first.since > stallMs) void this.#worker?.terminate()
  }

  #request(message: (id: number) => ToWorker, timeoutMs: number): Promise<unknown> {
    if (this.#worker === undefined) return Promise.reject(unanswered('its thread does not run'))
    const id = this.#asked++
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#questions.delete(id)
        reject(unanswered(`no answer within ${timeoutMs} ms`))
      }, timeoutMs)
      this.#questions.set(id, { resolve, reject, timer })
      this.#send(message(id))
    })
  }

  #settle(id: number): Question | undefined {
    const question = this.#questions.get(id)
    this.#questions.delete(id)
    clearTimeout(question?.timer)
    return question
  }

  async #isIdleWithin(ms: number): Promise<boolean> {
    if (this.#exchanges === 0) return true
    const idle = new Promise<void>((resolve) => this.#idle.push(resolve))
    await within(idle, ms)
    return this.#exchanges === 0
  }

  #forget(): void {
    this.#dropped += this.#exchanges
    this.#waiting = []
    this.#underWay = []
    this.#exchanges = 0
    this.#bytes = 0
    for (const told of this.#roomy.splice(0)) told()
  }
}

function unanswered(why: string): ToolError {
  return new ToolError('unavailable', `Cannot ask the observer: ${why} (try again)`)
}

/** Ends with the promise, or when the time is over. */
async function within(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, over])
  clearTimeout(timer)
}
