/** Where a record is, in what it counts and whom it concerns is as it is with what it belongs to: currency, region, time zone, payee. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import { plain, snake } from '../../derive/naming/words.ts'
import { at, type Json, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { makersOf } from './asked.ts'
import { ownLink, scopedTo } from './links.ts'
import type { Birth } from './new-record.ts'
import { idText, withAt } from './place.ts'
import { referenceIn } from './references.ts'

const CONTEXT =
  /^(currency(_code|_symbol)?|region(_slug|_code|_id|_name)?|location_id|(availability_)?zone|data_?center|country(_code)?|time_?zone|locale|language|environment)$/
/** Whom it concerns is the same only where it is made of the other by a verb: who books is not whose the place is. */
const PARTY = /^(payee|payer|buyer|seller|merchant(_id)?|customer(_id)?)$/

interface Shared {
  readonly name: string
  readonly schema: Schema
  /** What the other calls it; with a step, what stands in that. */
  readonly own: string
  readonly step?: string
}

interface Parent {
  /** Absent: it is only named by the property. */
  readonly link?: string
  readonly plan: ResourcePlan
  readonly property: Place | undefined
  readonly shared: readonly Shared[]
}

/** Types that such records belong to, and what both say. */
export const contextsOf: (plan: ResourcePlan, runtime: Runtime) => readonly Parent[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Parent[] => {
    const all = [...allProperties(plan.schema, runtime)]
    const properties = all.filter(([name]) => CONTEXT.test(snake(name)))
    const parties = all.filter(([name]) => PARTY.test(snake(name)))
    const makers = new Set(makersOf(plan, runtime).map((head) => head.plan.type))
    if (properties.length === 0 && makers.size === 0) return []
    const linked = plan.links.map(({ link, type, property }) => ({ link, property, other: runtime.resource(type) }))
    const known = new Set(linked.map(({ other }) => other))
    const named = [...allProperties(plan.schema, runtime).keys()].flatMap((name) => {
      const other = referenceIn(name, runtime)?.type ?? namedTypes(runtime).called(name)
      return other === undefined || known.has(other) ? [] : [{ property: [name], other }]
    })
    return [...linked, ...named].flatMap(({ other, ...how }): readonly Parent[] => {
      const isMaker = makers.has(other?.type)
      const parts = isMaker ? all.filter(([name, schema]) => isOwnPart(name, schema, runtime)) : []
      const shared =
        other === undefined || other === plan
          ? []
          : [
              ...sharedWith(other, isMaker ? [...properties, ...parties] : properties, runtime),
              ...samePartsOf(other, parts, runtime),
            ]
      return other === undefined || shared.length === 0 ? [] : [{ ...how, plan: other, shared }]
    })
  },
)

/** An object of a component of its own that tells of the whole affair, and not of how much or how far this record is. */
function isOwnPart(name: string, schema: Schema, { view }: Runtime): boolean {
  const { types, references, properties } = view(schema)
  return references.length > 0 && types.includes('object') && properties.size > 0 && !OWN_PART.test(snake(name))
}

const OWN_PART =
  /(^|_)(amounts?|money|breakdown|details?|links?|related(_ids)?|supplementary_data|metadata|status|error|fees?)(_|$)/

/** What a verb makes of a record shows the same network, card or seller protection as that. */
function samePartsOf(
  { schema }: ResourcePlan,
  parts: readonly (readonly [string, Schema])[],
  runtime: Runtime,
): readonly Shared[] {
  const theirs = allProperties(schema, runtime)
  return parts.flatMap(([name, own]): readonly Shared[] => {
    const [component] = runtime.view(own).references
    const isSame = runtime.view(theirs.get(name)).references.includes(component ?? '')
    return isSame && !CONTEXT.test(snake(name)) && !PARTY.test(snake(name)) ? [{ name, schema: own, own: name }] : []
  })
}

function sharedWith(
  { schema }: ResourcePlan,
  properties: readonly (readonly [string, Schema])[],
  runtime: Runtime,
): readonly Shared[] {
  const theirs = allProperties(schema, runtime)
  const called = (word: string): string | undefined => [...theirs.keys()].find((one) => plain(one) === word)
  return properties.flatMap(([name, own]): readonly Shared[] => {
    const same = called(plain(name))
    if (same !== undefined) return [{ name, schema: own, own: same }]
    const [, stem = '', step = ''] = /^(.+)_(slug|code|id|name)$/.exec(snake(name)) ?? []
    const around = stem === '' ? undefined : called(plain(stem))
    return around !== undefined && runtime.view(theirs.get(around)).properties.has(step)
      ? [{ name, schema: own, own: around, step }]
      : []
  })
}

/** The new record in the surroundings of what it belongs to; what was sent stays. */
export function withContext({ plan, links, sent, resources }: Birth, value: JsonObject): JsonObject {
  const { runtime } = resources
  let whole = value
  for (const { link, plan: other, property, shared } of contextsOf(plan, runtime)) {
    const isNamed = property !== undefined && at(sent, property) !== undefined
    const key =
      (link === undefined ? undefined : ownLink(links, link)) ?? (isNamed ? keyIn(value, property, other) : undefined)
    const record = key === undefined ? undefined : resources.find(other, key, scopedTo(other, links))
    if (record === undefined) continue
    for (const { name, schema, own, step } of shared) {
      if (!Object.hasOwn(whole, name) || says(sent, STEM.exec(snake(name))?.[0] ?? name, 0)) continue
      const theirs = at(record.value, step === undefined ? [own] : [own, step]) as Json | undefined
      if ((theirs ?? null) !== null && runtime.accepts(schema, theirs)) whole = withAt(whole, [name], theirs as Json)
    }
  }
  return whole
}

const STEM =
  /currency|region|location|zone|data_?center|country|locale|language|environment|payee|payer|buyer|seller|merchant|customer/

/** The request says it, under whatever name and however deep: `currency_code`, `amount.currency`. */
function says(sent: unknown, stem: string, depth: number): boolean {
  if (typeof sent !== 'object' || sent === null || depth > DEEPEST) return false
  return Object.entries(sent).some(([name, one]) => snake(name).includes(stem) || says(one, stem, depth + 1))
}

const DEEPEST = 4

/** The id that the property is, or shows. */
function keyIn(value: JsonObject, property: Place, { id }: ResourcePlan): string | undefined {
  const held = at(value, property)
  return idText(held) ?? idText(at(held, id.place))
}
