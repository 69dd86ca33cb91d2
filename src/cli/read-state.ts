/** Reads the state of a sandbox as it stands on disk, whoever serves it meanwhile. */
import type { Store } from '../sandbox/state/store.ts'
import type { Place } from './place.ts'

/** Works on the state of this moment; what it writes stays in memory. */
export async function readState<T>({ data }: Place, name: string, work: (store: Store) => T): Promise<T> {
  const { openStateReadOnly } = await import('../stores/state/lmdb.ts')
  const store = openStateReadOnly(data.stateDirectory(name))
  try {
    return work(store)
  } finally {
    store.close()
  }
}
