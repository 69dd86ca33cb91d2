import type { ServerResponse } from 'node:http'
import type { SandboxMetrics } from '../control/metrics.ts'
import type { HttpRequest, HttpResponse } from '../http/message.ts'
import { journalRefused, type LiveSandbox } from '../sandbox/serve.ts'
import { messageOf, ToolError } from '../support/errors.ts'
import { AnswerCounter, DurationHistogram } from './counters.ts'
import type { OpenedSandbox } from './hosts.ts'
import { Turn } from './turn.ts'

/** How a host's answers leave, and what is told of it. */
export interface HostEvents {
  send(answer: ServerResponse, response: HttpResponse): void
  now(): number
  log(line: string): void
}

/** One sandbox being served: its store, its journal, its turn, its counters. */
export class Host {
  readonly name: string
  readonly revision: string
  readonly live: LiveSandbox
  readonly #opened: OpenedSandbox
  readonly #turn: Turn
  readonly #answers = new AnswerCounter()
  readonly #durations = new DurationHistogram()
  #commits = 0
  #failures = 0

  constructor(name: string, revision: string, live: LiveSandbox, opened: OpenedSandbox, events: HostEvents) {
    this.name = name
    this.revision = revision
    this.live = live
    this.#opened = opened
    this.#turn = new Turn(
      opened.store,
      (answer, response, started) => {
        this.#answers.add(response.status)
        this.#durations.add(events.now() - started)
        events.send(answer, response)
      },
      {
        committed: () => {
          this.#commits++
        },
        failed: (error) => {
          this.#failures++
          events.log(`Sandbox ${name}: ${messageOf(error)}`)
        },
        refused: (count, status) => live.journal.amend(count, status),
      },
    )
  }

  /** A request begins: what it writes can be taken back. */
  begin(): void {
    this.#opened.store.mark()
  }

  /** The request broke halfway: what it wrote is taken back, what others of its turn wrote stays. It is answered with `status`. */
  broke(request: HttpRequest, status: number): void {
    this.#opened.store.revert()
    journalRefused(request, this.live, status, Date.now())
  }

  /** The request was answered with `status` before it was read whole. */
  refused(request: HttpRequest, status: number): void {
    // What is held is let go first, so that the newest entries of the journal are those of the turn.
    this.#turn.finish()
    this.#answers.add(status)
    journalRefused(request, this.live, status, Date.now())
  }

  /** Sends an answer once all that it rests on is stored. */
  answer(answer: ServerResponse, response: HttpResponse, started: number): void {
    this.#turn.answer(answer, response, started)
  }

  /** Work that breaks halfway leaves nothing behind. */
  #wholly<T>(work: (live: LiveSandbox) => T): T {
    try {
      return work(this.live)
    } catch (error) {
      this.#opened.store.rollback()
      throw error
    }
  }

  /** Works on the sandbox and commits. What requests of this turn wrote is committed before, so that it does not share the fate of the work. */
  change<T>(work: (live: LiveSandbox) => T): T {
    this.#turn.finish()
    const { store } = this.#opened
    const result = this.#wholly(work)
    if (!store.dirty) return result
    try {
      store.commit()
      this.#commits++
      return result
    } catch (error) {
      this.#failures++
      if (error instanceof ToolError) throw error
      throw new ToolError('unavailable', `Cannot store the change: ${String(error)}`, { cause: error })
    }
  }

  get metrics(): SandboxMetrics {
    const { journal } = this.live
    return {
      name: this.name,
      answers: this.#answers.classes,
      durations: this.#durations.durations,
      journalEntries: journal.size,
      journalEvicted: journal.evicted,
      commits: this.#commits,
      commitFailures: this.#failures,
    }
  }

  close(): void {
    this.#turn.finish()
    this.#opened.close()
  }
}
