/**
 * Journal entries as rows: numbers in one table, all else in another. A row is
 * written over in place. Were each entry an object that is dropped for the next,
 * hundreds of journals in turn would be garbage that lived long. Bodies are held as
 * JSON text: as values they would take twenty times as much.
 */

import { withBodyText } from './entry-text.ts'
import type { JournalEntry } from './journal.ts'
import { weightOf } from './weight.ts'

const NUMBERS = 5
/** Where the weight of a row stands among its numbers. */
const WEIGHT = 4
const OTHERS = 13

export class Rows {
  length = 0
  /** What all rows hold, in bytes. */
  held = 0
  private numbers = new Float64Array(0)
  private others: unknown[] = []

  /** `row` is one that was written before, or the next. */
  write(row: number, entry: JournalEntry): void {
    if (row === this.length) this.grow()
    const { numbers, others } = this
    const text = entry.body === null ? null : JSON.stringify(entry.body)
    const weight = weightOf(entry, text)
    let i = row * NUMBERS
    this.held += weight - (numbers[i + WEIGHT] ?? 0)
    numbers[i++] = entry.seq
    numbers[i++] = entry.status
    numbers[i++] = entry.at_ms
    numbers[i++] = entry.duration_ms
    numbers[i] = weight
    i = row * OTHERS
    others[i++] = entry.method
    others[i++] = entry.path
    others[i++] = entry.template
    others[i++] = entry.headers
    others[i++] = entry.query
    others[i++] = text
    others[i++] = entry.operation
    others[i++] = entry.violations
    others[i++] = entry.rule
    others[i++] = entry.faults
    others[i++] = entry.scope
    others[i++] = entry.retry_after
    others[i] = entry.reason
  }

  read(row: number): JournalEntry {
    const [seq, status, at_ms, duration_ms] = this.numbers.subarray(row * NUMBERS, (row + 1) * NUMBERS)
    const others = this.others.slice(row * OTHERS, (row + 1) * OTHERS)
    const [
      method,
      path,
      template,
      headers,
      query,
      text,
      operation,
      violations,
      rule,
      faults,
      scope,
      retry_after,
      reason,
    ] = others
    const entry = {
      seq,
      method,
      path,
      template,
      status,
      headers,
      query,
      get body() {
        return typeof text === 'string' ? JSON.parse(text) : text
      },
      operation,
      at_ms,
      duration_ms,
      violations,
      rule,
      faults,
      scope,
      retry_after,
      reason,
    } as JournalEntry
    return withBodyText(entry, text)
  }

  seq(row: number): number {
    return this.numbers[row * NUMBERS] ?? 0
  }

  /** Written and not cleared since. */
  isWritten(row: number): boolean {
    return this.numbers[row * NUMBERS + WEIGHT] !== 0
  }

  setStatus(row: number, status: number): void {
    this.numbers[row * NUMBERS + 1] = status
  }

  /** What stood there may be collected. */
  clear(row: number): void {
    const i = row * NUMBERS + WEIGHT
    this.held -= this.numbers[i] ?? 0
    this.numbers[i] = 0
    this.others.fill(undefined, row * OTHERS, (row + 1) * OTHERS)
  }

  /** The row `start` becomes the first; those before it come behind the last. */
  rotate(start: number): void {
    const numbers = new Float64Array(this.numbers.length)
    numbers.set(this.numbers.subarray(start * NUMBERS, this.length * NUMBERS))
    numbers.set(this.numbers.subarray(0, start * NUMBERS), (this.length - start) * NUMBERS)
    this.numbers = numbers
    this.others = [...this.others.slice(start * OTHERS), ...this.others.slice(0, start * OTHERS)]
  }

  private grow(): void {
    this.length += 1
    for (let i = 0; i < OTHERS; i++) this.others.push(undefined)
    if (this.length * NUMBERS <= this.numbers.length) return
    const larger = new Float64Array(Math.max(80, 2 * this.numbers.length))
    larger.set(this.numbers)
    this.numbers = larger
  }
}
