/** Which parents a record stands under. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { StoredRecord } from './records.ts'

/** Ids of parents by the names of the links to them. */
export type Links = Readonly<Record<string, string>>

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

/** A name may be taken under several grandparents: only what stands under the same ones goes. */
export function sharesScope(inner: StoredRecord, record: StoredRecord): boolean {
  return Object.entries(record.links).every(
    ([name, id]) => !Object.hasOwn(inner.links, name) || inner.links[name] === id,
  )
}
