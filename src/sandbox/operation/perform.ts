import type { TargetPlan } from '../../api/plan.ts'
import { isObject } from '../../support/json.ts'
import { withSession } from '../auth/sessions.ts'
import type { Call } from '../exchange.ts'
import { parameterText } from './address.ts'
import { performPart } from './changes/property-endpoint.ts'
import { performTags } from './collections/tags.ts'
import type { OperationKindDefinition, Result } from './kind.ts'
import { operationKinds } from './kinds/index.ts'
import { passthrough } from './kinds/passthrough.ts'

const kinds: ReadonlyMap<string, OperationKindDefinition> = new Map(operationKinds.map((kind) => [kind.kind, kind]))

/** Does what the operation is for. */
export function performOperation(call: Call): Result {
  const { plan, path } = call.compiled.operation
  const kind = kinds.get(plan.kind)
  if (kind === undefined) throw new Error(`no operation kind ${plan.kind}`)
  if (call.trace.on)
    call.trace.note('operation', plan.type === undefined ? `${plan.kind} ${path}` : `${plan.kind} ${plan.type} ${path}`)
  const perform = (told: Call) => {
    if (plan.tags !== undefined) return performTags(told, plan.tags)
    if (plan.part !== undefined) return performPart(told, plan.part)
    return namesNobody(told) ? passthrough.perform(told) : kind.perform(told)
  }
  const before = call.resources.savepoint()
  const result = plan.session === undefined ? perform(call) : withSession(call, plan.session, perform)
  if ('refuse' in result) call.resources.backTo(before)
  return result
}

/**
 * True where a look or a verb may name a record and does not: the presence of whoever asks; `/apps/propose`, about
 * what is sent. What shows a record needs one, and so does a verb that is told of nothing to act on.
 */
function namesNobody(call: Call): boolean {
  const { kind, target, output } = call.compiled.operation.plan
  if (output !== undefined || target === undefined || target.in === 'path') return false
  if (kind !== 'read' && !(kind === 'action' && bringsObject(call.body))) return false
  return parameterText(call, target) === undefined && !isDemanded(call, target)
}

function bringsObject(body: unknown): boolean {
  return isObject(body) && Object.values(body).some(isObject)
}

function isDemanded(call: Call, target: TargetPlan): boolean {
  const { parameters, requestBody } = call.compiled.operation
  if (target.in === 'query') return parameters.some((p) => p.in === 'query' && p.name === target.name && p.required)
  const bodies = Object.values(requestBody?.content ?? {})
  return bodies.some(({ schema }) => call.runtime.view(schema).required.has(target.name))
}
