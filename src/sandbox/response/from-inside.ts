/** What one representation of a record shows outside, where the record has it inside an object or under the name of one thing. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain, singularName } from '../../derive/naming/words.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { withAt } from '../state/place.ts'

/** The record with its id under the other names that answers show it by, and with what this representation shows outside. */
export function asShown(call: Call, value: JsonObject, schema: Schema | undefined): JsonObject {
  const { resource } = call.compiled
  if (resource === undefined) return value
  const { place, aliases = [] } = resource.id
  let shown = value
  if (aliases.length > 0) {
    const id = at(value, place)
    for (const alias of aliases) if (at(shown, alias) === undefined) shown = withAt(shown, alias, id)
  }
  if (typeof schema !== 'object' || schema === resource.schema) return shown
  const holder = holdersOf(resource, call.runtime)(schema)
  if (holder !== undefined && !Object.hasOwn(value, holder)) shown = withAt(shown, [holder], value)
  const inside = insideOf(schema, resource, call.runtime)
  if (inside.length === 0) return shown
  for (const { name, from, isOne } of inside) {
    const own = Object.hasOwn(value, name) ? undefined : at(value, from)
    if (own !== undefined) shown = withAt(shown, [name], isOne ? [own] : own)
  }
  return shown
}

/** The one property that is of the component of the record, where it stands in for the record beside next to nothing. */
const holdersOf = oncePer((plan: ResourcePlan, runtime: Runtime) =>
  oncePer((schema: Schema & object): string | undefined => {
    const component = runtime.view(plan.schema).references[0]
    const { properties, references } = runtime.view(schema)
    if (component === undefined || references[0] === component || properties.size > BESIDE) return undefined
    if (properties.has(plan.id.place[0] ?? '') || runtime.view(plan.schema).properties.size === 0) return undefined
    const [own, ...others] = [...properties].filter(([, one]) => runtime.view(one).references[0] === component)
    return own === undefined || others.length > 0 ? undefined : own[0]
  }),
)

/** Properties of what stands in for a record: the record, and what kind it is. */
const BESIDE = 3

interface Inside {
  /** How the representation calls it. */
  readonly name: string
  /** Where the record has it. */
  readonly from: Place
  /** The representation shows a list of the one that the record has. */
  readonly isOne: boolean
}

const known = new WeakMap<object, { readonly plan: ResourcePlan; readonly found: readonly Inside[] }>()

/** Remembered of the type that the schema was last asked for: it mostly shows one. */
function insideOf(schema: Schema & object, plan: ResourcePlan, runtime: Runtime): readonly Inside[] {
  const before = known.get(schema)
  if (before?.plan === plan) return before.found
  const found = searched(schema, plan, runtime)
  known.set(schema, { plan, found })
  return found
}

function searched(schema: Schema & object, plan: ResourcePlan, runtime: Runtime): readonly Inside[] {
  const own = allProperties(plan.schema, runtime)
  const names = new Map([...own.keys()].map((name) => [plain(name), name]))
  const asked = [...allProperties(schema, runtime)].filter(([name]) => !names.has(plain(name)))
  if (own.size === 0 || asked.length === 0) return []
  const inner = innerOf(plan, runtime)
  return asked.flatMap(([name, property]): readonly Inside[] => {
    const { types, items } = runtime.view(property)
    const single = types.includes('array') && isText(items, runtime) ? names.get(plain(singularName(name))) : undefined
    if (single !== undefined && isText(own.get(single), runtime)) return [{ name, from: [single], isOne: true }]
    const places = inner.get(plain(name)) ?? []
    const [first] = places
    const isAlike = first !== undefined && runtime.view(first.schema).types.join() === types.join() && types.length > 0
    return places.length === 1 && isAlike ? [{ name, from: first.place, isOne: false }] : []
  })
}

/** Properties of the objects inside the record, by their plain names. */
const innerOf = oncePer((plan: ResourcePlan, runtime: Runtime) => {
  const found = new Map<string, { readonly place: Place; readonly schema: Schema }[]>()
  for (const [outer, property] of allProperties(plan.schema, runtime))
    for (const [name, schema] of runtime.view(property).properties) {
      const places = found.get(plain(name)) ?? []
      places.push({ place: [outer, name], schema })
      found.set(plain(name), places)
    }
  return found
})

function isText(schema: Schema | undefined, runtime: Runtime): boolean {
  const { types } = runtime.view(schema)
  return types.length === 1 && types[0] === 'string'
}
