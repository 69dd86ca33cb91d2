/**
 * Copies of sandboxes, each served under a name of its own, `<sandbox>--<token>`.
 * They live in memory, and end when nobody has used them for a while, when they
 * are ended, or with the sandbox they are copies of.
 */
import { randomBytes } from 'node:crypto'
import type { Journal } from '../sandbox/journal/journal.ts'
import { isForkName } from '../sandbox/sandbox.ts'
import { judgeAnew } from '../sandbox/scenarios/mode.ts'
import type { Sink } from '../sandbox/webhooks/settings.ts'
import type { Clock } from '../support/clock.ts'
import { ToolError } from '../support/errors.ts'
import type { Host } from './host.ts'
import type { HostWebhooks } from './webhooks.ts'

/** How long a fork lives that nobody uses. */
export const FORK_IDLE_MS: number = 600_000
/** Forks of one sandbox, those of its forks among them. */
const MOST = 256
/** A fork of a fork of a fork: each looks through all below it. */
const DEEPEST = 8
/** What one fork may write, in code units. */
const MOST_WRITTEN = 64 * 1024 * 1024
/** Ends that are remembered, to be told. */
const MOST_ENDED = 1024

export interface ForksOptions {
  readonly makeJournal: () => Journal
  readonly makeWebhooks: () => HostWebhooks
  readonly wall: Clock
}

export class Forks {
  readonly #options: ForksOptions
  readonly #served = new Map<string, Host>()
  /** By name: what became of forks that are no more. */
  readonly #ended = new Map<string, string>()

  constructor(options: ForksOptions) {
    this.#options = options
  }

  find(name: string): Host | undefined {
    return this.#served.get(name)
  }

  all(): readonly Host[] {
    return [...this.#served.values()]
  }

  /** Forks of a sandbox or a fork, and of those, oldest first. */
  of(name: string): readonly Host[] {
    return this.all().filter(({ ancestors }) => ancestors.includes(name))
  }

  /** Makes a fork and serves it. Throws ToolError `conflict` when there may be no more. */
  make(parent: Host, sinks: readonly Sink[] = []): Host {
    const { sandbox, ancestors } = parent
    if (this.of(sandbox).length >= MOST)
      throw new ToolError(
        'conflict',
        `Sandbox "${sandbox}" has ${MOST} forks, and no more are served: end one with DELETE /_tool/sandboxes/<fork>/fork`,
      )
    if (ancestors.length >= DEEPEST)
      throw new ToolError(
        'conflict',
        `"${parent.name}" is a fork of a fork, ${DEEPEST} deep: fork "${sandbox}" itself, or one of its first forks`,
      )
    const { makeJournal, wall } = this.#options
    const webhooks = this.#options.makeWebhooks()
    const copy = { name: this.#freeName(sandbox), most: MOST_WRITTEN, journal: makeJournal(), webhooks, sinks }
    const fork = parent.fork(copy, wall.now())
    fork.change((live) => judgeAnew(live, { now: wall.now(), mark: live.journal.mark }))
    this.#served.set(fork.name, fork)
    return fork
  }

  /** Ends a fork; what is asked of it from now on is told why. */
  end(fork: Host, why: string): void {
    if (!this.#served.delete(fork.name)) return
    for (const oldest of this.#ended.keys()) {
      if (this.#ended.size < MOST_ENDED) break
      this.#ended.delete(oldest)
    }
    this.#ended.set(fork.name, why)
    fork.close()
    fork.endWebhooks()
    fork.live.journal.end()
  }

  endAllOf(sandbox: string, why: string): void {
    for (const fork of this.of(sandbox)) this.end(fork, why)
  }

  /** Ends forks that nobody has used for long, or that cannot answer any more. */
  sweep(now: number): void {
    for (const fork of this.#served.values()) {
      if (now - fork.lastUsed >= FORK_IDLE_MS) this.end(fork, 'it was not used for ten minutes')
      else if (fork.forked?.isLost === true) this.end(fork, 'what it was made from has changed too much since')
    }
  }

  /** What became of a fork, or what may have. */
  whyGone(name: string): string | undefined {
    if (!isForkName(name)) return undefined
    const known = this.#ended.get(name)
    if (known !== undefined) return `The fork has ended: ${known}`
    return 'No such fork: forks end when they are not used for ten minutes, with the sandbox they are copies of, and with the server'
  }

  #freeName(sandbox: string): string {
    for (;;) {
      const name = `${sandbox}--${randomBytes(4).toString('hex')}`
      if (!this.#served.has(name) && !this.#ended.has(name)) return name
    }
  }
}
