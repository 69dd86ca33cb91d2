import type { ResourcePlan } from '../../../api/plan.ts'
import { at } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { addressed, parentsOf } from '../address.ts'
import { changeOne } from '../change-one.ts'
import { replaced } from '../changes/replacement.ts'
import { createOne } from '../create-one.ts'
import { makeInstead } from '../creation/upsert.ts'
import { saysItMakes } from '../identity/rename-in-update.ts'
import { inputOf, inputsOf, renamed } from '../input.ts'
import type { OperationKindDefinition, Result } from '../kind.ts'
import { echoed } from './passthrough.ts'

/** Puts the request in the place of the record it names; makes it where clients choose ids. */
export const replace: OperationKindDefinition = {
  kind: 'replace',
  perform(call) {
    const { resource, operation } = call.compiled
    if (resource !== undefined && operation.plan.inputForm === 'array' && operation.plan.target?.in === 'body')
      return eachPut(call, resource)
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

/** Each record that the body holds is put in the place of the one that it names, or made. */
function eachPut(call: Call, plan: ResourcePlan): Result {
  const parents = parentsOf(call)
  if ('refuse' in parents) return parents
  const { links } = parents
  const put: StoredRecord[] = []
  for (const given of inputsOf(call)) {
    const id = idText(at(given, call.compiled.operation.plan.target?.property ?? plan.id.place))
    const there = id === undefined ? undefined : call.resources.find(plan, id, links)
    const said = renamed(call, given, plan)
    const becomes = (record: StoredRecord) => () => ({ value: replaced(call, plan, record, said) })
    const result =
      there === undefined || call.resources.isUnstored(there)
        ? createOne(call, plan, { links, given })
        : changeOne(call, plan, there, { input: given, said: () => said, becomes: becomes(there) })
    if ('refuse' in result) return result
    put.push(result.record)
  }
  const [only, ...others] = put
  const { output } = call.compiled.operation.plan
  if (only !== undefined && others.length === 0) return { show: 'record', record: only }
  if (output === undefined) return { show: 'value', sources: echoed(call), key: `replace/${call.request.path}` }
  return { show: 'records', page: { records: put, around: {}, fields: [], type: plan.type } }
}

/** A PUT makes what is not there when nothing else does, when it is said to, or when names are the client's. */
function createsByPut(call: Call, plan: ResourcePlan): boolean {
  if (plan.id.chosenBy === 'client') return true
  if (call.compiled.operation.plan.kind === 'create' || saysItMakes(call.compiled.operation)) return true
  return !call.runtime.operationsOn(plan.type).some((o) => o.plan.kind === 'create') && plan.creatable
}
