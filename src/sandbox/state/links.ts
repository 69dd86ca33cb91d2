/** Which parents a record stands under. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { idText } from './place.ts'
import type { StoredRecord } from './stored-record.ts'

/** Ids of parents by the names of the links to them. */
export type Links = Readonly<Record<string, string>>

/** What stands under a parent is listed at. */
export function linkOf(name: string, value: string): string {
  return `${name}=${value}`
}

/** True where the links name no other parent that the record's id depends on. */
export function within(record: StoredRecord, links: Links, plan: ResourcePlan): boolean {
  return plan.scope.every((link) => {
    const wanted = ownLink(links, link)
    return wanted === undefined || ownLink(record.links, link) === wanted
  })
}

/** The links that ids of the type depend on. */
export function scopedTo({ scope }: ResourcePlan, links: Links): Links {
  return Object.fromEntries(Object.entries(links).filter(([link]) => scope.includes(link)))
}

/** The id of the parent, as far as it is said. */
export function ownLink(links: Links, link: string): string | undefined {
  return Object.hasOwn(links, link) ? links[link] : undefined
}

/** Whether both name the same record of the parent's type, or neither names one. */
export function hasSameParent({ scope }: ResourcePlan, link: string, before: Links, after: Links): boolean {
  return [link, ...scope].every((one) => ownLink(before, one) === ownLink(after, one))
}

/** A name may be taken under several grandparents: only what stands under the same ones goes. */
export function sharesScope(inner: StoredRecord, record: StoredRecord): boolean {
  return Object.entries(record.links).every(
    ([name, id]) => !Object.hasOwn(inner.links, name) || inner.links[name] === id,
  )
}

/** The links of a record but for those whose property named a parent, and now says null: a volume that is detached. */
export function kept(plan: ResourcePlan, { links, value: before }: StoredRecord, after: JsonObject): Links {
  const gone = plan.links.flatMap(({ link, property }) => {
    const isLet = property !== undefined && !plan.scope.includes(link) && Object.hasOwn(links, link)
    return isLet && idText(at(before, property)) !== undefined && saysNull(after, property) ? [link] : []
  })
  return gone.length === 0 ? links : Object.fromEntries(Object.entries(links).filter(([link]) => !gone.includes(link)))
}

/** The property is null, or something that it stands in. */
function saysNull(value: JsonObject, place: Place): boolean {
  return place.some((_, i) => at(value, place.slice(0, i + 1)) === null)
}

/** One part of a composed key: what would end it is escaped. */
export function segment(part: string): string {
  return part.replace(/[%/]/g, (c) => (c === '/' ? '%2F' : '%25'))
}
