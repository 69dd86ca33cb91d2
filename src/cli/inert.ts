/** Rules and faults that stay after an update although the description has no place for them any more. */
import { armedFaults } from '../sandbox/faults/book.ts'
import { unfitRules } from '../sandbox/rules/validate.ts'
import { openStateReadOnly } from '../stores/state/lmdb.ts'
import type { Place } from './place.ts'
import { loadRules, withRuntime } from './rule-set.ts'

/** One line each. */
export function inertOn(place: Place, name: string): Promise<readonly string[]> {
  const { rules } = loadRules(place, name)
  const store = openStateReadOnly(place.data.stateDirectory(name))
  try {
    const faults = armedFaults(store)
    return withRuntime(place, name, (runtime) => {
      const { operations } = runtime.api.head
      const lost = faults.filter(
        ({ method, path }) => method !== '' && !operations.some((one) => one.method === method && one.path === path),
      )
      return [
        ...unfitRules(rules, runtime).map(({ rule, message }) => `rule ${rule} stays and does nothing: ${message}`),
        ...lost.map(
          ({ id, kind, method, path }) => `fault ${id} (${kind}) stays and does nothing: ${method} ${path} is gone`,
        ),
      ]
    })
  } finally {
    store.close()
  }
}
