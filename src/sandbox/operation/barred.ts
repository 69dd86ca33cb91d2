/** States in which words say that an operation is refused: held, where a record can come to another state at all. */
import type { Operation } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { at, isObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { plain } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'
import type { CompiledOperation } from './compiled.ts'
import { recordSchema } from './input.ts'
import { finishesAlone } from './job.ts'
import type { Refusal } from './kind.ts'
import { conflictStatus } from './lifecycle.ts'
import { words } from './wording.ts'

/** The refusal of what the record's state does not allow, where the description declares an answer for it. */
export function barredBy(call: Call, plan: ResourcePlan, record: StoredRecord): Refusal | undefined {
  const { operation } = call.compiled
  const { barred, kind, verb = kind } = operation.plan
  const state = barred === undefined || plan.status === undefined ? undefined : at(record.value, plan.status.place)
  if (typeof state !== 'string' || barred?.states.includes(state) !== true) return undefined
  if (call.resources.isImagined(record) || isForced(call) || !isAvoidable(call.compiled, call.runtime)) return undefined
  const status = conflictStatus(operation)
  if (status === undefined) return undefined
  const message = `Cannot ${verb.replaceAll('_', ' ')} this ${words(plan)}: its status is ${state}`
  return { status, message, code: 'invalid_state' }
}

/** `force=true`, `{recursive: true}`. */
export function isForced(call: Call): boolean {
  const sent = [...call.parameters].flatMap(([name, value]) =>
    name.startsWith('query:') ? [[name.slice(6), value] as const] : [],
  )
  const said = isObject(call.body) ? [...sent, ...Object.entries(call.body)] : sent
  return said.some(([name, value]) => FORCE.test(plain(name)) && /^(true|1|yes)$/i.test(textOf(value)))
}

const FORCE =
  /^((is)?forced?(ful)?(delete|remove|deletion|destroy)?|recursive(ly)?|cascade|(delete|remove|with)(all)?(contents?|children|contained|nested))$/

/** Requests can bring a record to a state in which it is not refused. */
const isAvoidable = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): boolean => {
  const { barred } = operation.plan
  if (barred === undefined || resource?.status === undefined) return false
  const { initial, place } = resource.status
  const isFree = (state: string | undefined): boolean => state !== undefined && !barred.states.includes(state)
  if (isFree(initial) || finishesAlone(resource, runtime)) return true
  return runtime.operationsOn(resource.type).some((head) => {
    const { edge, edges = [] } = head.plan
    if (isFree(edge?.to) || edges.some(({ to }) => isFree(to))) return head.id !== operation.id
    return sends(runtime.operation(head.id).operation, place, runtime)
  })
})

function sends(operation: Operation, place: readonly string[], runtime: Runtime): boolean {
  const schema = recordSchema(operation, runtime)
  if (schema === undefined || !/^(create|update|replace)$/.test(operation.plan.kind)) return false
  const found = schemaAt(runtime.view, schema, place)
  return found !== undefined && runtime.view(found).keywords['readOnly'] !== true
}
