/** Records that keep what is said of them inside one of their properties, made and changed by requests that say it flat. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

/**
 * The input with each value put where the record keeps it: in `attributes` (JSON:API) what only these have a property
 * for, and in a property that is of the very component that the request is of (`Config` of a box that is made from a
 * `BoxConfig`) all that this component has.
 */
export function intoAttributes(
  input: JsonObject,
  plan: ResourcePlan,
  asked: Schema | undefined,
  properties: ReadonlyMap<string, Schema>,
  runtime: Runtime,
): JsonObject {
  const name = holderOf(plan, asked, properties)
  const known = runtime.view(properties.get(name)).properties
  if (known.size === 0 || Object.hasOwn(input, name)) return input
  const own: Record<string, unknown> = {}
  const held: Record<string, unknown> = {}
  for (const [said, value] of Object.entries(input)) {
    const isHeld = fits(said, value, known, runtime) && (name !== ATTRIBUTES || !properties.has(said))
    if (isHeld) setOwn(held, said, value)
    if (!isHeld || properties.has(said)) setOwn(own, said, value)
  }
  return Object.keys(held).length === 0 ? input : ({ ...own, [name]: held } as JsonObject)
}

const ATTRIBUTES = 'attributes'

function holderOf(plan: ResourcePlan, asked: Schema | undefined, properties: ReadonlyMap<string, Schema>): string {
  if (properties.has(ATTRIBUTES) || typeof asked !== 'object') return ATTRIBUTES
  const holders = holdersOf(plan, properties)
  if (holders.size === 0) return ATTRIBUTES
  for (const component of componentsOf(asked)) {
    const found = holders.get(component)
    if (found !== undefined) return found
  }
  return ATTRIBUTES
}

/** The properties by the component that they are of, where only one is, and the record itself is not. */
const holdersOf = oncePer(
  (plan: ResourcePlan, properties: ReadonlyMap<string, Schema>): ReadonlyMap<string, string> => {
    const found = new Map<string, string>()
    const several = new Set<string>(typeof plan.schema === 'object' ? componentsOf(plan.schema) : [])
    for (const [name, property] of properties) {
      const [component, ...others] = typeof property === 'object' ? componentsOf(property) : []
      if (component === undefined || others.length > 0) continue
      if (found.has(component)) several.add(component)
      found.set(component, name)
    }
    for (const component of several) found.delete(component)
    return found
  },
)

/** The components that a schema is of: itself, or all of them together. */
const componentsOf = oncePer((schema: Schema & object): readonly string[] => {
  const own = typeof schema['$ref'] === 'string' ? [schema['$ref']] : []
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'] : []
  return [...own, ...parts.flatMap((part) => (isObject(part) ? componentsOf(part as Schema & object) : []))]
})

function fits(name: string, value: unknown, known: ReadonlyMap<string, Schema>, runtime: Runtime): boolean {
  const schema = known.get(name)
  return schema !== undefined && runtime.accepts(schema, value)
}
