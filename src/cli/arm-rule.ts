/** Arms a fault on a sandbox: by the server that runs, else in what it keeps. */
import type { FaultRule } from '../sandbox/faults/fault.ts'
import type { JsonObject } from '../support/json.ts'
import { changeRecords } from './change-records.ts'
import { change, controlPath, type Place } from './place.ts'

/** `rule` is as the control plane takes it; there, or here, it is judged. */
export function armRule(place: Place, name: string, rule: JsonObject): Promise<FaultRule> {
  return change(
    place,
    async (server) => ((await server.post(controlPath(name, '/faults'), rule)) as { armed: FaultRule }).armed,
    async () => {
      const { armFault } = await import('../sandbox/faults/book.ts')
      const { readFault } = await import('../sandbox/faults/read.ts')
      const { runtimeOf } = await import('../sandbox/runtime.ts')
      return changeRecords(place, name, ({ store, api }) => armFault(store, readFault(rule, runtimeOf(api))))
    },
  )
}
