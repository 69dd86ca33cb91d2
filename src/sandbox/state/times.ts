/** The times that a provider writes when a record is made, in the form the schema wants. */

import type { Place } from '../../api/plan.ts'
import type { Schema, SchemaObject } from '../../api/schema/schema.ts'
import { inMilliseconds, isWholeFormat } from '../../api/schema/values/times.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import type { Instant } from '../../support/clock.ts'
import { doubleOf } from '../../support/exact-number.ts'
import { isObject, type JsonObject, setOwn, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'

/** Each way to read a name is one: two that overlap, repeated, would take ages over a long name. */
const WHEN = '(?:(?:at|on|date|time|datetime|timestamp|ts)(?:utc|millis|ms)?(?:string)?|utc|millis|ms)'
const CHANGE = '(?:update|updated|modified|modification|changed|change)'
/** Names of the time of the last change, without what joins their words. */
const TOUCHED = new RegExp(
  `^(?:(?:date|time|timestamp)?last${CHANGE}${WHEN}?|(?:date|time|timestamp)(?:last)?${CHANGE}|(?:updated|modified|changed)${WHEN}?|${CHANGE}${WHEN})$`,
)
/** Names of the time when a record was made. */
const MADE = new RegExp(
  `^(?:(?:created|creation|inserted|ingested|ingestion|added)${WHEN}?|create${WHEN}|(?:date|time|timestamp)(?:created|creation|added|inserted)|(?:enqueued|submitted|requested|registered|received|initiated)(?:at|on|date|time))$`,
)
/** Of what is not changed when it is made. */
const NOT_AT_FIRST = /chang/
const KEPT_IN = /^(metadata|meta|attributes|audit|timestamps|info|sys)$/

type View = (schema: Schema | undefined) => SchemaView

interface TimeProperty {
  readonly name: string
  readonly view: SchemaView
  /** The times inside an object that keeps metadata. */
  readonly inner?: readonly TimeProperty[]
}

/**
 * Values for created and updated times among the top properties, and one object deeper where metadata keeps them, in
 * the form that their schema or a sample shows.
 */
export function timesFor(schema: Schema | undefined, now: Instant, view: View, sample?: JsonObject): JsonObject {
  if (typeof schema !== 'object') return {}
  return valuesOf(timesOf(schema, view), now, sample)
}

const timesOf = oncePer((schema: SchemaObject, view: View) => timeProperties(schema, view, 0))

function valuesOf(properties: readonly TimeProperty[], now: Instant, sample: unknown): JsonObject {
  const found: Record<string, unknown> = {}
  for (const { name, view, inner } of properties) {
    const shown = isObject(sample) && Object.hasOwn(sample, name) ? sample[name] : undefined
    const own = inner === undefined && typeof shown === 'string' ? inFormOf(shown, view, now) : undefined
    const value = inner === undefined ? (own ?? timeFor(view, now, name)) : valuesOf(inner, now, shown)
    if (value !== undefined) setOwn(found, name, value)
  }
  return found as JsonObject
}

/** The form of the sample, where the schema does not say another. */
function inFormOf(shown: string, { types, keywords }: SchemaView, now: Instant): string | number | undefined {
  const { format, enum: choices } = keywords
  if (!types.includes('string') || choices !== undefined) return undefined
  const isTold = format === undefined || (format === 'date-time' && /^\d{4}-\d\d-\d\dT.+Z$/.test(shown))
  return isTold ? sameForm(shown, now) : undefined
}

function timeProperties(schema: Schema, view: View, depth: number): readonly TimeProperty[] {
  const found: TimeProperty[] = []
  for (const [name, property] of view(schema).properties) {
    if (isMadeOrTouched(name)) found.push({ name, view: view(property) })
    else if (depth === 0 && KEPT_IN.test(lettersOf(name))) {
      const inner = timeProperties(property, view, 1)
      if (inner.length > 0) found.push({ name, view: view(property), inner })
    }
  }
  return found
}

/** A moment as the schema wants it: seconds, milliseconds, date or RFC 3339; undefined for anything else. */
export function timeFor(view: SchemaView, now: Instant, name = ''): string | number | undefined {
  const { format, example, description } = view.keywords
  if (view.types.includes('integer') || view.types.includes('number'))
    return inMilliseconds(view, name) ? now : Math.floor(now / 1000)
  if (!view.types.includes('string')) return undefined
  if (Array.isArray(view.keywords['enum'])) return undefined
  const text = new Date(now).toISOString()
  if (saysMail(view)) return mailed(now)
  if (isWholeFormat(format)) return String(/milli/i.test(textOf(description)) ? now : Math.floor(now / 1000))
  if (format === 'date' || (typeof example === 'string' && /^\d{4}-\d\d-\d\d$/.test(example))) return text.slice(0, 10)
  if (format !== 'date-time' && typeof example === 'string') return sameForm(example, now)
  if (typeof example === 'string' && /\.\d{3}Z/.test(example)) return text
  return text.replace('.000Z', 'Z')
}

/** The time in the form of an earlier one: seconds, milliseconds, RFC 3339, RFC 5322, date; undefined when it has none of them. */
export function sameForm(old: unknown, now: Instant): string | number | undefined {
  const number = doubleOf(old)
  if (number !== undefined) return number > 1e11 ? now : number > 1e8 ? Math.floor(now / 1000) : undefined
  if (typeof old !== 'string') return undefined
  const text = new Date(now).toISOString()
  if (/^\d{4}-\d\d-\d\d$/.test(old)) return text.slice(0, 10)
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(old)) return text.slice(0, 19).replace('T', ' ')
  if (/^\d{4}-\d\d-\d\d[T ]/.test(old)) return /\.\d{3}/.test(old) ? text : text.replace('.000Z', 'Z')
  if (/^\d{10}$/.test(old)) return String(Math.floor(now / 1000))
  if (/^1\d{12}$/.test(old)) return String(now)
  const ticks = TICKS.exec(old)
  if (ticks !== null) return `/Date(${now}${ticks[1] ?? ''})/`
  return MAILED.test(old) ? mailed(now, old.endsWith('GMT') ? 'GMT' : undefined) : undefined
}

/** The form that dates have in what .NET once wrote: milliseconds, and an offset. */
const TICKS = /^\/Date\(\d{9,14}([+-]\d{4})?\)\/$/

/** The name is that of the time when a record was made or last changed. */
export function isMadeOrTouched(name: string): boolean {
  const word = lettersOf(name)
  return MADE.test(word) || (TOUCHED.test(word) && !NOT_AT_FIRST.test(word))
}

/** The name is that of the time when a record was made. */
export function isMade(name: string): boolean {
  return MADE.test(lettersOf(name))
}

/** The moment of a change to come, where requests say it: `change_date` is when a change takes effect. */
export const TO_COME: RegExp = /^[^a-z]*change[^a-z]*(date|time|at|on|timestamp|datetime)[^a-z]*$/i

/** Moves the times that tell of the last change and are the provider's, in the form they have, at the top or where metadata is kept. */
export function touched(
  before: JsonObject,
  value: JsonObject,
  now: Instant,
  isOwn: (place: Place) => boolean,
  around: Place = [],
): JsonObject {
  let result: Record<string, unknown> | undefined
  let parts: ReadonlyMap<string, string> | undefined
  const partOf = (part: string): string | undefined => {
    parts ??= new Map(Object.keys(value).map((name) => [lettersOf(name), name]))
    return parts.get(part)
  }
  for (const [name, old] of Object.entries(value)) {
    const word = lettersOf(name)
    const next =
      isObject(old) && around.length === 0 && KEPT_IN.test(word)
        ? touched(objectAt(before, name), old as JsonObject, now, isOwn, [name])
        : (TOUCHED.test(word) || OF_PART.test(word)) &&
            isOwn([...around, name]) &&
            (!Object.hasOwn(before, name) || before[name] === old) &&
            (TOUCHED.test(word) || hasChanged(partOf(OF_PART.exec(word)?.[1] ?? ''), before, value))
          ? sameForm(old, now)
          : undefined
    if (next === undefined || next === old) continue
    result ??= { ...value }
    setOwn(result, name, next)
  }
  return (result as JsonObject | undefined) ?? value
}

/** Of `status_update_time`, `status_changed_at`: the change is one of the status. */
function hasChanged(name: string | undefined, before: JsonObject, value: JsonObject): boolean {
  if (name === undefined || !Object.hasOwn(before, name)) return false
  return before[name] !== value[name] && JSON.stringify(before[name]) !== JSON.stringify(value[name])
}

const OF_PART =
  /^([a-z]{2,40}?)(?:last)?(?:updated?|modified|modification|changed?|transition(?:ed)?)(?:at|on|date|time|datetime|timestamp)$/

function objectAt(value: JsonObject, name: string): JsonObject {
  const inner = Object.hasOwn(value, name) ? value[name] : undefined
  return isObject(inner) ? (inner as JsonObject) : {}
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

const MAILED = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|[+-]\d{4})$/

/** A time of the form that mail has (RFC 5322 3.3, once RFC 2822). */
function mailed(now: Instant, zone: string = '+0000'): string {
  return new Date(now).toUTCString().replace('GMT', zone)
}

function saysMail({ keywords: { format, description } }: SchemaView): boolean {
  return /rfc-?(2822|822|5322)/i.test(textOf(format)) || /\brfc[ -]?(2822|822|5322)\b/i.test(textOf(description))
}
