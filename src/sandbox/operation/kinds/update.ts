import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { generate } from '../../../api/schema/generate.ts'
import { schemaAt } from '../../../api/schema/view.ts'
import { isOff } from '../../../api/switches.ts'
import { at, field, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import { admitted, completed, type Intent, settled } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import { wordedViolation } from '../../outcome.ts'
import { sentNames } from '../../response/self-links.ts'
import type { Runtime } from '../../runtime.ts'
import { idText, plain, withAt, without } from '../../state/place.ts'
import { allProperties } from '../../state/properties.ts'
import type { StoredRecord } from '../../state/records.ts'
import { revised } from '../../state/revisions.ts'
import { TO_COME, touched } from '../../state/times.ts'
import { type Addressed, addressed, parentsOf } from '../address.ts'
import { shelveRenamed } from '../associations/embedded-children.ts'
import { joinCalled } from '../associations/membership-in-body.ts'
import { movedAlong } from '../associations/transitive-parents.ts'
import { withAdded } from '../changes/array-elements.ts'
import { masked } from '../changes/field-mask.ts'
import { applyJsonPatch } from '../changes/json-patch.ts'
import { namesVersion, unmatched } from '../changes/precondition.ts'
import { asksNone, asksSeveral, several } from '../collections/several-records.ts'
import { makeInstead } from '../creation/upsert.ts'
import { broughtBack } from '../deletion/soft-delete.ts'
import { withDerived } from '../identity/derived-name.ts'
import { hashTakenBy } from '../identity/hashed-id.ts'
import { underNewName } from '../identity/rename.ts'
import { saysItMakes, takesName } from '../identity/rename-in-update.ts'
import { inputOf, inputOrQuery, inputsOf, merged, renamed, requestSchema } from '../input.ts'
import type { OperationKindDefinition, Refusal, Result } from '../kind.ts'
import { timedByChange } from '../lifecycle/state-timestamps.ts'
import { edgeFor, moved } from '../lifecycle/stated-lifecycle.ts'
import { eventSaid } from '../lifecycle/verb-in-body.ts'
import { passthrough } from './passthrough.ts'

/** Merges the request into the record it names. */
export const update: OperationKindDefinition = {
  kind: 'update',
  perform(call) {
    const { resource, operation } = call.compiled
    if (operation.plan.target === undefined) return passthrough.perform(call)
    if (resource !== undefined && operation.plan.target.in === 'body' && asksSeveral(call))
      return changeSeveral(call, resource)
    const named = addressed(call)
    const back = 'refuse' in named && resource !== undefined ? broughtBack(call, resource, named) : undefined
    const found = back === undefined ? named : { record: back }
    if ('refuse' in found)
      return 'record' in named || resource === undefined ? { refuse: found.refuse } : madeInstead(call, resource, named)
    const refusal = unmatched(call, found.record)
    if (refusal !== undefined || resource === undefined) return { refuse: refusal ?? badPatch('nothing to update') }
    const stated = edgeFor(call, resource, found.record)
    if (stated !== undefined && 'refuse' in stated) return stated
    const hooks = call.runtime.hooks(call.compiled, resource)
    const admission = admitted(call, hooks, changing(resource, found.record, inputOf(call)))
    if ('refuse' in admission) return admission
    const next = patched(call, resource, found.record)
    if ('refuse' in next) return next
    const value =
      stated === undefined
        ? timedByChange(call, resource, found.record.value, next.value, true)
        : moved(call, resource, { ...stated, before: found.record.value, after: next.value })
    const taken = hashTakenBy(call, resource, found.record, value)
    if (taken !== undefined) return { refuse: taken }
    const changed = joinCalled(call, resource, changeRecord(call, resource, found.record, value), inputOf(call))
    return { show: 'record', record: changed, created: false }
  },
}

export function changing(plan: ResourcePlan, record: StoredRecord, input: JsonObject): Intent {
  return { does: 'change', plan, record, input }
}

/** What updates or creates makes the record whose name it does not find. */
function madeInstead(
  call: Call,
  plan: ResourcePlan,
  missing: Exclude<Addressed, { readonly record: StoredRecord }>,
): Result {
  const { operation } = call.compiled
  const isNamed = missing.id !== undefined && missing.links !== undefined && operation.plan.target?.in === 'path'
  if (!isNamed || plan.id.chosenBy === 'server' || !saysItMakes(operation)) return { refuse: missing.refuse }
  const refusal = namesVersion(call) ?? lackingToMake(call, plan)
  if (refusal !== undefined) return { refuse: refusal }
  return makeInstead(call, plan, missing.links ?? {})
}

/** What a record that is to be made, and not changed, does not have: the path names its id. */
function lackingToMake(call: Call, plan: ResourcePlan): Refusal | undefined {
  const schema = requestSchema(call)
  if (schema === undefined || call.sandbox.settings.validation !== 'strict') return undefined
  const named = new Set([...call.pathParameters.keys(), plan.id.place.at(-1) ?? 'id'].map(plain))
  const input = inputOf(call)
  const { required, properties } = call.runtime.view(schema)
  const lacking = [...required].find((name) => {
    const { keywords } = call.runtime.view(properties.get(name))
    const need = keywords['readOnly'] !== true && keywords['default'] === undefined
    return need && !Object.hasOwn(input, name) && !named.has(plain(name))
  })
  if (lacking === undefined) return undefined
  const violation = { in: 'body', path: `/${lacking}`, message: `must have property ${JSON.stringify(lacking)}` }
  const status = call.compiled.operation.responses['422'] === undefined ? 400 : 422
  const message = wordedViolation(violation)
  return { status, message, code: 'invalid_request', param: lacking, errors: [violation] }
}

/** Stores a new value of a record: its identity kept, its last-change times moved, its shape made good again. */
export function changeRecord(call: Call, plan: ResourcePlan, record: StoredRecord, value: JsonObject): StoredRecord {
  const { resources, runtime } = call
  const kept = revised(plan, record.value, keptIdentity(call, plan, record, value), runtime)
  const timed = touched(
    record.value,
    movedAlong(call, plan, record, kept),
    resources.clock.now(),
    providersOwn(plan, runtime),
  )
  const good = runtime.accepts(plan.schema, timed) ? timed : mended(call, plan, record, timed)
  if (call.trace.on) call.trace.note('store', `${plan.type} ${record.key} changed`)
  const changed = resources.change(plan, record, good, () => renamed(call, inputOrQuery(call, plan), plan))
  settled(call, { plan, record: changed, what: 'changed' })
  // Where the path holds the whole name, that is the name.
  if (call.compiled.operation.namesAt !== undefined) return changed
  return shelveRenamed(call, plan, changed, underNewName(call, plan, changed, value, takesName))
}

/** Inside an object only declared times are the provider's: whatever else stands in metadata is the client's. */
const providersOwn = oncePer((plan: ResourcePlan, runtime: Runtime): ((place: Place) => boolean) => {
  const sent = sentNames(runtime, plan)
  const free = runtime.view(plan.schema).properties.size === 0
  return (place) => {
    const [name = ''] = place
    if (place.length > 1) return free || schemaAt(runtime.view, plan.schema, place) !== undefined
    return !(TO_COME.test(name) && sent.has(name))
  }
})

/** A value that the schema accepts, as near to the wanted one as can be. */
function mended(call: Call, plan: ResourcePlan, record: StoredRecord, value: JsonObject): JsonObject {
  const made = generate(plan.schema, {
    view: call.runtime.view,
    accepts: call.runtime.accepts,
    dice: call.resources.dice,
    key: `${plan.type}/${record.key}`,
    now: call.resources.clock.now(),
    sources: [value, record.value],
    fill: 'full',
  })
  return isObject(made) ? (made as JsonObject) : value
}

function patched(call: Call, plan: ResourcePlan, record: StoredRecord): { value: JsonObject } | { refuse: Refusal } {
  const steps = jsonPatchIn(call, plan)
  if (steps !== undefined) {
    const result = applyJsonPatch(record.value, steps)
    if (!result.ok) return { refuse: badPatch(result.error) }
    return isObject(result.value)
      ? { value: result.value as JsonObject }
      : { refuse: badPatch('the result is no object') }
  }
  const sent = eventSaid(call, plan, described(call, plan, record.value, renamed(call, inputOrQuery(call, plan), plan)))
  const input = withAdded(call, plan, record.value, sent)
  const next = masked(call, record.value, input) ?? merged(record.value, input, plan.schema, call.runtime)
  const value = completed(call, call.runtime.hooks(call.compiled, plan), plan, next, input)
  const isPlain = isOff('derived-name', plan, call.compiled.operation.plan)
  const derived = isPlain ? value : withDerived(plan, record.value, value, call.runtime)
  const { clears = [] } = call.compiled.operation.plan
  return { value: clears.reduce((left, place) => without(left, place), derived) }
}

/** What is sent without names that neither the record nor the request is described with, as creates leave them out. */
function described(call: Call, plan: ResourcePlan, before: JsonObject, sent: JsonObject): JsonObject {
  const { additional, properties, variants } = call.runtime.view(plan.schema)
  const asked = requestSchema(call)
  if (additional !== undefined || properties.size === 0 || variants.length > 0 || asked === undefined) return sent
  const [own, request] = [allProperties(plan.schema, call.runtime), allProperties(asked, call.runtime)]
  const isKnown = (name: string): boolean => own.has(name) || request.has(name) || Object.hasOwn(before, name)
  if (request.size === 0 || Object.keys(sent).every(isKnown)) return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => isKnown(name)))
}

/** A JSON Patch: by its media type, or because an array of operations stands where a merge would be an object, or in one (`{comment, patch}`). */
function jsonPatchIn(call: Call, { schema }: ResourcePlan): readonly unknown[] | undefined {
  const { body } = call
  const isNamed = /json-patch/i.test(call.request.fields.get('content-type') ?? '')
  if (Array.isArray(body)) return isNamed || isSteps(body, () => true) ? body : undefined
  if (!isObject(body)) return undefined
  const name = ['patch', 'operations', 'patchOperations', 'patch_operations'].find((one) => Object.hasOwn(body, one))
  const wrapped = name === undefined || allProperties(schema, call.runtime).has(name) ? undefined : body[name]
  return Array.isArray(wrapped) && isSteps(wrapped, isPointer) ? wrapped : undefined
}

function isSteps(steps: readonly unknown[], leads: (path: unknown) => boolean): boolean {
  return steps.length > 0 && steps.every((o) => typeof field(o, 'op') === 'string' && leads(field(o, 'path')))
}

function isPointer(path: unknown): boolean {
  return typeof path === 'string' && path.startsWith('/')
}

function badPatch(why: string): Refusal {
  return { status: 400, message: `The patch cannot be applied: ${why}`, code: 'invalid_request' }
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

/** Changes each of several records that the request names by their ids; none where one is not there. */
function changeSeveral(call: Call, plan: ResourcePlan): Result {
  const parents = parentsOf(call)
  if ('refuse' in parents) return parents
  const inputs = asksNone(call) ? [] : inputsOf(call)
  const found = inputs.map((input) => {
    const id = [plan.id.place, ...(plan.id.aliases ?? [])]
      .map((place) => idText(at(input, place)))
      .find((one) => one !== undefined)
    return { id, input, record: id === undefined ? undefined : call.resources.find(plan, id, parents.links) }
  })
  const missing = found.find(({ record }) => record === undefined)
  if (missing !== undefined) {
    const message = `No ${plan.type.replaceAll('_', ' ')} with ${plan.id.place.at(-1) ?? 'id'} ${JSON.stringify(missing.id ?? null)}`
    return { refuse: { status: 404, message, code: 'not_found' } }
  }
  const changed: StoredRecord[] = []
  const hooks = call.runtime.hooks(call.compiled, plan)
  for (const { input, record } of found) {
    if (record === undefined) continue
    // The same record may be named again: what was said of it before stays.
    const now = call.resources.records.get(record.type, record.key) ?? record
    const admission = admitted(call, hooks, changing(plan, now, input))
    if ('refuse' in admission) return admission
    const sent = renamed(call, input, plan)
    const value = completed(call, hooks, plan, merged(now.value, sent, plan.schema, call.runtime), sent)
    changed.push(changeRecord(call, plan, now, value))
  }
  return { show: 'records', page: several(call, changed) }
}
