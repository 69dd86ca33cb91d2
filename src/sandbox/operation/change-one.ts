/** Changes one record: the one way in which a request makes it another than before. */
import { sentNames } from '../../api/model-reader.ts'
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { generate } from '../../api/schema/generate.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import {
  admitted,
  type Change,
  completed,
  finished,
  type Granted,
  type Refused,
  revised,
  settled,
} from '../behaviour.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { withAt } from '../state/place.ts'
import { revised as withRevision } from '../state/revisions.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { TO_COME, touched } from '../state/times.ts'
import { unsaidOf } from '../state/unsaid.ts'
import { shelveRenamed } from './associations/embedded-children.ts'
import { movedAlong } from './associations/transitive-parents.ts'
import { underNewName } from './identity/rename.ts'
import { takesName } from './identity/rename-in-update.ts'

/** What a request wants of a record. */
export interface Wanted extends Pick<Change, 'input' | 'isOneOfSeveral' | 'under'> {
  readonly by?: Change['by']
  /** What the request says, under the names of the record; absent: the same as `input`. */
  readonly said?: () => JsonObject
  /** What becomes of the record, by what is granted. */
  readonly becomes: (granted: Granted) => { readonly value: JsonObject } | Refused
}

/** The record as it then is, or why it stays what it was. */
export function changeOne(
  call: Call,
  plan: ResourcePlan,
  record: StoredRecord,
  { said, becomes, by = 'edit', ...wanted }: Wanted,
): { readonly record: StoredRecord } | Refused {
  const hooks = call.runtime.hooks(call.compiled, plan)
  const change: Change = { does: 'change', plan, record, by, ...wanted }
  const told = said ?? (() => wanted.input)
  const admission = admitted(call, hooks, change)
  if ('refuse' in admission) return admission
  if ('instead' in admission) return { record: admission.instead }
  const next = becomes(admission)
  if ('refuse' in next) return next
  const whole = hooks.complete.length === 0 ? next.value : completed(call, hooks, plan, next.value, told(), record)
  const last = admission.revise(revised(call, hooks, change, whole))
  const changed = storeChange(call, plan, record, last, told)
  const done = finished(call, hooks, change, changed)
  return 'refuse' in done ? done : { record: admission.follow(done.record) }
}

/** Stores a new value of a record, whatever anybody says to it: its identity kept, its last-change times moved, its shape made good again. */
export function storeChange(
  call: Call,
  plan: ResourcePlan,
  record: StoredRecord,
  value: JsonObject,
  said: () => JsonObject,
): StoredRecord {
  const { resources, runtime } = call
  const kept = withRevision(plan, record.value, keptIdentity(call, plan, record, value), runtime)
  const timed = touched(
    record.value,
    movedAlong(call, plan, record, kept),
    resources.clock.now(),
    providersOwn(plan, runtime),
  )
  const good = runtime.accepts(plan.schema, timed) ? timed : mended(call, plan, record, timed)
  if (call.trace.on) call.trace.note('store', `${plan.type} ${record.key} changed`)
  const joined = resources.records.joinedTo(record)
  const changed = resources.change(plan, record, good, said)
  settled(call, { plan, record: changed, what: 'changed', before: record }, joined)
  // Where the path holds the whole name, that is the name.
  if (call.compiled.operation.namesAt !== undefined) return changed
  return shelveRenamed(call, plan, changed, underNewName(call, plan, changed, value, takesName))
}

/** Inside an object only declared times are the provider's: whatever else stands in metadata is the client's. */
export const providersOwn: (plan: ResourcePlan, runtime: Runtime) => (place: Place) => boolean = oncePer(
  (plan: ResourcePlan, runtime: Runtime): ((place: Place) => boolean) => {
    const sent = sentNames(runtime, plan)
    const free = runtime.view(plan.schema).properties.size === 0
    return (place) => {
      const [name = ''] = place
      if (place.length > 1) return free || schemaAt(runtime.view, plan.schema, place) !== undefined
      return !(TO_COME.test(name) && sent.has(name))
    }
  },
)

/** A value that the schema accepts, as near to the wanted one as can be. */
function mended(call: Call, plan: ResourcePlan, record: StoredRecord, value: JsonObject): JsonObject {
  const made = generate(plan.schema, {
    ...call.runtime.generating,
    dice: call.resources.dice,
    key: `${plan.type}/${record.key}`,
    now: call.resources.clock.now(),
    sources: [value, record.value],
    fill: 'full',
    unsaid: unsaidOf(plan, call.runtime),
  })
  return isObject(made) ? (made as JsonObject) : value
}

/** A record keeps its id, and the parents that the request's path names. */
function keptIdentity(call: Call, plan: ResourcePlan, record: StoredRecord, value: JsonObject): JsonObject {
  const { parents } = call.compiled.operation.plan
  const inPath = plan.links.filter(({ link }) => parents.some((p) => p.in === 'path' && p.link === link))
  const places = [plan.id.place, ...inPath.flatMap(({ property }) => (property === undefined ? [] : [property]))]
  return places.reduce((kept, place) => {
    const before = at(record.value, place)
    return before === undefined ? kept : withAt(kept, place, before)
  }, value)
}
