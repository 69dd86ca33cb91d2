/** Actions that are records and say in a word what is done: `POST /machines/{id}/actions` with `{type: power_off}`. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { isJobName } from '../../../derive/lifecycle/long-running-operation.ts'
import { isActionWord } from '../../../derive/naming/verbs.ts'
import type { JsonObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import { gathered } from '../associations/membership-verbs.ts'
import { parentInPath } from '../associations/parent-types.ts'
import { acted } from '../kinds/action.ts'
import { changeRecord } from '../kinds/update.ts'
import { compiledFor, wordIn } from './verb-in-body.ts'

const WORD = /^(type|action|command|verb|operation)$/

/** Does to the record above what the new action says, where its word is one for what is done. */
export function doneByWord(call: Call, plan: ResourcePlan, input: JsonObject, links: Links): void {
  if (!isJobName(plan.type)) return
  const { operation } = call.compiled
  const parent = parentInPath(operation.plan)
  const above = call.runtime.resource(parent?.type)
  const verb = wordIn(input, WORD)
  if (parent === undefined || above === undefined || above === plan || verb === undefined) return
  const { [parent.link]: id, ...around } = links
  const record = id === undefined ? undefined : call.resources.find(above, id, around)
  const compiled = compiledFor(call.compiled, above, verb)
  if (record === undefined || (compiled.operation.plan.edge === undefined && !isActionWord(verb))) return
  const done = acted({ ...call, compiled }, above, record.value, verb, {})
  changeRecord(call, above, record, gathered({ ...call, compiled }, above, record.value, done))
}
