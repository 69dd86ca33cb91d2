/** Several records in the place of the one: `transactions` beside `transaction`, in request and answer. */
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import type { Page } from '../kind.ts'

/** The request holds several. */
export function asksSeveral(call: Call): boolean {
  const { several: place, input = [] } = call.compiled.operation.plan
  if (place === undefined) return false
  const isOne = place.input.join('.') !== input.join('.') && at(call.body, input) !== undefined
  return !isOne && Array.isArray(at(call.body, place.input))
}

/** The request holds several, of which there are none. */
export function asksNone(call: Call): boolean {
  const { input = [], inputForm } = call.compiled.operation.plan
  const sent = inputForm === 'array' ? at(call.body, input) : undefined
  if (Array.isArray(sent)) return !sent.some(isObject)
  const held = at(call.body, call.compiled.operation.plan.several?.input ?? [])
  return Array.isArray(held) && held.length === 0 && asksSeveral(call)
}

/** The records where the answer holds several, with their ids where it lists them. */
export function several(call: Call, records: readonly StoredRecord[]): Page {
  const { type = '', several: place, output } = call.compiled.operation.plan
  const page = { records, around: listing(call, records), fields: [], type }
  if (place?.output === undefined || output === undefined) return page
  return { ...page, output: place.output, absent: [output] }
}

/** The ids of these records, where the answer lists them. */
export function listing(call: Call, records: readonly StoredRecord[]): JsonObject {
  const { operation, resource } = call.compiled
  const { lists } = operation.plan
  if (lists === undefined || resource === undefined) return {}
  return withAt(
    {},
    lists,
    records.map((record) => at(record.value, resource.id.place)),
  )
}
