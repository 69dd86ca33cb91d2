/**
 * Watches the descriptions of upstreams: one look at a time, each in a thread of its own. A look that fails is told
 * once and counted; the next one comes when it is due.
 */
import type { SpecChange } from '../../agent/spec-changes.ts'
import { SPEC_POLL_MINUTES, type Upstream } from '../../agent/upstream.ts'
import type { SpecWatchHealth } from '../../control/agent.ts'
import { dataDirectory } from '../../stores/data-directory.ts'
import { readSpecLook, writeSpecLook } from '../../stores/spec-pins.ts'
import { messageOf, ToolError } from '../../support/errors.ts'
import { field } from '../../support/json.ts'
import { shownAddress } from '../../support/shown-address.ts'
import { type LookOptions, look } from './look.ts'
import type { Looked, LookOrder } from './messages.ts'

export interface SpecWatchOptions extends Pick<LookOrder, 'dataDirectory' | 'directory' | 'env'> {
  readonly log: (line: string) => void
  /** Takes what changed since the pin in place of what it was told before. */
  readonly tell: (upstream: string, changes: readonly SpecChange[], at: number) => Promise<unknown>
  readonly look?: Pick<LookOptions, 'timeoutMs' | 'entry'>
}

export interface SpecWatch {
  /** Watches these from now on, the new ones at once. */
  follow(upstreams: readonly Upstream[]): void
  /** Undefined while none is watched. */
  health(): readonly SpecWatchHealth[] | undefined
  /** Looks now; `pins` takes what is there as the pin. Rejects with ToolError for an upstream that is not watched, and with `unavailable` where it should pin and cannot read. */
  check(upstream: string, pins: boolean): Promise<SpecWatchHealth>
  stop(): Promise<void>
}

const MINUTE_MS = 60_000

export function startSpecWatch(options: SpecWatchOptions): SpecWatch {
  return new LivingWatch(options)
}

interface Watched {
  readonly upstream: string
  readonly source: string
  readonly pollMs: number
  timer: NodeJS.Timeout | undefined
  health: SpecWatchHealth
  /** Looks that have not begun, by whether they pin: who asks meanwhile shares them. */
  readonly waiting: Map<boolean, Promise<SpecWatchHealth>>
}

class LivingWatch implements SpecWatch {
  readonly #options: SpecWatchOptions
  readonly #ending = new AbortController()
  #watched = new Map<string, Watched>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: SpecWatchOptions) {
    this.#options = options
  }

  follow(upstreams: readonly Upstream[]): void {
    const before = this.#watched
    this.#watched = new Map()
    for (const { name, specSource, specPollMinutes = SPEC_POLL_MINUTES } of upstreams) {
      if (specSource === undefined) continue
      const pollMs = Math.round(specPollMinutes * MINUTE_MS)
      const known = before.get(name)
      if (known?.source === specSource && known.pollMs === pollMs) {
        this.#watched.set(name, known)
        before.delete(name)
      } else this.#arm(name, specSource, pollMs)
    }
    for (const [name, { timer }] of before) {
      clearTimeout(timer)
      // What nobody watches any more has no changes.
      if (!this.#watched.has(name)) void this.#tell(name, [], Date.now())
    }
  }

  health(): readonly SpecWatchHealth[] | undefined {
    return this.#watched.size === 0 ? undefined : [...this.#watched.values()].map(({ health }) => health)
  }

  async check(upstream: string, pins: boolean): Promise<SpecWatchHealth> {
    const watched = this.#watched.get(upstream)
    if (watched === undefined)
      throw new ToolError(
        'not-found',
        `The description of "${upstream.slice(0, 80)}" is not watched: say where it is with spec_source`,
      )
    const health = await this.#look(watched, pins)
    if (pins && !health.ok) throw new ToolError('unavailable', `Nothing is pinned: ${health.error}`)
    return health
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    for (const { timer } of this.#watched.values()) clearTimeout(timer)
    this.#watched.clear()
    await this.#turn
  }

  #arm(upstream: string, source: string, pollMs: number): void {
    const kept = readSpecLook(dataDirectory(this.#options.dataDirectory), upstream)
    const health = healthOf(upstream, source, kept)
    const watched: Watched = { upstream, source, pollMs, timer: undefined, health, waiting: new Map() }
    this.#watched.set(upstream, watched)
    void this.#look(watched, false)
  }

  /** One after another: two large descriptions at a time would take twice the memory. */
  #look(watched: Watched, pins: boolean): Promise<SpecWatchHealth> {
    const waiting = watched.waiting.get(pins)
    if (waiting !== undefined) return waiting
    const looked = this.#turn.then(async () => {
      watched.waiting.delete(pins)
      if (!this.#isWatched(watched)) return watched.health
      clearTimeout(watched.timer)
      await this.#lookNow(watched, pins)
      if (this.#isWatched(watched))
        watched.timer = setTimeout(() => void this.#look(watched, false), watched.pollMs).unref()
      return watched.health
    })
    watched.waiting.set(pins, looked)
    this.#turn = looked
    return looked
  }

  #isWatched(watched: Watched): boolean {
    return this.#watched.get(watched.upstream) === watched
  }

  async #lookNow(watched: Watched, pins: boolean): Promise<void> {
    const { upstream, source } = watched
    const { dataDirectory: path, directory, env, look: more, log } = this.#options
    const order = { dataDirectory: path, upstream, source, directory, env, pins }
    const looked = await look(order, { ...more, signal: this.#ending.signal })
    if (this.#ending.signal.aborted) return
    const at = Date.now()
    const before = watched.health
    watched.health = afterLook(before, looked, at)
    for (const line of linesOf(before, watched.health, looked)) log(line)
    try {
      writeSpecLook(dataDirectory(path), upstream, watched.health)
    } catch (error) {
      if (before.ok) log(`What was seen of the description of ${upstream} cannot be kept: ${messageOf(error)}`)
    }
    if (looked.ok) await this.#tell(upstream, looked.changes, at)
  }

  async #tell(upstream: string, changes: readonly SpecChange[], at: number): Promise<void> {
    try {
      await this.#options.tell(upstream, changes, at)
    } catch (error) {
      // The next look tells all of it again.
      this.#options.log(`Changes of the description of ${upstream} will be reported later: ${messageOf(error)}`)
    }
  }
}

/** What a look found, on what was known before it. */
export function afterLook(before: SpecWatchHealth, looked: Looked, at: number): SpecWatchHealth {
  const { upstream, source, failures } = before
  const checked_at = new Date(at).toISOString()
  if (!looked.ok) return { ...before, checked_at, ok: false, error: looked.error, failures: failures + 1 }
  const { counts, pinned_sha256, current_sha256 } = looked
  return { upstream, source, checked_at, ok: true, error: '', changes: counts, pinned_sha256, current_sha256, failures }
}

/** As it was kept, where it is of the same source; a fresh one else. */
export function healthOf(upstream: string, source: string, kept: unknown): SpecWatchHealth {
  const shown = shownAddress(source)
  if (field(kept, 'upstream') === upstream && field(kept, 'source') === shown && typeof field(kept, 'ok') === 'boolean')
    return { ...(kept as SpecWatchHealth), failures: 0 }
  const nothing = { changes: { ERR: 0, WARN: 0, INFO: 0 }, pinned_sha256: null, current_sha256: null }
  return { upstream, source: shown, checked_at: null, ok: true, error: '', ...nothing, failures: 0 }
}

/** What is worth a line in the log: what failed or works again, a first pin, a document that is another than at the last look. */
function linesOf(before: SpecWatchHealth, after: SpecWatchHealth, looked: Looked): readonly string[] {
  const { upstream, source } = after
  if (!looked.ok)
    return before.error === after.error ? [] : [`The description of ${upstream} cannot be looked at: ${after.error}`]
  const again = before.ok ? [] : [`The description of ${upstream} can be looked at again`]
  if (looked.isPinned)
    return [...again, `The description of ${upstream} at ${source} is pinned: ${looked.current_sha256.slice(0, 12)}`]
  if (before.current_sha256 === after.current_sha256) return again
  const { ERR, WARN, INFO } = after.changes
  if (ERR + WARN + INFO === 0) return again
  return [
    ...again,
    `The description of ${upstream} has changed: ${ERR} ERR, ${WARN} WARN, ${INFO} INFO (tool agent report)`,
  ]
}
