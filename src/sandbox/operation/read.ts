import { addressed } from './address.ts'
import type { OperationKindDefinition } from './kind.ts'

/** Answers with the record the request names. */
export const read: OperationKindDefinition = {
  kind: 'read',
  perform(call) {
    const found = addressed(call)
    if ('refuse' in found) return { refuse: found.refuse }
    return { show: 'record', record: found.record }
  },
}
