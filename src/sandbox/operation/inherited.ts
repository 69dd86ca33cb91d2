/** What a new record stands under because its parent does: a device of a network is one of the network's organisation. */
import type { ResourcePlan } from '../../api/plan.ts'
import { setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { type Links, ownLink } from '../state/links.ts'
import { parentsOf } from './parents-of.ts'

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
  const parents = parentsOf(plan, runtime)
  return parents.flatMap(({ link, parent: top }) =>
    plan.scope.includes(link) || PERSON.test(top.type)
      ? []
      : parents.flatMap(({ link: by, parent }) => {
          if (by === link || PERSON.test(parent.type)) return []
          const above = parentsOf(parent, runtime).find((one) => one.parent === top)
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

export function inherited(call: Call, plan: ResourcePlan, links: Links): Links {
  const ways = waysUp(plan, call.runtime).filter(
    ({ link, by }) => !Object.hasOwn(links, link) && Object.hasOwn(links, by),
  )
  if (ways.length === 0) return links
  const whole: Record<string, string> = { ...links }
  for (const { link, by, parent, above } of ways) {
    const record = call.resources.find(parent, links[by] ?? '', links)
    const id = record === undefined ? undefined : ownLink(record.links, above)
    if (id !== undefined) setOwn(whole, link, id)
  }
  return whole
}
