/** When the records of a population began, and what has not been announced of them. */
import type { ResourcePlan } from '../../api/plan.ts'
import { snake } from '../../derive/naming/words.ts'
import type { Instant } from '../../support/clock.ts'
import type { JsonObject } from '../../support/json.ts'
import type { Runtime } from '../runtime.ts'
import { withAt, without } from './place.ts'
import { START } from './sandbox-clock.ts'

const DAY = 86_400_000
/** All of them began within so many days: what lasts for a month has not ended yet. */
const LONGEST = 25
const DATED = /[-_.](20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** The day that its id ends with (`gpt-4o-2024-11-20`); else one after the other, the last one when the sandbox begins. */
export function beganAt(id: string, number: number, total: number): Instant {
  const [, year, month, day] = DATED.exec(id) ?? []
  const dated = year === undefined ? START : Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (dated < START) return dated
  const step = Math.min(1, LONGEST / Math.max(1, total)) * DAY
  const before = Math.floor((Math.max(0, total - number) * step) / 1000) * 1000
  // Not all at midnight.
  return START - before - (before === 0 ? 0 : (number * 4_937_000) % Math.floor(step))
}

/** The end of an offer, by its name. */
const END =
  /^(?:shut_?down|sunset|retire(?:d|ment)?|end_of_(?:life|sale|support)|eol|deprecat(?:ed|ion)|discontinu(?:ed|ation)|decommission(?:ed|ing)?)_(?:at|on|date|time|datetime|timestamp)$/

/** What the example of one that ends shows, the others do not: their own end is not announced. */
export function withoutEnds(value: JsonObject, plan: ResourcePlan, runtime: Runtime): JsonObject {
  return Object.keys(value).reduce((rest, name) => {
    if (value[name] === null || !END.test(snake(name))) return rest
    const none = [withAt(rest, [name], null), without(rest, [name])]
    return none.find((one) => runtime.accepts(plan.schema, one)) ?? rest
  }, value)
}
