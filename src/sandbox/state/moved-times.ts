/**
 * Times that an example left in a record: they are moved together, so that what the example shows was made now. Times of
 * persons and works are none of the record.
 */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isMomentName } from '../../api/schema/values/times.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import { snake } from '../../derive/naming/words.ts'
import type { Instant } from '../../support/clock.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { momentIn, momentOf, ticksIn } from './moments.ts'
import { withAt } from './place.ts'
import { samplesOf } from './samples.ts'
import { isMade, isMadeOrTouched, sameForm } from './times.ts'

/** The moment at which the object was made that an example shows; undefined where it does not say. */
type Base = Instant | undefined
type Shown = ReadonlyMap<unknown, Base>

/** Where examples show times. */
export interface TimesAt {
  /** The times at this place. */
  readonly shown: Shown
  readonly isPast: boolean
  readonly isAhead: boolean
  /** What stands there, where it is declared. */
  readonly schema?: Schema | undefined
  readonly inside: ReadonlyMap<string, TimesAt>
}

const DEEPEST = 6
/** Values and properties that are looked at. */
const MOST = 4_000
const DAY = 86_400_000

export const movedTimesOf: (plan: ResourcePlan, runtime: Runtime) => TimesAt | undefined = oncePer(
  (plan: ResourcePlan, runtime: Runtime) => {
    const found = new Finding(runtime)
    const [sample] = samplesOf(plan, runtime).single
    if (sample !== undefined)
      found.value(sample, found.root, madeIn(sample) ?? earliest(sample, DEEPEST) ?? earliest(sample, 0), 0)
    found.schema(plan.schema, found.root, undefined, 0)
    // What is made and changed there is the clock's.
    for (const name of found.root.inside.keys()) if (isMadeOrTouched(name)) found.root.inside.delete(name)
    return holdsTimes(found.root) ? found.root : undefined
  },
)

interface Draft extends TimesAt {
  readonly shown: Map<unknown, Base>
  schema?: Schema | undefined
  readonly inside: Map<string, Draft>
}

const draft = (name: string): Draft => {
  const word = snake(name)
  const isAhead = AHEAD.test(word)
  return {
    shown: new Map(),
    isPast: isMadeOrTouched(name) || (!isAhead && PAST.test(word)),
    isAhead,
    inside: new Map(),
  }
}

class Finding {
  readonly root = draft('')
  private budget = MOST
  private readonly runtime: Runtime
  private readonly trail = new Set<Schema>()

  constructor(runtime: Runtime) {
    this.runtime = runtime
  }

  value(value: unknown, where: Draft, base: Base, depth: number): void {
    if (this.budget-- <= 0 || depth > DEEPEST) return
    if (Array.isArray(value)) for (const one of value) this.value(one, where, base, depth + 1)
    if (!isObject(value)) return
    const own = depth === 0 ? base : (madeIn(value) ?? base)
    for (const [name, one] of Object.entries(value)) this.property(name, one, where, own, depth)
  }

  private property(name: string, value: unknown, where: Draft, base: Base, depth: number): void {
    if (typeof value === 'object') this.value(value, inner(where, name), base, depth + 1)
    const moment = momentAt(name, value)
    if (moment === undefined || isDay(value, moment) || !isOfRecord(name, moment, base, this.runtime)) return
    const { shown } = inner(where, name)
    if (!shown.has(value)) shown.set(value, base)
  }

  /** What the schemas themselves show. */
  schema(schema: Schema | undefined, where: Draft, base: Base, depth: number): void {
    if (schema === undefined || depth > DEEPEST || this.trail.has(schema)) return
    const { view } = this.runtime
    this.budget -= 1 + allProperties(schema, this.runtime).size
    if (this.budget <= 0) return
    this.trail.add(schema)
    const properties = [...allProperties(schema, this.runtime)].map(([name, one]) => ({ name, view: view(one), one }))
    const shown = properties.map(({ name, view: own }) => [name, exampleIn(own.keywords)] as const)
    const made = madeIn(Object.fromEntries(shown)) ?? base
    for (const { name, view: own, one } of properties) {
      inner(where, name).schema ??= one
      const example = exampleIn(own.keywords)
      if (example !== undefined)
        this.property(name, example, where, isBefore(name, example, made) ? undefined : made, depth)
      if (own.properties.size + own.variants.length > 0) this.schema(one, inner(where, name), made, depth + 1)
      else if (own.items !== undefined) this.schema(own.items, inner(where, name), made, depth + 1)
    }
    const whole = exampleIn(view(schema).keywords)
    if (isObject(whole)) this.value(whole, where, madeIn(whole) ?? base, depth)
    this.trail.delete(schema)
  }
}

/** Each example by itself: what befalls a record does so once it is there. */
function isBefore(name: string, example: unknown, made: Base): boolean {
  const moment = momentAt(name, example)
  return made !== undefined && moment !== undefined && moment < made && PAST.test(snake(name))
}

function inner(where: Draft, name: string): Draft {
  const known = where.inside.get(name)
  if (known !== undefined) return known
  const made = draft(name)
  where.inside.set(name, made)
  return made
}

function exampleIn({ example, examples }: { readonly example?: unknown; readonly examples?: unknown }): unknown {
  return example ?? (Array.isArray(examples) ? examples[0] : undefined)
}

function holdsTimes({ shown, inside }: TimesAt): boolean {
  return shown.size > 0 || [...inside.values()].some(holdsTimes)
}

/** When the object was made, by what it says itself, or in its metadata. */
function madeIn(value: object): Base {
  let found: Base
  for (const [name, one] of Object.entries(value)) {
    const moment: Base = isMade(name) ? momentAt(name, one) : undefined
    if (moment !== undefined) return moment
    if (isObject(one) && /^(metadata|meta|attributes|audit|timestamps|info|sys)$/i.test(name)) found ??= madeIn(one)
  }
  return found
}

/** `depth`: how deep the value lies; at `DEEPEST`, only its own times count. */
function earliest(value: unknown, depth: number, left = { values: MOST }): Base {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return undefined
  let first: Base
  for (const [name, one] of Object.entries(value)) {
    if (left.values-- <= 0) break
    const moment = typeof one === 'object' ? earliest(one, depth + 1, left) : ownMoment(name, one)
    if (moment !== undefined && (first === undefined || moment < first)) first = moment
  }
  return first
}

function ownMoment(name: string, value: unknown): Base {
  const word = snake(name)
  return [OF_OTHERS, MAYBE_OF_OTHERS, AHEAD].some((others) => others.test(word)) ? undefined : momentAt(name, value)
}

/** A date with its time, or a number that counts from 1970 where the name is that of a time. */
function anyMomentAt(name: string, value: unknown): number | undefined {
  if (typeof value === 'string') return FULL.test(value) ? momentIn(value) : ticksIn(value)
  const isMoment = typeof value === 'number' && ((value > 1e9 && value < 1e10) || (value > 1e12 && value < 1e13))
  return isMoment && isMomentName(name) ? momentIn(value) : undefined
}

/** Of years in which something happens: others stand for never. */
function momentAt(name: string, value: unknown): Instant | undefined {
  const moment = anyMomentAt(name, value)
  return moment !== undefined && moment > 3.2e10 && moment < 7.3e12 ? moment : undefined
}

/** Midnight of no zone is a day. */
const FULL = /^\d{4}-\d\d-\d\d[T ](?!00:00:00(?:\.0+)?$)\d\d:\d\d/

/** Milliseconds at midnight are how .NET once wrote a day. */
function isDay(value: unknown, moment: number): boolean {
  return typeof value === 'string' && value.startsWith('/') && moment % DAY === 0
}

function isOfRecord(name: string, moment: number, base: Base, runtime: Runtime): boolean {
  const word = snake(name)
  if (OF_OTHERS.test(word)) return false
  if (MAYBE_OF_OTHERS.test(word)) return base !== undefined && moment >= base - DAY
  const of = OF_ANOTHER.exec(word)?.[1]
  const types = namedTypes(runtime)
  return of === undefined || (types.called(of) ?? types.several(of)) === undefined
}

const OF_OTHERS =
  /(^|_)(birth|birthday|birthdate|dob|born|death|died|deceased|founded|founding|incorporated|incorporation|established|hired?|hiring|member_since|customer_since|since|vintage|copyright|graduated|graduation|anniversary|manufactured|built|premiere|premiered|aired?|publication|invoice|tax)(_|$)/
/** Of a work or a person where they are before the record. */
const MAYBE_OF_OTHERS =
  /(^|_)(release|released|published|issued?|joined|recorded|taken|purchased?|from|start|effective)(_|$)/
const OF_ANOTHER = /^([a-z0-9_]+?)_(?:last_)?(?:created?|updated?|modified|changed)_(?:at|on|date|time|ts|timestamp)$/

const AHEAD =
  /(^|_)(expect|expected|estimate|estimated|schedule|scheduled|plan|planned|next|expires?|expiry|expiration|until|due|deadline|after|valid|end_of|renews?|renewal|arrival|delivery|ends?)(_|$)/
const PAST =
  /(^|_)(?:[a-z]{2,20}ed|begun|sent|seen|run|paid|made|start|begin|update|change|modification|last_[a-z]{2,20})(?:_(?:at|on|date|time|ts|timestamp|utc|datetime))*$/

/** The record with the times of its examples moved to where they are for what was made now. */
export function withMovedTimes(
  times: TimesAt,
  value: JsonObject,
  sent: JsonObject,
  now: Instant,
  accepts: Runtime['accepts'],
): JsonObject {
  let said: ReadonlySet<unknown> | undefined
  const isSaid = (old: unknown): boolean => {
    said ??= new Set(saidIn(sent, 0))
    return said.has(old)
  }
  return moved(times, value, { sent, isSaid, accepts }, now) as JsonObject
}

/** What the request says, wherever. */
function saidIn(sent: unknown, depth: number): readonly unknown[] {
  if (typeof sent !== 'object' || sent === null) return [sent]
  return depth > DEEPEST ? [] : Object.values(sent).flatMap((one) => saidIn(one, depth + 1))
}

interface Sent {
  /** What the request says of the same place. */
  readonly sent: unknown
  /** Says it somewhere: under another name, too. */
  readonly isSaid: (old: unknown) => boolean
  readonly accepts: Runtime['accepts']
}

function moved(times: TimesAt, value: unknown, { sent, ...how }: Sent, now: Instant): unknown {
  if (value === undefined || value === null) return value
  if (typeof value !== 'object') {
    if (!times.shown.has(value) || sent !== undefined || how.isSaid(value)) return value
    const then = next(times, value, now)
    return times.schema === undefined || how.accepts(times.schema, then) ? then : value
  }
  if (Array.isArray(value)) {
    if (sent !== undefined) return value
    const each = value.map((one) => moved(times, one, { sent, ...how }, now))
    return each.some((one, index) => one !== value[index]) ? each : value
  }
  let result = value as JsonObject
  for (const [name, inside] of times.inside) {
    if (!Object.hasOwn(value, name)) continue
    const old = (value as JsonObject)[name]
    const one = moved(inside, old, { sent: isObject(sent) ? at(sent, [name]) : sent, ...how }, now)
    if (one !== old) result = withAt(result, [name], one as JsonObject[string])
  }
  return result
}

function next({ shown, isPast, isAhead }: TimesAt, old: unknown, now: Instant): unknown {
  const [base, moment] = [shown.get(old), momentOf(old)]
  if (moment === undefined) return old
  if (base === undefined) return isPast && moment < now - DAY ? (sameForm(old, now) ?? old) : old
  const later = now + moment - base
  const then = isPast ? Math.min(now, later) : later
  if (Math.abs(then - moment) < DAY || (isAhead && then <= now)) return old
  // Midnight stands for a day.
  const step = !isPast && moment % DAY === 0 && moment !== base ? DAY : isWhole(old) ? 1000 : 1
  return sameForm(old, Math.floor(then / step) * step) ?? old
}

function isWhole(old: unknown): boolean {
  return typeof old === 'string' && !old.includes('.')
}
