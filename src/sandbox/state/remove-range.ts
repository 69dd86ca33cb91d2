import type { RangeQuery, Store } from './store.ts'

const BATCH = 1000

/** Removes all entries of a range, a batch at a time, however many there are. */
export function removeRange(store: Store, { from, to }: Pick<RangeQuery, 'from' | 'to'>): void {
  for (;;) {
    const entries = store.range({ from, to, limit: BATCH, values: false })
    for (const [key] of entries) store.remove(key)
    if (entries.length < BATCH) return
  }
}
