/** What is kept beside a record, under its key: its files, the secret of who logs in, the state a verb led away from. */
import { type EntryKind, entryKey, rangeOf } from './keys.ts'
import type { Store } from './store.ts'
import type { StoredRecord } from './stored-record.ts'

const BESIDE: readonly EntryKind[] = ['c', 'q', 'v']

/** It goes with the record to another key. */
export function carryBeside(store: Store, { type, key }: Pick<StoredRecord, 'type' | 'key'>, to: string): void {
  for (const kind of BESIDE) {
    const own = entryKey(kind, type, key)
    for (const [one, raw] of [...store.range({ from: own, to: rangeOf(kind, type, key).to })]) {
      store.remove(one)
      store.put(entryKey(kind, type, to) + one.slice(own.length), raw)
    }
  }
}
