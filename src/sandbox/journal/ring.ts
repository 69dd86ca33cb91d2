import type { JournalEntry } from './journal.ts'
import { Rows } from './rows.ts'

const FIRST_ROOM = 16

/** The newest entries, at most so many, in a ring that grows to what is needed. */
export class Ring {
  evicted = 0
  size = 0
  private readonly rows = new Rows()
  /** Where the oldest stands. */
  private start = 0
  /** Rows that the ring goes round. */
  private room: number
  private readonly capacity: number

  constructor(capacity: number) {
    this.capacity = capacity
    this.room = Math.min(capacity, FIRST_ROOM)
  }

  /** In bytes. */
  get held(): number {
    return this.rows.held
  }

  /** The sequence number of the oldest entry; above all others where there is none. */
  get oldest(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : this.rows.seq(this.start)
  }

  push(entry: JournalEntry): void {
    if (this.size === this.room) {
      if (this.room < this.capacity) this.widen()
      else this.forgetOldest()
    }
    this.rows.write(this.row(this.size), entry)
    this.size += 1
  }

  dropOldest(): void {
    this.rows.clear(this.start)
    this.forgetOldest()
  }

  /** Newest last. */
  last(limit: number): readonly JournalEntry[] {
    const wanted = Math.min(limit, this.size)
    return Array.from({ length: wanted }, (_, i) => this.rows.read(this.row(this.size - wanted + i)))
  }

  /** Sequence numbers of the newest, newest last. */
  seqs(limit: number): number[] {
    const wanted = Math.min(limit, this.size)
    return Array.from({ length: wanted }, (_, i) => this.rows.seq(this.row(this.size - wanted + i)))
  }

  /** The entry with this sequence number, where it is still kept. */
  find(seq: number): JournalEntry | undefined {
    let [from, to] = [0, this.size]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.rows.seq(this.row(middle)) < seq) from = middle + 1
      else to = middle
    }
    const row = this.row(from)
    return from < this.size && this.rows.seq(row) === seq ? this.rows.read(row) : undefined
  }

  /** Changes the entries after this sequence number. */
  amendAfter(seq: number, status: number): void {
    for (let i = this.size - 1; i >= 0; i--) {
      const row = this.row(i)
      if (this.rows.seq(row) <= seq) return
      this.rows.setStatus(row, status)
    }
  }

  private forgetOldest(): void {
    this.start = this.start + 1 === this.room ? 0 : this.start + 1
    this.size -= 1
    this.evicted += 1
  }

  /** Doubled: an entry is moved twice at most on its way. */
  private widen(): void {
    if (this.start > 0) this.rows.rotate(this.start)
    this.start = 0
    this.room = Math.min(this.capacity, 2 * this.room)
  }

  /** Where the i-th oldest stands. */
  private row(i: number): number {
    const row = this.start + i
    return row < this.room ? row : row - this.room
  }
}
