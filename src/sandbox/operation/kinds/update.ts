import type { ResourcePlan } from '../../../api/plan.ts'
import { canonical, isEqual } from '../../../api/schema/equal.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { plain } from '../../../derive/naming/words.ts'
import { recordSchema } from '../../../derive/schemas/requests.ts'
import { at, field, isObject, type JsonObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { wordedViolation } from '../../outcome.ts'
import { refuses } from '../../sandbox.ts'
import { idText, without } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { type Addressed, addressed, parentsOf } from '../address.ts'
import { changeOne, type Wanted } from '../change-one.ts'
import { withAdded } from '../changes/array-elements.ts'
import { masked } from '../changes/field-mask.ts'
import { applyJsonPatch } from '../changes/json-patch.ts'
import { namesVersion } from '../changes/precondition.ts'
import { strategicallyMerged } from '../changes/strategic-merge.ts'
import { asksNone, asksSeveral, several } from '../collections/several-records.ts'
import { makeInstead } from '../creation/upsert.ts'
import { broughtBack } from '../deletion/soft-delete.ts'
import { saysItMakes } from '../identity/rename-in-update.ts'
import { inputOf, inputOrQuery, inputsOf, merged, renamed } from '../input.ts'
import type { OperationKindDefinition, Refusal, Result } from '../kind.ts'
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
    if (resource === undefined) return { refuse: badPatch('nothing to update') }
    const changed = changeOne(call, resource, found.record, {
      ...patching(call, resource, found.record),
      ...(back !== undefined && { under: back.links }),
    })
    return 'refuse' in changed ? changed : { show: 'record', record: changed.record, created: false }
  },
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
  const schema = recordSchema(call.compiled.operation, call.runtime)
  if (schema === undefined || !refuses(call.sandbox.settings)) return undefined
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

/** The change that a merge of either kind, or a JSON Patch, makes of a record. */
export function patching(call: Call, plan: ResourcePlan, record: StoredRecord): Wanted {
  const steps = jsonPatchIn(call, plan)
  if (steps !== undefined) return patchedBySteps(record, steps)
  const own = renamed(call, inputOrQuery(call, plan), plan)
  const whole = strategicallyMerged(call, record.value, own, plan.schema)
  if (whole !== undefined) return madeDifferent(record, described(call, plan, record.value, whole))
  const sent = eventSaid(call, plan, described(call, plan, record.value, own))
  const said = withAdded(call, plan, record.value, sent)
  const { clears = [] } = call.compiled.operation.plan
  return {
    input: inputOf(call),
    said: () => said,
    becomes() {
      const next = masked(call, record.value, said) ?? merged(record.value, said, plan.schema, call.runtime)
      return { value: clears.reduce((left, place) => without(left, place), next) }
    },
  }
}

function patchedBySteps(record: StoredRecord, steps: readonly unknown[]): Wanted {
  const result = applyJsonPatch(record.value, steps)
  if (!result.ok) return { input: {}, becomes: () => ({ refuse: badPatch(result.error) }) }
  if (!isObject(result.value))
    return { input: {}, becomes: () => ({ refuse: badPatch('the result is not an object') }) }
  return madeDifferent(record, result.value as JsonObject)
}

/** What a patch says of a record is what it makes different. */
function madeDifferent({ value: before }: StoredRecord, value: JsonObject): Wanted {
  const input = Object.fromEntries(Object.entries(value).filter(([name, said]) => !isEqual(before[name], said)))
  const said = Object.fromEntries(Object.entries(input).map(([name, one]) => [name, differing(before[name], one)]))
  return { input, said: () => said as JsonObject, becomes: () => ({ value }) }
}

/** Of a list of objects what is different in each; anything else is said as a whole. */
function differing(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after) || !after.every(isObject)) return after
  const known = new Set(before.map(canonical))
  return after.map((one, index) => {
    if (known.has(canonical(one))) return {}
    const old: unknown = before[index]
    return isObject(old) ? Object.fromEntries(Object.entries(one).filter(([name, v]) => !isEqual(old[name], v))) : one
  })
}

/** What is sent without names that neither the record nor the request is described with, as creates leave them out. */
function described(call: Call, plan: ResourcePlan, before: JsonObject, sent: JsonObject): JsonObject {
  const { additional, properties, variants } = call.runtime.view(plan.schema)
  const asked = recordSchema(call.compiled.operation, call.runtime)
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
  for (const { input, record } of found) {
    if (record === undefined) continue
    // The same record may be named again: what was said of it before stays.
    const now = call.resources.records.get(record.type, record.key) ?? record
    const said = renamed(call, input, plan)
    const becomes = () => ({ value: merged(now.value, said, plan.schema, call.runtime) })
    const one = changeOne(call, plan, now, { input, said: () => said, becomes, isOneOfSeveral: true })
    if ('refuse' in one) return one
    changed.push(one.record)
  }
  return { show: 'records', page: several(call, changed) }
}
