/**
 * Records that a new one shows as objects, and that know of it: the `invoice` of a payment lists it among its `payments`,
 * and the payment shows the invoice as it is once it is paid.
 */
import type { ResourcePlan } from '../../../api/plan.ts'
import { isEqual } from '../../../api/schema/equal.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { isOff } from '../../../api/switches.ts'
import { isEndOf } from '../../../derive/naming/named-types.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Event, Standing } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import { project } from '../../response/project.ts'
import type { Runtime } from '../../runtime.ts'
import { askedNames } from '../../state/asked.ts'
import { scopedTo } from '../../state/links.ts'
import { idText, withAt, without } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { type Holding, holdingOf } from './record-snapshot.ts'

/** An array of a record that shows those which show it. */
interface Listing extends Holding {
  readonly list: string
  readonly items: Schema
}

/** Elements up to which an array is kept. */
const MOST = 100

/** Lists of others, of which no client says what is in them. */
export const listingsOfShown: (plan: ResourcePlan, runtime: Runtime) => readonly Listing[] = oncePer((plan, runtime) =>
  holdingOf(plan, runtime).flatMap((holding) => {
    const { other } = holding
    if (plan.links.some(({ type }) => type === other.type)) return []
    const own = runtime.view(plan.schema).references
    const asked = askedNames(other, runtime)
    return [...allProperties(other.schema, runtime)].flatMap(([list, schema]): readonly Listing[] => {
      const { items } = runtime.view(schema)
      const isOwn = items !== undefined && runtime.view(items).references.some((one) => own.includes(one))
      return isOwn && isEndOf(list, plan.type) && !asked.has(plain(list)) ? [{ ...holding, list, items }] : []
    })
  }),
)

/** A record came, went or is another: those that it shows as objects list it so. */
export function listByShown(call: Call, plan: ResourcePlan, event: Event): void {
  const { record, what } = event
  if (record.joinedBy !== undefined) return
  for (const listing of listingsOfShown(plan, call.runtime)) {
    const [before, now] = [event.what === 'changed' ? event.before : record, record].map((one) =>
      holder(call, one, listing),
    )
    if (before !== undefined && (what === 'went' || before.key !== now?.key))
      relist(call, plan, record, before, listing, false)
    if (now !== undefined && what !== 'went') relist(call, plan, record, now, listing, true)
  }
}

function holder(call: Call, { value, links }: Standing, { name, other }: Holding): StoredRecord | undefined {
  const id = idText(at(value, [name, ...other.id.place]))
  return id === undefined ? undefined : call.resources.find(other, id, scopedTo(other, links))
}

/** The list with the record as it is, without what shows the one that has the list, or without it. */
function relist(
  call: Call,
  plan: ResourcePlan,
  { value }: Standing,
  above: StoredRecord,
  { name, other, list, items }: Listing,
  isThere: boolean,
): void {
  const { runtime, resources } = call
  const id = idText(at(value, plan.id.place))
  const held = at(above.value, [list]) ?? []
  if (id === undefined || !Array.isArray(held)) return
  const isIt = (one: unknown): boolean => idText(at(one, plan.id.place)) === id
  const shown = project(without(value, [name]), items, runtime)
  const kept = isThere ? held.map((one) => (isIt(one) ? shown : one)) : held.filter((one) => !isIt(one))
  const next = isThere && !held.some(isIt) && held.length < MOST ? [...kept, shown] : kept
  const whole = withAt(above.value, [list], next)
  if (isEqual(next, held) || !runtime.accepts(other.schema, whole)) return
  resources.change(other, above, whole)
}

interface Seen extends Holding {
  readonly record: StoredRecord
}

/** The records that a new one shows, as they are before anything follows from it. */
export function seenBefore(call: Call, plan: ResourcePlan, record: StoredRecord): readonly Seen[] {
  if (isOff('parent-snapshot', plan, call.compiled.operation.plan)) return []
  return holdingOf(plan, call.runtime).flatMap((holding) => {
    const found = holder(call, record, holding)
    return found === undefined ? [] : [{ ...holding, record: found }]
  })
}

/** The new record with those that it shows as they are now; what was sent stays. */
export function seenNow(
  call: Call,
  plan: ResourcePlan,
  record: StoredRecord,
  seen: readonly Seen[],
  given: JsonObject,
): StoredRecord {
  let value = record.value
  for (const { name, schema, other, record: before } of seen) {
    const now = call.resources.records.get(other.type, before.key)
    const shown = at(value, [name])
    if (now === undefined || now.value === before.value || !isObject(shown)) continue
    const sent = Object.entries(given).find(([one]) => plain(one) === plain(name))?.[1]
    const [was, is] = [before, now].map((one) => project(one.value, schema, call.runtime))
    if (isObject(was) && isObject(is)) value = withAt(value, [name], follow(shown as JsonObject, was, is, sent))
  }
  return value === record.value || !call.runtime.accepts(plan.schema, value)
    ? record
    : call.resources.change(plan, record, value)
}

/** What is shown, with that of it which is as the other was as the other is now. */
function follow(shown: JsonObject, was: object, is: object, sent: unknown): JsonObject {
  const moved = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => {
    const isSent = isObject(sent) && Object.hasOwn(sent, name)
    const [then, now] = [at(was, [name]), at(is, [name])]
    return !isSent && !isEqual(then, now) && isEqual(at(shown, [name]), then)
  })
  return moved.reduce((next, name) => {
    const now = at(is, [name])
    return now === undefined ? without(next, [name]) : withAt(next, [name], now)
  }, shown)
}
