import type { ResourcePlan } from '../../../api/plan.ts'
import type { Call } from '../../exchange.ts'
import { addressed } from '../address.ts'
import { changeOne } from '../change-one.ts'
import { replaced } from '../changes/replacement.ts'
import { makeInstead } from '../creation/upsert.ts'
import { saysItMakes } from '../identity/rename-in-update.ts'
import { inputOf, renamed } from '../input.ts'
import type { OperationKindDefinition } from '../kind.ts'

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
    const { record, links } = found
    if (call.resources.isUnstored(record) && createsByPut(call, resource)) return makeInstead(call, resource, links)
    const input = inputOf(call)
    const said = renamed(call, input, resource)
    const becomes = () => ({ value: replaced(call, resource, record, said) })
    const changed = changeOne(call, resource, record, { input, said: () => said, becomes })
    return 'refuse' in changed ? changed : { show: 'record', record: changed.record, created: false }
  },
}

/** A PUT makes what is not there when nothing else does, when it is said to, or when names are the client's. */
function createsByPut(call: Call, plan: ResourcePlan): boolean {
  if (plan.id.chosenBy === 'client') return true
  if (call.compiled.operation.plan.kind === 'create' || saysItMakes(call.compiled.operation)) return true
  return !call.runtime.operationsOn(plan.type).some((o) => o.plan.kind === 'create') && plan.creatable
}
