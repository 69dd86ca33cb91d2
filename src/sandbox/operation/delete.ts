import type { JsonObject } from '../../support/json.ts'
import { withAt, wrapped } from '../state/place.ts'
import { addressed } from './address.ts'
import type { OperationKindDefinition } from './kind.ts'
import { passthrough } from './passthrough.ts'
import { unmatched } from './precondition.ts'

/** Takes the record out; the answer shows what the description says of it. */
export const deleteRecord: OperationKindDefinition = {
  kind: 'delete',
  perform(call) {
    if (call.compiled.operation.plan.target === undefined) return passthrough.perform(call)
    const found = addressed(call)
    if ('refuse' in found) return { refuse: found.refuse }
    const refusal = unmatched(call, found.record)
    if (refusal !== undefined) return { refuse: refusal }
    const { record } = found
    const { resource, operation } = call.compiled
    call.resources.delete(record)
    if (call.trace.on) call.trace.note('store', `${record.type} ${record.key} deleted`)
    const marker = resource?.deletedMarker ?? ['deleted']
    const gone = withAt(record.value, marker, true)
    const places = operation.plan.output === undefined ? [] : [wrapped(operation.plan.output, gone) as JsonObject]
    return { show: 'value', sources: [...places, gone], key: `delete/${record.key}` }
  },
}
