/** Times in the form a property wants: seconds, milliseconds, RFC 3339, a date. */
import { doubleOf } from '../../../support/exact-number.ts'
import { isObject, textOf } from '../../../support/json.ts'
import type { SchemaView } from '../view.ts'
import { beside, type Draw, whole } from './draw.ts'
import { snakeName } from './names.ts'
import { personOf } from './persona.ts'

const DAY = 86_400_000

const TIME =
  /(^|_)(at|time|timestamp|date|datetime|ts|until|birthday|birth_?date|date_of_birth|dob|birthdate)$|(^|_)(valid|effective|active|available|visible|billing|period|range|window|trial|subscription|rental|booking|term)_(from|to|until|since|through|thru|start|end|starts|ends)$|(^|_)(start|starts|end|ends|begin|begins|due|expires|renews|joined|hired|founded)_on$|(^|_)(start|end)_?(date|time)s?$|(^|_)(created|updated|modified|inserted|changed|added|issued|received|started|posted)(_on|_utc|_ts|_date_utc)?$|^(timestamp|date|time|ts|now|since)(_|$)(?!zone|format)/
const NOT_TIME =
  /(^|_)(time_?zone|runtime|uptime|downtime|lifetime|overtime|real_?time|elapsed(_time)?|time_(elapsed|spent|taken|remaining)|(execution|idle|cpu|total|average|avg|mean|median|query|travel|transit|turnaround|talk|hold|ring|play|watch|reading|grace|retention|render|transition|setup|cooking|processing|remaining|exposure|ramp|sla|handling|boot)_time|response_time|processing_time|delivery_time|prep(aration)?_time|wait_time|lead_time|cook_time|full_time|part_time|one_time|first_time|format|look_at|is|has|was|are|count|total|number|by|amount|amounts|price|value|balance|fee|tax|quantity|units|bytes|items|percent|times)(_|$)/
const FUTURE =
  /_after$|(^|_)(to|thru|through|finish|stop|stops|closes)$|(^|_)(expires?|expiry|expiration|due|until|valid_to|renews?|next|ends?|end|deadline|scheduled|arrival|available)(_|$)/
const ON_ITS_WAY = /(^|_)(expected|estimated|est)(_[a-z]+)?_(delivery|arrival|ship|shipping|pickup)_(date|time|at)$/
const BIRTH = /(^|_)(birthday|birth_?date|date_of_birth|birthdate|dob|born(_on|_at)?)$/
/** What began some years ago. */
const LONG_AGO =
  /(^|_)(founded|incorporated|incorporation|established|hired?|joined|member_since|customer_since|release|purchase|built|manufacture)(_|$)/
const HAPPENING =
  'deleted|canceled|cancelled|ended|expired|completed|archived|revoked|closed|finished|failed|refunded|voided|resolved|dismissed|rejected|disabled|suspended|removed|trashed|terminated|declined|disputed|merged|locked|banned|blocked|stopped|redeemed|used|consumed|discarded|deactivated|churned|discontinued|retired|unpublished|unsubscribed|uninstalled|withdrawn|reversed|returned|paused|fulfilled|captured|settled|paid|shipped|delivered|approved|signed|released|reviewed|acknowledged|cleared|abandoned|bounced|clicked|opened|accepted|confirmed|verified|mailed|sent|read|seen|viewed|executed|answered|payed|billed|invoiced|exported|disconnected|transferred|deposited|hung_up'
const SUFFIX = '(?:at|on|on_date|date|time|date_time|timestamp|datetime|ts)(?:_utc)?'
const TO_COME =
  'delete|deletion|destroy|cancel|cancellation|complete|completion|revoke|revocation|resolve|resolution|disable|purge|finish|suspend|suspension|terminate|termination|close|archive|dismiss'
/** What may befall a record, and nobody plans. */
const ENDS = 'deletion|disposal|destruction|revocation|cancellation|closure|suspension|archival'
/** What may happen to it often. */
const OFTEN =
  'payment|charge|invoice|order|purchase|transaction|delivery|attempt|message|visit|call|transfer|payout|refund|failure'
const PENDING = new RegExp(
  `^(final|last|latest|previous)_(${OFTEN})_${SUFFIX}$|(^|_)(${HAPPENING})_${SUFFIX}$|^date_(${HAPPENING}|${TO_COME})$|^(${TO_COME})_(time|ts|timestamp)$|^(${ENDS})_${SUFFIX}$`,
)
/** The last time of what may happen often. */
const LAST =
  /^(last|latest|first)_(used|seen|login|log_in|logged_in|accessed|contacted|posted|started|run|ran|executed|triggered|sent|delivered|read|viewed|visited|edited|opened|clicked|billed|paid|success|failure|error)(_(at|on|date|time|date_time|timestamp|datetime|ts)(_utc)?)?$/

/** True for the time of something that has not happened to a new record. */
export function isPendingTime(name: string): boolean {
  const snake = snakeName(name)
  return PENDING.test(snake) || LAST.test(snake)
}

const TIME_OF = new RegExp(`^(?:date_(.+)|(.+?)_${SUFFIX})$`)

/**
 * True for the name of an object that tells of something that happens to a record, with the time of just that:
 * `approval` with `approved_at`.
 */
export function isOutcome(name: string, properties: Iterable<string>): boolean {
  const what = snakeName(name).slice(0, 5)
  if (what.length < 5 || /^(creat|updat|modif|regis)/.test(what)) return false
  for (const time of properties) {
    const event = eventIn(time)
    if (event?.startsWith(what) === true && /(ed|en|wn|nt)$/.test(event)) return true
  }
  return false
}

/** What a time is the time of: `canceled_at`, `dateCompleted`; undefined for a name of another form. */
export function eventIn(name: string): string | undefined {
  const [, after, before] = TIME_OF.exec(snakeName(name)) ?? []
  return after ?? before
}

const EVENT = new RegExp(`^(${HAPPENING})$`)

/** True for the bare name of something that happens to a record (`completed`): the time of it, where it is a moment. */
export function isEvent(name: string): boolean {
  return EVENT.test(snakeName(name))
}

/** True when the name says that the value is a moment in time. */
export function isTimeName(name: string): boolean {
  const snake = snakeName(name)
  return (TIME.test(snake) || PENDING.test(snake) || /(^|_)expires(_at)?$/.test(snake)) && !NOT_TIME.test(snake)
}

/** The last time of something, called by that alone: a number of that name is a time. */
const LAST_OF =
  /^(last|latest|first)_(seen|active|activity|used|accessed|access|modified|updated|update|changed|change|synced|sync|login|logged_in|sign_in|signed_in|visited|visit|edited|contacted|set|checked|refreshed|reset|import|export)$/

/** The same for a number, that may be called by less. */
export function isMomentName(name: string): boolean {
  return isTimeName(name) || LAST_OF.test(snakeName(name))
}

/** True for a text called a start or an end of which the description says that it is a time. */
export function isBoundary(name: string, { keywords: { description, format, pattern } }: SchemaView): boolean {
  if (typeof description !== 'string' || format !== undefined || pattern !== undefined) return false
  return BOUNDARY.test(snakeName(name)) && SAYS_WHEN.test(description.slice(0, 200))
}

const SAYS_WHEN = /\b(date|datetime|timestamp)\b|^\W*(the )?(start(ing)? |end(ing)? )?time\b|^\W*when\b/i
const BOUNDARY = /(^|_)(start|starts|end|ends|begin|begins|finish|from|to|until|since|opens?|closes?|deadline|due)$/

/** True for when what is sent is expected, by its name in snake case. */
export function isExpected(word: string): boolean {
  return ON_ITS_WAY.test(word)
}

/** The moment that a property of this name would plausibly hold: what ends does so after it began. */
export function momentFor(name: string, draw: Draw): number {
  const snake = snakeName(name)
  const { now } = draw
  if (BIRTH.test(snake)) return Date.UTC(personOf(draw).born, whole(draw, 0, 11), whole(beside(draw, 'day'), 1, 28))
  if (LONG_AGO.test(snake)) return now - whole(draw, 200, 1500) * DAY
  if (isExpected(snake)) return now + 5 * DAY
  return FUTURE.test(snake) ? now + 30 * DAY : now
}

/** A moment in the form this property wants, judged by type, format, example and description. */
export function timeIn(view: SchemaView, name: string, moment: number): string | number {
  const type = view.types[0] ?? 'string'
  if (type === 'integer' || type === 'number') return inMilliseconds(view, name) ? moment : Math.floor(moment / 1000)
  const format = view.keywords['format']
  const sample = sampleOf(view)
  if (format === 'date') return rfc3339(moment).slice(0, 10)
  if (isWholeFormat(format)) return String(inMilliseconds(view, name) ? moment : Math.floor(moment / 1000))
  if (format === 'time') return rfc3339(moment).slice(11)
  if (format === 'date-time') return likeSample(moment, sample)
  if (typeof sample === 'string' && /^\d{10}$/.test(sample)) return String(Math.floor(moment / 1000))
  if (typeof sample === 'string' && /^\d{13}$/.test(sample)) return String(moment)
  if (typeof sample === 'string' && /^\d{4}-\d\d-\d\d$/.test(sample)) return rfc3339(moment).slice(0, 10)
  if (sample === undefined && isDate(snakeName(name), view)) return rfc3339(moment).slice(0, 10)
  return likeSample(moment, sample)
}

/** The day of a moment, for texts that have no room for more. */
export function dayOf(_view: SchemaView, _name: string, moment: number): string {
  return rfc3339(moment).slice(0, 10)
}

/** Seconds since 1970 with the fraction that keeps two moments apart. */
export function ticksOf(_view: SchemaView, _name: string, moment: number): string {
  return `${Math.floor(moment / 1000)}.000100`
}

/** The format of a text that holds a whole number: a time in it counts seconds or milliseconds. */
export function isWholeFormat(format: unknown): boolean {
  return typeof format === 'string' && /^u?int(32|64|eger)$/.test(format)
}

/** RFC 3339 in UTC, to the second. */
function rfc3339(moment: number): string {
  const bounded = Math.min(Math.max(moment, 0), 253402300799000)
  return `${new Date(bounded).toISOString().slice(0, 19)}Z`
}

function likeSample(moment: number, sample: unknown): string {
  const text = rfc3339(moment)
  return typeof sample === 'string' && /\.\d{3}Z$/.test(sample) ? `${text.slice(0, -1)}.000Z` : text
}

/** A day, by its name or by the form that the description tells. */
function isDate(snake: string, view: SchemaView): boolean {
  const said = view.keywords['description']
  if (typeof said === 'string' && /\byyyy-mm-dd\b(?!.{0,3}hh)/i.test(said)) return true
  return /(^|_)(date|birthday|birthdate|date_of_birth|dob|on)$/.test(snake) && !isTimeText(view)
}

function isTimeText(view: SchemaView): boolean {
  const said = view.keywords['description']
  return typeof said === 'string' && /date[ -]?time|timestamp|RFC ?3339|ISO ?8601/i.test(said)
}

/** True for a moment that counts milliseconds: by its example, its words, or the way names are written where such times are usual. */
export function inMilliseconds(view: SchemaView, name: string): boolean {
  const sample = doubleOf(sampleOf(view))
  if (sample !== undefined) return sample > 100_000_000_000
  const minimum = view.keywords['minimum']
  if ((doubleOf(minimum) ?? 0) > 100_000_000_000) return true
  if (/(^|_)(ms|millis|milliseconds)$/.test(snakeName(name))) return true
  const said = view.keywords['description']
  if (typeof said === 'string' && /millisecond|\bmillis\b|\bmsecs?\b|\bms\b/i.test(said)) return true
  return /[a-z][A-Z]/.test(name) && isLong(view) && !/second|\bunix|\bepoch/i.test(textOf(said))
}

/** A number that has room for milliseconds, of which the schema says no more. */
function isLong({ types, keywords: { format, maximum, default: preset } }: SchemaView): boolean {
  if (maximum !== undefined || preset !== undefined) return false
  return /^(integer|number)$/.test(types[0] ?? '') && (format === undefined || format === 'int64')
}

function sampleOf(view: SchemaView): unknown {
  const { example, examples } = view.keywords
  if (example !== undefined && !isObject(example)) return example
  return Array.isArray(examples) ? examples[0] : undefined
}
