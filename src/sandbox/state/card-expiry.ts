/** Cards of an example have expired by now: those of a new record have not. */
import { snake } from '../../derive/naming/words.ts'
import type { Instant } from '../../support/clock.ts'
import { isObject, type JsonObject } from '../../support/json.ts'

const YEAR = /^(card_)?(exp|expiry|expiration|expires)_year$/
const DEEPEST = 5
/** As many years as a new card is good for. */
const YEARS = 3

/** The record with later years for its cards; what was sent stays. */
export function withUnexpiredCards(value: JsonObject, sent: JsonObject, now: Instant): JsonObject {
  return later(value, sent, new Date(now).getUTCFullYear(), 0) as JsonObject
}

function later(value: unknown, sent: unknown, year: number, depth: number): unknown {
  if (depth > DEEPEST || !isObject(value)) return value
  let copy: Record<string, unknown> | undefined
  for (const [name, one] of Object.entries(value)) {
    const said = isObject(sent) && Object.hasOwn(sent, name) ? sent[name] : undefined
    const isPast = typeof one === 'number' && one > 1900 && one < year && said === undefined && YEAR.test(snake(name))
    const next = isPast ? year + YEARS : isObject(one) ? later(one, said, year, depth + 1) : one
    if (next === one) continue
    copy ??= { ...value }
    copy[name] = next
  }
  return copy ?? value
}
