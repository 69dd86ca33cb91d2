/**
 * Journal entries as rows: numbers in one table, all else in another. A row is
 * written over in place. Were each entry an object that is dropped for the next,
 * hundreds of journals in turn would be garbage that lived long.
 */
import type { JournalEntry } from './journal.ts'

const NUMBERS = 4
const OTHERS = 12

export class Rows {
  length = 0
  private numbers = new Float64Array(0)
  private readonly others: unknown[] = []

  /** `row` is one that was written before, or the next. */
  write(row: number, entry: JournalEntry): void {
    if (row === this.length) this.grow()
    const { numbers, others } = this
    let i = row * NUMBERS
    numbers[i++] = entry.seq
    numbers[i++] = entry.status
    numbers[i++] = entry.at_ms
    numbers[i] = entry.duration_ms
    i = row * OTHERS
    others[i++] = entry.method
    others[i++] = entry.path
    others[i++] = entry.template
    others[i++] = entry.headers
    others[i++] = entry.query
    others[i++] = entry.body
    others[i++] = entry.operation
    others[i++] = entry.violations
    others[i++] = entry.rule
    others[i++] = entry.faults
    others[i++] = entry.scope
    others[i] = entry.retry_after
  }

  read(row: number): JournalEntry {
    const [seq, status, at_ms, duration_ms] = this.numbers.subarray(row * NUMBERS, (row + 1) * NUMBERS)
    const others = this.others.slice(row * OTHERS, (row + 1) * OTHERS)
    const [method, path, template, headers, query, body, operation, violations, rule, faults, scope, retry_after] =
      others
    return {
      seq,
      method,
      path,
      template,
      status,
      headers,
      query,
      body,
      operation,
      at_ms,
      duration_ms,
      violations,
      rule,
      faults,
      scope,
      retry_after,
    } as JournalEntry
  }

  seq(row: number): number {
    return this.numbers[row * NUMBERS] ?? 0
  }

  setStatus(row: number, status: number): void {
    this.numbers[row * NUMBERS + 1] = status
  }

  /** What stood there may be collected. */
  clear(row: number): void {
    this.others.fill(undefined, row * OTHERS, (row + 1) * OTHERS)
  }

  private grow(): void {
    this.length += 1
    for (let i = 0; i < OTHERS; i++) this.others.push(undefined)
    if (this.length * NUMBERS <= this.numbers.length) return
    const larger = new Float64Array(Math.max(64, 2 * this.numbers.length))
    larger.set(this.numbers)
    this.numbers = larger
  }
}
