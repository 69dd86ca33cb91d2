/** Changes the records of a sandbox on disk, where no server does it. */

import type { Sandbox } from '../sandbox/sandbox.ts'
import { jsonText } from '../support/exact-json.ts'
import { field, isObject, type JsonObject, setOwn } from '../support/json.ts'
import type { ControlClient } from './control-client.ts'
import { change, controlPath, openApi, type Place } from './place.ts'

/** Works on the records of a sandbox; the caller holds the data directory (`change`). */
export async function changeRecords<T>(place: Place, name: string, work: (sandbox: Sandbox) => T): Promise<T> {
  const { openState } = await import('../stores/state/lmdb.ts')
  const { settings } = place.sandboxes.get(name)
  const api = openApi(place, name)
  const store = openState(place.data.stateDirectory(name), place.settings.config.durability)
  try {
    const result = work({ settings, api, store, wall: { now: Date.now } })
    store.commit()
    return result
  } finally {
    store.close()
    api.close()
  }
}

/** Bytes that are enough for one request of the control plane, which reads up to 1 MiB. */
const PORTION = 500_000

/** Adds records that survive reset, through the running server where there is one. Gives how many of each type. */
export async function addRecords(
  place: Place,
  name: string,
  data: JsonObject,
): Promise<Readonly<Record<string, number>>> {
  const { seedSandbox } = await import('../sandbox/upkeep.ts')
  return change(
    place,
    async (server) => {
      const added = await tryRecords(server, name, data)
      for (const portion of portions(data)) await server.post(controlPath(name, '/seed'), portion)
      return added
    },
    () => changeRecords(place, name, (sandbox) => seedSandbox(sandbox, data)),
  )
}

/** Judges the whole on a fork first, so that a record that does not fit keeps the others out too. Gives how many of each type. */
async function tryRecords(
  server: ControlClient,
  name: string,
  data: JsonObject,
): Promise<Readonly<Record<string, number>>> {
  const fork = String(field(await server.post(controlPath(name, '/fork')), 'name'))
  const total: Record<string, number> = {}
  try {
    for (const portion of portions(data)) {
      const added = field(await server.post(controlPath(fork, '/seed'), portion), 'added')
      for (const [type, count] of Object.entries(isObject(added) ? added : {}))
        setOwn(total, type, (total[type] ?? 0) + Number(count))
    }
    return total
  } finally {
    await server.remove(controlPath(fork, '/fork'))
  }
}

function* portions(data: JsonObject): Generator<JsonObject> {
  for (const [type, records] of Object.entries(data)) {
    if (!Array.isArray(records)) continue
    for (const portion of portionsOf(records)) yield Object.fromEntries([[type, portion]]) as JsonObject
  }
}

/** A list in pieces that the control plane takes; one item that is too large is a piece of its own. */
export function* portionsOf<T>(items: readonly T[]): Generator<readonly T[]> {
  let portion: T[] = []
  let size = 0
  for (const item of items) {
    portion.push(item)
    size += Buffer.byteLength(jsonText(item))
    if (size < PORTION) continue
    yield portion
    portion = []
    size = 0
  }
  if (portion.length > 0) yield portion
}
