import type { RangeQuery, Store } from './store.ts'

const BATCH = 1000

/** Removes all entries of a range, a batch at a time, however many there are. */
export function removeRange(store: Store, { from, to }: Pick<RangeQuery, 'from' | 'to'>): void {
  // Each batch begins behind the one before: what is removed and not committed yet would be walked over again.
  let start = from
  for (;;) {
    const entries = store.range({ from: start, to, limit: BATCH })
    for (const [key] of entries) store.remove(key)
    const last = entries.at(-1)
    if (last === undefined || entries.length < BATCH) return
    start = `${last[0]}\0`
  }
}
