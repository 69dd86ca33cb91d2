import type { JournalEntry } from './journal.ts'
import { Rows } from './rows.ts'

/** The newest entries, at most so many, in a ring that grows to what is needed. */
export class Ring {
  evicted = 0
  private readonly rows = new Rows()
  /** Where the oldest stands. */
  private start = 0
  private readonly capacity: number

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get size(): number {
    return this.rows.length
  }

  push(entry: JournalEntry): void {
    const { size } = this
    if (size < this.capacity) this.rows.write(size, entry)
    else {
      this.rows.write(this.start, entry)
      this.start = this.start + 1 === size ? 0 : this.start + 1
      this.evicted += 1
    }
  }

  /** Newest last. */
  last(limit: number): readonly JournalEntry[] {
    const wanted = Math.min(limit, this.size)
    return Array.from({ length: wanted }, (_, i) => this.rows.read(this.row(this.size - wanted + i)))
  }

  /** Changes the entries after this sequence number. */
  amendAfter(seq: number, status: number): void {
    for (let i = this.size - 1; i >= 0; i--) {
      const row = this.row(i)
      if (this.rows.seq(row) <= seq) return
      this.rows.setStatus(row, status)
    }
  }

  /** Where the i-th oldest stands. */
  private row(i: number): number {
    const row = this.start + i
    return row < this.size ? row : row - this.size
  }
}
