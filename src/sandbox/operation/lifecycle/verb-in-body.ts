/** A verb that the body says: `PUT /users/{id}/status` with `{action: deactivate}`. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { doneForms, isActionWord, takesBack, usualOutcomes } from '../../../derive/naming/verbs.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import { withAt } from '../../state/place.ts'
import type { CompiledOperation } from '../compiled.ts'
import { inputOf } from '../input.ts'

/** Paths that say no more than that something is to change. */
const OPEN = /^(status|state|transitions?|actions?)$/
const WORD = /^(type|action|command|verb|operation|event|transition)$/

/** The call by the verb that its body says, where its path says none. */
export function spoken(call: Call, plan: ResourcePlan): Call {
  if (!OPEN.test(call.compiled.operation.plan.verb ?? '')) return call
  const verb = wordIn(inputOf(call), WORD)
  if (verb === undefined || verb.length > LONGEST || !isActionWord(verb)) return call
  return { ...call, compiled: compiledFor(call.compiled, plan, verb) }
}

const LONGEST = 40
const MOST = 64

const byVerb = oncePer((_compiled: CompiledOperation, _plan: ResourcePlan) => new Map<string, CompiledOperation>())

/** The text under the first of these names. */
export function wordIn(input: JsonObject, names: RegExp): string | undefined {
  const found = Object.entries(input).find(([name, value]) => names.test(plain(name)) && typeof value === 'string')?.[1]
  return typeof found === 'string' ? found : undefined
}

/** The operation as one that does what the verb says to records of the type. */
export function compiledFor(compiled: CompiledOperation, plan: ResourcePlan, verb: string): CompiledOperation {
  const known = byVerb(compiled, plan)
  const found = known.get(verb) ?? compiledAnew(compiled, plan, verb)
  if (known.size < MOST) known.set(verb, found)
  return found
}

function compiledAnew(compiled: CompiledOperation, plan: ResourcePlan, verb: string): CompiledOperation {
  const forms = [...doneForms(verb), ...usualOutcomes(verb)]
  const to = forms.flatMap((form) => plan.status?.values.filter((value) => plain(value) === form) ?? [])[0]
  const { edge: _none, ...told } = compiled.operation.plan
  const edge =
    to === undefined ? {} : { edge: { to, provenance: 'derived' as const, why: `${to} is the result of ${verb}` } }
  return { ...compiled, operation: { ...compiled.operation, plan: { ...told, ...edge, verb } } }
}

const EVENT = /^(state|status)event$/

/** `state_event: close` of a change: the state that the verb comes to, at the place of the status. */
export function eventSaid(call: Call, plan: ResourcePlan, input: JsonObject): JsonObject {
  const verb = plan.status === undefined ? undefined : wordIn(input, EVENT)
  if (plan.status === undefined || verb === undefined || verb.length > LONGEST || !isActionWord(verb)) return input
  const { edge } = compiledFor(call.compiled, plan, verb).operation.plan
  const to = edge?.to ?? (takesBack(verb).length > 0 ? plan.status.initial : undefined)
  return to === undefined ? input : withAt(input, plan.status.place, to)
}
