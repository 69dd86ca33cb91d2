/** Actions that are records and say in a word what is done: `POST /machines/{id}/actions` with `{type: power_off}`. */
import { parentInPath } from '../../../api/model-reader.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { isJobName } from '../../../derive/lifecycle/long-running-operation.ts'
import { isActionWord } from '../../../derive/naming/verbs.ts'
import type { JsonObject } from '../../../support/json.ts'
import type { Refused } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import { gathered } from '../associations/membership-verbs.ts'
import { changeOne } from '../change-one.ts'
import { acted } from '../kinds/action.ts'
import { compiledFor, wordIn } from './verb-in-body.ts'

const WORD = /^(type|action|command|verb|operation)$/

/** Does to the record above what the new action says, where its word is one for what is done; why that is refused. */
export function doneByWord(call: Call, plan: ResourcePlan, input: JsonObject, links: Links): Refused | undefined {
  if (!isJobName(plan.type)) return undefined
  const { operation } = call.compiled
  const parent = parentInPath(operation.plan)
  const above = call.runtime.resource(parent?.type)
  const verb = wordIn(input, WORD)
  if (parent === undefined || above === undefined || above === plan || verb === undefined) return undefined
  const { [parent.link]: id, ...around } = links
  const record = id === undefined ? undefined : call.resources.find(above, id, around)
  if (record === undefined || verb.length > LONGEST) return undefined
  const compiled = compiledFor(call.compiled, above, verb)
  if (compiled.operation.plan.edge === undefined && !isActionWord(verb)) return undefined
  const told = { ...call, compiled }
  const becomes = () => ({ value: gathered(told, above, record.value, acted(told, above, record.value, verb, {})) })
  // The request is about the action: what it says of versions is not said of the record above.
  const done = changeOne(told, above, record, { input: {}, by: 'verb', becomes, isOneOfSeveral: true })
  return 'refuse' in done ? done : undefined
}

/** Words of which verbs are made. */
const LONGEST = 40
