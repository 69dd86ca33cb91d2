/** Conditional requests on one record (RFC 9110 section 13.1). */
import { ifMatchHolds, ifNoneMatchHolds } from '../../http/etag.ts'
import type { Call } from '../exchange.ts'
import type { StoredRecord } from '../state/records.ts'
import type { Refusal } from './kind.ts'

export function etagOf(record: StoredRecord): string {
  return `"${record.etag}"`
}

/**
 * Refuses a write whose If-Match does not name the record as it stands, or whose If-None-Match does (`*`: only if there
 * is none); of what nobody made nobody can know a version.
 */
export function unmatched(call: Call, record: StoredRecord): Refusal | undefined {
  const wanted = call.request.fields.get('if-match')
  const unwanted = call.request.fields.get('if-none-match')
  if ((wanted === undefined && unwanted === undefined) || call.resources.isUnstored(record)) return undefined
  if (!ifMatchHolds(wanted, etagOf(record))) return refused('If-Match', 'does not name the current version')
  if (ifNoneMatchHolds(unwanted, etagOf(record))) return refused('If-None-Match', 'names what is there already')
  return undefined
}

function refused(field: string, why: string): Refusal {
  return { status: 412, message: `${field} ${why}`, code: 'precondition_failed', param: field }
}
