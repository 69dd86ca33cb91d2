/** Members: records made elsewhere that are put under a parent (`PUT /groups/{id}/users/{user}`, or POST with their id to `/groups/{id}/users`) and taken away from it. */
import type { ResourcePlan } from '../../api/plan.ts'
import { at } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { type Links, scopedTo } from '../state/links.ts'
import { idText } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'
import { type Addressed, addressed, parameterText, parentsOf } from './address.ts'
import { parentsFollow } from './follow.ts'

/** Whether the operation joins (true) or parts (false); undefined when it does neither. */
export function joining({ compiled }: Call): boolean | undefined {
  const { plan, path } = compiled.operation
  const isItem = plan.target?.in === 'path' && /\}(\.\w+)?$/.test(path)
  const isNamed = plan.target?.in === 'body' && plan.verb === 'attach'
  if (!(isItem || isNamed) || (plan.verb !== 'attach' && plan.verb !== 'detach')) return undefined
  return plan.verb === 'attach'
}

/** The record that is joined or parted, whatever parent it stands under now. */
export function joinable(call: Call): Addressed {
  const found = addressed(call)
  const { resource, operation } = call.compiled
  const { target } = operation.plan
  if (!('refuse' in found) || resource === undefined || target === undefined) return found
  const parents = parentsOf(call)
  const id = parameterText(call, target)
  const record = id === undefined || 'refuse' in parents ? undefined : call.resources.find(resource, id, {})
  return record === undefined || 'refuse' in parents ? found : { record, links: parents.links }
}

/** Puts the record under the parents of the path, or takes it away; where parents are listed under such records, both ways. */
export function setJoined(call: Call, plan: ResourcePlan, record: StoredRecord, joins: boolean): void {
  const parents = parentsOf(call)
  if ('refuse' in parents) return
  const under = underLast(call, parents.links)
  const stood = under !== undefined && call.resources.records.standsUnder(record, under.link, under.id)
  call.resources.setJoined(record, parents.links, joins)
  if (under !== undefined && stood !== joins)
    parentsFollow(call, plan, { value: record.value, links: under.links }, joins ? 1 : -1)
  const id = idText(at(record.value, plan.id.place))
  for (const parent of call.compiled.operation.plan.parents) {
    const other = call.runtime.resource(parent.type)
    const value = parents.links[parent.link]
    const back = other?.links.find(({ type }) => type === plan.type)
    if (other === undefined || back === undefined || value === undefined || id === undefined) continue
    const holder = call.resources.find(other, value, scopedTo(other, parents.links))
    if (holder !== undefined) call.resources.setJoined(holder, { [back.link]: id }, joins)
  }
}

/** The last parent of the path, and the links of what stands under it alone. */
function underLast(
  { compiled, runtime }: Call,
  said: Links,
): { readonly link: string; readonly id: string; readonly links: Links } | undefined {
  const above = compiled.operation.plan.parents.filter((parent) => parent.in === 'path').at(-1)
  const id = above === undefined ? undefined : said[above.link]
  if (above === undefined || id === undefined) return undefined
  const holder = runtime.resource(above.type)
  return { link: above.link, id, links: { ...(holder === undefined ? {} : scopedTo(holder, said)), [above.link]: id } }
}
