/** Whether records are in a list: `GET /me/tracks/contains?ids=a,b`. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { at, isObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import { type EntryPlan, entryOf } from '../../state/entries.ts'
import type { Links } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { parentsOf } from '../address.ts'
import { idsSent } from '../collections/ids-in-request.ts'
import type { CompiledOperation } from '../compiled.ts'

/** Whether each is in the list above; undefined for any other operation. */
export function contained(call: Call): readonly boolean[] | undefined {
  const list = listAbove(call.compiled, call)
  const ids = list === undefined ? undefined : idsSent(call)
  const plan = list?.resource
  const parents = list === undefined ? undefined : parentsOf({ ...call, compiled: list })
  if (ids === undefined || plan === undefined || parents === undefined || 'refuse' in parents) return undefined
  const entry = entryOf(plan, call.runtime)
  if (entry === undefined) {
    const [last] = Object.entries(parents.links).slice(-1)
    const isIn = (record: StoredRecord | undefined): boolean =>
      record !== undefined && last !== undefined && call.resources.records.standsUnder(record, ...last)
    return ids.map((id) => isIn(call.resources.find(plan, id, {})))
  }
  const known = new Set(entriesUnder(call, plan, parents.links).flatMap((record) => namesOf(record, entry)))
  return ids.map((id) => known.has(id))
}

const listAbove = oncePer(({ operation, success }: CompiledOperation, { runtime }: Call) => {
  const [, above] = /^(.+)\/(?:contains|check|exists)$/.exec(operation.path) ?? []
  const [media] = Object.values(success.response?.content ?? {})
  const { types, items } = runtime.view(media?.schema)
  const isFlags = types.includes('array') && runtime.view(items).types.includes('boolean')
  if (operation.method !== 'GET' || above === undefined || !isFlags) return undefined
  const list = runtime.api.head.operations.find(({ path, plan }) => path === above && plan.kind === 'list')
  return list === undefined ? undefined : runtime.operation(list.id)
})

export function entriesUnder(call: Call, plan: ResourcePlan, links: Links): readonly StoredRecord[] {
  const { link, filter } = call.resources.indexFor(links)
  const wanted = Object.entries(filter)
  return call.resources.records
    .list(plan.type, { link, reverse: false })
    .filter((record) => wanted.every(([own, value]) => record.links[own] === value))
}

/** By what requests name what an entry holds. */
export function namesOf({ value }: StoredRecord, { name, plans }: EntryPlan): readonly string[] {
  const inner = value[name]
  const places = [['uri'], ...plans.map(({ id }) => id.place)]
  return isObject(inner) ? places.flatMap((place) => idText(at(inner, place)) ?? []) : []
}
