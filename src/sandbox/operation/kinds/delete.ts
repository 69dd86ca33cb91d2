import { parentInPath } from '../../../api/model-reader.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import { idText, withAt, wrapped } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { addressed, parentsOf } from '../address.ts'
import { answerCovering } from '../answers/declared-answers.ts'
import { besideEnvelope, isStub, mentioned } from '../answers/id-mentions.ts'
import { saidOnReceipt } from '../answers/receipts.ts'
import { setJoined, standing } from '../associations/membership.ts'
import { unmatched } from '../changes/precondition.ts'
import { deleteOne } from '../delete-one.ts'
import type { OperationKindDefinition, Result } from '../kind.ts'
import { acted } from './action.ts'
import { echoed, passthrough } from './passthrough.ts'

/** Takes the record out; the answer shows what the description says of it. */
export const deleteRecord: OperationKindDefinition = {
  kind: 'delete',
  perform(call) {
    if (call.compiled.operation.plan.target === undefined) return passthrough.perform(call)
    const several = deleteListed(call)
    if (several !== undefined) return several
    const found = addressed(call)
    if ('refuse' in found) return goneBefore(call, found) ?? { refuse: found.refuse }
    const { record } = found
    const { resource, operation } = call.compiled
    const left = resource === undefined ? undefined : parted(call, resource, record, found.links)
    if (resource !== undefined && left !== undefined)
      // An array is that of those which are left.
      return operation.plan.outputForm === 'array'
        ? standing(call, resource, found.links)
        : { show: 'value', sources: [left.value], key: `delete/${left.key}`, about: left }
    const held = deleteOne(call, resource, record)
    if (held !== undefined) return held
    if (call.trace.on) call.trace.note('store', `${record.type} ${record.key} deleted`)
    const marker = resource?.deletedMarker ?? ['deleted']
    const { verb } = operation.plan
    const last = verb === undefined || resource === undefined ? record.value : acted(call, resource, record.value, verb)
    const gone = withAt(last, marker, true)
    const places = operation.plan.output === undefined ? [] : [wrapped(operation.plan.output, gone) as JsonObject]
    const told = mentioned(operation.plan, gone)
    const isInside = isStub(operation.plan) || (operation.plan.output ?? []).length > 0
    const key = `delete/${record.key}`
    if (isInside) return { show: 'value', sources: [told, ...places, besideEnvelope(gone)], key, about: record }
    const said = saidOnReceipt(call.compiled, gone, call.runtime)
    return { show: 'value', ...said, sources: [told, ...places, ...said.sources], key, about: record }
  },
}

/** Below a parent that the record was only joined to, it is taken away from there: the record as it then is. */
function parted(call: Call, plan: ResourcePlan, record: StoredRecord, links: Links): StoredRecord | undefined {
  const link = parentInPath(call.compiled.operation.plan)?.link ?? ''
  const value = links[link]
  if (value === undefined || record.links[link] === value) return undefined
  if (!call.resources.records.standsUnder(record, link, value) || unmatched(call, record) !== undefined)
    return undefined
  return setJoined(call, plan, record, false)
}

/** `{things: [{id}, {id}]}`, or `/things/{ids}` with several: all of them go. */
function deleteListed(call: Call): Result | undefined {
  const { resource, operation } = call.compiled
  const { target } = operation.plan
  if (target === undefined || resource === undefined) return undefined
  const [inPath, body] = [target.in === 'path' && /(^|[a-z_])ids$/i.test(target.name), target.in === 'body']
  const held = body ? at(call.body, target.name.split('.').slice(0, -1)) : undefined
  const listed = inPath ? (call.pathParameters.get(target.name) ?? '').split(',') : Array.isArray(held) ? held : []
  if (inPath ? listed.length < 2 : !Array.isArray(held)) return undefined
  const parents = parentsOf(call)
  if ('refuse' in parents) return parents
  const ids = new Set(listed.map((one) => idText(one) ?? idText(at(one, target.property))))
  const records = [...ids].flatMap((id) => {
    return id === undefined ? [] : (call.resources.find(resource, id, parents.links) ?? [])
  })
  for (const record of records) {
    const refused = deleteOne(call, resource, record, { isOneOfSeveral: true })
    if (refused !== undefined) return refused
  }
  if (call.trace.on) call.trace.note('store', `${records.length} ${resource.type} record(s) deleted`)
  return { show: 'value', sources: echoed(call), key: `delete/${call.request.path}` }
}

/** Deleting once more what was deleted, or a word that is not in its list, is no error where the description knows no answer for it. */
function goneBefore(call: Call, found: { readonly id?: string; readonly links?: Links }): Result | undefined {
  const { resource, operation } = call.compiled
  if (resource === undefined || found.id === undefined || found.links === undefined) return undefined
  if (answerCovering(operation, 404).declared !== undefined) return undefined
  const key = call.resources.keyOf(resource, found.id, found.links)
  if (resource.words !== true && !call.resources.records.wasDeleted(resource.type, key)) return undefined
  const gone = withAt(withAt({}, resource.id.place, found.id), resource.deletedMarker ?? ['deleted'], true)
  return { show: 'value', sources: [gone], key: `delete/${key}` }
}
