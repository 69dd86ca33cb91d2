/**
 * By which of its values, beside its key, a record is found: the entry names the one that came to the value last. Others
 * that have it as well, under other parents above all, stand behind it.
 */
import { digest64 } from '../../support/digest64.ts'
import { entryKey, rangeOf } from './keys.ts'
import type { Store } from './store.ts'
import type { NewRecord } from './stored-record.ts'

/** The key of the record that came to the value last. */
export function holderOf(store: Store, type: string, property: string, value: string): string | undefined {
  return store.get(entryKey('a', type, property, value))
}

/** The keys of all that have the value, at most so many and one. */
export function holdersOf(
  store: Store,
  type: string,
  property: string,
  value: string,
  limit: number,
): readonly string[] {
  const last = holderOf(store, type, property, value)
  if (last === undefined) return []
  return [last, ...store.range({ ...behind(type, property, value), limit }).map(([, key]) => key)]
}

type Held = Pick<NewRecord, 'type' | 'key' | 'alternates'>

export function putHolder(store: Store, { type, key, alternates = [] }: Held): void {
  for (const [property, value] of alternates) {
    const entry = entryKey('a', type, property, value)
    const other = store.get(entry)
    if (other === key) continue
    if (other !== undefined) {
      store.put(entryBehind(type, property, value, other), other)
      store.remove(entryBehind(type, property, value, key))
    }
    store.put(entry, key)
  }
}

export function removeHolder(store: Store, { type, key, alternates = [] }: Held): void {
  for (const [property, value] of alternates) {
    const entry = entryKey('a', type, property, value)
    if (store.get(entry) !== key) {
      store.remove(entryBehind(type, property, value, key))
      continue
    }
    const [next] = store.range({ ...behind(type, property, value), limit: 1 })
    store.remove(next?.[0] ?? entry)
    if (next !== undefined) store.put(entry, next[1])
  }
}

function behind(type: string, property: string, value: string): ReturnType<typeof rangeOf> {
  return rangeOf('a', type, property, '', digest64(value, property))
}

/** No value is empty, and keys of entries stay short. */
function entryBehind(type: string, property: string, value: string, key: string): string {
  return entryKey('a', type, property, '', digest64(value, property), digest64(key, type))
}
