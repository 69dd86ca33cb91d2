/** Conditional requests on one record (RFC 9110 section 13.1). */
import { conflictStatus } from '../../../derive/operations/conflicts.ts'
import { ifMatchHolds, ifNoneMatchHolds } from '../../../http/etag.ts'
import { at, type JsonObject, textOf } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { checkedNumbers, ownTag } from '../../state/revisions.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { inputOf } from '../input.ts'
import type { Refusal } from '../kind.ts'

/** Of one of the record's representations: the first has the plain tag, each other one of its own (RFC 9110 8.8.3.3). */
export function etagOf(record: StoredRecord, representation = 0): string {
  return representation < 1 ? `"${record.etag}"` : `"${record.etag}.${representation}"`
}

/** Whichever representation of it the client has seen, or however an answer showed it: it is the record that is changed. */
function ofAny(field: string | undefined, { etag }: StoredRecord): string | undefined {
  return field?.replace(/"([0-9a-z]+)(?:\.[0-9a-z]+)+"/g, (whole, tag) => (tag === etag ? `"${etag}"` : whole))
}

/**
 * Refuses a write whose If-Match does not name the record as it stands, or whose If-None-Match does (`*`: only if there
 * is none); of what nobody made nobody can know a version.
 */
export function unmatched(call: Call, record: StoredRecord): Refusal | undefined {
  const wanted = ofAny(call.request.fields.get('if-match'), record)
  const unwanted = ofAny(call.request.fields.get('if-none-match'), record)
  if (call.resources.isUnstored(record)) return undefined
  const stale = staleIn(call, record)
  if (stale !== undefined || (wanted === undefined && unwanted === undefined)) return stale
  const tags = [etagOf(record), ...ownTags(call, record)]
  if (!tags.some((tag) => ifMatchHolds(wanted, tag))) return refused('If-Match', 'does not name the current version')
  if (tags.some((tag) => ifNoneMatchHolds(unwanted, tag)))
    return refused('If-None-Match', 'names what is there already')
  return undefined
}

/** The tag that the record shows of itself, in quotes as fields have it. */
function ownTags({ compiled: { resource }, runtime }: Call, { value }: StoredRecord): readonly string[] {
  const place = resource === undefined ? undefined : ownTag(resource, runtime)
  const tag = place === undefined ? undefined : at(value, place)
  if (typeof tag !== 'string' || tag === '') return []
  return [`"${tag.replace(/^W\/|"/g, '')}"`]
}

/** If-Match names a version of what is not there (RFC 9110 section 13.1.1). */
export function namesVersion(call: Call): Refusal | undefined {
  const isNamed = call.request.fields.get('if-match') !== undefined
  return isNamed ? refused('If-Match', 'names a version of what is not there') : undefined
}

function refused(field: string, why: string): Refusal {
  return { status: 412, message: `${field} ${why}`, code: 'precondition_failed', param: field }
}

/** A change that says another version than the one that holds, where words have that refused. */
function staleIn(call: Call, { value }: StoredRecord): Refusal | undefined {
  const { operation, resource } = call.compiled
  if (resource === undefined || !/^(update|replace)$/.test(operation.plan.kind)) return undefined
  const names = checkedNumbers(resource, call.runtime)
  const sent: JsonObject = names.length === 0 ? {} : inputOf(call)
  const name = names.find(
    (one) => typeof sent[one] === 'number' && typeof value[one] === 'number' && sent[one] !== value[one],
  )
  if (name === undefined) return undefined
  const message = `${name} ${textOf(sent[name])} is not the current one: it is ${textOf(value[name])}`
  return { status: conflictStatus(operation) ?? 409, message, code: 'version_mismatch', param: name }
}
