/** Maps of numbers that count the records of a type by one of their properties: `{"available": 2, "sold": 1}`. */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { type Grouped, groupedBy } from '../../../derive/naming/counted.ts'
import { namedTypes } from '../../../derive/naming/named-types.ts'
import { isPlural, plain, singularName } from '../../../derive/naming/words.ts'
import { hasAmounts } from '../../../derive/schemas/summed.ts'
import { at, type JsonObject, setOwn } from '../../../support/json.ts'
import type { Runtime } from '../../runtime.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'

/** Records of a type that are counted, each under what it says in a property. */
export interface Grouping {
  readonly place: Place
  readonly plan: ResourcePlan
  readonly property: Place
}

/** Words that leave it at all there are. */
const ALL =
  /^(?:of|the|all|every|a|an|this|these|your|its|their|returns?|gets?|lists?|shows?|counts?|counting|retrieves?|fetch|fetches|tells?|many|total|stored|existing|current|for|with|and|containing)$/
/** A type is called by so many words. */
const LONGEST = 3
/** Values that are told apart. */
const MOST = 1_000

/** What the words say of a map of whole numbers; of several, what is said first. */
export function groupingIn(
  said: readonly unknown[],
  schema: Schema,
  runtime: Runtime,
  subject: ResourcePlan | undefined,
): Omit<Grouping, 'place'> | undefined {
  const { additional, properties } = runtime.view(schema)
  if (additional === undefined || properties.size > 0) return undefined
  const { types } = runtime.view(additional)
  if (types.length !== 1 || types[0] !== 'integer') return undefined
  for (const one of said.flatMap((text) => (typeof text === 'string' ? groupedBy(text) : []))) {
    const plan = one.of.length === 0 ? subject : typeOf(one, runtime)
    const property = plan === undefined ? undefined : propertyOf(one.by, plan, runtime)
    if (plan !== undefined && property !== undefined) return { plan, property }
  }
  return undefined
}

/** `pet` of `returns pet inventories`, `order` of `all orders`; of `late orders` nobody knows which those are. */
function typeOf({ of, isCount }: Grouped, runtime: Runtime): ResourcePlan | undefined {
  const last = of.at(-1) ?? ''
  if (!isCount && !isPlural(last)) return undefined
  for (let length = Math.min(LONGEST, of.length); length > 0; length--) {
    const plan = namedTypes(runtime).called(singularName(of.slice(-length).join('_')))
    if (plan === undefined) continue
    const before = of.slice(0, -length)
    const isAll = ALL.test(before.at(-1) ?? 'all') && countsIn(before)
    const isSum = before.includes('total') && hasAmounts(plan, runtime)
    return isAll && !isSum ? plan : undefined
  }
  return undefined
}

/** `number of pets`, and no `points earned for orders`. */
function countsIn(before: readonly string[]): boolean {
  const joint = before.findLastIndex((word) => /^(?:of|for|with)$/.test(word))
  const counted = joint < 0 ? undefined : before[joint - 1]
  return counted === undefined || COUNTS.test(counted)
}

const COUNTS =
  /^(?:numbers?|counts?|quantity|quantities|totals?|inventory|inventories|tally|tallies|map|summary|statistics|stats|breakdown|distribution|all|how|many)$/

/** The property that the words begin with, where they name no second one. */
function propertyOf(by: readonly string[], plan: ResourcePlan, runtime: Runtime): Place | undefined {
  const rest = by[0] === plain(plan.type) ? by.slice(1) : by
  const [long, short] = [named(rest.slice(0, 2), plan, runtime), named(rest.slice(0, 1), plan, runtime)]
  const after = rest.slice(long === undefined ? 1 : 2)
  const isOneOfMany = /^(and|or)$/.test(after[0] ?? '') && named(after.slice(1, 2), plan, runtime) !== undefined
  return isOneOfMany ? undefined : (long ?? short)
}

function named(parts: readonly string[], plan: ResourcePlan, runtime: Runtime): Place | undefined {
  const word = parts.join('')
  if (word === '') return undefined
  const properties = [...allProperties(plan.schema, runtime)]
  const [own] =
    properties.find(([name]) => plain(name) === plain(word)) ??
    properties.find(([name]) => plain(name) === plain(singularName(word))) ??
    []
  const state = /^(status|state)(es|s)?$/.test(word) ? plan.status?.place : undefined
  const place = own === undefined ? state : [own]
  if (place === undefined || place.join('.') === plan.id.place.join('.')) return undefined
  return own === undefined || isWord(properties.find(([name]) => name === own)?.[1], runtime) ? place : undefined
}

function isWord(schema: Schema | undefined, runtime: Runtime): boolean {
  const { types } = runtime.view(schema)
  return types.length > 0 && types.every((type) => /^(string|integer|boolean|null)$/.test(type))
}

/** How many of the records say each of what they say. */
export function grouped({ plan, property }: Grouping, records: readonly StoredRecord[]): JsonObject {
  const { status } = plan
  const initial = status !== undefined && status.place.join('.') === property.join('.') ? status.initial : undefined
  const counts = new Map<string, number>()
  for (const { value } of records) {
    const said = at(value, property) ?? initial
    const word = typeof said === 'boolean' ? String(said) : idText(said)
    if (word !== undefined && (counts.has(word) || counts.size < MOST)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const whole = {}
  for (const [word, count] of counts) setOwn(whole, word, count)
  return whole
}
