import type { ResourcePlan } from '../../api/plan.ts'
import type { Call } from '../exchange.ts'
import type { Links } from '../state/links.ts'
import type { StoredRecord } from '../state/records.ts'

/** The one record of a type under these parents, made from the seed at first sight. */
export function only(call: Call, plan: ResourcePlan, links: Links): StoredRecord {
  const scope = Object.values(links).join('/')
  const { resources } = call
  return (
    resources.records.get(plan.type, singletonKey(scope)) ?? resources.placeSingleton(plan, singletonKey(scope), links)
  )
}

function singletonKey(scope: string): string {
  return `only:${scope}`
}
