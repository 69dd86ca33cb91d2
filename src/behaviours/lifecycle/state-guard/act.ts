/** States in which words say that an operation is refused: held, where a record can come to another state at all. */
import type { Operation } from '../../../api/description.ts'
import { schemaAt } from '../../../api/schema/view.ts'
import { conflictStatus } from '../../../derive/operations/conflicts.ts'
import { recordSchema } from '../../../derive/schemas/requests.ts'
import type { Behaviour } from '../../../sandbox/behaviour.ts'
import { words } from '../../../sandbox/operation/answers/refusal-wording.ts'
import type { CompiledOperation } from '../../../sandbox/operation/compiled.ts'
import { isForced } from '../../../sandbox/operation/deletion/forced.ts'
import { finishesAlone } from '../../../sandbox/operation/lifecycle/long-running-operation.ts'
import type { Runtime } from '../../../sandbox/runtime.ts'
import { at } from '../../../support/json.ts'
import { type StateGuard, stateGuard } from './fact.ts'

export const behaviour: Behaviour = {
  name: 'state-guard',
  ofOperation(compiled, runtime) {
    const { operation, resource } = compiled
    const guard = stateGuard.ofOperation(operation.plan)
    const status = conflictStatus(operation)
    const { kind, verb = kind, edges } = operation.plan
    // What is stated of changes of state says all.
    if (guard === undefined || status === undefined || edges !== undefined || resource?.status === undefined)
      return undefined
    if (!isAvoidable(compiled, guard, runtime)) return undefined
    const { place } = resource.status
    return {
      admit(call, intent) {
        if (intent.does === 'create') return undefined
        const state = at(intent.record.value, place)
        if (typeof state !== 'string' || !guard.states.includes(state)) return undefined
        if (call.resources.isImagined(intent.record) || isForced(call)) return undefined
        const message = `Cannot ${verb.replaceAll('_', ' ')} this ${words(resource)}: its status is ${state}`
        return { refuse: { status, message, code: 'invalid_state' } }
      },
    }
  },
}

/** Requests can bring a record to a state in which it is not refused. */
function isAvoidable({ operation, resource }: CompiledOperation, barred: StateGuard, runtime: Runtime): boolean {
  if (resource?.status === undefined) return false
  const { initial, place } = resource.status
  const isFree = (state: string | undefined): boolean => state !== undefined && !barred.states.includes(state)
  if (isFree(initial) || finishesAlone(resource, runtime)) return true
  return runtime.operationsOn(resource.type).some((head) => {
    const { edge, edges = [] } = head.plan
    if (isFree(edge?.to) || edges.some(({ to }) => isFree(to))) return head.id !== operation.id
    return sends(runtime.operation(head.id).operation, place, runtime)
  })
}

function sends(operation: Operation, place: readonly string[], runtime: Runtime): boolean {
  const schema = recordSchema(operation, runtime)
  if (schema === undefined || !/^(create|update|replace)$/.test(operation.plan.kind)) return false
  const found = schemaAt(runtime.view, schema, place)
  return found !== undefined && runtime.view(found).keywords['readOnly'] !== true
}
