/** Records of the provider with a day each, where the description says that those to come are listed: opening hours. */
import type { OperationHead } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import type { Instant } from '../../support/clock.ts'
import { jsonText } from '../../support/exact-json.ts'
import { type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { without } from './place.ts'
import { samplesOf } from './samples.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY

/** The property with the day of each record; undefined where the records of a list's example have none, or none to come. */
export const comingDay: (plan: ResourcePlan, runtime: Runtime) => string | undefined = oncePer(
  (plan: ResourcePlan, runtime: Runtime): string | undefined => {
    if (plan.creatable) return undefined
    const { listed } = samplesOf(plan, runtime)
    const names = runtime.operationsOn(plan.type).flatMap((head) => bounded(head, runtime))
    return names.find((name) => {
      const days = listed.map((one) => one[name])
      return days.length > 1 && days.every(isDay) && new Set(days).size === days.length
    })
  },
)

/** Properties from which on what is to come is listed. */
function bounded({ id, plan }: OperationHead, runtime: Runtime): readonly string[] {
  if (plan.kind !== 'list' && plan.kind !== 'search') return []
  const { operation } = runtime.operation(id)
  const { summary = '', description = '', parameters } = operation
  if (PAST.test(`${summary} ${description.slice(0, 1_000)}`)) return []
  return (operation.plan.list?.filters ?? []).flatMap(({ name, property, compare }) => {
    if (!/^(gte?|range)$/.test(compare) || property.length !== 1) return []
    const said = parameters.find((one) => one.name === name)?.description ?? ''
    const isFromToday = /^gte?$/.test(compare) && FROM_TODAY.test(said)
    return isFromToday || [summary, said].some((text) => TO_COME.test(text)) ? property : []
  })
}

const TO_COME =
  /\b(?:upcoming|forthcoming|future(?! (?:versions?|releases?|use)))\b|\bnext (?:few |\d+ )?(?:days|weeks)\b/i
const PAST = /\b(?:past|previous|histor(?:y|ic|ical))\b/i
/** Where a list begins; one that ends today is of what has happened. */
const FROM_TODAY = /\bdefaults? (?:to|is) (?:today|the current (?:date|day))\b/i

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** Weeks ahead for which days that are like each other are known. */
const WEEKS_AHEAD = 53

/**
 * The records moved by whole weeks, so that the first is on the day of the sandbox or soon after it. Days that are like
 * each other go on.
 */
export function onComingDays(
  listed: readonly JsonObject[],
  day: string | undefined,
  now: Instant,
): readonly JsonObject[] {
  if (day === undefined) return listed
  const today = Math.floor(now / DAY) * DAY
  const dated = listed.map((one) => ({ one, at: Date.parse(textOf(one[day])) }))
  const first = Math.min(...dated.map(({ at }) => at))
  const after = (by: number): readonly JsonObject[] =>
    dated.filter(({ at }) => at + by >= today).map(({ one, at }) => ({ ...one, [day]: dayAt(at + by) }))
  if (!areAlike(listed, day)) return after(Math.ceil((today - first) / WEEK) * WEEK)
  const turn = Math.ceil((Math.max(...dated.map(({ at }) => at)) - first + DAY) / WEEK) * WEEK
  const from = Math.floor((today - first) / WEEK) * WEEK
  const turns = Math.ceil((WEEKS_AHEAD * WEEK) / turn)
  return Array.from({ length: turns }, (_, index) => after(from + index * turn)).flat()
}

function dayAt(moment: Instant): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** Apart from their days, the records are few different ones: those of a week. */
function areAlike(listed: readonly JsonObject[], day: string): boolean {
  const rests = new Set(listed.map((one) => jsonText(without(one, [day]))))
  return rests.size <= listed.length / 3
}
