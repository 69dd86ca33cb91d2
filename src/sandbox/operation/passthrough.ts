import { at, isObject, type JsonObject } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { addressed, parentsOf } from './address.ts'
import { answerCovering } from './compiled.ts'
import { parametersOf } from './input.ts'
import type { OperationKindDefinition } from './kind.ts'

/** Answers from the request and the description alone; nothing is stored. */
export const passthrough: OperationKindDefinition = {
  kind: 'passthrough',
  perform(call) {
    const { target, type } = call.compiled.operation.plan
    const found = type !== undefined && target?.in === 'path' ? addressed(call) : parentsOf(call)
    if ('refuse' in found && answerCovering(call.compiled.operation, 404).declared !== undefined)
      return { refuse: found.refuse }
    return { show: 'value', sources: echoed(call), key: `passthrough/${call.request.path}` }
  },
}

/** What the request itself says, for answers that repeat it. */
export function echoed(call: Call): readonly JsonObject[] {
  const inner = at(call.body, call.compiled.operation.plan.input ?? [])
  const objects = [inner, call.body, Object.fromEntries(call.pathParameters), parametersOf(call)]
  return objects.filter(isObject) as JsonObject[]
}
