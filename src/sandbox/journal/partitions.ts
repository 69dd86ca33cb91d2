/** The entries of a journal, by scope: what one scope does pushes no entry of another out, as long as there is room. */
import type { JournalEntry } from './journal.ts'

/** The newest entries, at most so many, in a ring that grows to what is needed. */
export class Partition {
  evicted: number
  private ring: JournalEntry[] = []
  /** Where the oldest stands. */
  private start = 0
  private count = 0
  private readonly capacity: number

  constructor(capacity: number, evicted = 0) {
    this.capacity = capacity
    this.evicted = evicted
  }

  get size(): number {
    return this.count
  }

  push(entry: JournalEntry): void {
    const { length } = this.ring
    if (this.count < length) this.ring[this.at(this.count++)] = entry
    else if (length < this.capacity) this.grow(entry)
    else {
      this.ring[this.start] = entry
      this.start = this.start + 1 === length ? 0 : this.start + 1
      this.evicted += 1
    }
  }

  dropOldest(): void {
    if (this.count === 0) return
    this.start = this.at(1)
    this.count -= 1
    this.evicted += 1
  }

  /** Newest last. */
  last(limit: number): readonly JournalEntry[] {
    const first = Math.max(0, this.count - limit)
    const from = this.at(first)
    const wanted = this.count - first
    const whole = this.ring.slice(from, from + wanted)
    return whole.length === wanted ? whole : [...whole, ...this.ring.slice(0, wanted - whole.length)]
  }

  /** Changes the entries after this sequence number. */
  amendAfter(seq: number, status: number): void {
    for (let i = this.count - 1; i >= 0; i--) {
      const entry = this.ring[this.at(i)]
      if (entry === undefined || entry.seq <= seq) return
      this.ring[this.at(i)] = { ...entry, status }
    }
  }

  private grow(entry: JournalEntry): void {
    if (this.start > 0) this.ring = [...this.last(this.count)]
    this.start = 0
    this.ring.push(entry)
    this.count += 1
  }

  /** Index of the i-th oldest. */
  private at(i: number): number {
    const index = this.start + i
    return index < this.ring.length ? index : index - this.ring.length
  }
}

/** A scope's entries, in a chain of scopes by when they were used last. */
interface Link {
  readonly scope: string
  readonly partition: Partition
  older: Link | undefined
  newer: Link | undefined
}

/** Scopes without entries whose count of dropped entries is remembered. */
const MOST_EMPTIED = 4096

/** One partition a scope. Where all of them hold too much, the scope longest unused loses its oldest entry. */
export class Scopes {
  private readonly links = new Map<string, Link>()
  private oldest: Link | undefined
  private newest: Link | undefined
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

  get evicted(): number {
    return this.dropped
  }

  all(): readonly Partition[] {
    return [...this.links.values()].map(({ partition }) => partition)
  }

  find(scope: string): Partition | undefined {
    return this.links.get(scope)?.partition
  }

  evictedIn(scope: string): number {
    return this.find(scope)?.evicted ?? this.emptied.get(scope) ?? 0
  }

  push(scope: string, entry: JournalEntry): void {
    const link = this.links.get(scope) ?? this.begin(scope)
    if (link !== this.newest) {
      this.takeOut(link)
      this.putLast(link)
    }
    const { partition } = link
    const { size } = partition
    partition.push(entry)
    if (partition.size > size) this.held += 1
    else this.dropped += 1
    if (this.held > this.most) this.dropOldest()
  }

  reset(scope: string): void {
    this.dropped -= this.evictedIn(scope)
    this.emptied.delete(scope)
    const link = this.links.get(scope)
    if (link === undefined) return
    this.held -= link.partition.size
    this.links.delete(scope)
    this.takeOut(link)
  }

  private begin(scope: string): Link {
    const partition = new Partition(this.capacity, this.emptied.get(scope))
    this.emptied.delete(scope)
    const link: Link = { scope, partition, older: undefined, newer: undefined }
    this.links.set(scope, link)
    this.putLast(link)
    return link
  }

  private putLast(link: Link): void {
    link.older = this.newest
    link.newer = undefined
    if (this.newest === undefined) this.oldest = link
    else this.newest.newer = link
    this.newest = link
  }

  private takeOut({ older, newer }: Link): void {
    if (older === undefined) this.oldest = newer
    else older.newer = newer
    if (newer === undefined) this.newest = older
    else newer.older = older
  }

  private dropOldest(): void {
    const link = this.oldest
    if (link === undefined) return
    link.partition.dropOldest()
    this.held -= 1
    this.dropped += 1
    if (link.partition.size > 0) return
    this.links.delete(link.scope)
    this.takeOut(link)
    this.rememberEmptied(link)
  }

  private rememberEmptied({ scope, partition }: Link): void {
    if (this.emptied.size >= MOST_EMPTIED) {
      const [first] = this.emptied.keys()
      if (first !== undefined) this.emptied.delete(first)
    }
    this.emptied.set(scope, partition.evicted)
  }
}
