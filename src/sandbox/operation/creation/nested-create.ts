/** Parts that were sent inside a create and are records themselves: they stand in their collection below the record. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import type { Refused } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import { project } from '../../response/project.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/records.ts'
import { createOne } from '../create-one.ts'

/** Parts of one record that are made; the others stay what they are. */
const MOST = 200

/** Makes the records that the request of another holds; that one shows them as they were made. Where a part is refused, the whole is. */
export function makeHeld(
  call: Call,
  plan: ResourcePlan,
  record: StoredRecord,
  input: JsonObject,
): StoredRecord | Refused {
  const { runtime } = call
  const id = idText(at(record.value, plan.id.place))
  let holder = record
  for (const { name, by, link } of call.compiled.operation.plan.holds ?? []) {
    const sent = Object.hasOwn(input, name) ? input[name] : undefined
    const compiled = runtime.operation(by)
    const { resource } = compiled
    if (!Array.isArray(sent) || resource === undefined || id === undefined) continue
    const known = new Set(resource.links.map((one) => one.link))
    const around = Object.fromEntries(Object.entries(record.links).filter(([one]) => known.has(one)))
    const { items } = runtime.view(runtime.view(plan.schema).properties.get(name))
    const shown: unknown[] = []
    for (const [index, one] of sent.entries()) {
      const links = { ...around, [link]: id }
      const result =
        index < MOST && isObject(one)
          ? createOne({ ...call, compiled }, resource, { links, given: one as JsonObject, isBelow: true })
          : undefined
      if (result !== undefined && 'refuse' in result) return result
      shown.push(result === undefined ? one : project(result.record.value, items, runtime))
    }
    // What stands under it may have changed what it says.
    holder = call.resources.records.get(holder.type, holder.key) ?? holder
    const value = withAt(holder.value, [name], shown)
    if (items !== undefined && runtime.accepts(plan.schema, value)) holder = call.resources.change(plan, holder, value)
  }
  return holder
}
