/** Lists of what went wrong, in answers to what went well. */

import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { NO_VALUES } from '../state/merge.ts'
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

const CODE = /^err(or)?_?(code|number|no)$/i
const MESSAGE = /^(message|err_?(msg|message)|error_?(message|msg))$/i

/**
 * The number of the error, and the message beside it, where nothing went wrong: `{errorCode: 0, message: "OK"}`. What
 * the record itself says of errors is its own.
 */
export function nothingWrong(schema: Schema | undefined, runtime: Runtime, record?: Schema): JsonObject {
  const well = typeof schema === 'object' ? allWell(schema, runtime) : NO_VALUES
  const known = runtime.view(record).properties
  return Object.keys(well).some((name) => known.has(name)) ? NO_VALUES : well
}

const allWell = oncePer((schema: Schema & object, runtime: Runtime): JsonObject => {
  const { properties } = runtime.view(schema)
  const code = [...properties].find(([name, own]) => CODE.test(name) && runtime.view(own).types.includes('integer'))
  if (code === undefined || !runtime.accepts(code[1], 0)) return NO_VALUES
  const message = [...properties].find(([name, own]) => MESSAGE.test(name) && runtime.accepts(own, 'OK'))
  return { [code[0]]: 0, ...(message !== undefined && { [message[0]]: 'OK' }) }
})

/** What tells which of several things failed: `FailedRecordCount`, `UnprocessedKeys`, `rejectedInfo`. */
const FAILED = /^(failed|rejected|unprocessed|unsuccessful)|^(errors?|failures?)$|not_?(found|deleted|processed)$/i
const GOES_ON = /^(next_?(page_?)?(token|marker|cursor)|marker)$/i

/** What answers of operations called by name say of failures, where nothing failed: none. */
export const nothingFailed: (schema: Schema & object, runtime: Runtime) => JsonObject = oncePer(
  (schema: Schema & object, runtime: Runtime): JsonObject => {
    const told = [...runtime.view(schema).properties].filter(([name]) => FAILED.test(name))
    const none = told.flatMap(([name, own]) => {
      const { types } = runtime.view(own)
      const value = types.includes('array') ? [] : types.includes('integer') ? 0 : undefined
      return value === undefined || !runtime.accepts(own, value) ? [] : [[name, value] as const]
    })
    return none.length === 0 ? NO_VALUES : Object.fromEntries(none)
  },
)

/** The answer without the objects and counts that tell of failures and the token of a further page, where nobody said them. */
export function withoutMadeUp(made: unknown, { required }: SchemaView, sources: readonly JsonObject[]): unknown {
  if (!isObject(made)) return made
  const untold = Object.keys(made).filter((name) => {
    const value = made[name]
    const tells = FAILED.test(name) && (isObject(value) || (typeof value === 'number' && value > 0))
    const isMadeUp = GOES_ON.test(name) ? typeof value === 'string' : tells
    return isMadeUp && !required.has(name) && !sources.some((source) => Object.hasOwn(source, name))
  })
  const kept = untold.reduce((body, name) => without(body, [name]), made as JsonObject)
  const eachOf = Object.entries(kept).filter(([, value]) => Array.isArray(value) && value.some(isObject))
  if (eachOf.length === 0) return kept
  return { ...kept, ...Object.fromEntries(eachOf.map(([name, each]) => [name, wellEach(each as unknown[])])) }
}

/** What is said of each of several, without the errors of those that went wrong. */
function wellEach(each: readonly unknown[]): readonly unknown[] {
  return each.map((one) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).filter(([name]) => !ERROR.test(name))) : one,
  )
}

const ERROR = /^error_?(code|message|details?|info)$/i
