/** Lists that a record holds, and links to lists, with how many they list: `{entries, total_count}`, `{uri, total}`. */
import type { ModelReader } from '../../api/model-reader.ts'
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { oncePer } from '../../support/once-per.ts'

type Viewing = Pick<ModelReader, 'view'>

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
/** Schemas looked at. */
const MOST_LOOKS = 10_000

export const heldIn: (plan: ResourcePlan, viewing: Viewing) => readonly Held[] = oncePer((plan, viewing) => {
  const found: Held[] = []
  let looks = 0
  const walk = (schema: Schema, place: Place): void => {
    for (const [name, own] of allProperties(schema, viewing)) {
      if (found.length >= MOST || looks >= MOST_LOOKS) return
      looks += 1
      const properties = allProperties(own, viewing)
      if (properties.size === 0 || viewing.view(own).types.includes('array')) continue
      const under = [...place, name]
      const held = heldAt(under, properties, viewing)
      if (held !== undefined) found.push(held)
      else if (under.length < DEEPEST && !isRecord([...properties.keys()])) walk(own, under)
    }
  }
  walk(plan.schema, [])
  return found
})

function heldAt(place: Place, properties: ReadonlyMap<string, Schema>, viewing: Viewing): Held | undefined {
  const names = [...properties.keys()]
  const isNumber = (name: string): boolean =>
    viewing.view(properties.get(name)).types.some((t) => /integer|number/.test(t))
  const total = names.find((name) => TOTAL.test(name) && isNumber(name))
  if (total === undefined || isRecord(names.filter((name) => !LINK.test(name)))) return undefined
  const records = names.find((name) => RECORDS.test(name) && viewing.view(properties.get(name)).types.includes('array'))
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
