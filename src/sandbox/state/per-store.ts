import type { Store } from './store.ts'

const all: WeakMap<Store, unknown>[] = []

/** What is remembered of each store; all of it is made here, so that it can be forgotten. */
export function perStore<T>(): WeakMap<Store, T> {
  const remembered = new WeakMap<Store, T>()
  all.push(remembered as WeakMap<Store, unknown>)
  return remembered
}

/** To be called when a store went back to an earlier state: nothing that was concluded from it since may be true. */
export function forgetStore(store: Store): void {
  for (const remembered of all) remembered.delete(store)
}

/** The map that is kept for the store; a new one where there is none. */
export function mapOf<V>(kept: WeakMap<Store, Map<string, V>>, store: Store): Map<string, V> {
  let map = kept.get(store)
  if (map === undefined) {
    map = new Map()
    kept.set(store, map)
  }
  return map
}
