/** A look at a description in a short-lived thread: reading and comparing large documents takes seconds, and traffic must not feel it. */
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../support/errors.ts'
import { builtEntry } from '../observer/entry.ts'
import type { Looked, LookOrder } from './messages.ts'

export interface LookOptions {
  /** Ends the look. */
  readonly signal?: AbortSignal
  /** Milliseconds for the whole of it; two minutes where absent. */
  readonly timeoutMs?: number
  /** The file that the thread runs; the built one where absent. */
  readonly entry?: URL | string
}

const TIMEOUT_MS = 120_000
/** Beyond it the thread dies and not the process. */
const WORKER_MIB = 2_048

/** Never rejects: what went wrong is told. */
export async function look(order: LookOrder, options: LookOptions = {}): Promise<Looked> {
  try {
    return await inThread({ ...order, env: { ...order.env } }, options)
  } catch (error) {
    return { ok: false, error: messageOf(error) }
  }
}

function inThread(order: LookOrder, { signal, timeoutMs = TIMEOUT_MS, entry }: LookOptions): Promise<Looked> {
  return new Promise((resolve) => {
    const worker = new Worker(entry ?? builtEntry('spec-look.js'), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MIB },
    })
    worker.unref()
    const end = (looked: Looked): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      resolve(looked)
      void worker.terminate()
    }
    const fail = (error: string): void => end({ ok: false, error: `Cannot look at the description: ${error}` })
    const abort = (): void => fail('it was cancelled')
    const timer = setTimeout(() => fail(`it took longer than ${timeoutMs / 1000} s`), timeoutMs)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted === true) abort()
    worker.once('message', (looked: Looked) => end(looked))
    worker.once('error', (error) => fail(messageOf(error)))
    worker.once('exit', () => fail('its thread ended'))
  })
}
