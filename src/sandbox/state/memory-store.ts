import { SortedMap } from '../../support/sorted-map.ts'
import { createFork, Epochs } from './overlay-store.ts'
import type { DurableStore, RangeQuery, Store } from './store.ts'

/** A store that lives and dies with the process; `commit` only clears `dirty`. */
export function createMemoryStore(): DurableStore {
  return new MemoryStore()
}

class MemoryStore implements DurableStore {
  dirty = false
  private readonly map = new SortedMap<string>()
  private readonly epochs: Epochs = new Epochs()

  get(key: string): string | undefined {
    return this.map.get(key)
  }

  put(key: string, value: string): void {
    this.epochs.changing(key, (k) => this.map.get(k))
    this.map.set(key, value)
    this.dirty = true
  }

  remove(key: string): void {
    if (!this.map.has(key)) return
    this.epochs.changing(key, (k) => this.map.get(k))
    this.map.delete(key)
    this.dirty = true
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

  fork(): Store {
    return createFork(this, this.epochs)
  }

  commit(): void {
    this.dirty = false
  }

  close(): void {}
}
