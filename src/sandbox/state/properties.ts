/** The properties of a schema and of its alternatives. */
import type { Schema } from '../../api/schema/schema.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

const NO_PROPERTIES: ReadonlyMap<string, Schema> = new Map()

/** The properties of a schema and of all its alternatives; of one that several have, the first. */
export function allProperties(schema: Schema, runtime: Runtime): ReadonlyMap<string, Schema> {
  if (typeof schema === 'boolean') return NO_PROPERTIES
  return gathered(schema, runtime)
}

const gathered = oncePer((schema: Schema & object, runtime: Runtime): ReadonlyMap<string, Schema> => {
  const view = runtime.view(schema)
  if (view.variants.length === 0) return view.properties
  const all = new Map(view.properties)
  for (const variant of view.variants)
    for (const [name, property] of runtime.view(variant).properties) if (!all.has(name)) all.set(name, property)
  return all
})
