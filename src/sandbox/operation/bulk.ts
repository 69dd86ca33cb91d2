import type { Call } from '../exchange.ts'
import type { StoredRecord } from '../state/records.ts'
import { parentsOf } from './address.ts'
import { createOne, undone } from './create-one.ts'
import { deleteMany } from './delete-many.ts'
import { inputsOf } from './input.ts'
import type { OperationKindDefinition, Result } from './kind.ts'
import { echoed } from './passthrough.ts'

/** Many records in one request: a DELETE takes them out, everything else makes each of them. */
export const bulk: OperationKindDefinition = {
  kind: 'bulk',
  perform(call) {
    const parents = parentsOf(call)
    if ('refuse' in parents) return parents
    const { resource, operation } = call.compiled
    if (resource === undefined) return answered(call)
    const refusal = operation.method === 'DELETE' ? deleteMany(call, resource, parents.links) : undefined
    if (refusal !== undefined) return { refuse: refusal }
    const inputs = operation.method === 'DELETE' ? [] : inputsOf(call).filter((input) => Object.keys(input).length > 0)
    const made: StoredRecord[] = []
    for (const input of inputs) {
      const result = createOne(call, resource, parents.links, input)
      if ('refuse' in result) return undone(call, made, result)
      made.push(result.record)
    }
    if (made.length === 0) return answered(call)
    return { show: 'records', page: { records: made, around: {}, fields: [], type: resource.type } }
  },
}

function answered(call: Call): Result {
  return { show: 'value', sources: echoed(call), key: `bulk/${call.request.path}` }
}
