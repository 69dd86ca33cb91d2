/** Conditional requests on one record (RFC 9110 section 13.1). */
import { ifMatchHolds } from '../../http/etag.ts'
import type { Call } from '../exchange.ts'
import type { StoredRecord } from '../state/records.ts'
import type { Refusal } from './kind.ts'

export function etagOf(record: StoredRecord): string {
  return `"${record.etag}"`
}

/** Refuses a write whose If-Match does not name the record as it stands; of what nobody made nobody can know a version. */
export function unmatched(call: Call, record: StoredRecord): Refusal | undefined {
  const condition = call.request.fields.get('if-match')
  if (condition === undefined || ifMatchHolds(condition, etagOf(record)) || call.resources.isUnstored(record))
    return undefined
  return {
    status: 412,
    message: 'If-Match does not name the current version',
    code: 'precondition_failed',
    param: 'If-Match',
  }
}
