/** The times that follow from a change of status or flags. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { eventIn, isTimeOfEvent } from '../../../api/schema/generate.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { type SchemaView, schemaAt } from '../../../api/schema/view.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { withAt, without } from '../../state/place.ts'
import { BEGUN, ENDS, eventsOf, isNoTime, OVER, STARTS, timesBeside } from '../../state/status-flags.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { timeFor } from '../../state/times.ts'

/** A change of a record, and what the request says of it. */
interface Timed {
  readonly plan: ResourcePlan
  readonly record: Pick<StoredRecord, 'value'>
  readonly input?: JsonObject
  readonly by: 'edit' | 'verb'
}

/**
 * The record after a change of its status or flags, the times named after it moved: `closed_at` and `archived_date` are
 * set, and taken back by a reopening and by the flag's return; what stops has an `end_time` from then on.
 */
export function timedByChange(
  call: Call,
  { plan, record: { value: before }, input = {}, by }: Timed,
  after: JsonObject,
): JsonObject {
  const { runtime, resources } = call
  const changes = changedEvents(plan, before, after)
  if (by === 'edit' && Object.keys({ ...before, ...after }).some((name) => before[name] !== after[name]))
    for (const event of ['edited', 'lastedited']) changes.set(event, true)
  if (changes.size === 0) return after
  let timed = after
  for (const [name, schema] of allProperties(plan.schema, runtime)) {
    const event = eventOf(name, runtime.view(schema))
    const happens = event === undefined ? undefined : changes.get(event)
    // What the client says of a time is the client's.
    if (happens === undefined || before[name] !== after[name] || Object.hasOwn(input, name)) continue
    if (happens && event !== undefined && ONCE.has(event) && (before[name] ?? null) !== null) continue
    const moment = happens ? timeFor(runtime.view(schema), resources.clock.now(), name) : null
    if (moment !== undefined && runtime.accepts(schema, moment)) timed = withAt(timed, [name], moment)
    else if (moment === null && !runtime.view(plan.schema).required.has(name)) timed = without(timed, [name])
  }
  return timedBeside(plan, { before, after, input }, timed, call)
}

/** The same in the object of the status: what begins once more has another start. */
function timedBeside(
  plan: ResourcePlan,
  { before, after, input }: Readonly<Record<'before' | 'after' | 'input', JsonObject>>,
  timed: JsonObject,
  { runtime, resources }: Call,
): JsonObject {
  const times = timesBeside(plan, runtime)
  const [old, next] = [before, after].map((value) => plain(String(at(value, plan.status?.place ?? []))))
  if (times.length === 0 || old === next || next === undefined || old === undefined) return timed
  const events = eventsOf(next)
  return times.reduce((value, { place, event }) => {
    const isKept = ONCE.has(event) && OVER.test(old) === OVER.test(next) && !isNoTime(at(before, place))
    if (!events.has(event) || isKept || at(input, place) !== undefined || at(before, place) !== at(after, place))
      return value
    const schema = schemaAt(runtime.view, plan.schema, place) ?? true
    const moment = timeFor(runtime.view(schema), resources.clock.now(), place.at(-1))
    return moment !== undefined && runtime.accepts(schema, moment) ? withAt(value, place, moment) : value
  }, timed)
}

/** Some property tells the time of a state, of a flag or of an edit. */
export const tellsTimes: (plan: ResourcePlan, runtime: Runtime) => boolean = oncePer(
  (plan, runtime) =>
    timesBeside(plan, runtime).length > 0 ||
    [...allProperties(plan.schema, runtime)].some(
      ([name, schema]) => eventOf(name, runtime.view(schema)) !== undefined,
    ),
)

/** What a time is the time of: `closed_at`, or `closed` where it holds a moment. */
function eventOf(name: string, view: SchemaView): string | undefined {
  const event = eventIn(name) ?? /^(.+?)(at|on|time|date|timestamp)$/.exec(plain(name))?.[1]
  return event !== undefined ? plain(event) : isTimeOfEvent(name, view) ? plain(name) : undefined
}

/** Flags of what happens to a record, and not of what it has: `archived`, and not the `birth` of a `birth_date`. */
const HAPPENED = /(ed|sent|paid|read|done|hidden|frozen|sold|withdrawn)$/

/** Those that keep the time they have. */
const ONCE = new Set([...STARTS, ...ENDS])

/** What happened (true) and what was taken back (false), by the words of status values and flags. */
function changedEvents({ status }: ResourcePlan, before: JsonObject, after: JsonObject): Map<string, boolean> {
  const changes = new Map<string, boolean>()
  for (const [name, next] of Object.entries(after))
    if (typeof next === 'boolean' && before[name] === !next && HAPPENED.test(plain(name)))
      changes.set(plain(name), next)
  const [old, next] = [before, after].map((value) => (status === undefined ? undefined : at(value, status.place)))
  if (typeof next !== 'string' || typeof old !== 'string' || old === next) return changes
  if (next === status?.initial) changes.set(plain(old), false)
  const once = OVER.test(plain(next)) ? ENDS : BEGUN.test(plain(next)) ? STARTS : []
  for (const event of once) changes.set(event, true)
  return changes.set(plain(next), true)
}
