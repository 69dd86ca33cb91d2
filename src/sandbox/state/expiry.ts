/**
 * Entries that last until a moment of the sandbox's clock. An index by time has
 * the oldest first; each new entry takes away a few of those whose time is over,
 * so that a store holds little more than what is in force. Whether an entry is
 * over is told by the entry: when it is taken away is never seen from outside.
 *
 *   x time key  → key of the entry
 */
import type { Instant } from '../../support/clock.ts'
import { entryKey, rangeOf } from './keys.ts'
import { perStore } from './per-store.ts'
import type { Store } from './store.ts'

/** More than one, so that what has gathered becomes less. */
const PER_ENTRY = 2

/** No entry of the store is over before this; where nothing is known, it is looked. */
const due = perStore<Instant>()

/** Says that the entry under `key`, which is written by the caller, is over at `expires`. */
export function keepUntil(store: Store, key: string, expires: Instant, now: Instant): void {
  store.put(indexKey(expires, key), key)
  if (now >= (due.get(store) ?? 0)) prune(store, now, PER_ENTRY)
  due.set(store, Math.min(expires, due.get(store) ?? 0))
}

/** Takes an entry away before its time. */
export function dropEntry(store: Store, key: string, expires: Instant): void {
  store.remove(indexKey(expires, key))
  store.remove(key)
}

/** Takes away the oldest of what is over, at most `most` entries. */
export function prune(store: Store, now: Instant, most: number): void {
  const first = store.range({ ...rangeOf('x'), limit: most + 1 })
  let next = Number.POSITIVE_INFINITY
  for (const [at, [index, key]] of first.entries()) {
    const expires = Number(index.split('\u0001')[1])
    if (expires > now || at === most) {
      next = expires
      break
    }
    store.remove(index)
    store.remove(key)
  }
  due.set(store, next)
}

/** Milliseconds, as digits that sort by size. */
function indexKey(expires: Instant, key: string): string {
  return entryKey('x', String(expires).padStart(15, '0'), key)
}
