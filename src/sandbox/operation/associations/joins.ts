/** The one way in which a request puts a record under a parent that it was not made under, or takes it away from there. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { settled } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import type { Under } from '../../state/joins.ts'
import type { StoredRecord } from '../../state/stored-record.ts'

/** What the parent says of such records follows, where the record was not there, or is there no more. */
export function setUnder(call: Call, plan: ResourcePlan, record: StoredRecord, under: Under, joins: boolean): void {
  if (!call.resources.setUnder(record, under, joins)) return
  const { link: joinedBy, links } = under
  settled(call, { plan, record: { value: record.value, links, joinedBy }, what: joins ? 'came' : 'went' })
}

/** The record as it is after what followed for it. */
export function afterwards(call: Call, record: StoredRecord): StoredRecord {
  return call.resources.records.get(record.type, record.key) ?? record
}
