import type { Call } from '../exchange.ts'
import { operationKinds } from './index.ts'
import type { OperationKindDefinition, Result } from './kind.ts'

const kinds: ReadonlyMap<string, OperationKindDefinition> = new Map(operationKinds.map((kind) => [kind.kind, kind]))

/** Does what the operation is for. */
export function performOperation(call: Call): Result {
  const { plan, path } = call.compiled.operation
  const kind = kinds.get(plan.kind)
  if (kind === undefined) throw new Error(`no operation kind ${plan.kind}`)
  if (call.trace.on)
    call.trace.note('operation', plan.type === undefined ? `${plan.kind} ${path}` : `${plan.kind} ${plan.type} ${path}`)
  return kind.perform(call)
}
