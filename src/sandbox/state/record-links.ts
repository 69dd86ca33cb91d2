/** How a record names itself and the parents that it stands under, and which parents it names. */

import type { Place, ResourcePlan } from '../../api/plan.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { saidUniqueOf } from '../../behaviours/identity/unique-keys/fact.ts'
import { numberIn, scalarText } from '../../support/exact-number.ts'
import { at, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { heldIn } from './entries.ts'
import { type Links, scopedTo } from './links.ts'
import { idText, withAt } from './place.ts'
import type { Resources } from './resources.ts'

/** What the request's address fixes: the id and the parents. */
export function forced(resources: Resources, plan: ResourcePlan, id: string | number, links: Links): JsonObject {
  const { runtime } = resources
  const { place, aliases = [], isHidden } = plan.id
  const parents = parentsIn(resources, plan, links)
  if (isHidden === true) return parents
  const named = withAt(parents, place, typed(runtime, plan, place, id))
  const known = runtime.view(plan.schema).properties
  return aliases
    .filter(([first]) => first !== undefined && known.has(first))
    .reduce((forced, alias) => withAt(forced, alias, typed(runtime, plan, alias, id)), named)
}

/** What it says of the parents that it stands under. */
export function parentsIn(resources: Resources, plan: ResourcePlan, links: Links): JsonObject {
  const { runtime } = resources
  let forced: JsonObject = {}
  for (const { link, type, property } of plan.links) {
    const value = Object.hasOwn(links, link) ? links[link] : undefined
    if (property !== undefined && value !== undefined)
      forced = withAt(forced, property, typed(runtime, plan, property, saidBy(resources, type, property, value, links)))
  }
  return forced
}

/** What a property says of the parent with this id: the id, or another of its keys where the property is called so. */
function saidBy(
  resources: Resources,
  type: string | undefined,
  property: Place,
  id: string,
  links: Links,
): string | number {
  const parent = type === undefined ? undefined : resources.runtime.resource(type)
  const key = parent === undefined ? undefined : otherKey(parent, property)
  const record =
    parent === undefined || key === undefined ? undefined : resources.find(parent, id, scopedTo(parent, links))
  const said = record === undefined || key === undefined ? undefined : at(record.value, key)
  return typeof said === 'string' || typeof said === 'number' ? said : id
}

export function typedId(runtime: Runtime, plan: ResourcePlan, id: string): string | number {
  return typed(runtime, plan, plan.id.place, id)
}

/** The value as the schema at the place wants it: a number where only numbers are allowed. */
export function typed(
  runtime: Runtime,
  plan: ResourcePlan,
  place: readonly string[],
  value: string | number,
): string | number {
  const { types } = runtime.view(schemaAt(runtime.view, plan.schema, place))
  const numeric = types.length > 0 && types.every((t) => t === 'integer' || t === 'number')
  if (numeric) return Number.isSafeInteger(Number(value)) && value !== '' ? Number(value) : large(value)
  return types.length > 0 && !types.includes('integer') && !types.includes('number') ? scalarText(value) : value
}

/** A whole number that a double may change; whatever else is written stays text. */
function large(value: string | number): string | number {
  return typeof value === 'string' && /^-?[1-9]\d*$/.test(value) ? (numberIn(value) ?? value) : value
}

/** The links of the parents that the record names itself. */
export function linksIn(resources: Resources, plan: ResourcePlan, value: JsonObject): Links {
  const links: Record<string, string> = {}
  for (const { link, type, property } of plan.links) {
    const id = property === undefined ? undefined : idText(at(value, property))
    if (id !== undefined) setOwn(links, link, idOf(resources, type, id, property) ?? id)
  }
  return links
}

/** The id of a record that is named by another of its keys; undefined where nothing is called so. */
function idOf(
  resources: Resources,
  type: ResourcePlan['type'] | undefined,
  name: string,
  property: Place = [],
): string | undefined {
  const plan = type === undefined ? undefined : resources.runtime.resource(type)
  if (plan === undefined || !plan.creatable || plan.alternateKeys.length === 0) return undefined
  if (plan.scope.length > 0 && otherKey(plan, property) === undefined) return undefined
  if (resources.records.get(plan.type, name) !== undefined) return undefined
  const named = resources.findBy(plan.alternateKeys, plan, name, {})
  return named === undefined ? undefined : idText(at(named.value, plan.id.place))
}

/** The other keys that the record is found by, what no other may share with it, and what an entry of a list holds. */
export function alternatesIn(plan: ResourcePlan, value: JsonObject, runtime: Runtime): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  for (const place of indexedOf(plan, runtime)) {
    const text = idText(at(value, place))
    if (text !== undefined && text !== '') found.push([place.join('.'), text])
  }
  return found
}

const indexedOf: (plan: ResourcePlan, runtime: Runtime) => readonly Place[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Place[] => {
    const known = new Set(plan.alternateKeys.map((place) => place.join('.')))
    const unique = saidUniqueOf(plan, runtime).filter((place) => !known.has(place.join('.')))
    return [...plan.alternateKeys, ...unique, ...heldIn(plan, runtime)]
  },
)

/** The key beside the id that a linking property is called after: `repository.uuid` of a repository known by its name. */
function otherKey({ id, alternateKeys }: ResourcePlan, property: Place): Place | undefined {
  const leaf = property.length > 1 ? property.at(-1) : undefined
  if (leaf === undefined || leaf === id.place.at(-1)) return undefined
  return alternateKeys.find((key) => key.length === 1 && key[0] === leaf)
}
