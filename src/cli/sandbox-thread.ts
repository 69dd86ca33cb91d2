/**
 * Descriptions are imported in threads of their own while a server runs: reading a large one takes seconds, and traffic
 * must not feel it. A thread does what a command would do, and tells the server by its control plane.
 */
import { Worker } from 'node:worker_threads'
import { builtEntry } from '../server/observer/entry.ts'
import { type ErrorCode, messageOf, ToolError } from '../support/errors.ts'
import type { ListedLine, LookedAt } from './listed-sandboxes.ts'

/** Where the thread works: what a command would find in its flags, its environment and its directory. */
export interface ThreadPlace {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly flags: Readonly<Record<string, string>>
}

export type ThreadOrder =
  | { readonly task: 'listed'; readonly place: ThreadPlace; readonly broken: LookedAt['broken'] }
  | { readonly task: 'sent'; readonly place: ThreadPlace; readonly body: Uint8Array }

export type ThreadMessage =
  | { readonly say: ListedLine }
  | { readonly done: unknown }
  | { readonly failed: { readonly code: ErrorCode; readonly message: string } }

export interface ThreadOptions {
  readonly say?: (line: ListedLine) => void
  readonly timeoutMs?: number
  /** The file that the thread runs; the built one where absent. */
  readonly entry?: URL | string
}

const TIMEOUT_MS = 300_000
/** Beyond it the thread dies and not the process. */
const WORKER_MIB = 2_048
/** Threads at work, and orders that wait: each may hold a whole description. */
const MOST_AT_WORK = 2
const MOST_WAITING = 8

/** The threads of one server. */
export class SandboxThreads {
  readonly #options: ThreadOptions
  readonly #ending = new AbortController()
  readonly #waiting: (() => void)[] = []
  #atWork = 0

  constructor(options: ThreadOptions = {}) {
    this.#options = options
  }

  /** What the task gives. Rejects with ToolError, `unavailable` where too many wait already. */
  async run(order: ThreadOrder): Promise<unknown> {
    if (this.#atWork >= MOST_AT_WORK && this.#waiting.length >= MOST_WAITING)
      throw new ToolError('unavailable', 'Too many sandboxes are being added: try again in a moment')
    if (this.#atWork >= MOST_AT_WORK) await new Promise<void>((go) => this.#waiting.push(go))
    this.#atWork += 1
    try {
      return await inThread(order, this.#options, this.#ending.signal)
    } finally {
      this.#atWork -= 1
      this.#waiting.shift()?.()
    }
  }

  /** Ends what is at work; what waits fails at once. */
  stop(): void {
    this.#ending.abort()
  }
}

function inThread(
  order: ThreadOrder,
  { say, timeoutMs = TIMEOUT_MS, entry }: ThreadOptions,
  signal: AbortSignal,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new ToolError('unavailable', 'The server stops'))
    const worker = new Worker(entry ?? builtEntry('sandbox-thread.js'), {
      workerData: order,
      env: { ...order.place.env },
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MIB },
    })
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      settle()
      void worker.terminate()
    }
    const fail = (why: string): void =>
      end(() => reject(new ToolError('unavailable', `Cannot import the description: ${why}`)))
    const abort = (): void => fail('the server stops')
    const timer = setTimeout(() => fail(`it took longer than ${timeoutMs / 1000} s`), timeoutMs)
    signal.addEventListener('abort', abort, { once: true })
    worker.on('message', (message: ThreadMessage) => {
      if ('say' in message) say?.(message.say)
      else if ('done' in message) end(() => resolve(message.done))
      else end(() => reject(new ToolError(message.failed.code, message.failed.message)))
    })
    worker.once('error', (error) => fail(messageOf(error)))
    worker.once('exit', () => fail('its thread ended'))
  })
}
