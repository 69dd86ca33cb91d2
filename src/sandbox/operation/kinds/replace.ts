import type { ResourcePlan } from '../../../api/plan.ts'
import { admitted } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import { addressed } from '../address.ts'
import { unmatched } from '../changes/precondition.ts'
import { replaced } from '../changes/replacement.ts'
import { makeInstead } from '../creation/upsert.ts'
import { hashTakenBy } from '../identity/hashed-id.ts'
import { saysItMakes } from '../identity/rename-in-update.ts'
import { inputOf, renamed } from '../input.ts'
import type { OperationKindDefinition } from '../kind.ts'
import { edgeFor, moved } from '../lifecycle/stated-lifecycle.ts'
import { changeRecord, changing } from './update.ts'

/** Puts the request in the place of the record it names; makes it where clients choose ids. */
export const replace: OperationKindDefinition = {
  kind: 'replace',
  perform(call) {
    const { resource, operation } = call.compiled
    const found = addressed(call)
    if (resource === undefined) return { show: 'value', sources: [], key: 'replace' }
    if ('refuse' in found) {
      const nameless = found.id === undefined && operation.plan.target?.in === 'body'
      if (found.links === undefined || !(nameless || (found.id !== undefined && createsByPut(call, resource))))
        return { refuse: found.refuse }
      return makeInstead(call, resource, found.links)
    }
    const refusal = unmatched(call, found.record)
    if (refusal !== undefined) return { refuse: refusal }
    if (call.resources.isUnstored(found.record) && createsByPut(call, resource))
      return makeInstead(call, resource, found.links)
    const stated = edgeFor(call, resource, found.record)
    if (stated !== undefined && 'refuse' in stated) return stated
    const hooks = call.runtime.hooks(call.compiled, resource)
    const admission = admitted(call, hooks, changing(resource, found.record, inputOf(call)))
    if ('refuse' in admission) return admission
    const put = replaced(call, resource, found.record, renamed(call, inputOf(call), resource))
    const value =
      stated === undefined ? put : moved(call, resource, { ...stated, before: found.record.value, after: put })
    const taken = hashTakenBy(call, resource, found.record, value)
    if (taken !== undefined) return { refuse: taken }
    return { show: 'record', record: changeRecord(call, resource, found.record, value), created: false }
  },
}

/** A PUT makes what is not there when nothing else does, when it is said to, or when names are the client's. */
function createsByPut(call: Call, plan: ResourcePlan): boolean {
  if (plan.id.chosenBy === 'client') return true
  if (call.compiled.operation.plan.kind === 'create' || saysItMakes(call.compiled.operation)) return true
  return !call.runtime.operationsOn(plan.type).some((o) => o.plan.kind === 'create') && plan.creatable
}
