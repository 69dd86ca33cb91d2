/** `GET /pulls/{id}/merge` that answers nothing, or 404: whether it was done to the record. */
import { allProperties } from '../../../api/schema/properties.ts'
import { doneForms, isActionWord } from '../../../derive/naming/verbs.ts'
import { at, textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { words } from '../answers/refusal-wording.ts'
import type { CompiledOperation } from '../compiled.ts'
import type { Refusal } from '../kind.ts'
import { isTimeOf, saysDone } from './state-machine.ts'

/** What tells of it: flags and times of the record, and the states that it may have come to. */
interface Signs {
  readonly verb: string
  readonly names: readonly string[]
  readonly states: readonly string[]
}

/** The 404 of what was not done; undefined where it was, and where the record does not tell. */
export function notDone(call: Call, record: StoredRecord): Refusal | undefined {
  const { resource } = call.compiled
  const signs = resource === undefined ? undefined : signsOf(call.compiled, call.runtime)
  if (resource === undefined || signs === undefined || call.resources.isImagined(record)) return undefined
  const state = resource.status === undefined ? undefined : at(record.value, resource.status.place)
  const isDone =
    signs.names.some((name) => (record.value[name] ?? false) !== false) || signs.states.includes(textOf(state))
  const message = `This ${words(resource)} has no ${signs.verb} yet`
  return isDone ? undefined : { status: 404, message, code: 'not_found' }
}

const signsOf = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): Signs | undefined => {
  const verb = /\}\/([a-z]+)$/.exec(operation.path)?.[1] ?? ''
  const { method, responses, plan } = operation
  const isAsked = method === 'GET' && plan.success === '204' && Object.hasOwn(responses, '404') && isActionWord(verb)
  if (!isAsked || resource === undefined) return undefined
  const done = doneForms(verb)
  const all = [...allProperties(resource.schema, runtime).keys()]
  const names = all.filter((name) => saysDone(name, done) || isTimeOf(name, done))
  const states = (resource.status?.values ?? []).filter((value) => saysDone(value, done))
  return names.length + states.length === 0 ? undefined : { verb, names, states }
})
