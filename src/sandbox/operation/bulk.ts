import type { StoredRecord } from '../state/records.ts'
import { parentsOf } from './address.ts'
import { createOne } from './create-one.ts'
import { inputsOf } from './input.ts'
import type { OperationKindDefinition } from './kind.ts'
import { echoed } from './passthrough.ts'

/** Many records in one request: a POST or PUT makes each of them. */
export const bulk: OperationKindDefinition = {
  kind: 'bulk',
  perform(call) {
    const parents = parentsOf(call)
    if ('refuse' in parents) return parents
    const { resource, operation } = call.compiled
    const inputs = inputsOf(call).filter((input) => Object.keys(input).length > 0)
    if (resource === undefined || operation.method === 'DELETE' || inputs.length === 0)
      return { show: 'value', sources: echoed(call), key: `bulk/${call.request.path}` }
    const made: StoredRecord[] = []
    for (const input of inputs) {
      const result = createOne(call, resource, parents.links, input)
      if ('refuse' in result) return result
      made.push(result.record)
    }
    return { show: 'records', page: { records: made, around: {}, fields: [], type: resource.type } }
  },
}
