/** Lists that a record holds, and links to lists, with how many they list: `{entries, total_count}`, `{uri, total}`. A new record's are empty. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { withAt } from './place.ts'
import { allProperties } from './properties.ts'

export interface Held {
  readonly place: Place
  /** How many there are. */
  readonly total: string
  /** Where the records are; absent where there is only a link to them. */
  readonly records?: string
  readonly offset?: string
}

const TOTAL = /^(total|count|total_?(count|results|items|records|size)|(num|number_of)_(items|results))$/i
const RECORDS = /^(entries|items|data|records|results|values|nodes|elements|edges|resources)$/i
const LINK = /^(uri|url|href|link|self)$/i
const AROUND =
  /^(options|limit|type|rel|methods?|per_?page|page_?size|has_?more|next|previous|prev|order|next_?marker)$/i
const DEEPEST = 3
const MOST = 200

/** The value of a new record with its own lists as long as they are. */
export function withHeldLists(plan: ResourcePlan, value: JsonObject, sent: JsonObject, runtime: Runtime): JsonObject {
  let whole = value
  for (const { place, total, records, offset } of heldIn(plan, runtime)) {
    const held = at(whole, place)
    if (!isObject(held) || !Object.hasOwn(held, total) || Object.hasOwn(sent, place[0] ?? '')) continue
    const listed = records === undefined ? [] : held[records]
    if (Array.isArray(listed)) whole = withAt(whole, [...place, total], listed.length)
    if (offset !== undefined && Object.hasOwn(held, offset)) whole = withAt(whole, [...place, offset], 0)
  }
  return whole !== value && !runtime.accepts(plan.schema, whole) && runtime.accepts(plan.schema, value) ? value : whole
}

export const heldIn: (plan: ResourcePlan, runtime: Runtime) => readonly Held[] = oncePer((plan, runtime) => {
  const found: Held[] = []
  const walk = (schema: Schema, place: Place): void => {
    if (found.length >= MOST) return
    for (const [name, own] of allProperties(schema, runtime)) {
      const properties = allProperties(own, runtime)
      if (properties.size === 0 || runtime.view(own).types.includes('array')) continue
      const under = [...place, name]
      const held = heldAt(under, properties, runtime)
      if (held !== undefined) found.push(held)
      else if (under.length < DEEPEST && !isRecord([...properties.keys()])) walk(own, under)
    }
  }
  walk(plan.schema, [])
  return found
})

function heldAt(place: Place, properties: ReadonlyMap<string, Schema>, runtime: Runtime): Held | undefined {
  const names = [...properties.keys()]
  const isNumber = (name: string): boolean =>
    runtime.view(properties.get(name)).types.some((t) => /integer|number/.test(t))
  const total = names.find((name) => TOTAL.test(name) && isNumber(name))
  if (total === undefined || isRecord(names.filter((name) => !LINK.test(name)))) return undefined
  const records = names.find((name) => RECORDS.test(name) && runtime.view(properties.get(name)).types.includes('array'))
  const offset = names.find((name) => /^(offset|start)$/i.test(name) && isNumber(name))
  if (records !== undefined) return { place, total, records, ...(offset !== undefined && { offset }) }
  const isLink = names.some((name) => LINK.test(name))
  return isLink && names.every((name) => name === total || LINK.test(name) || AROUND.test(name))
    ? { place, total }
    : undefined
}

/** A record of its own is in the middle of its life. */
function isRecord(names: readonly string[]): boolean {
  return names.some((name) => /^(id|_id|uuid|gid|uri|self|key)$/i.test(name))
}
