/**
 * References to records that somebody has to make, and that may be null, and lists of them: nobody named one yet,
 * whatever an example shows.
 */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

/** Each such property of the record, as null, or empty. */
export const unnamed: (plan: ResourcePlan, runtime: Runtime) => JsonObject = oncePer(
  (plan: ResourcePlan, runtime: Runtime): JsonObject => {
    const types = new Set(runtime.api.head.resources.filter((r) => r.creatable && r !== plan).map((r) => plain(r.type)))
    const names = [...runtime.view(plan.schema).properties].flatMap(([name, schema]) => {
      const of = /^(.+?)(_id|I[dD])$/.exec(name)?.[1]
      const { nullable, types: own } = runtime.view(schema)
      const refers = of !== undefined && types.has(plain(of)) && !own.includes('object')
      return refers && nullable && runtime.accepts(schema, null) ? [name] : []
    })
    const lists = [...runtime.view(plan.schema).properties].flatMap(([name, schema]) => {
      const { keywords } = runtime.view(schema)
      const refers = isMany(name, types) && holdsIds(schema, runtime) && keywords['default'] === undefined
      return refers && runtime.accepts(schema, []) ? [name] : []
    })
    return Object.fromEntries([...names.map((name) => [name, null]), ...lists.map((name) => [name, []])])
  },
)

/** Each list of records that requests make, as empty: a new record has none of them that nobody named. */
export const unlisted: (plan: ResourcePlan, runtime: Runtime) => JsonObject = oncePer(
  (plan: ResourcePlan, runtime: Runtime): JsonObject => {
    const types = new Set(runtime.api.head.resources.filter((r) => r.creatable && r !== plan).map((r) => plain(r.type)))
    const lists = [...runtime.view(plan.schema).properties].filter(([name, schema]) => {
      const refers = isMany(name, types) && holdsRecords(schema, runtime)
      return refers && runtime.view(schema).keywords['default'] === undefined && runtime.accepts(schema, [])
    })
    return Object.fromEntries(lists.map(([name]) => [name, []]))
  },
)

/** `servers`, `server_ids` */
function isMany(name: string, types: ReadonlySet<string>): boolean {
  const word = plain(name).replace(/ids?$/, '')
  return types.has(word.replace(/s$/, '')) || (word !== plain(name) && types.has(word))
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
