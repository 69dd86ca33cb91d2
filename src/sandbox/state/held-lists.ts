/** Lists that a record holds, and links to lists, with how many they list: `{entries, total_count}`, `{uri, total}`. A new record's are empty. */
import type { ResourcePlan } from '../../api/plan.ts'
import { heldIn } from '../../derive/schemas/held-lists.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import type { Runtime } from '../runtime.ts'
import { withAt } from './place.ts'

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
