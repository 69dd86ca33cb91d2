import { parentsOf } from '../address.ts'
import type { OperationKindDefinition } from '../kind.ts'
import { echoed } from './passthrough.ts'

/** A sequence of items (server-sent events, NDJSON), made from examples or schema. */
export const stream: OperationKindDefinition = {
  kind: 'stream',
  perform(call) {
    const parents = parentsOf(call)
    if ('refuse' in parents) return parents
    return { show: 'value', sources: echoed(call), key: `stream/${call.request.path}` }
  },
}
