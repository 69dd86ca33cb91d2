/** The entries of a journal, by scope: what one scope does pushes no entry of another out, as long as there is room. */
import type { JournalEntry } from './journal.ts'

/** Room that old entries may take before the list is cut. */
const SLACK = 64

/** The newest entries, at most so many. */
export class Partition {
  evicted: number
  private entries: JournalEntry[] = []
  private start = 0
  private readonly capacity: number

  constructor(capacity: number, evicted = 0) {
    this.capacity = capacity
    this.evicted = evicted
  }

  get size(): number {
    return this.entries.length - this.start
  }

  push(entry: JournalEntry): void {
    this.entries.push(entry)
    if (this.size > this.capacity) this.dropOldest()
  }

  dropOldest(): void {
    this.evicted += 1
    this.start += 1
    if (this.start < SLACK && this.size > 0) return
    this.entries = this.entries.slice(this.start)
    this.start = 0
  }

  /** Newest last. */
  last(limit: number): readonly JournalEntry[] {
    return this.entries.slice(Math.max(this.start, this.entries.length - limit))
  }

  /** Changes the entries after this sequence number. */
  amendAfter(seq: number, status: number): void {
    for (let i = this.entries.length - 1; i >= this.start; i--) {
      const entry = this.entries[i]
      if (entry === undefined || entry.seq <= seq) return
      this.entries[i] = { ...entry, status }
    }
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
