/** Flags beside a status that are named after its values: `State: {Status: running, Running: true}`. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { plain } from '../../derive/naming/words.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { withAt } from './place.ts'

interface Flag {
  readonly place: Place
  readonly state: string
}

/** The record with the flags that its status sets. */
export function flagged(plan: ResourcePlan, value: JsonObject, status: string, runtime: Runtime): JsonObject {
  return flagsOf(plan, runtime).reduce((told, { place, state }) => withAt(told, place, state === plain(status)), value)
}

/** Only of a status with an object of its own: flags of the record itself may mean other things. */
const flagsOf = oncePer(({ status, schema }: ResourcePlan, runtime: Runtime): readonly Flag[] => {
  const around = status?.place.slice(0, -1) ?? []
  if (around.length === 0) return []
  const states = new Set(status?.values.map(plain))
  return [...runtime.view(schemaAt(runtime.view, schema, around)).properties].flatMap(([name, property]) =>
    states.has(plain(name)) && runtime.view(property).types.includes('boolean')
      ? [{ place: [...around, name], state: plain(name) }]
      : [],
  )
})
