/**
 * References to records that somebody has to make, and that may be null, and lists of them: nobody named one yet,
 * whatever an example shows.
 */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

/** Each such property of the record, as null, or empty. */
export const unnamed: (plan: ResourcePlan, runtime: Runtime) => JsonObject = oncePer(
  (plan: ResourcePlan, runtime: Runtime): JsonObject => {
    const types = namedTypes(runtime)
    const names = [...runtime.view(plan.schema).properties].flatMap(([name, schema]) => {
      const of = /^(.+?)(_id|I[dD])$/.exec(name)?.[1]
      const { nullable, types: own } = runtime.view(schema)
      const refers = of !== undefined && isOther(types.called(of), plan) && !own.includes('object')
      return refers && nullable && runtime.accepts(schema, null) ? [name] : []
    })
    const lists = [...runtime.view(plan.schema).properties].flatMap(([name, schema]) => {
      const { keywords } = runtime.view(schema)
      const refers =
        isOther(types.several(name), plan) && holdsIds(schema, runtime) && keywords['default'] === undefined
      return refers && runtime.accepts(schema, []) ? [name] : []
    })
    return Object.fromEntries([...names.map((name) => [name, null]), ...lists.map((name) => [name, []])])
  },
)

/** Each list, or map by their ids, of records that requests make, as empty: a new record has none of them that nobody named. */
export const unlisted: (plan: ResourcePlan, runtime: Runtime) => JsonObject = oncePer(
  (plan: ResourcePlan, runtime: Runtime): JsonObject => {
    const types = namedTypes(runtime)
    const lists = [...runtime.view(plan.schema).properties].flatMap(([name, schema]) => {
      const none = holdsRecords(schema, runtime) ? [] : isMapOfObjects(schema, runtime) ? {} : undefined
      const refers = none !== undefined && isOther(types.several(name), plan)
      return refers && runtime.view(schema).keywords['default'] === undefined && runtime.accepts(schema, none)
        ? [[name, none] as const]
        : []
    })
    return Object.fromEntries(lists)
  },
)

/** Of another type, whose records requests make. */
function isOther(type: ResourcePlan | undefined, plan: ResourcePlan): boolean {
  return type?.creatable === true && type !== plan
}

function isMapOfObjects(schema: Schema, { view }: Runtime): boolean {
  const { properties, additional } = view(schema)
  return properties.size === 0 && view(additional).types.includes('object')
}

/** An array of objects with an id. */
function holdsRecords(schema: Schema, { view }: Runtime): boolean {
  const { types, items } = view(schema)
  return types.includes('array') && [...view(items).properties.keys()].some((name) => ID.test(name))
}

const ID = /^_?(g|u|uu|s)?id$/i

/** An array of texts or whole numbers. */
export function holdsIds(schema: Schema, { view }: Runtime): boolean {
  const { types, items } = view(schema)
  const inner = view(items).types
  return types.includes('array') && inner.length > 0 && inner.every((one) => one === 'integer' || one === 'string')
}
