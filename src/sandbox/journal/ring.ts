import type { JournalEntry } from './journal.ts'

/** The newest entries, at most so many, in a ring that grows to what is needed. */
export class Ring {
  evicted = 0
  private entries: JournalEntry[] = []
  /** Where the oldest stands. */
  private start = 0
  private readonly capacity: number

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get size(): number {
    return this.entries.length
  }

  push(entry: JournalEntry): void {
    const { length } = this.entries
    if (length < this.capacity) this.entries.push(entry)
    else {
      this.entries[this.start] = entry
      this.start = this.start + 1 === length ? 0 : this.start + 1
      this.evicted += 1
    }
  }

  /** Newest last. */
  last(limit: number): readonly JournalEntry[] {
    const first = Math.max(0, this.entries.length - limit)
    const from = this.at(first)
    const wanted = this.entries.length - first
    const whole = this.entries.slice(from, from + wanted)
    return whole.length === wanted ? whole : [...whole, ...this.entries.slice(0, wanted - whole.length)]
  }

  /** Changes the entries after this sequence number. */
  amendAfter(seq: number, status: number): void {
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const entry = this.entries[this.at(i)]
      if (entry === undefined || entry.seq <= seq) return
      this.entries[this.at(i)] = { ...entry, status }
    }
  }

  /** Index of the i-th oldest. */
  private at(i: number): number {
    const index = this.start + i
    return index < this.entries.length ? index : index - this.entries.length
  }
}
