/** Times that an example left in a new record: those of creation and change are the clock's, what is ahead is ahead of it. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import { snake } from '../../derive/naming/words.ts'
import type { Instant } from '../../support/clock.ts'
import { at, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { momentOf } from './moments.ts'
import { samplesOf } from './samples.ts'
import { isMadeOrTouched, sameForm } from './times.ts'

/** A time at the root, or one object deep with what examples show for it. */
interface TimeAt {
  readonly place: Place
  readonly shown: readonly unknown[]
  /** Of what is to come: when it is due, sent, over. */
  readonly isAhead?: true
}

/** Where such times stand; the times inside an object are those of its example only. */
export const newTimesOf: (plan: ResourcePlan, runtime: Runtime) => readonly TimeAt[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime) => {
    const [sample] = samplesOf(plan, runtime).single
    const outer = [...allProperties(plan.schema, runtime)]
    const own = outer.flatMap(([name]): TimeAt[] => {
      if (isOfRecord(name, runtime)) return [{ place: [name], shown: [] }]
      return AHEAD.test(snake(name)) ? [{ place: [name], shown: [], isAhead: true }] : []
    })
    const inner = outer.flatMap(([around, schema]) =>
      [...allProperties(schema, runtime)].flatMap(([name, property]) => {
        const place = [around, name]
        return isMadeOrTouched(name) ? [{ place, shown: shownAt(place, [sample, schema, property], runtime) }] : []
      }),
    )
    return [...own, ...inner.filter(({ shown }) => shown.length > 0)]
  },
)

/** The times of creation and change at the root of an answer. */
export const rootTimesOf: (schema: Schema & object, runtime: Runtime) => readonly TimeAt[] = oncePer(
  (schema: Schema & object, runtime: Runtime) =>
    [...allProperties(schema, runtime).keys()].flatMap((name) =>
      isMadeOrTouched(name) ? [{ place: [name], shown: [] }] : [],
    ),
)

function shownAt(
  place: Place,
  [sample, around, property]: readonly [JsonObject | undefined, Schema, Schema],
  { view }: Runtime,
): readonly unknown[] {
  const [, name = ''] = place
  const shown = [at(sample, place), at(view(around).keywords['example'], [name]), view(property).keywords['example']]
  return shown.filter((one) => typeof one === 'string' || typeof one === 'number')
}

/** `status_update_time`, `priceUpdatedAt`: of a part of the record; `customer_updated_at` is the time of another. */
function isOfRecord(name: string, runtime: Runtime): boolean {
  if (isMadeOrTouched(name)) return true
  const of = OF_PART.exec(snake(name))?.[1]
  if (of === undefined) return false
  const types = namedTypes(runtime)
  return (types.called(of) ?? types.several(of)) === undefined
}

/** Never a duration, a number of days or a telephone number: what ends as times end, or is one by itself. */
const AHEAD =
  /^(?:[a-z0-9]+_){0,3}(?:expires?|expiry|expiration|due|deadline|send|sending|scheduled|expected|estimated|delivery|arrival|renewal|renews)_(?:[a-z]+_)?(?:at|on|date|time|until)$|^(?:expires|due|deadline)$|(?:^|_)end_of_(?:life|support|availability|sale|sales|maintenance)$/

const OF_PART =
  /^([a-z0-9_]+?)_(?:last_)?(?:updated?|modified|modification|changed)_(?:at|on|date|time|datetime|timestamp|ts)$/

/** The new record with the clock's time where an older one was only shown. */
export function withNewTimes(times: readonly TimeAt[], value: JsonObject, sent: JsonObject, now: Instant): JsonObject {
  let result: Record<string, unknown> | undefined
  for (const { place, shown, isAhead } of times) {
    const [first = '', inner] = place
    const old = at(value, place)
    if (old === undefined || old === null || at(sent, place) !== undefined) continue
    if (inner !== undefined && !shown.includes(old)) continue
    const next = isOlder(old, now) ? sameForm(old, isAhead ? now + MONTH : now) : undefined
    if (next === undefined) continue
    result ??= { ...value }
    const around = result[first]
    if (inner === undefined) setOwn(result, first, next)
    else if (isObject(around)) setOwn(result, first, { ...around, [inner]: next })
  }
  return (result as JsonObject | undefined) ?? value
}

function isOlder(old: unknown, now: Instant): boolean {
  const moment = momentOf(old)
  return moment !== undefined && moment < now - DAY
}

const DAY = 86_400_000
const MONTH = 30 * DAY
