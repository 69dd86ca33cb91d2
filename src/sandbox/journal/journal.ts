/** The bounded record of what was asked and answered. Lives in memory; entries are redacted when they enter. */
import { Budget, type Holder } from '../../support/budget.ts'
import { Ring } from './ring.ts'
import { Scopes } from './scopes.ts'

export interface JournalEntry {
  readonly seq: number
  readonly method: string
  /** Path inside the sandbox, without query. */
  readonly path: string
  /** The path template that matched; null when none did. */
  readonly template: string | null
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** Parsed and redacted when JSON or a form; else text; null when empty. Over 16 KiB: the first 16 KiB as text. */
  readonly body: unknown
  readonly operation: string | null
  /** Real arrival, milliseconds since the epoch. */
  readonly at_ms: number
  /** From its arrival until the answer is out, with the delays of faults; what was not answered, until the connection ends. */
  readonly duration_ms: number
  readonly violations: readonly string[]
  readonly rule: string | null
  readonly faults: readonly string[]
  readonly scope: string | null
  /** What the answer said in Retry-After; absent where it said nothing. */
  readonly retry_after?: string | undefined
  /** Why the sandbox refused it; absent where it did not, and where a fault or a rule answered. */
  readonly reason?: string | undefined
  /** Operations that may have been meant, where none matched; added when entries are listed. */
  readonly nearest?: readonly string[]
}

/** Up to where a journal had come at some moment. */
export interface JournalMark {
  readonly journal: string
  /** Sequence number of the newest entry then; 0 where there was none. */
  readonly seq: number
}

export interface Journal {
  /** Where it stands now. */
  readonly mark: JournalMark
  /** Newest last. */
  last(limit: number, of?: ScopeFilter): readonly JournalEntry[]
  /** The same, each entry read when it is asked for: what is gone by then is left out, and what is gone is not kept for it. */
  walk(limit: number, of?: ScopeFilter): Generator<JournalEntry, void, undefined>
  /** Older entries dropped since the last reset. */
  evicted(of?: ScopeFilter): number
  /** Entries that are kept. */
  kept(of?: ScopeFilter): number
  readonly size: number
  /** The entry becomes the journal's, which numbers it. */
  append(entry: JournalEntry): void
  /** The newest `count` requests were answered with another status after all. */
  amend(count: number, status: number): void
  /** Empties it; sequence numbers go on. */
  reset(of?: ScopeFilter): void
  /** Calls `listener` for each new entry until the returned function is called; `ended` when no entry will come any more. */
  subscribe(listener: (entry: JournalEntry) => void, ended?: () => void): () => void
  /** Says that no entry will come any more. */
  end(): void
}

/** One scope, or null for the requests that named none; absent: all there is. */
export type ScopeFilter = string | null | undefined

const JOURNAL_CAPACITY = 1024
/** What all scopes together may hold, as a multiple of what each may. */
const SCOPES_TIMES = 16

/** Places of entries as numbers: above all slots that scopes have. */
const SLOTS = 2 ** 20
/** The entry belongs to no scope. */
const PLAIN = SLOTS - 1

/** `capacity` entries of requests that name no scope, and as many of each scope; `id` tells it from every other whose marks may be kept beside its own. `budget` bounds what it holds together with others; alone when absent. */
export function makeJournal(
  capacity: number = JOURNAL_CAPACITY,
  id = '',
  budget: Budget = new Budget(Number.POSITIVE_INFINITY),
): Journal {
  return new PartedJournal(capacity, id, budget)
}

class PartedJournal implements Journal, Holder {
  held = 0
  private readonly capacity: number
  private readonly budget: Budget
  private plain: Ring
  private scopes: Scopes
  private sequence = 0
  private readonly id: string
  private readonly listeners = new Map<(entry: JournalEntry) => void, (() => void) | undefined>()

  constructor(capacity: number, id: string, budget: Budget) {
    this.capacity = capacity
    this.id = id
    this.plain = new Ring(capacity)
    this.scopes = this.noScopes()
    this.budget = budget
  }

  get size(): number {
    return this.plain.size + this.scopes.size
  }

  get mark(): JournalMark {
    return { journal: this.id, seq: this.sequence }
  }

  evicted(of?: ScopeFilter): number {
    if (of === undefined) return this.plain.evicted + this.scopes.evicted
    return of === null ? this.plain.evicted : this.scopes.evictedIn(of)
  }

  kept(of?: ScopeFilter): number {
    if (of === undefined) return this.size
    return of === null ? this.plain.size : this.scopes.sizeIn(of)
  }

  last(limit: number, of?: ScopeFilter): readonly JournalEntry[] {
    const most = Math.max(0, limit)
    if (of === null || (of === undefined && this.scopes.size === 0)) return this.plain.last(most)
    if (of !== undefined) return this.scopes.last(most, of)
    const all = [...this.plain.last(most), ...this.scopes.all()].sort((a, b) => a.seq - b.seq)
    return all.slice(Math.max(0, all.length - most))
  }

  *walk(limit: number, of?: ScopeFilter): Generator<JournalEntry, void, undefined> {
    for (const place of this.places(Math.max(0, limit), of)) {
      const [seq, slot] = [Math.floor(place / SLOTS), place % SLOTS]
      const entry = slot === PLAIN ? this.plain.find(seq) : this.scopes.find(seq, slot)
      if (entry !== undefined) yield entry
    }
  }

  append(entry: { -readonly [K in keyof JournalEntry]: JournalEntry[K] }): void {
    this.sequence += 1
    entry.seq = this.sequence
    if (entry.scope === null) this.plain.push(entry)
    else this.scopes.push(entry.scope, entry)
    this.weigh()
    for (const listener of this.listeners.keys()) listener(entry)
  }

  amend(count: number, status: number): void {
    for (const part of [this.plain, this.scopes]) part.amendAfter(this.sequence - count, status)
  }

  reset(of?: ScopeFilter): void {
    if (of === undefined || of === null) this.plain = new Ring(this.capacity)
    if (of === undefined) this.scopes = this.noScopes()
    else if (of !== null) this.scopes.reset(of)
    this.weigh()
  }

  /** The oldest entry, by the order in which those of scopes go. */
  letGo(): void {
    if (this.plain.oldest < this.scopes.oldestSeq) this.plain.dropOldest()
    else if (this.scopes.size > 0) this.scopes.dropOldest()
    this.weigh()
  }

  subscribe(listener: (entry: JournalEntry) => void, ended?: () => void): () => void {
    this.listeners.set(listener, ended)
    return () => this.listeners.delete(listener)
  }

  end(): void {
    const told = [...this.listeners.values()]
    this.listeners.clear()
    this.budget.leave(this)
    for (const ended of told) ended?.()
  }

  /** Where the newest entries stand, each as one number, oldest first: a list of thousands that waits takes little so. */
  private places(limit: number, of: ScopeFilter): Float64Array {
    const plain = of === undefined || of === null ? this.plain.seqs(limit) : []
    const places = plain.map((seq) => seq * SLOTS + PLAIN)
    if (of === undefined) this.scopes.eachSlot((seq, slot) => places.push(seq * SLOTS + slot))
    else if (of !== null) this.scopes.eachSlotIn(of, (seq, slot) => places.push(seq * SLOTS + slot))
    const all = Float64Array.from(places).sort()
    return all.slice(Math.max(0, all.length - limit))
  }

  private weigh(): void {
    this.budget.hold(this, this.plain.held + this.scopes.heldBytes)
  }

  private noScopes(): Scopes {
    return new Scopes(this.capacity, this.capacity * SCOPES_TIMES)
  }
}
