/** The time at which all of an amount was taken, where the record tells it: `fully_paid_on_date` of an invoice. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { SchemaView } from '../../../api/schema/view.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { Runtime } from '../../../sandbox/runtime.ts'
import { askedNames } from '../../../sandbox/state/asked.ts'
import { momentOf } from '../../../sandbox/state/moments.ts'
import { withAt, without } from '../../../sandbox/state/place.ts'
import { isMadeOrTouched, sameForm, timeFor } from '../../../sandbox/state/times.ts'
import type { Instant } from '../../../support/clock.ts'
import type { JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { PartialAmount } from './fact.ts'

type Verb = PartialAmount['verb']

const DONE: Readonly<Record<string, Verb>> = { paid: 'pay', captured: 'capture', refunded: 'refund' }
const NAME =
  /^(?:fully(paid|captured|refunded)(?:on|at|date|ondate|time)|(paid|captured|refunded)(?:on|at|date)|date(?:fully)?(paid|captured|refunded))(?:utc)?$/

interface DoneOn {
  readonly verb: Verb | undefined
  readonly name: string
  readonly view: SchemaView
}

/** Times of the record that no client says. */
const timesOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly DoneOn[] =>
  [...allProperties(plan.schema, runtime)].flatMap(([name, schema]) => {
    const found = NAME.exec(plain(name))
    const view = runtime.view(schema)
    const isTime = view.types.some((type) => /^(string|integer|number)$/.test(type))
    if (found === null || !isTime || askedNames(plan, runtime).has(plain(name))) return []
    return [{ verb: DONE[found.slice(1).find((one) => one !== undefined) ?? ''], name, view }]
  }),
)

/** The record with the time at which the rest was taken; without it where something is left. */
export function withTimeDone(
  verb: Verb,
  { plan, value, isAll, now }: { plan: ResourcePlan; value: JsonObject; isAll: boolean; now: Instant },
  runtime: Runtime,
): JsonObject {
  let whole = value
  for (const { verb: of, name, view } of timesOf(plan, runtime)) {
    if (of !== verb) continue
    const isTold = (whole[name] ?? null) !== null
    if (isTold === isAll) continue
    const told = isAll ? inForm(name, view, value, now) : undefined
    const tries = isAll ? [withAt(whole, [name], told)] : [withAt(whole, [name], null), without(whole, [name])]
    if (!isAll || told !== undefined) whole = tries.find((one) => runtime.accepts(plan.schema, one)) ?? whole
  }
  return whole
}

/** As its schema says, else as the record tells its other times. */
function inForm(name: string, view: SchemaView, value: JsonObject, now: Instant): string | number | undefined {
  const { format, example } = view.keywords
  const [other] = Object.entries(value).filter(([one, time]) => isMadeOrTouched(one) && typeof time === 'string')
  const isOpen = format === undefined && example === undefined && view.types.includes('string')
  return (isOpen && other !== undefined ? sameForm(other[1], now) : undefined) ?? timeFor(view, now, name)
}

/** The day that what takes it says of itself: the `date` of a payment. */
export function dayOf(value: JsonObject): Instant | undefined {
  const [, said] = Object.entries(value).find(([name, one]) => typeof one === 'string' && DAY.test(plain(name))) ?? []
  return momentOf(said)
}

const DAY = /^(?:date|(?:payment|paid|transaction|received|capture|refund)date|(?:paid|received)on)$/
