/** Verbs that take back what others did: `enable` after `disable` leads where the record was before, `detach` leaves what `attach` named. */
import type { Operation } from '../../../api/description.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { namedTypes } from '../../../derive/naming/named-types.ts'
import { doneForms, takesBack } from '../../../derive/naming/verbs.ts'
import { plain } from '../../../derive/naming/words.ts'
import { recordSchema } from '../../../derive/schemas/requests.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { entryKey } from '../../state/keys.ts'
import { withAt, without } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { inputOrQuery, renamed } from '../input.ts'

/** Verbs of a type that another of its verbs takes back. */
const undoable = oncePer((plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> => {
  const verbs = runtime.operationsOn(plan.type).flatMap(({ plan: { verb } }) => verb ?? [])
  return new Set(verbs.flatMap((verb) => takesBack(verb)))
})

/** What the verb says, without what it is said of: `schedule_actions` schedules. */
function rootOf(verb: string): string {
  return doneForms(verb)[0] ?? verb
}

/** States that pass by themselves: nothing leads back to them. */
const BEGINS = /^(pending|provisioning|creating|initiali[sz]ing|preparing|building|starting|queued|processing|new)/

/** Verbs that end something: they lead to its end, not to where it was before it began. */
const ENDS = /^(disable|deactivate|close|stop|shutdown|lock)$/

/** False where the state after the verb is the one that is called after it, or the one that the client asked for. */
function leadsBack(call: Call, plan: ResourcePlan, after: JsonObject): boolean {
  const { verb = '' } = call.compiled.operation.plan
  const place = plan.status?.place ?? []
  const next = at(after, place)
  if (ENDS.test(rootOf(verb)) || (typeof next === 'string' && doneForms(verb).includes(plain(next)))) return false
  return at(renamed(call, inputOrQuery(call, plan), plan), place) === undefined
}

/** The record after the verb, brought back to where it was before what the verb takes back. */
export function takenBack(call: Call, plan: ResourcePlan, record: StoredRecord, after: JsonObject): JsonObject {
  const { verb = '' } = call.compiled.operation.plan
  const others = takesBack(verb)
  const { store } = call.sandbox
  const key = entryKey('v', plan.type, record.key)
  let value = after
  const { status } = plan
  const now = status === undefined ? undefined : at(record.value, status.place)
  const kept = others.length === 0 || status === undefined ? undefined : store.get(key)
  if (kept !== undefined && status !== undefined) {
    const [done, to, from] = JSON.parse(kept) as readonly [string, string, string | null]
    const isBack = others.includes(rootOf(done)) && to === now && !BEGINS.test(plain(from ?? ''))
    if (isBack && leadsBack(call, plan, after)) value = withState(call, plan, value, from)
  }
  const next = status === undefined ? undefined : at(value, status.place)
  if (
    undoable(plan, call.runtime).has(rootOf(verb)) &&
    (typeof now === 'string' || now === undefined) &&
    typeof next === 'string' &&
    now !== next
  )
    store.put(key, JSON.stringify([verb, next, now ?? null]))
  return others.length === 0 ? value : withoutNamed(call, plan, value)
}

/** In that state again; in none, where there was none and none need be. */
function withState(
  { runtime }: Call,
  { schema, status }: ResourcePlan,
  value: JsonObject,
  state: string | null,
): JsonObject {
  if (status === undefined) return value
  if (state !== null) return withAt(value, status.place, state)
  const bare = without(value, status.place)
  return runtime.accepts(schema, bare) ? bare : value
}

/** What requests of the other verb must name by id, by the operation that takes it back. */
const namedBefore = oncePer((operation: Operation, { plan, runtime }: Naming): readonly string[] => {
  const others = takesBack(operation.plan.verb ?? '')
  const before = runtime
    .operationsOn(plan.type)
    .find((one) => one.plan.kind === 'action' && others.includes(rootOf(one.plan.verb ?? '')))
  const whole = before === undefined ? undefined : runtime.api.operation(before.id)
  const schema = whole === undefined ? undefined : recordSchema(whole, runtime)
  const named = schema === undefined ? [] : [...runtime.view(schema).required]
  return named.filter((name) => /(^|_)id$|I[dD]$/.test(name) || namedTypes(runtime).called(name) !== undefined)
})

interface Naming {
  readonly plan: ResourcePlan
  readonly runtime: Runtime
}

/** What the request of the verb that is taken back must name, and may be null, is null again: `volume.server_id` after `detach`. */
function withoutNamed(call: Call, plan: ResourcePlan, value: JsonObject): JsonObject {
  const { runtime, compiled } = call
  let cleared = value
  for (const name of namedBefore(compiled.operation, { plan, runtime })) {
    const without = { ...cleared, [name]: null }
    if (Object.hasOwn(value, name) && runtime.accepts(plan.schema, without)) cleared = without
  }
  return cleared
}
