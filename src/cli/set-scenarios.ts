/** Which scenario each sandbox is in, for who lists them: what cannot be told at once is left out. */
import { existsSync } from 'node:fs'
import type { Mode } from '../sandbox/scenarios/mode.ts'
import { lockChange } from '../stores/server-file.ts'
import { field } from '../support/json.ts'
import type { ControlClient } from './control-client.ts'
import { controlPath, type Place, runningServer } from './place.ts'

/** Names of scenarios by names of sandboxes. */
export async function setScenarios(place: Place, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const server = runningServer(place)
  try {
    if (server !== undefined) await askServer(server, names, found)
    else await readDisk(place, names, found)
  } catch {
    // A listing is no place for what keeps the state from being read.
  }
  return found
}

async function askServer(server: ControlClient, names: readonly string[], found: Map<string, string>): Promise<void> {
  for (const name of names) {
    const mode = field(await server.get(controlPath(name, '/mode')).catch(() => undefined), 'mode')
    const scenario = field(mode, 'name')
    if (typeof scenario === 'string') found.set(name, scenario)
  }
}

/** No server opens the files meanwhile. */
async function readDisk({ data }: Place, names: readonly string[], found: Map<string, string>): Promise<void> {
  const kept = names.filter((name) => existsSync(data.stateDirectory(name)))
  if (kept.length === 0) return
  const lock = lockChange(data)
  if (lock === undefined) return
  try {
    const { openStateReadOnly } = await import('../stores/state/lmdb.ts')
    const { storedMode } = await import('../sandbox/scenarios/mode.ts')
    for (const name of kept) {
      const store = openStateReadOnly(data.stateDirectory(name))
      try {
        const mode: Mode | undefined = storedMode({ store })
        if (mode !== undefined) found.set(name, mode.name)
      } finally {
        store.close()
      }
    }
  } finally {
    lock.release()
  }
}
