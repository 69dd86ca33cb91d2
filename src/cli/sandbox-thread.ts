/**
 * A thread that makes sandboxes: it does what a command would do, and tells the server by its control plane. The
 * documents of a description are fetched for it.
 */
import { Worker } from 'node:worker_threads'
import type { SourceDocument } from '../importers/importer.ts'
import { builtEntry } from '../server/observer/entry.ts'
import { type ErrorCode, messageOf, ToolError } from '../support/errors.ts'
import type { ListedLine, LookedAt } from './listed-sandboxes.ts'
import type { Downloads, Wanted } from './sandbox-downloads.ts'

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
  | { readonly fetch: Wanted }
  | { readonly done: unknown }
  | { readonly failed: Failed }

interface Failed {
  readonly code: ErrorCode
  readonly message: string
}

/** What a thread is told of a document that it asked for. */
export type ThreadAnswer = { readonly location: string } & (
  | { readonly document: SourceDocument }
  | { readonly failed: Failed }
)

export interface ThreadOptions {
  readonly say?: (line: ListedLine) => void
  readonly timeoutMs?: number
  /** The file that the thread runs; the built one where absent. */
  readonly entry?: URL | string
}

const TIMEOUT_MS = 300_000
/** Beyond it the thread dies and not the process. */
const WORKER_MIB = 2_048
/** A thread to which nothing comes for so long gives way to others, and so does one that has waited so often. */
const PATIENCE_MS = 125
const MOST_WAITS = 16

/** A thread gave way: it is to be begun anew when what it waited for has come. */
export const GAVE_WAY: unique symbol = Symbol('gave way')

export interface ThreadWork extends ThreadOptions {
  readonly order: ThreadOrder
  readonly downloads: Downloads
  readonly signal: AbortSignal
  /** Others want to be at work. */
  readonly isWanted: () => boolean
}

/** What the task gives, or that it gave way. Rejects with ToolError. */
export function inThread(work: ThreadWork): Promise<unknown> {
  const { order, downloads, signal, isWanted, say, timeoutMs = TIMEOUT_MS, entry } = work
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new ToolError('unavailable', 'The server stops'))
    const worker = new Worker(entry ?? builtEntry('sandbox-thread.js'), {
      workerData: order,
      env: { ...order.place.env },
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MIB },
    })
    let asked = 0
    /** Documents that were asked for, and those that were given. */
    let moves = 0
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      clearInterval(patience)
      signal.removeEventListener('abort', abort)
      settle()
      void worker.terminate()
    }
    const fail = (why: string): void =>
      end(() => reject(new ToolError('unavailable', `Cannot import the description: ${why}`)))
    const abort = (): void => fail('the server stops')
    const timer = setTimeout(() => fail(`it took longer than ${timeoutMs / 1000} s`), timeoutMs)
    // As long as a thread asks for documents it has written nothing: it may be ended.
    let before = 0
    let waits = 0
    const patience = setInterval(() => {
      if (asked > 0) waits += 1
      if (asked > 0 && (moves === before || waits >= MOST_WAITS) && isWanted()) end(() => resolve(GAVE_WAY))
      before = moves
    }, PATIENCE_MS)
    signal.addEventListener('abort', abort, { once: true })
    worker.on('message', (message: ThreadMessage) => {
      if ('say' in message) say?.(message.say)
      else if ('fetch' in message) {
        asked += 1
        moves += 1
        void answerOf(message.fetch, downloads).then((answer) => {
          asked -= 1
          moves += 1
          const { refusal } = downloads
          if (refusal === undefined) worker.postMessage(answer)
          else end(() => reject(refusal))
        })
      } else if ('done' in message) end(() => resolve(message.done))
      else end(() => reject(new ToolError(message.failed.code, message.failed.message)))
    })
    worker.once('error', (error) => fail(messageOf(error)))
    worker.once('exit', () => fail('its thread ended'))
  })
}

async function answerOf(wanted: Wanted, downloads: Downloads): Promise<ThreadAnswer> {
  const { location } = wanted
  try {
    return { location, document: await downloads.get(wanted) }
  } catch (error) {
    const code = error instanceof ToolError ? error.code : 'unavailable'
    return { location, failed: { code, message: messageOf(error) } }
  }
}
