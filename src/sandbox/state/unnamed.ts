/** References to records that somebody has to make, and that may be null: nobody named one yet, whatever an example shows. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { plain } from './place.ts'

/** Each such property of the record, as null. */
export const unnamed: (plan: ResourcePlan, runtime: Runtime) => JsonObject = oncePer(
  (plan: ResourcePlan, runtime: Runtime): JsonObject => {
    const types = new Set(runtime.api.head.resources.filter((r) => r.creatable && r !== plan).map((r) => plain(r.type)))
    const names = [...runtime.view(plan.schema).properties].flatMap(([name, schema]) => {
      const of = /^(.+?)(_id|I[dD])$/.exec(name)?.[1]
      const { nullable, types: own } = runtime.view(schema)
      const refers = of !== undefined && types.has(plain(of)) && !own.includes('object')
      return refers && nullable && runtime.accepts(schema, null) ? [name] : []
    })
    return Object.fromEntries(names.map((name) => [name, null]))
  },
)
