/**
 * The durable store. Writes gather in memory, where reads see them at once, and
 * reach LMDB together, those of busy turns of the event loop in one transaction.
 */
import { existsSync } from 'node:fs'
import { entryInWords } from '../../sandbox/state/keys.ts'
import { createMemoryStore } from '../../sandbox/state/memory-store.ts'
import { createFork, Epochs, type Layer, layered } from '../../sandbox/state/overlay-store.ts'
import { PinnedValues } from '../../sandbox/state/pinned-values.ts'
import { outsideOf, removeRange } from '../../sandbox/state/remove-range.ts'
import type { DurableStore, Fork, KeyRange, Pin, RangeQuery } from '../../sandbox/state/store.ts'
import { messageOf, ToolError } from '../../support/errors.ts'
import { SortedMap } from '../../support/sorted-map.ts'
import { type Durability, type Environment, openEnvironment } from './environment.ts'
import { fitsKey } from './keys.ts'

/** Opens the records in this directory for reading and writing, making it when it is not there. */
export function openState(directory: string, durability: Durability = 'os'): DurableStore {
  return createLmdbStore(openEnvironment(directory, { durability, readOnly: false }))
}

/** Opens the records to look at them. What is written here stays in memory. */
export function openStateReadOnly(directory: string): DurableStore {
  if (!existsSync(directory)) return createMemoryStore()
  return createLmdbStore(openEnvironment(directory, { durability: 'os', readOnly: true }))
}

/** A store over an environment that is open. */
export function createLmdbStore(environment: Environment): DurableStore {
  return new LmdbStore(environment)
}

type Entries = ReturnType<DurableStore['range']>

class LmdbStore implements DurableStore {
  private readonly environment: Environment
  private readonly pending: Layer = new SortedMap()
  /** Ranges of which nothing is left but what is pending. */
  private cleared: KeyRange[] = []
  private readonly epochs: Epochs = new Epochs()
  private readonly recent: RecentValues = new RecentValues()
  /** Since the savepoint: each key that was written, and behind it what was pending for it. */
  private readonly undo: (string | undefined | typeof NOTHING)[] = []
  private isMarked = false
  private readonly read = (key: string): string | undefined => this.get(key)

  constructor(environment: Environment) {
    this.environment = environment
  }

  get damaged(): readonly string[] {
    return this.environment.damaged.map(entryInWords)
  }

  get dirty(): boolean {
    return this.pending.size > 0 || this.cleared.length > 0
  }

  get(key: string): string | undefined {
    const written = this.pending.get(key)
    if (written !== undefined || this.pending.has(key)) return written
    const known = this.recent.get(key)
    if (known !== undefined) return known
    if (this.cleared.length > 0 && this.isCleared(key)) return undefined
    const value = this.environment.get(key)
    if (value !== undefined) this.recent.set(key, value)
    return value
  }

  size(key: string): number {
    if (this.pending.has(key)) return this.pending.get(key)?.length ?? 0
    return this.isCleared(key) ? 0 : this.environment.size(key)
  }

  put(key: string, value: string): void {
    this.change(key, value)
  }

  remove(key: string): void {
    this.change(key, undefined)
  }

  range(query: RangeQuery): readonly (readonly [string, string])[] {
    return layered(this.pending, (q) => this.below(q), query)
  }

  clear(ranges: readonly KeyRange[]): void {
    // What forks look at has to be noted, entry by entry.
    if (this.epochs.areWatched) for (const range of ranges) removeRange(this, range)
    else {
      this.cleared.push(...ranges)
      for (const [key] of this.pending.all()) if (this.isCleared(key)) this.pending.delete(key)
      this.recent.forget()
    }
    this.unmark()
  }

  private isCleared(key: string): boolean {
    return this.cleared.some(({ from, to }) => key >= from && key < to)
  }

  /** What is stored and not cleared. */
  private below(query: RangeQuery): Entries {
    if (this.cleared.length === 0) return this.environment.range(query)
    const { offset = 0, limit = Number.POSITIVE_INFINITY, reverse = false, units } = query
    const parts = outsideOf(query, this.cleared)
    const found: Entries[number][] = []
    for (const part of reverse ? [...parts].reverse() : parts) {
      const left = offset + limit - found.length
      found.push(
        ...this.environment.range({
          ...part,
          reverse,
          ...(left < Number.POSITIVE_INFINITY ? { limit: left } : {}),
          ...(units === undefined ? {} : { units }),
        }),
      )
      // Of what was asked for so, the rest is asked for again.
      if (units !== undefined && found.length > offset) break
    }
    return offset === 0 ? found : found.slice(offset)
  }

  pin(keys: Iterable<string>): Pin {
    const known = new Map<string, string | undefined>()
    if (this.dirty)
      for (const key of keys) {
        if (this.pending.has(key)) known.set(key, this.pending.get(key))
        else if (this.isCleared(key)) known.set(key, undefined)
      }
    return new PinnedValues(known, this.environment.pin())
  }

  fork(most?: number): Fork {
    return createFork(this, this.epochs, most)
  }

  commit(): void {
    if (!this.dirty) return
    try {
      this.environment.write(() => this.pending.all(), this.cleared)
    } catch (error) {
      this.rollback()
      throw new ToolError('unavailable', `Cannot store what was written: ${reasonOf(error)}`, { cause: error })
    }
    for (const [key, value] of this.pending.all()) this.recent.update(key, value)
    this.pending.clear()
    this.cleared = []
    this.unmark()
  }

  close(): void {
    this.environment.close()
  }

  private change(key: string, value: string | undefined): void {
    // Refused here, where it harms one request: at the commit it would take the whole turn with it.
    if (!fitsKey(key)) throw new ToolError('bad-input', 'Cannot store a record under a name as long as that')
    this.epochs.changing(key, this.read)
    if (this.isMarked) this.undo.push(key, this.pending.has(key) ? this.pending.get(key) : NOTHING)
    this.pending.set(key, value)
  }

  /** Forks made since the last commit keep seeing what is forgotten. */
  rollback(): void {
    for (const [key] of this.pending.all()) this.epochs.changing(key, this.read)
    if (this.epochs.areWatched)
      for (const range of this.cleared)
        for (const [key] of this.environment.range(range)) this.epochs.changing(key, this.read)
    this.pending.clear()
    this.cleared = []
    this.unmark()
  }

  mark(): void {
    this.undo.length = 0
    this.isMarked = true
  }

  savepoint(): number {
    if (!this.isMarked) this.mark()
    return this.undo.length
  }

  backTo(savepoint: number): void {
    for (let i = this.undo.length - 2; i >= savepoint; i -= 2) {
      const key = this.undo[i] as string
      const before = this.undo[i + 1]
      this.epochs.changing(key, this.read)
      if (before === NOTHING) this.pending.delete(key)
      else this.pending.set(key, before)
    }
    this.undo.length = savepoint
  }

  revert(): void {
    this.backTo(0)
    this.unmark()
  }

  private unmark(): void {
    this.undo.length = 0
    this.isMarked = false
  }
}

/** Says that nothing was pending for a key. */
const NOTHING = Symbol('nothing pending')

/** Bounds of what is kept beside the disk. */
const RECENT_ENTRIES = 8192
const RECENT_UNITS = 8 * 1024 * 1024
const LARGEST_RECENT = RECENT_UNITS / 8

/**
 * Values as they were last read or committed. Only one process opens a store
 * for writing, and snapshots never change, so they stay true.
 */
class RecentValues {
  private readonly values = new Map<string, string>()
  private units = 0

  /** The long value that was read last, as long as nobody needs its memory. */
  private long: WeakRef<{ readonly key: string; readonly value: string }> | undefined

  get(key: string): string | undefined {
    const known = this.values.get(key)
    if (known !== undefined || this.long === undefined) return known
    const long = this.long.deref()
    return long?.key === key ? long.value : undefined
  }

  /** What is known of the key changes; a key nobody read stays unknown. */
  update(key: string, value: string | undefined): void {
    this.long = undefined
    const before = this.values.get(key)
    if (before === undefined) return
    this.units -= before.length
    this.values.delete(key)
    if (value !== undefined) this.set(key, value)
  }

  set(key: string, value: string): void {
    if (value.length > LARGEST_RECENT) {
      this.long = new WeakRef({ key, value })
      return
    }
    if (this.values.size >= RECENT_ENTRIES || this.units + value.length > RECENT_UNITS) this.forget()
    this.units += value.length
    this.values.set(key, value)
  }

  forget(): void {
    this.long = undefined
    this.values.clear()
    this.units = 0
  }
}

function reasonOf(error: unknown): string {
  const message = messageOf(error)
  return /no space left|file too large|quota/i.test(message) ? 'the disk is full' : message
}
