/** Lists of what went wrong, in answers to what went well. */
import type { SchemaView } from '../../api/schema/view.ts'
import { isObject, type JsonObject } from '../../support/json.ts'
import { without } from '../state/place.ts'

const COMPLAINTS = /^(errors?|warnings?|failures?)$/i

/** What went wrong is told where something did: an optional list of errors is left out, not shown empty, for clients ask whether it is there. */
export function withoutEmptyComplaints(
  made: unknown,
  { required }: SchemaView,
  sources: readonly JsonObject[],
): unknown {
  if (!isObject(made)) return made
  const empty = Object.keys(made).filter((name) => {
    const value = made[name]
    const said = sources.some((source) => Object.hasOwn(source, name))
    return COMPLAINTS.test(name) && Array.isArray(value) && value.length === 0 && !required.has(name) && !said
  })
  return empty.reduce((body, name) => without(body, [name]), made as JsonObject)
}
