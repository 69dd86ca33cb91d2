/** Answers about things that no operation makes, changes or tells apart: the declared example, whole and as it stands. */

import { withoutPlaceholders } from '../../api/schema/generate.ts'
import { ifNoneMatchHolds } from '../../http/etag.ts'
import type { HttpResponse } from '../../http/message.ts'
import { varying } from '../../http/response-fields.ts'
import { digest64 } from '../../support/digest64.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { countsRecords } from '../operation/answers/tallies.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'
import { comingDay } from '../state/coming-days.ts'
import { idText } from '../state/place.ts'
import { idOfNobody, samplesOf } from '../state/samples.ts'
import { isSeeded, type StoredRecord } from '../state/stored-record.ts'
import { type Chosen, choose } from './choose.ts'
import { declaredFields } from './declared-fields.ts'
import { encodeAnswer } from './encode.ts'
import { isSequential } from './sequence.ts'

/** Undefined where the operation answers of records, or shows no example that its schema takes. */
export function wholeExample(call: Call): HttpResponse | undefined {
  const { compiled, runtime } = call
  if (!showsExample(compiled, runtime) || call.query.length > 0 || holdsOthers(call)) return undefined
  const chosen = choose(call, compiled.success)
  const found = Object.values(chosen.media?.examples ?? {})
  const { schema } = chosen
  if (found.length === 0 || isSequential(chosen.mediaType)) return undefined
  if (withoutPlaceholders(found[0]) !== found[0] || tellsOfNobody(compiled, found[0])) return undefined
  if (schema !== undefined && !runtime.accepts(schema, found[0])) return undefined
  if (call.trace.on) call.trace.note('synth', `${compiled.operation.id}: the declared example`)
  return exampleOf(call, chosen, found[0])
}

/** It lists a record under the nil UUID. */
function tellsOfNobody({ operation }: CompiledOperation, example: unknown): boolean {
  const list = at(example, operation.plan.output ?? [])
  return Array.isArray(list) && list.some((one) => idOfNobody(one) !== undefined)
}

function exampleOf(call: Call, { answer, mediaType, media }: Chosen, value: unknown): HttpResponse {
  const { operation } = call.compiled
  const whole = { status: answer.status, mediaType, media, value, fields: [], operation, runtime: call.runtime }
  const { body, fields } = encodeAnswer(whole)
  const tag = `"${digest64(`${mediaType ?? ''}\n${typeof body === 'string' ? body : Buffer.from(body).toString('latin1')}`, '')}"`
  const tagged = answer.mediaTypes.length > 1 ? varying(['ETag', tag], 'Accept') : ['ETag', tag]
  if (ifNoneMatchHolds(call.request.fields.get('if-none-match'), tag)) return { status: 304, fields: tagged, body: '' }
  return {
    status: answer.status,
    fields: [...fields, ...tagged, ...declaredFields(answer, call, { taken: tagged })],
    body,
  }
}

/**
 * The example of a read of one thing, where nobody made it and the example is of no other: it says no id where the
 * thing is read and nothing else, or the id that was asked for.
 */
export function exampleOfRecord(call: Call, { media, schema }: Chosen, record: StoredRecord): unknown {
  const { compiled, runtime, resources } = call
  if (!isOnlyRead(compiled, runtime) || !(isSeeded(record) || resources.isUnstored(record))) return undefined
  const [example] = Object.values(media?.examples ?? {})
  const place = compiled.resource?.id.place ?? []
  if (!isObject(example) || place.length === 0 || withoutPlaceholders(example) !== example) return undefined
  const id = idText(at(example, place))
  const isAlone = compiled.resource !== undefined && runtime.operationsOn(compiled.resource.type).length === 1
  if (id === undefined ? !isAlone : id !== idText(at(record.value, place))) return undefined
  return schema === undefined || runtime.accepts(schema, example) ? example : undefined
}

/** The operation reads one of what the description only ever reads. */
const isOnlyRead = oncePer(({ operation, resource, success }: CompiledOperation, runtime: Runtime): boolean => {
  const { plan, method } = operation
  if (resource === undefined || plan.kind !== 'read' || method !== 'GET' || plan.output?.length !== 0) return false
  if (resource.creatable || plan.session !== undefined || plan.part !== undefined) return false
  const hasExample = Object.values(success.response?.content ?? {}).some(
    ({ examples }) => Object.keys(examples).length > 0,
  )
  return (
    hasExample &&
    runtime
      .operationsOn(resource.type)
      .every((one) => one.method === 'GET' && /^(list|search|read)$/.test(one.plan.kind))
  )
})

const KINDS = /^(list|search|singleton)$/

/** The operation reads what the description only ever reads, all of it: there is an example, and nothing else to say. */
const showsExample = oncePer((compiled: CompiledOperation, runtime: Runtime): boolean => {
  const { operation, resource, success } = compiled
  const { plan, method, path } = operation
  const isRead = (method === 'GET' || method === 'HEAD') && KINDS.test(plan.kind) && !path.includes('{')
  if (!isRead || plan.session !== undefined || plan.current !== undefined || plan.part !== undefined) return false
  if (!Object.values(success.response?.content ?? {}).some(({ examples }) => Object.keys(examples).length > 0))
    return false
  if (countsRecords(compiled, runtime)) return false
  // What stands around a page tells of the next one: the list's style knows whether there is one.
  const isPaged = plan.list !== undefined && plan.list.style !== 'none' && plan.output?.length !== 0
  if (resource === undefined || isPaged) return !isPaged
  const isOnlyRead = runtime
    .operationsOn(resource.type)
    .every((one) => one.method === 'GET' && KINDS.test(one.plan.kind))
  const isParent = runtime.api.head.operations.some(({ plan: { parents } }) =>
    parents.some(({ type }) => type === resource.type),
  )
  return isOnlyRead && !isParent && !resource.creatable && comingDay(resource, runtime) === undefined
})

/** Records that came otherwise than from the example: seed data, what happened to others. */
function holdsOthers({ compiled: { resource }, resources, runtime }: Call): boolean {
  if (resource === undefined || resources.records.count(resource.type, '') === 0) return false
  const records = resources.records.list(resource.type, { link: '', reverse: false })
  const { listed } = samplesOf(resource, runtime)
  const isSample = (value: JsonObject, sample: JsonObject | undefined): boolean =>
    sample !== undefined &&
    Object.entries(sample).every(([name, said]) => isObject(said) || Array.isArray(said) || at(value, [name]) === said)
  return !records.every((record, i) => isSeeded(record) && isSample(record.value, listed[i]))
}
