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

/** Scopes without entries whose count of dropped entries is remembered. */
const MOST_EMPTIED = 4096

/** One partition a scope. Where all of them hold too much, the scope longest unused loses its oldest entry. */
export class Scopes {
  /** Longest unused first. */
  private readonly partitions = new Map<string, Partition>()
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

  all(): Iterable<Partition> {
    return this.partitions.values()
  }

  find(scope: string): Partition | undefined {
    return this.partitions.get(scope)
  }

  evictedIn(scope: string): number {
    return this.partitions.get(scope)?.evicted ?? this.emptied.get(scope) ?? 0
  }

  push(scope: string, entry: JournalEntry): void {
    const partition = this.partitions.get(scope) ?? this.begin(scope)
    this.partitions.delete(scope)
    this.partitions.set(scope, partition)
    const { size } = partition
    partition.push(entry)
    if (partition.size > size) this.held += 1
    else this.dropped += 1
    if (this.held > this.most) this.dropOldest()
  }

  reset(scope: string): void {
    const partition = this.partitions.get(scope)
    this.dropped -= this.evictedIn(scope)
    this.held -= partition?.size ?? 0
    this.partitions.delete(scope)
    this.emptied.delete(scope)
  }

  private begin(scope: string): Partition {
    const partition = new Partition(this.capacity, this.emptied.get(scope))
    this.emptied.delete(scope)
    return partition
  }

  private dropOldest(): void {
    for (const [scope, partition] of this.partitions) {
      partition.dropOldest()
      this.held -= 1
      this.dropped += 1
      if (partition.size === 0) this.end(scope, partition)
      return
    }
  }

  private end(scope: string, { evicted }: Partition): void {
    this.partitions.delete(scope)
    for (const first of this.emptied.keys()) {
      if (this.emptied.size < MOST_EMPTIED) break
      this.emptied.delete(first)
    }
    this.emptied.set(scope, evicted)
  }
}
