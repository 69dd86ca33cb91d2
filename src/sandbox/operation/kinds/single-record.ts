import type { ResourcePlan } from '../../../api/plan.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import type { StoredRecord } from '../../state/stored-record.ts'

/** The one record of a type under these parents, made from the seed at first sight. */
export function only(call: Call, plan: ResourcePlan, links: Links): StoredRecord {
  const scope = Object.values(links).join('/')
  const { resources } = call
  return (
    resources.records.get(plan.type, singletonKey(scope)) ?? resources.placeSingleton(plan, singletonKey(scope), links)
  )
}

/** True where it was deleted, and nothing has been said of it since. */
export function isTakenAway({ resources }: Call, plan: ResourcePlan, links: Links): boolean {
  const key = singletonKey(Object.values(links).join('/'))
  return resources.records.wasDeleted(plan.type, key) && resources.records.get(plan.type, key) === undefined
}

function singletonKey(scope: string): string {
  return `only:${scope}`
}
