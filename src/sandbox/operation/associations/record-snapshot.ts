/** A new record shows the records that its request names by their ids where it holds objects: `to: adr_12` is that address. One that is said instead is made. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { at, isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import { project } from '../../response/project.ts'
import type { Runtime } from '../../runtime.ts'
import { askedSchemas } from '../../state/asked.ts'
import { type Links, scopedTo } from '../../state/links.ts'
import { NO_VALUES } from '../../state/merge.ts'
import { idText } from '../../state/place.ts'
import type { Resources } from '../../state/resources.ts'

/** The records that are there of those which the request names by a text or a number. */
export function recordsNamed(call: Call, plan: ResourcePlan, given: JsonObject, links: Links): JsonObject {
  let named: Record<string, unknown> | undefined
  for (const { name, schema, other } of holdingOf(plan, call.runtime)) {
    const said = Object.hasOwn(given, name) ? given[name] : undefined
    const id = idText(said)
    const isInline = isObject(said) && at(said, other.id.place) === undefined && inlineIn(plan, call.runtime).has(name)
    if (id === undefined && !isInline) continue
    const record =
      id === undefined
        ? call.resources.make({ plan: other, sources: [said as JsonObject], links: scopedTo(other, links) })
        : call.resources.find(other, id, scopedTo(other, links))
    const value = record === undefined ? undefined : project(record.value, schema, call.runtime)
    if (!isObject(value) || !call.runtime.accepts(schema, value)) continue
    named ??= {}
    setOwn(named, name, nullsBeside(value, schema, call.runtime))
  }
  return (named as JsonObject | undefined) ?? NO_VALUES
}

/** The same for a record whose id an example shows: it says of it what that record does. */
export function withRecordsHeld(
  plan: ResourcePlan,
  value: JsonObject,
  sent: JsonObject,
  resources: Resources,
): JsonObject {
  const { runtime } = resources
  let held: Record<string, unknown> | undefined
  for (const { name, schema, other } of holdingOf(plan, runtime)) {
    const own = value[name]
    const id = isObject(own) && !Object.hasOwn(sent, name) ? idText(at(own, other.id.place)) : undefined
    const record = id === undefined ? undefined : resources.find(other, id, NO_LINKS)
    const shown = record === undefined ? undefined : project(record.value, schema, runtime)
    if (!isObject(shown) || !runtime.accepts(schema, shown)) continue
    held ??= { ...value }
    setOwn(held, name, shown)
  }
  return (held as JsonObject | undefined) ?? value
}

const NO_LINKS: Links = {}

/** What the record does not have is null, where it may be: no example says it. */
function nullsBeside(value: object, schema: Schema, runtime: Runtime): object {
  const nulls = [...allProperties(schema, runtime)].flatMap(([name, property]) =>
    Object.hasOwn(value, name) || !runtime.accepts(property, null) ? [] : [[name, null] as const],
  )
  return { ...Object.fromEntries(nulls), ...value }
}

/** Some property holds a record of another type, which a request may name. */
export function holdsRecords(plan: ResourcePlan, runtime: Runtime): boolean {
  return holdingOf(plan, runtime).length > 0
}

/** A property that shows a record of another type as an object. */
export interface Holding {
  readonly name: string
  readonly schema: Schema
  readonly other: ResourcePlan
}

/** Types by the components that one of them alone has. */
function ofOneType(
  others: readonly ResourcePlan[],
  componentsOf: (other: ResourcePlan) => readonly string[],
): ReadonlyMap<string, ResourcePlan> {
  const found = new Map<string, ResourcePlan>()
  const shared = new Set<string>()
  for (const other of others)
    for (const one of new Set(componentsOf(other))) {
      if (found.has(one)) shared.add(one)
      else found.set(one, other)
    }
  for (const one of shared) found.delete(one)
  return found
}

function idsIn(properties: ReadonlyMap<string, Schema>, runtime: Runtime, name = 'id'): readonly string[] {
  const id = properties.get(name)
  return id === undefined ? [] : runtime.view(id).references
}

/** What requests may say by an id or by an object instead: with the object, a record is made of it. */
const inlineIn = oncePer((plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> => {
  const found = new Set<string>()
  const made = askedSchemas(plan, runtime, ({ plan: { kind } }) => kind === 'create')
  for (const schema of made)
    for (const [name, property] of allProperties(schema, runtime)) {
      const { variants } = runtime.view(property)
      const isId = variants.some((one) => runtime.view(one).types.includes('string'))
      if (isId && variants.some((one) => allProperties(one, runtime).size > 1)) found.add(name)
    }
  return found
})

/** The properties of the component of another type whose records requests make, or of one of its alternatives. */
export const holdingOf: (plan: ResourcePlan, runtime: Runtime) => readonly Holding[] = oncePer((plan, runtime) => {
  const others = runtime.api.head.resources.filter(({ type, creatable }) => creatable && type !== plan.type)
  const byComponent = ofOneType(others, (other) => {
    const { references, variants } = runtime.view(other.schema)
    return [...references, ...variants.flatMap((one) => runtime.view(one).references)]
  })
  // `adr_id`
  const byId = ofOneType(others, ({ schema, id }) => idsIn(allProperties(schema, runtime), runtime, id.place[0]))
  return [...allProperties(plan.schema, runtime)].flatMap(([name, schema]): readonly Holding[] => {
    const { references, types, properties } = runtime.view(schema)
    if (types.includes('string') || types.includes('array')) return []
    const [known, named] = [references.map((one) => byComponent.get(one)), idsIn(properties, runtime)]
    const other = [...known, ...named.map((one) => byId.get(one))].find((one) => one !== undefined)
    return other === undefined ? [] : [{ name, schema, other }]
  })
})
