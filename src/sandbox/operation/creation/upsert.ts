import type { ResourcePlan } from '../../../api/plan.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import { createOne } from '../create-one.ts'
import { inputOf } from '../input.ts'
import type { Result } from '../kind.ts'

/** The record that a change or a replacement makes, because the one it names is not there. */
export function makeInstead(call: Call, plan: ResourcePlan, links: Links): Result {
  const one = createOne(call, plan, { links, given: inputOf(call) })
  if ('refuse' in one) return one
  return { show: 'record', record: one.record, created: true }
}
