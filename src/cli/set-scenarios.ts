/** Which scenario each sandbox is in, for who lists them: what cannot be told is left out. */
import { existsSync } from 'node:fs'
import { field } from '../support/json.ts'
import type { ControlClient } from './control-client.ts'
import { controlPath, type Place, runningServer } from './place.ts'
import { stateOf } from './read-state.ts'

/** Names of scenarios by names of sandboxes. */
export async function setScenarios(place: Place, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { storedMode } = await import('../sandbox/scenarios/mode.ts')
  const isServed = runningServer(place) !== undefined
  const found = new Map<string, string>()
  try {
    for (const name of names) {
      if (!isServed && !existsSync(place.data.stateDirectory(name))) continue
      const told = (server: ControlClient): Promise<string | undefined> => askFor(server, name)
      const scenario = await stateOf(place, name, told, (store) => storedMode({ store })?.name)
      if (scenario !== undefined) found.set(name, scenario)
    }
  } catch {
    // A listing is no place for what keeps the state from being read.
  }
  return found
}

async function askFor(server: ControlClient, name: string): Promise<string | undefined> {
  const mode = field(await server.get(controlPath(name, '/mode')).catch(() => undefined), 'mode')
  const scenario = field(mode, 'name')
  return typeof scenario === 'string' ? scenario : undefined
}
