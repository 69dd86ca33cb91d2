/** Makes one record from what a request says of it. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { JsonObject } from '../../support/json.ts'
import { ofMaker } from '../auth/maker.ts'
import {
  admitted,
  type Creation,
  completed,
  finished,
  type Refused,
  settled,
  sourcesOf,
  tellOffers,
} from '../behaviour.ts'
import type { Call } from '../exchange.ts'
import type { Links } from '../state/links.ts'
import { withAt } from '../state/place.ts'
import { samplesOf } from '../state/samples.ts'
import { standingRecord } from '../state/standing-record.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { tellSources } from '../value-sources.ts'
import { pointedAt } from './associations/polymorphic-parent.ts'
import { seenBefore, seenNow } from './associations/shown-objects.ts'
import { inherited } from './associations/transitive-parents.ts'
import { withSeats } from './creation/input-coercion.ts'
import { identityOf, idFor, idInPath, withoutId, withRoom } from './identity/client-chosen-id.ts'
import { ifNew, withHashed } from './identity/hashed-id.ts'
import { parametersOf, renamed } from './input.ts'
import { deedTold, startOf } from './lifecycle/first-state.ts'

/** What is known of a record that is to be made. */
export interface New {
  /** The parents that it stands under. */
  readonly links: Links
  /** What the request says of it, as it was sent. */
  readonly given: JsonObject
  /** What the server says of it, above all that is sent. Absent: nothing. */
  readonly told?: JsonObject
  /** The path names another record than the one that is made. */
  readonly isBelow?: true
  /** The record comes of a request that does not describe it: nothing besides `given` is said of it. */
  readonly isAside?: true
  /** What it is called whatever is said of it. */
  readonly id?: string
}

export function createOne(call: Call, plan: ResourcePlan, wanted: New): { readonly record: StoredRecord } | Refused {
  const { given, told = {}, isAside = false } = wanted
  const own = call.runtime.hooks(call.compiled, plan)
  // What the operation says of values is said of what the request describes.
  const hooks = isAside ? call.runtime.hooks(undefined, plan) : own
  const links = located(call, plan, wanted.links, given)
  const inPath = isAside || wanted.isBelow === true ? undefined : idInPath(call)
  const sent = isAside ? given : begun(call, plan, renamed(call, withHashed(plan, ifNew(given), inPath), plan))
  const said = { ...sent, ...told }
  standingRecord(call.resources, plan)
  const naming = { input: said, links, inPath, ...(wanted.id !== undefined && { id: wanted.id }) }
  const identity = withRoom(call, plan, identityOf(call, plan, naming), links)
  const asked: Creation = { does: 'create', plan, given, input: said, links, identity, own: said }
  const admission = admitted(call, own, asked)
  if ('refuse' in admission) return admission
  if ('instead' in admission) return { record: admission.instead }
  const input = { ...admission.input, ...admission.told }
  const id = idFor(call, plan, identity, input, links)
  const named = id === undefined ? withoutId(input, plan) : input
  const whole = completed(call, hooks, plan, named, named)
  const creation: Creation = { ...asked, input, own: whole, ...(id !== undefined && { id }) }
  const { yields } = call.compiled
  const before = id === undefined || !identity.isTaken ? undefined : call.resources.holder(plan, id, links)
  const sources = sourcesOf(call, hooks, creation, isAside ? whole : spoken(call, plan, whole))
  const made = call.resources.make({
    plan,
    sources,
    links,
    ...(id === undefined ? { idUnder: identity.under ?? '' } : { id }),
    ...(yields !== undefined && !isAside && { yields }),
  })
  tellOffers(call, hooks.offer, sources, made.value)
  tellSources(call.trace, made.value, { schema: plan.schema, sent, example: exampleOf(call, plan) }, call.runtime)
  if (call.trace.on) call.trace.note('store', `${plan.type} ${made.key} created`)
  const done = finished(call, hooks, creation, made)
  if ('refuse' in done) return done
  const shown = seenBefore(call, plan, done.record)
  admission.follow(done.record)
  // One that had its id has given way.
  if (before === undefined) settled(call, { plan, record: done.record, what: 'came' })
  else settled(call, { plan, record: done.record, what: 'changed', before })
  return shown.length === 0 ? done : { record: seenNow(call, plan, done.record, shown, given) }
}

function exampleOf({ trace, runtime }: Call, plan: ResourcePlan): JsonObject | undefined {
  return trace.on ? samplesOf(plan, runtime).single[0] : undefined
}

/** What the record stands under: by the path, by what it points at, and because its parents do. */
function located(call: Call, plan: ResourcePlan, under: Links, given: JsonObject): Links {
  const said = plan.scope.length === 0 ? given : { ...ofMaker(call, plan), ...given }
  return inherited(call, plan, call.resources.surrounded(plan, { ...pointedAt(plan, given), ...under }, said), given)
}

/** What is said of it; without a body, the query says it as a body would. */
function spoken(call: Call, plan: ResourcePlan, own: JsonObject): JsonObject {
  if (call.compiled.operation.requestBody !== undefined) return own
  return { ...withSeats(call, parametersOf(call), plan.schema), ...own }
}

/** The input with the state it begins in, where the request chooses that by a flag, and what then is there besides. */
function begun(call: Call, plan: ResourcePlan, input: JsonObject): JsonObject {
  const told = { ...deedTold(call, plan, input), ...input }
  const start = plan.status === undefined ? undefined : startOf(call, plan, input)
  return start === undefined || plan.status === undefined ? told : withAt(told, plan.status.place, start)
}
