import type { KeyRange, Store } from './store.ts'

const BATCH = 1000

/** Removes all entries of a range, a batch at a time, however many there are. */
export function removeRange(store: Store, { from, to }: KeyRange): void {
  // Each batch begins behind the one before: what is removed and not committed yet would be walked over again.
  let start = from
  for (;;) {
    const entries = store.range({ from: start, to, limit: BATCH, values: false })
    for (const [key] of entries) store.remove(key)
    const last = entries.at(-1)
    if (last === undefined || entries.length < BATCH) return
    start = `${last[0]}\0`
  }
}

/** The same for ranges that do not meet, at once where the store can. */
export function removeRanges(store: Store, ranges: readonly KeyRange[]): void {
  if (store.clear !== undefined) store.clear(ranges)
  else for (const range of ranges) removeRange(store, range)
}

/** What of a range lies outside of others, in order. */
export function outsideOf({ from, to }: KeyRange, others: readonly KeyRange[]): readonly KeyRange[] {
  const left: KeyRange[] = []
  let at = from
  for (const other of [...others].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    if (other.from >= other.to || other.to <= at || other.from >= to) continue
    if (other.from > at) left.push({ from: at, to: other.from })
    at = other.to
  }
  if (at < to) left.push({ from: at, to })
  return left
}
