import { SortedMap } from '../../support/sorted-map.ts'
import { createFork, Epochs } from './overlay-store.ts'
import { PinnedValues } from './pinned-values.ts'
import type { DurableStore, Fork, Pin, RangeQuery } from './store.ts'
import { UndoLog } from './undo-log.ts'

const ENDLESS = Number.POSITIVE_INFINITY

/** A store that lives and dies with the process; a commit only makes its writes final. */
export function createMemoryStore(): DurableStore {
  return new MemoryStore()
}

class MemoryStore implements DurableStore {
  private readonly map = new SortedMap<string>()
  private readonly epochs: Epochs = new Epochs()
  private readonly undo = new UndoLog<string | undefined>((key, value) => this.restore(key, value))
  private readonly read = (key: string): string | undefined => this.map.get(key)

  get dirty(): boolean {
    return !this.undo.isEmpty
  }

  get(key: string): string | undefined {
    return this.map.get(key)
  }

  size(key: string): number {
    return this.map.get(key)?.length ?? 0
  }

  put(key: string, value: string): void {
    this.changing(key)
    this.map.set(key, value)
  }

  remove(key: string): void {
    if (!this.map.has(key)) return
    this.changing(key)
    this.map.delete(key)
  }

  range({ from, to, offset = 0, limit = ENDLESS, units = ENDLESS, reverse = false }: RangeQuery): [string, string][] {
    const found: [string, string][] = []
    if (limit <= 0) return found
    let passed = 0
    let read = 0
    for (const entry of this.map.entries(from, to, reverse)) {
      if (passed++ < offset) continue
      found.push(entry)
      read += entry[1].length
      if (found.length >= limit || read >= units) break
    }
    return found
  }

  pin(keys: Iterable<string>): Pin {
    return new PinnedValues(new Map([...keys].map((key) => [key, this.map.get(key)])))
  }

  fork(most?: number): Fork {
    return createFork(this, this.epochs, most)
  }

  commit(): void {
    this.undo.commit()
  }

  rollback(): void {
    this.undo.rollback()
  }

  savepoint(): number {
    return this.undo.savepoint()
  }

  backTo(savepoint: number): void {
    this.undo.backTo(savepoint)
  }

  mark(): void {
    this.undo.mark()
  }

  revert(): void {
    this.undo.revert()
  }

  private restore(key: string, value: string | undefined): void {
    this.epochs.changing(key, this.read)
    if (value === undefined) this.map.delete(key)
    else this.map.set(key, value)
  }

  private changing(key: string): void {
    this.epochs.changing(key, this.read)
    this.undo.changing(key, this.read)
  }

  close(): void {}
}
