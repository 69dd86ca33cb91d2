/**
 * The entries of scopes: what one scope does pushes no entry of another out, as
 * long as there is room. All entries stand in one table, and what is known of a
 * scope in columns: were each scope an object of its own, hundreds of them in
 * turn would each have to be fetched from far away.
 */
import type { JournalEntry } from './journal.ts'
import { Rows } from './rows.ts'

/** Scopes without entries whose count of dropped entries is remembered. */
const MOST_EMPTIED = 4096

/** At most `capacity` entries a scope and `most` in all; beyond that the scope longest unused loses its oldest entry. */
export class Scopes {
  private readonly numbers = new Map<string, number>()
  private readonly unused: number[] = []
  private readonly names: string[] = []
  private readonly counts = new Column()
  private readonly evictions = new Column()
  private readonly oldest = new Column()
  private readonly newest = new Column()
  private readonly recency = new Recency()
  private readonly slots = new Slots()
  private readonly emptied = new Map<string, number>()
  private readonly capacity: number
  private readonly most: number
  private held = 0
  private dropped = 0

  constructor(capacity: number, most: number) {
    this.capacity = capacity
    this.most = most
  }

  get size(): number {
    return this.held
  }

  /** In bytes. */
  get heldBytes(): number {
    return this.slots.held
  }

  /** The sequence number of the entry that goes next; above all others where there is none. */
  get oldestSeq(): number {
    if (this.held === 0) return Number.POSITIVE_INFINITY
    return this.slots.seq(this.oldest.at(this.recency.oldest))
  }

  get evicted(): number {
    return this.dropped
  }

  sizeIn(scope: string): number {
    const number = this.numbers.get(scope)
    return number === undefined ? 0 : this.counts.at(number)
  }

  evictedIn(scope: string): number {
    const number = this.numbers.get(scope)
    return number === undefined ? (this.emptied.get(scope) ?? 0) : this.evictions.at(number)
  }

  /** Newest last. */
  last(limit: number, scope: string): readonly JournalEntry[] {
    const number = this.numbers.get(scope)
    if (number === undefined) return []
    const found: JournalEntry[] = []
    let slot = this.oldest.at(number)
    for (let left = this.counts.at(number); left > 0; left--) {
      if (left <= limit) found.push(this.slots.entry(slot))
      slot = this.slots.after(slot)
    }
    return found
  }

  /** Of every scope, in no order. */
  all(): readonly JournalEntry[] {
    return [...this.numbers.keys()].flatMap((scope) => this.last(this.capacity, scope))
  }

  /** Tells of all entries that are kept, in no order. */
  eachSlot(tell: (seq: number, slot: number) => void): void {
    for (const scope of this.numbers.keys()) this.eachSlotIn(scope, tell)
  }

  /** The same of one scope, newest last. */
  eachSlotIn(scope: string, tell: (seq: number, slot: number) => void): void {
    const number = this.numbers.get(scope)
    if (number === undefined) return
    let slot = this.oldest.at(number)
    for (let left = this.counts.at(number); left > 0; left--) {
      tell(this.slots.seq(slot), slot)
      slot = this.slots.after(slot)
    }
  }

  /** The entry with this sequence number, where it still stands in that slot. */
  find(seq: number, slot: number): JournalEntry | undefined {
    return this.slots.holds(seq, slot) ? this.slots.entry(slot) : undefined
  }

  push(scope: string, entry: JournalEntry): void {
    const number = this.numbers.get(scope) ?? this.begin(scope)
    this.recency.touch(number)
    const slot = this.room(number)
    this.slots.write(slot, entry)
    if (this.counts.at(number) === 0) this.oldest.set(number, slot)
    else this.slots.link(this.newest.at(number), slot)
    this.newest.set(number, slot)
    this.counts.set(number, this.counts.at(number) + 1)
    this.held += 1
  }

  /** That of the scope longest unused. */
  dropOldest(): void {
    const number = this.recency.oldest
    this.slots.free(this.drop(number))
    this.endEmptied(number)
  }

  /** Changes the entries after this sequence number. */
  amendAfter(seq: number, status: number): void {
    this.slots.amendAfter(seq, status)
  }

  reset(scope: string): void {
    this.dropped -= this.evictedIn(scope)
    this.emptied.delete(scope)
    const number = this.numbers.get(scope)
    if (number === undefined) return
    while (this.counts.at(number) > 0) this.slots.free(this.takeOldest(number))
    this.end(number)
  }

  private begin(scope: string): number {
    const number = this.unused.pop() ?? this.names.length
    this.numbers.set(scope, number)
    this.names[number] = scope
    this.counts.set(number, 0)
    this.evictions.set(number, this.emptied.get(scope) ?? 0)
    this.emptied.delete(scope)
    this.recency.add(number)
    return number
  }

  private end(number: number): void {
    this.numbers.delete(this.names[number] ?? '')
    this.recency.remove(number)
    this.unused.push(number)
  }

  /** A slot for the next entry of a scope: a free one, or that of an entry that is dropped for it. */
  private room(coming: number): number {
    if (this.counts.at(coming) === this.capacity) return this.drop(coming)
    if (this.held < this.most) return this.slots.take()
    const number = this.recency.oldest
    const slot = this.drop(number)
    if (number !== coming) this.endEmptied(number)
    return slot
  }

  private endEmptied(number: number): void {
    if (this.counts.at(number) > 0) return
    this.rememberEmptied(this.names[number] ?? '', this.evictions.at(number))
    this.end(number)
  }

  /** Drops the oldest entry of a scope and gives its slot. */
  private drop(number: number): number {
    this.evictions.set(number, this.evictions.at(number) + 1)
    this.dropped += 1
    return this.takeOldest(number)
  }

  private takeOldest(number: number): number {
    const slot = this.oldest.at(number)
    this.oldest.set(number, this.slots.after(slot))
    this.counts.set(number, this.counts.at(number) - 1)
    this.held -= 1
    return slot
  }

  private rememberEmptied(scope: string, evicted: number): void {
    if (this.emptied.size >= MOST_EMPTIED) {
      const [first] = this.emptied.keys()
      if (first !== undefined) this.emptied.delete(first)
    }
    this.emptied.set(scope, evicted)
  }
}

const NONE = -1

/** Whole numbers by whole numbers; NONE where nothing was set. */
class Column {
  private readonly cells: number[] = []

  at(i: number): number {
    return this.cells[i] ?? NONE
  }

  set(i: number, value: number): void {
    this.cells[i] = value
  }
}

/** Scopes by when they were used last. */
class Recency {
  oldest = NONE
  private newest = NONE
  private readonly older = new Column()
  private readonly newer = new Column()

  add(number: number): void {
    this.older.set(number, this.newest)
    this.newer.set(number, NONE)
    if (this.newest === NONE) this.oldest = number
    else this.newer.set(this.newest, number)
    this.newest = number
  }

  remove(number: number): void {
    const older = this.older.at(number)
    const newer = this.newer.at(number)
    if (older === NONE) this.oldest = newer
    else this.newer.set(older, newer)
    if (newer === NONE) this.newest = older
    else this.older.set(newer, older)
  }

  touch(number: number): void {
    if (number === this.newest) return
    this.remove(number)
    this.add(number)
  }
}

/** Entries, each with the one that follows it in its scope; a slot that is free is used again first. */
class Slots {
  private readonly rows = new Rows()
  private readonly next = new Column()
  private firstFree = NONE

  get held(): number {
    return this.rows.held
  }

  seq(slot: number): number {
    return this.rows.seq(slot)
  }

  entry(slot: number): JournalEntry {
    return this.rows.read(slot)
  }

  holds(seq: number, slot: number): boolean {
    return slot < this.rows.length && this.rows.seq(slot) === seq && this.rows.isWritten(slot)
  }

  after(slot: number): number {
    return this.next.at(slot)
  }

  link(slot: number, next: number): void {
    this.next.set(slot, next)
  }

  write(slot: number, entry: JournalEntry): void {
    this.rows.write(slot, entry)
  }

  /** One that is free, to be written next. */
  take(): number {
    const slot = this.firstFree
    if (slot === NONE) return this.rows.length
    this.firstFree = this.after(slot)
    return slot
  }

  free(slot: number): void {
    this.rows.clear(slot)
    this.next.set(slot, this.firstFree)
    this.firstFree = slot
  }

  /** Free ones are changed as well, and written over before they are read. */
  amendAfter(seq: number, status: number): void {
    for (let slot = 0; slot < this.rows.length; slot++) if (this.rows.seq(slot) > seq) this.rows.setStatus(slot, status)
  }
}
