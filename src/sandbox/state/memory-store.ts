import { SortedMap } from '../../support/sorted-map.ts'
import { createFork, Epochs } from './overlay-store.ts'
import type { DurableStore, Fork, RangeQuery } from './store.ts'

/** A store that lives and dies with the process; a commit only makes its writes final. */
export function createMemoryStore(): DurableStore {
  return new MemoryStore()
}

class MemoryStore implements DurableStore {
  private readonly map = new SortedMap<string>()
  private readonly epochs: Epochs = new Epochs()
  /** What keys held at the last commit, for those that changed since. */
  private readonly before = new Map<string, string | undefined>()
  /** What keys held before each change since the savepoint; `isFirst` when none since the last commit came earlier. */
  private undo: { readonly key: string; readonly value: string | undefined; readonly isFirst: boolean }[] | undefined

  get dirty(): boolean {
    return this.before.size > 0
  }

  get(key: string): string | undefined {
    return this.map.get(key)
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

  range({ from, to, limit = Number.POSITIVE_INFINITY, reverse = false }: RangeQuery): [string, string][] {
    const found: [string, string][] = []
    if (limit <= 0) return found
    for (const entry of this.map.entries(from, to, reverse)) {
      found.push(entry)
      if (found.length >= limit) break
    }
    return found
  }

  fork(most?: number): Fork {
    return createFork(this, this.epochs, most)
  }

  commit(): void {
    this.before.clear()
    this.undo = undefined
  }

  rollback(): void {
    for (const [key, value] of this.before) this.restore(key, value)
    this.commit()
  }

  mark(): void {
    this.undo = []
  }

  revert(): void {
    for (const { key, value, isFirst } of this.undo?.reverse() ?? []) {
      this.restore(key, value)
      if (isFirst) this.before.delete(key)
    }
    this.undo = undefined
  }

  private restore(key: string, value: string | undefined): void {
    this.epochs.changing(key, (k) => this.map.get(k))
    if (value === undefined) this.map.delete(key)
    else this.map.set(key, value)
  }

  private changing(key: string): void {
    this.epochs.changing(key, (k) => this.map.get(k))
    const isFirst = !this.before.has(key)
    const value = this.map.get(key)
    this.undo?.push({ key, value, isFirst })
    if (isFirst) this.before.set(key, value)
  }

  close(): void {}
}
