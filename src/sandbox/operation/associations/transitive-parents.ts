/** What a new record stands under because its parent does: a device of a network is one of the network's organisation. */
import { parentTypes } from '../../../api/model-reader.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { at, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { type Links, ownLink } from '../../state/links.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'

interface Way {
  readonly link: string
  /** The link to the parent that stands there. */
  readonly by: string
  readonly parent: ResourcePlan
  readonly above: string
}

/** What stands under a person, or is made by one who stands somewhere, need not stand under both. */
const PERSON = /^(user|member|person|customer|contact|author|owner|me|profile)s?$/i

const waysUp: (plan: ResourcePlan, runtime: Runtime) => readonly Way[] = oncePer((plan, runtime) => {
  const parents = parentTypes(plan, runtime)
  return parents.flatMap(({ link, parent: top }) =>
    plan.scope.includes(link) || PERSON.test(top.type)
      ? []
      : parents.flatMap(({ link: by, parent }) => {
          if (by === link || PERSON.test(parent.type)) return []
          const above = parentTypes(parent, runtime).find((one) => one.parent === top)
          const isHome = above !== undefined && isMadeUnder(parent, above.link, runtime)
          return isHome ? [{ link, by, parent, above: above.link }] : []
        }),
  )
})

/** Some operation makes records of the type below that parent. */
function isMadeUnder({ type }: ResourcePlan, link: string, runtime: Runtime): boolean {
  return runtime
    .operationsOn(type)
    .some(({ plan }) => plan.kind === 'create' && plan.parents.some((one) => one.in === 'path' && one.link === link))
}

export function inherited(call: Call, plan: ResourcePlan, links: Links, given: JsonObject = {}): Links {
  const ways = waysUp(plan, call.runtime)
  if (ways.length === 0) return links
  const whole: Record<string, string> = { ...links }
  for (const { link, by, parent, above } of ways) {
    if (Object.hasOwn(links, link) || saidIn(plan, given, link) !== undefined) continue
    const parentId = Object.hasOwn(links, by) ? links[by] : saidIn(plan, given, by)
    const record = parentId === undefined ? undefined : call.resources.find(parent, parentId, links)
    const id = record === undefined ? undefined : ownLink(record.links, above)
    if (id !== undefined) setOwn(whole, link, id)
  }
  return whole
}

/** The value of a record that goes to another parent, with what it stands under because of that. */
export function movedAlong(call: Call, plan: ResourcePlan, before: StoredRecord, value: JsonObject): JsonObject {
  let whole = value
  for (const { link, by, parent, above } of waysUp(plan, call.runtime)) {
    const place = plan.links.find((one) => one.link === link)?.property
    const [from, to] = [saidIn(plan, before.value, by), saidIn(plan, value, by)]
    if (place === undefined || to === undefined || from === to) continue
    if (saidIn(plan, value, link) !== saidIn(plan, before.value, link)) continue
    const { [link]: _, [by]: __, ...beside } = before.links
    const record = call.resources.find(parent, to, beside)
    const id =
      record === undefined ? undefined : (at(record.value, pathTo(parent, above)) ?? ownLink(record.links, above))
    if (id !== undefined && id !== null) whole = withAt(whole, place, id)
  }
  return whole
}

function pathTo({ links }: ResourcePlan, link: string): Place {
  return links.find((one) => one.link === link)?.property ?? [link]
}

/** The parent that the new record names in the property of the link. */
function saidIn({ links }: ResourcePlan, given: JsonObject, link: string): string | undefined {
  const property = links.find((one) => one.link === link)?.property
  return property === undefined ? undefined : idText(at(given, property))
}
