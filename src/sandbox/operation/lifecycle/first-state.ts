/** The state in which a record begins whose request chooses it: by a flag called like an action, by a time that is to come. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import type { SchemaView } from '../../../api/schema/view.ts'
import { askedToWait, waitsFor } from '../../../derive/lifecycle/initial-state.ts'
import { CAPTURABLE, RECEIVED, WHOLE } from '../../../derive/naming/amounts.ts'
import { doneForms } from '../../../derive/naming/verbs.ts'
import { plain, snake } from '../../../derive/naming/words.ts'
import { recordSchema } from '../../../derive/schemas/requests.ts'
import { at, type Json, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { momentIn } from '../../state/moments.ts'
import { timeFor } from '../../state/times.ts'
import type { CompiledOperation } from '../compiled.ts'
import {
  amountCalled,
  DONE,
  HELD,
  IMMEDIATE,
  isHeld,
  isTimeOf,
  METHOD,
  type Status,
  saysDone,
} from './state-machine.ts'

interface Choice {
  readonly name: string
  /** The request leaves it out: done at once. */
  readonly usual: boolean
  readonly done: string
  readonly held: string
}

/** The state of a new record whose request says whether it is completed at once (`autocomplete`, `capture`). */
export function startOf(call: Call, plan: ResourcePlan, input: JsonObject): string | undefined {
  if (plan.status === undefined || at(input, plan.status.place) !== undefined) return undefined
  const waiting = waitsOf(call.compiled, call).find(([name]) => input[name] === true)
  if (waiting !== undefined) return waiting[1]
  const asleep = asleepOf(call.compiled, call)
  if (asleep !== undefined && (call.parameters.get(`query:${asleep.name}`) ?? input[asleep.name]) === false)
    return asleep.state
  const planned = plannedOf(call.compiled, call)
  const isToCome = (said: unknown): boolean => {
    const moment = momentIn(said)
    return moment === undefined ? typeof said === 'string' && said !== '' : moment > call.resources.clock.now()
  }
  if (planned?.names.some((name) => isToCome(input[name])) === true) return planned.state
  const deed = deedIn(call, plan, input)
  if (deed?.to !== undefined) return deedState(deed.to, plan.status, input)
  const choice = choiceOf(call.compiled, call)
  if (choice === undefined) return undefined
  const said = Object.hasOwn(input, choice.name) ? input[choice.name] : choice.usual
  return said === true ? choice.done : said === false ? choice.held : undefined
}

/** An action that a create can ask for: `confirm: true` beside `POST /payments/{id}/confirm`. */
interface Deed {
  /** The flag of the request. */
  readonly flag: string
  readonly isUsual: boolean
  /** Where the action leads. */
  readonly to?: string
  /** What the action cannot do without. */
  readonly needs: readonly string[]
  /** The times and flags of the record that tell of it. */
  readonly tells: readonly (readonly [name: string, view: SchemaView])[]
  /** What it has received, and what it can. */
  readonly amounts: readonly (readonly [name: string, schema: Schema])[]
}

/** The action that a new record has seen already, because its create asks for it and says what it needs. */
function deedIn(call: Call, plan: ResourcePlan, input: JsonObject): Deed | undefined {
  const found = deedsOf(call.compiled, call).find(
    ({ flag, isUsual: usual }) => (input[flag] ?? call.parameters.get(`query:${flag}`) ?? usual) === true,
  )
  if (found === undefined || found.needs.some((name) => (input[name] ?? null) === null)) return undefined
  const lacks = REQUIRES.exec(snake(plan.status?.initial ?? ''))?.[1]
  const said = Object.keys(input).filter((name) => (input[name] ?? null) !== null)
  const forms = new Set(['', 'id', 'data', 'token'].map((end) => plain(lacks ?? '') + end))
  return lacks === undefined || said.some((name) => forms.has(plain(name))) ? found : undefined
}

/** What a new record waits for: `requires_payment_method`. */
const REQUIRES = /^(?:requires|needs|awaiting|missing)_([a-z_]+)$/

function deedState(to: string, { values }: Status, input: JsonObject): string {
  const held = DONE.test(plain(to)) && isHeld(input) ? values.find((value) => HELD.test(plain(value))) : undefined
  return held ?? to
}

/** What a record says of the action that its create asks for: its times and flags. */
export function deedTold(call: Call, plan: ResourcePlan, input: JsonObject): JsonObject {
  const method = Object.fromEntries(
    methodsOf(plan, call.runtime).flatMap((name) => (Object.hasOwn(input, name) ? [] : [[name, 'automatic']])),
  ) as JsonObject
  const deed = deedIn(call, plan, input)
  if (deed === undefined) return method
  const { tells, to, amounts } = deed
  const state = to === undefined || plan.status === undefined ? '' : plain(deedState(to, plan.status, input))
  const amount = amountCalled(WHOLE, input)
  const moved = amounts.flatMap(([name, schema]): [string, Json][] => {
    const isMoved = CAPTURABLE.test(plain(name)) ? HELD.test(state) : DONE.test(state)
    const isFit = isMoved && amount !== undefined && call.runtime.accepts(schema, amount)
    return isFit && !Object.hasOwn(input, name) ? [[name, amount]] : []
  })
  const told = tells.flatMap(([name, view]): [string, Json][] => {
    const value = view.types[0] === 'boolean' ? true : timeFor(view, call.resources.clock.now(), name)
    return value === undefined || Object.hasOwn(input, name) ? [] : [[name, value]]
  })
  return { ...method, ...Object.fromEntries([...told, ...moved]) }
}

/** `capture_method`, which is automatic unless a request says otherwise. */
const methodsOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly string[] =>
  [...allProperties(plan.schema, runtime)].flatMap(([name, property]) => {
    const { enum: values, default: preset } = runtime.view(property).keywords
    const isOpen = METHOD.test(plain(name)) && preset === undefined && Array.isArray(values)
    return isOpen && values.includes('automatic') && runtime.accepts(property, 'automatic') ? [name] : []
  }),
)

/** A flag that the record itself holds says how it is, and not what is to be done. */
const deedsOf = oncePer(({ operation }: CompiledOperation, { runtime }: Call): readonly Deed[] => {
  const plan = runtime.resource(operation.plan.type)
  const schema = recordSchema(operation, runtime)
  if (plan === undefined || schema === undefined || operation.plan.kind !== 'create') return []
  const own = allProperties(plan.schema, runtime)
  const held = new Set([...own.keys()].map(plain))
  const inBody = [...allProperties(schema, runtime)]
  const inQuery = operation.parameters.flatMap((one) => (one.in === 'query' ? [[one.name, one.schema] as const] : []))
  const flags = [...inBody, ...inQuery].filter(
    ([name, one]) => runtime.view(one).types.join() === 'boolean' && !held.has(plain(name)),
  )
  const amounts = [...own].filter(([name]) => CAPTURABLE.test(plain(name)) || RECEIVED.test(plain(name)))
  return runtime.operationsOn(plan.type).flatMap((head): Deed[] => {
    const { kind, verb = '', target, edge, edges } = head.plan
    if (kind !== 'action' || target?.in !== 'path' || verb === '' || edges !== undefined) return []
    const word = plain(verb)
    if (TRIES.test(word)) return []
    const [flag, one] =
      flags.find(([name]) =>
        /^(now|immediately|oncreate|oncreation|aftercreate|aftercreation)?$/.test(after(plain(name), word)),
      ) ?? []
    if (flag === undefined || one === undefined) return []
    const asked = recordSchema(runtime.operation(head.id).operation, runtime)
    const done = doneForms(verb)
    const tells = [...own].flatMap(([name, property]) => {
      const view = runtime.view(property)
      const isFlag = view.types.join() === 'boolean' && saysDone(name, done)
      return isFlag || isTimeOf(name, done) ? [[name, view] as const] : []
    })
    if (edge === undefined && tells.length === 0) return []
    const needs = [...runtime.view(asked).required]
    return [{ flag, isUsual: isUsual(one, runtime), ...(edge !== undefined && { to: edge.to }), needs, tells, amounts }]
  })
})

/** A flag called so says that nothing is to be done for good: `test: true`, `validate: true`. */
const TRIES = /^(test|validate|preview|check|simulate|dryrun|try|verify)$/

/** What stands behind the verb in a name; a text that no form has where the name begins otherwise. */
function after(name: string, verb: string): string {
  return name.startsWith(verb) ? name.slice(verb.length) : '-'
}

/** Times of the request at which it is to be done, and the state of what waits for one: `send_at`, `scheduled`. */
const plannedOf = oncePer(({ operation }: CompiledOperation, { runtime }: Call) => {
  const values = runtime.resource(operation.plan.type)?.status?.values ?? []
  const state = values.find((value) => /^scheduled?$/.test(plain(value)))
  const asked = runtime.view(recordSchema(operation, runtime)).properties
  const names = [...asked.keys()].filter((name) => PLANS.test(plain(name)))
  return state === undefined || names.length === 0 ? undefined : { state, names }
})

const PLANS =
  /^(send|deliver|publish|post|schedule|scheduled|scheduledsend|scheduledpublish)(at|on|date|time|for|datetime)$/

/** The flag by which a create is told not to activate, and the state of what is not: `activate=false`. */
const asleepOf = oncePer(({ operation }: CompiledOperation, { runtime }: Call) => {
  const values = runtime.resource(operation.plan.type)?.status?.values ?? []
  const state = values.find((value) => /^(staged|inactive|notactivated|deactivated|draft|disabled)$/.test(plain(value)))
  const inQuery = operation.parameters.filter((one) => one.in === 'query').map((one) => one.name)
  const names = [...inQuery, ...runtime.view(recordSchema(operation, runtime)).properties.keys()]
  const name = names.find((one) => /^(activate|autoactivate)$/.test(plain(one)))
  return state === undefined || name === undefined ? undefined : { name, state }
})

/** Flags of the request that ask to wait for something, with the state of what waits for it: `require_approval`. */
const waitsOf = oncePer(
  ({ operation }: CompiledOperation, { runtime }: Call): readonly (readonly [name: string, state: string])[] => {
    const values = runtime.resource(operation.plan.type)?.status?.values ?? []
    const names = [...runtime.view(recordSchema(operation, runtime)).properties.keys()]
    return names.flatMap((name) => {
      const what = askedToWait(name)
      const state = what === undefined ? undefined : values.find((value) => waitsFor(snake(value), what))
      return state === undefined ? [] : [[name, state] as const]
    })
  },
)

const choiceOf = oncePer(({ operation }: CompiledOperation, { runtime }: Call): Choice | undefined => {
  const values = runtime.resource(operation.plan.type)?.status?.values ?? []
  const done = values.find((value) => DONE.test(plain(value)))
  const held = values.find((value) => HELD.test(plain(value))) ?? values.find((value) => plain(value) === 'approved')
  const schema = recordSchema(operation, runtime)
  if (done === undefined || held === undefined || schema === undefined) return undefined
  for (const [name, property] of allProperties(schema, runtime))
    if (IMMEDIATE.test(plain(name))) return { name, done, held, usual: isUsual(property, runtime) }
  return undefined
})

function isUsual(schema: Schema, runtime: Runtime): boolean {
  const { default: preset, description } = runtime.view(schema).keywords
  return preset === true || (typeof description === 'string' && /\bdefault[^.]{0,20}\btrue\b/i.test(description))
}
