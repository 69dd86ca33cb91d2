/** When something is due or a trial ends, in so many days as the request says: `days_until_due: 30`, `NET_30`, `trial_period_days`. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import type { Instant } from '../../support/clock.ts'
import { at, isObject, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { NO_VALUES } from './merge.ts'
import { momentIn } from './moments.ts'
import type { Birth } from './new-record.ts'
import { withAt } from './place.ts'
import { timeFor } from './times.ts'

const DUE = /^(?:payment)?due(?:at|on|by|date|time)?$/
const TRIAL_ENDS = /^trial(?:period)?(?:end|expire|expirie)s?(?:at|on|date|time)?$/

/** Numbers of days, and the time to which they lead. */
const DAYS: readonly (readonly [days: RegExp, end: RegExp])[] = [
  [
    /^(?:days(?:until|to|till)due|(?:payment)?duein(?:days)?|(?:payment)?due(?:after)?days|net(?:terms?)?days|paymenttermsdays)$/,
    DUE,
  ],
  [/^trial(?:period)?(?:in)?days$/, TRIAL_ENDS],
]
const BEGINS = /^trial(?:period)?(?:begin|start)s?(?:at|on|date|time)?$/
/** `NET_30`, `Net 30`, `DUE_ON_RECEIPT`. */
const TERMS = /^(?:net[ _-]?(\d{1,3})(?:[ _-]?days)?|(?:due[ _-])?(?:up)?on[ _-]receipt)$/i
/** The day from which terms count. */
const ISSUED = /^(?:invoice|issue|issued|bill|billing|document)?(?:date|on|at)$/

const DAY = 86_400_000
const MOST_DAYS = 100_000

interface Dated {
  /** The object at whose root it stands: [] for the record itself. */
  readonly around: Place
  readonly name: string
  readonly schema: Schema
}

/** Objects in objects that are looked at. */
const DEEPEST = 2
const MOST = 500

/** Times that are due, or when a trial begins and ends, of the record and of the objects in it. */
export const dueDatesOf: (plan: ResourcePlan, runtime: Runtime) => readonly Dated[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Dated[] => {
    const found: Dated[] = []
    let looks = 0
    const walk = (schema: Schema, around: Place): void => {
      for (const [name, property] of allProperties(schema, runtime)) {
        if (++looks > MOST) return
        if (isDated(name)) found.push({ around, name, schema: property })
        else if (around.length < DEEPEST && runtime.view(property).types.includes('object'))
          walk(property, [...around, name])
      }
    }
    walk(plan.schema, [])
    return found
  },
)

const isDated = (name: string): boolean => [DUE, TRIAL_ENDS, BEGINS].some((one) => one.test(plain(name)))

/** The times of the record that follow from what the request says, and the state of what is on trial. */
export function dueDates(plan: ResourcePlan, sent: JsonObject, now: Instant, runtime: Runtime): JsonObject {
  return told(dueDatesOf(plan, runtime).filter(isAtRoot), NO_VALUES, { plan, sent, now, runtime })
}

/** The same in the objects that the request sends, which are kept as sent for the rest. */
export function withDueDates(value: JsonObject, { plan, sent, now, fits }: Birth, runtime: Runtime): JsonObject {
  const inside = dueDatesOf(plan, runtime).filter((one) => !isAtRoot(one))
  const whole = told(inside, value, { plan, sent, now, runtime })
  return whole !== value && (fits(whole) || !fits(value)) ? whole : value
}

const isAtRoot = ({ around }: Dated): boolean => around.length === 0

interface Told {
  readonly plan: ResourcePlan
  readonly sent: JsonObject
  readonly now: Instant
  readonly runtime: Runtime
}

function told(dates: readonly Dated[], value: JsonObject, { plan, sent, now, runtime }: Told): JsonObject {
  return dates.reduce((all, { around, name, schema }) => {
    const beside = at(sent, around)
    if (!isObject(beside) || Object.hasOwn(beside, name)) return all
    const moment = momentOf(plain(name), beside as JsonObject, sent, now)
    const time = moment === undefined ? undefined : timeFor(runtime.view(schema), moment, name)
    return time === undefined ? all : onTrial(plan, withAt(all, [...around, name], time), name, sent)
  }, value)
}

function onTrial({ status }: ResourcePlan, all: JsonObject, name: string, sent: JsonObject): JsonObject {
  const state = TRIAL_ENDS.test(plain(name))
    ? status?.values.find((one) => /^(?:in)?trial(?:ing)?$/.test(plain(one)))
    : undefined
  return state === undefined || status === undefined || at(sent, status.place) !== undefined
    ? all
    : withAt(all, status.place, state)
}

function momentOf(name: string, beside: JsonObject, sent: JsonObject, now: Instant): number | undefined {
  const isStart = BEGINS.test(name)
  for (const [key, value] of Object.entries(beside)) {
    const days = daysIn(plain(key), value, isStart ? TRIAL_ENDS : undefined, name)
    if (days !== undefined) return isStart ? now : now + days * DAY
    const terms = DUE.test(name) && typeof value === 'string' ? TERMS.exec(value) : null
    if (terms !== null) return issuedAt(beside, sent, now) + Number(terms[1] ?? 0) * DAY
  }
  return undefined
}

/** Something may be due at once; no days are no trial. */
function daysIn(key: string, value: unknown, wanted: RegExp | undefined, name: string): number | undefined {
  const isOfName = DAYS.some(
    ([days, end]) => days.test(key) && (wanted === undefined ? end.test(name) : end === wanted),
  )
  const days = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value
  return isOfName && typeof days === 'number' && (days > 0 || (days === 0 && DUE.test(name))) && days < MOST_DAYS
    ? days
    : undefined
}

function issuedAt(beside: JsonObject, sent: JsonObject, now: Instant): number {
  const objects: readonly object[] = [beside, sent, ...Object.values(sent).filter((one) => isObject(one))]
  const said = objects.flatMap((one) =>
    Object.entries(one).flatMap(([name, value]) => (ISSUED.test(plain(name)) ? [textOf(value)] : [])),
  )
  return said.map(momentIn).find((one) => one !== undefined) ?? now
}
