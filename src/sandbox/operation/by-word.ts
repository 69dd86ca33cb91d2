/** Actions that are records and say in a word what is done: `POST /machines/{id}/actions` with `{type: power_off}`. */
import type { ResourcePlan } from '../../api/plan.ts'
import { isJobName } from '../../derive/jobs.ts'
import { doneForms, isActionWord, usualOutcomes } from '../../derive/verbs.ts'
import type { JsonObject } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import type { Links } from '../state/links.ts'
import { plain } from '../state/place.ts'
import { acted } from './action.ts'
import { changeRecord } from './update.ts'

const WORD = /^(type|action|command|verb|operation)$/

/** Does to the record above what the new action says, where its word is one for what is done. */
export function doneByWord(call: Call, plan: ResourcePlan, input: JsonObject, links: Links): void {
  if (!isJobName(plan.type)) return
  const { operation } = call.compiled
  const parent = operation.plan.parents.filter((one) => one.in === 'path').at(-1)
  const above = call.runtime.resource(parent?.type)
  const verb = Object.entries(input).find(([name, value]) => WORD.test(plain(name)) && typeof value === 'string')?.[1]
  if (parent === undefined || above === undefined || above === plan || typeof verb !== 'string') return
  const { [parent.link]: id, ...around } = links
  const record = id === undefined ? undefined : call.resources.find(above, id, around)
  const forms = [...doneForms(verb), ...usualOutcomes(verb)]
  const to = forms.flatMap((form) => above.status?.values.filter((value) => plain(value) === form) ?? [])[0]
  if (record === undefined || (to === undefined && !isActionWord(verb))) return
  const { edge: _none, ...told } = operation.plan
  const edge =
    to === undefined ? {} : { edge: { to, provenance: 'derived' as const, why: `${to} is what ${verb} comes to` } }
  const compiled = { ...call.compiled, operation: { ...operation, plan: { ...told, ...edge, verb } } }
  changeRecord(call, above, record, acted({ ...call, compiled }, above, record.value, verb, {}))
}
