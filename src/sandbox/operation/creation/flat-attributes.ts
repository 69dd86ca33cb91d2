/** Records that keep what is said of them inside one of their properties, made and changed by requests that say it flat. */
import type { ResourcePlan } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Runtime } from '../../runtime.ts'

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
  changes: boolean,
): JsonObject {
  const { name, isWhole } = holderOf(plan, asked, properties, runtime, changes)
  const known = runtime.view(properties.get(name)).properties
  if (known.size === 0 || Object.hasOwn(input, name)) return input
  const own: Record<string, unknown> = {}
  const held: Record<string, unknown> = {}
  for (const [said, value] of Object.entries(input)) {
    const isHeld = fits(said, value, known, runtime) && (isWhole || !properties.has(said))
    if (isHeld) setOwn(held, said, value)
    if (!isHeld || properties.has(said)) setOwn(own, said, value)
  }
  return Object.keys(held).length === 0 ? input : ({ ...own, [name]: held } as JsonObject)
}

const ATTRIBUTES = 'attributes'

interface Holder {
  readonly name: string
  /** It holds what the record has beside it, too. */
  readonly isWhole: boolean
}

const USUAL: Holder = { name: ATTRIBUTES, isWhole: false }

function holderOf(
  plan: ResourcePlan,
  asked: Schema | undefined,
  properties: ReadonlyMap<string, Schema>,
  runtime: Runtime,
  changes: boolean,
): Holder {
  if (properties.has(ATTRIBUTES) || typeof asked !== 'object') return USUAL
  const holders = holdersOf(plan, properties)
  for (const component of holders.size === 0 ? [] : componentsOf(asked)) {
    const name = holders.get(component)
    if (name !== undefined) return { name, isWhole: true }
  }
  const name = soleHolders(plan, runtime)(asked, properties) ?? onlyHolders(plan, runtime)(asked, properties, changes)
  return name === undefined ? USUAL : { name, isWhole: false }
}

/** Properties that a record and what is asked for it share by chance. */
const BY_CHANCE = /^(type|kind|object|client_?id|secret|id)$/i

/**
 * The one object that has several of the properties which requests say, where the record has none of those beside it: no
 * more than one in four of all that they say, and none that the object has, too.
 */
const soleHolders = oncePer((_plan: ResourcePlan, runtime: Runtime) =>
  oncePer((asked: Schema & object, properties: ReadonlyMap<string, Schema>): string | undefined => {
    const all = [...runtime.view(asked).properties.keys()].filter((name) => !BY_CHANCE.test(name))
    const said = all.filter((name) => !properties.has(name))
    if (said.length < FEWEST || (all.length - said.length) * 4 > all.length) return undefined
    const holding = [...properties].filter(([, property]) => {
      const held = runtime.view(property).properties
      return said.filter((name) => held.has(name)).length >= FEWEST
    })
    const [only, ...others] = holding
    if (only === undefined || others.length > 0) return undefined
    const held = runtime.view(only[1]).properties
    return all.some((name) => properties.has(name) && held.has(name)) ? undefined : only[0]
  }),
)

type Finder = (asked: Schema & object, properties: ReadonlyMap<string, Schema>) => string | undefined

/**
 * The one object that has all of the few properties which a request says, where the record has none of them: which a
 * change says, or one of which is of the very component there that it is of in the request.
 */
function onlyHolders(plan: ResourcePlan, runtime: Runtime) {
  return (asked: Schema & object, properties: ReadonlyMap<string, Schema>, changes: boolean): string | undefined => {
    const name = onlyHoldersIn(plan, runtime)(asked, properties)
    if (name === undefined || changes) return name
    const held = runtime.view(properties.get(name)).properties
    const isAlike = ([said, schema]: readonly [string, Schema]): boolean => {
      const [mine] = runtime.view(schema).references
      return mine !== undefined && runtime.view(held.get(said)).references[0] === mine
    }
    return [...runtime.view(asked).properties].some(isAlike) ? name : undefined
  }
}

const onlyHoldersIn: (plan: ResourcePlan, runtime: Runtime) => Finder = oncePer((_plan, runtime) =>
  oncePer((asked, properties): string | undefined => {
    const said = [...runtime.view(asked).properties.keys()].filter((name) => !BY_CHANCE.test(name))
    if (said.length === 0 || said.length >= FEWEST || said.some((name) => properties.has(name))) return undefined
    const [only, ...others] = [...properties].filter(([, property]) => {
      const held = runtime.view(property).properties
      return said.some((name) => held.has(name))
    })
    if (only === undefined || others.length > 0) return undefined
    const held = runtime.view(only[1]).properties
    return said.every((name) => held.has(name)) ? only[0] : undefined
  }),
)

/** Properties by which an object is known to hold what requests say. */
const FEWEST = 3

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
