/** What records say of those that come to stand under them, and go: how many there are, and the arrays that show them. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Call } from '../exchange.ts'
import type { StoredRecord } from '../state/records.ts'
import { countIn } from './counts.ts'
import { shelve } from './members.ts'

/** A record came to its parents (1), or went from them (-1). */
export function parentsFollow(
  call: Call,
  plan: ResourcePlan,
  record: Pick<StoredRecord, 'value' | 'links'>,
  by: 1 | -1,
): void {
  countIn(call, plan, record, by)
  shelve(call, plan, record, by)
}
