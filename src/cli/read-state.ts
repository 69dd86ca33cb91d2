/**
 * The state of a sandbox, read. One process at a time opens it: while a server runs it is asked, and without one the
 * command holds the data directory meanwhile. Opening the files of a running server, be it only for reading, would
 * set back its transactions (docs/decisions/0001-state-in-lmdb.md).
 */
import type { Store } from '../sandbox/state/store.ts'
import type { ControlClient } from './control-client.ts'
import { change, type Place } from './place.ts'

/** What the running server tells, else what `work` finds in the state of this moment; what that writes stays in memory. */
export function stateOf<T>(
  place: Place,
  name: string,
  told: (server: ControlClient) => Promise<T>,
  work: (store: Store) => T | Promise<T>,
): Promise<T> {
  return change(place, told, async () => {
    const { openStateReadOnly } = await import('../stores/state/lmdb.ts')
    const store = openStateReadOnly(place.data.stateDirectory(name))
    try {
      return await work(store)
    } finally {
      store.close()
    }
  })
}
