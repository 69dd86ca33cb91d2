/** Cards of an example have expired by now: those of a new record have not. */
import type { ResourcePlan } from '../../api/plan.ts'
import { snake } from '../../derive/naming/words.ts'
import { isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import type { Birth } from './new-record.ts'
import { samplesOf } from './samples.ts'

const YEAR = /^(card_)?(exp|expiry|expiration|expires)_year$/
/** What else a card says of itself. */
const CARD =
  /^(card_)?((exp|expiry|expiration|expires)_month|last_?4|last_four|brand|card_brand|card_type|funding|bin|network)$/
const DEEPEST = 5
/** As many years as a new card is good for. */
const YEARS = 3

/** An example shows a card. */
export const showsCards: (plan: ResourcePlan, runtime: Runtime) => boolean = oncePer(
  (plan: ResourcePlan, runtime: Runtime) =>
    samplesOf(plan, runtime).single.some((sample) => later(sample, {}, 9_999, 0) !== sample),
)

/** The record with later years for its cards, as far as its schema takes that; what was sent stays. */
export function withUnexpiredCards(
  value: JsonObject,
  { sent, now, fits }: Pick<Birth, 'sent' | 'now' | 'fits'>,
): JsonObject {
  const told = later(value, sent, new Date(now).getUTCFullYear(), 0) as JsonObject
  return told !== value && (fits(told) || !fits(value)) ? told : value
}

function later(value: unknown, sent: unknown, year: number, depth: number): unknown {
  if (depth > DEEPEST || !isObject(value)) return value
  const isCard = Object.keys(value).some((name) => CARD.test(snake(name)))
  let copy: Record<string, unknown> | undefined
  for (const [name, one] of Object.entries(value)) {
    const said = isObject(sent) && Object.hasOwn(sent, name) ? sent[name] : undefined
    const isPast =
      isCard && typeof one === 'number' && one > 1900 && one < year && said === undefined && YEAR.test(snake(name))
    const next = isPast ? year + YEARS : isObject(one) ? later(one, said, year, depth + 1) : one
    if (next === one) continue
    copy ??= { ...value }
    setOwn(copy, name, next)
  }
  return copy ?? value
}
