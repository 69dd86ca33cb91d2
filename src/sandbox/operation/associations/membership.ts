/** Members: records made elsewhere that are put under a parent (`PUT /groups/{id}/users/{user}`, or POST with their id to `/groups/{id}/users`) and taken away from it. */
import { parentInPath } from '../../../api/model-reader.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { Under } from '../../state/joins.ts'
import { type Links, ownLink, scopedTo } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { holdsIds } from '../../state/unnamed.ts'
import { type Addressed, addressed, parameterText, parentsOf } from '../address.ts'
import type { Result } from '../kind.ts'
import { afterwards, setUnder } from './joins.ts'

/** Whether the operation joins (true) or parts (false); undefined when it does neither. */
export function joining({ compiled }: Call): boolean | undefined {
  const { plan, path } = compiled.operation
  const isItem = plan.target?.in === 'path' && /\}(\.\w+)?$/.test(path)
  const isNamed = plan.target?.in === 'body' && (plan.verb === 'attach' || plan.joins === true)
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
  const record =
    id === undefined || 'refuse' in parents ? undefined : call.resources.find(resource, id, ownerBefore(call, resource))
  return record === undefined || 'refuse' in parents ? found : { record, links: parents.links }
}

/** `/teams/{id}/repos/{owner}/{repo}`: whose the record is, where its name says that elsewhere, too. */
function ownerBefore(call: Call, { scope }: ResourcePlan): Links {
  const name = /\{([^{}]+)\}\/\{[^{}]+\}$/.exec(call.compiled.operation.path)?.[1]
  const owner = name === undefined ? undefined : call.pathParameters.get(name)
  const [link] = scope
  return scope.length !== 1 || link === undefined || owner === undefined ? {} : { [link]: owner }
}

/**
 * Puts the record under the parents of the path, or takes it away; where parents are listed under such records, both
 * ways. The record as it then is.
 */
export function setJoined(call: Call, plan: ResourcePlan, record: StoredRecord, joins: boolean): StoredRecord {
  const parents = parentsOf(call)
  if ('refuse' in parents) return record
  const under = underLast(call, parents.links)
  const { [under?.link ?? '']: _, ...around } = parents.links
  if (under !== undefined) setUnder(call, plan, record, under, joins)
  const others = joins || under === undefined ? [] : call.resources.records.joinedTo(record)
  if (!others.some((other) => other.link === under?.link && standsIn(other, around)))
    call.resources.setAround(record, around, joins)
  setBack(call, plan, record, parents.links, joins)
  return afterwards(call, record)
}

/** Nothing says that the parent stands elsewhere: what is around it is still around the record. */
function standsIn({ links }: Under, around: Links): boolean {
  return Object.entries(around).every(([link, id]) => (ownLink(links, link) ?? id) === id)
}

/** The other way: the parents under the record, and its id in their arrays of such ids. */
function setBack(call: Call, plan: ResourcePlan, record: StoredRecord, links: Links, joins: boolean): void {
  const id = idText(at(record.value, plan.id.place))
  for (const parent of call.compiled.operation.plan.parents) {
    const other = call.runtime.resource(parent.type)
    const value = links[parent.link]
    const back = other?.links.find(({ type }) => type === plan.type)
    const array = other === undefined ? undefined : idsOf(plan, other, call.runtime)
    if (other === undefined || (back ?? array) === undefined || value === undefined || id === undefined) continue
    const holder = call.resources.find(other, value, scopedTo(other, links))
    if (holder === undefined) continue
    if (back !== undefined)
      setUnder(
        call,
        other,
        holder,
        { link: back.link, links: { ...scopedTo(plan, record.links), [back.link]: id } },
        joins,
      )
    if (array !== undefined)
      listId(call, other, afterwards(call, holder), array, at(record.value, plan.id.place), joins)
  }
}

/** Ids up to which an array is kept. */
const MOST = 1_000

/** The parent's `group_ids` follow. */
function listId(
  call: Call,
  other: ResourcePlan,
  holder: StoredRecord,
  array: string,
  id: unknown,
  joins: boolean,
): void {
  const held = Array.isArray(holder.value[array]) ? (holder.value[array] as readonly unknown[]) : []
  const rest = held.filter((one) => one !== id)
  if (joins && rest.length >= MOST) return
  const value = { ...holder.value, [array]: joins ? [...rest, id] : rest } as JsonObject
  if (call.runtime.accepts(other.schema, value)) call.resources.change(other, holder, value)
}

/** `group_ids` of a customer that groups are put under: an array of ids called after the type, or its last word. */
function idsOf(plan: ResourcePlan, other: ResourcePlan, runtime: Runtime): string | undefined {
  return (
    arraysOf(other, runtime).get(plain(plan.type)) ??
    arraysOf(other, runtime).get(plain(plan.type.split('_').at(-1) ?? ''))
  )
}

const arraysOf = oncePer((other: ResourcePlan, runtime: Runtime): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [name, schema] of allProperties(other.schema, runtime)) {
    const noun = /^(.+)ids$/.exec(plain(name))?.[1]
    if (noun !== undefined && holdsIds(schema, runtime)) found.set(noun, name)
  }
  return found
})

/** All that stands under the parents of the request. */
export function standing(call: Call, { type }: ResourcePlan, links: Links): Result {
  const { link } = call.resources.indexFor(links)
  const records = call.resources.records.list(type, { link, reverse: false })
  return { show: 'records', page: { records, around: {}, fields: [], type } }
}

/** The last parent of the path, and where that stands. */
function underLast({ compiled, runtime }: Call, said: Links): Under | undefined {
  const above = parentInPath(compiled.operation.plan)
  const id = above === undefined ? undefined : said[above.link]
  if (above === undefined || id === undefined) return undefined
  const holder = runtime.resource(above.type)
  return {
    link: above.link,
    links: { ...(holder === undefined ? {} : scopedTo(holder, said)), [above.link]: id },
  }
}
