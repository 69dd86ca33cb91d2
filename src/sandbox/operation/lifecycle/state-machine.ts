/**
 * What an action does to a record's life: the state it leads to, the amounts that move with it, and when it is
 * refused because the record is past it. What is merely not ready is let through: how it gets ready is often outside
 * of what a description tells.
 */
import type { Operation } from '../../../api/description.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { eventIn } from '../../../api/schema/generate.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { stateGuard } from '../../../behaviours/lifecycle/state-guard/fact.ts'
import { CAPTURABLE, PART, RECEIVED, WHOLE } from '../../../derive/naming/amounts.ts'
import { doneForms } from '../../../derive/naming/verbs.ts'
import { plain } from '../../../derive/naming/words.ts'
import { conflictStatus } from '../../../derive/operations/conflicts.ts'
import { recordSchema } from '../../../derive/schemas/requests.ts'
import { at, type Json, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { words } from '../answers/refusal-wording.ts'
import type { CompiledOperation } from '../compiled.ts'
import type { Refusal } from '../kind.ts'
import { amountOf } from '../money/amount-forms.ts'

/** Verbs that are done once: doing them again is a mistake, not a repetition. */
const ONCE = new Set(
  `capture complete confirm finalize finalise finish cancel void pay approve reject submit close accept decline deny redeem authorize settle
sign merge ship deliver expire revoke terminate abort execute`.split(/\s+/),
)
/** Verbs that end or begin something, which is too late for what is done. */
const TOO_LATE = new Set(
  'cancel void abort confirm capture authorize approve reject decline deny accept submit'.split(' '),
)
const DEAD =
  /^(cancell?ed|void|voided|expired|failed|rejected|declined|denied|deleted|terminated|aborted|revoked|refunded|reversed)$/
export const DONE: RegExp = /^(completed?|succeeded|paid|captured|settled|finished|done|fulfilled|redeemed)$/
export const HELD: RegExp = /^(requirescapture|authori[sz]ed|uncaptured|pendingcapture)$/

/** The refusal of an action that contradicts the state of the record, where the description declares an answer for it. */
export function contradiction(call: Call, plan: ResourcePlan, record: JsonObject): Refusal | undefined {
  const { compiled } = call
  const { verb = '', edge } = compiled.operation.plan
  const current = plan.status === undefined ? undefined : at(record, plan.status.place)
  const why =
    repeats(call, plan, record, verb) ??
    (typeof current === 'string' ? tooLate(verb, edge, current, plan.status?.initial) : undefined)
  const status = why === undefined ? undefined : conflictStatus(compiled.operation)
  if (why === undefined || status === undefined) return undefined
  return { status, message: `Cannot ${verb.replaceAll('_', ' ')} this ${words(plan)}: ${why}`, code: 'invalid_state' }
}

/** A flag or a time of the record says that it was done. */
function repeats(call: Call, plan: ResourcePlan, record: JsonObject, verb: string): string | undefined {
  if (!ONCE.has(verb)) return undefined
  const done = doneForms(verb)
  const names = [...allProperties(plan.schema, call.runtime).keys()]
  const flag = names.find((name) => record[name] === true && saysDone(name, done))
  if (flag !== undefined) return `${flag} is true already`
  // A time that must be there, and may not be null, tells of nothing.
  const { required } = call.runtime.view(plan.schema)
  const mayLack = (name: string): boolean =>
    !required.has(name) || call.runtime.accepts(allProperties(plan.schema, call.runtime).get(name) ?? true, null)
  const time = names.find((name) => (record[name] ?? null) !== null && isTimeOf(name, done) && mayLack(name))
  return time === undefined ? undefined : `${time} is set already`
}

/** `merged`, `isMerged`: the name of a flag or a state is one of the forms of what is done. */
export function saysDone(name: string, forms: readonly string[]): boolean {
  return forms.some((form) => plain(name) === form || plain(name) === `is${form}`)
}

/** `merged_at` */
export function isTimeOf(name: string, forms: readonly string[]): boolean {
  return forms.includes(plain(eventIn(name) ?? ''))
}

/** The states in which an action is refused. */
export function refusingStates(operation: Operation, { values, initial }: Status): readonly string[] {
  const { verb = '', edge } = operation.plan
  if (conflictStatus(operation) === undefined) return []
  const barred = stateGuard.ofOperation(operation.plan)
  return values.filter(
    (state) => barred?.states.includes(state) === true || tooLate(verb, edge, state, initial) !== undefined,
  )
}

export type Status = Pick<NonNullable<ResourcePlan['status']>, 'values' | 'initial'>

function tooLate(
  verb: string,
  edge: CompiledOperation['operation']['plan']['edge'],
  current: string,
  initial: string | undefined,
): string | undefined {
  if (current === initial || edge?.from?.includes(current) === true) return undefined
  const state = plain(current)
  const isOver = DEAD.test(state) || DONE.test(state)
  const why = `its status is ${current}`
  if (edge?.to === current) return ONCE.has(verb) || (verb === 'send' && state === 'sent') ? why : undefined
  if (DEAD.test(state) && ONCE.has(verb)) return why
  if (DONE.test(state) && TOO_LATE.has(verb)) return why
  return isOver && edge?.from !== undefined ? why : undefined
}

/** The state after the verb; undefined where it leads to none. */
export function stateAfter(call: Call, plan: ResourcePlan, before: JsonObject, sent: JsonObject): string | undefined {
  const { edge, verb = '' } = call.compiled.operation.plan
  const { status } = plan
  if (edge === undefined || status === undefined) return undefined
  if (DONE.test(plain(edge.to)) && !/captur|complet|settle/.test(verb) && isHeld(before, sent)) {
    const held = status.values.find((value) => HELD.test(plain(value)))
    if (held !== undefined) return held
  }
  return isPart(before, sent)
    ? (status.values.find((v) => plain(v) === `partially${plain(edge.to)}`) ?? edge.to)
    : edge.to
}

/** Money is to be taken later, by word of the record or of the request. */
export function isHeld(...objects: readonly JsonObject[]): boolean {
  return objects.some((object) =>
    Object.entries(object).some(([name, value]) =>
      METHOD.test(plain(name))
        ? /^(manual|delayed|deferred|later)$/i.test(String(value))
        : IMMEDIATE.test(plain(name)) && value === false,
    ),
  )
}

export const METHOD: RegExp = /^capture(method|mode)$/
export const IMMEDIATE: RegExp = /^(autocomplete|capture|autocapture|capturenow|immediatecapture)$/
const WHEN = new RegExp(`${METHOD.source}|${IMMEDIATE.source}`)

/** The request that makes a record has it captured at once: so it says, or so it is where the description lets it choose. */
export function isTakenAtOnce(call: Call, plan: ResourcePlan, given: JsonObject, input: JsonObject): boolean {
  const said = { ...whenOf(call.compiled.operation, call.runtime), ...given }
  const names = Object.keys(said).filter((name) => WHEN.test(plain(name)))
  if (names.length === 0 || isHeld(said)) return false
  const state = plan.status === undefined ? undefined : at(input, plan.status.place)
  if (typeof state === 'string') return DONE.test(plain(state))
  const isAtOnce = names.some((name) => IMMEDIATE.test(plain(name)))
  return isAtOnce || plan.status?.initial === undefined || DONE.test(plain(plan.status.initial))
}

/** A record that this operation makes has its money taken at once, unless the request says otherwise. */
export function usuallyTakesAtOnce(operation: Operation, runtime: Runtime): boolean {
  const usual = whenOf(operation, runtime)
  return Object.keys(usual).length > 0 && !isHeld(usual)
}

/** What a request means that does not say when money is taken. */
const whenOf = oncePer((operation: Operation, runtime: Runtime): JsonObject => {
  const schema = recordSchema(operation, runtime)
  const properties = schema === undefined ? [] : [...allProperties(schema, runtime)]
  return Object.fromEntries(
    properties
      .filter(([name]) => WHEN.test(plain(name)))
      .map(([name, property]) => {
        const { default: preset, description } = runtime.view(property).keywords
        const isLater = typeof description === 'string' && /\bdefault[^.]{0,20}\b(false|manual)\b/i.test(description)
        const isFlag = IMMEDIATE.test(plain(name))
        return [name, preset ?? (isFlag ? !isLater : isLater ? 'manual' : 'automatic')]
      }),
  ) as JsonObject
})

/** Less than the whole amount is asked for. */
function isPart(before: JsonObject, sent: JsonObject): boolean {
  const whole = amountOf(amountCalled(WHOLE, before))
  const part = amountOf(amountCalled(PART, sent) ?? amountCalled(WHOLE, sent))
  return whole !== undefined && part !== undefined && part < whole
}

/** The amounts that follow from a state: what was captured, what can still be. */
export function movedAmounts(before: JsonObject, sent: JsonObject, next: string, part?: Place): JsonObject {
  const amount = amountCalled(WHOLE, before)
  if (amount === undefined) return {}
  const said = part === undefined ? undefined : (at(sent, part) as Json | undefined)
  const taken = said ?? amountCalled(PART, sent) ?? amount
  const moved: Record<string, Json> = {}
  const state = plain(next)
  for (const [name, old] of Object.entries(before)) {
    if (typeof old !== typeof amount) continue
    const word = plain(name)
    if (CAPTURABLE.test(word)) moved[name] = HELD.test(state) ? amount : nothing(old)
    if (DONE.test(state) && RECEIVED.test(word)) moved[name] = taken
  }
  return moved
}

/** The first amount in an object that is called so. */
export function amountCalled(form: RegExp, object: JsonObject): Json | undefined {
  return Object.entries(object).find(([name, value]) => form.test(plain(name)) && amountOf(value) !== undefined)?.[1]
}

function nothing(old: Json): Json {
  return typeof old === 'number' ? 0 : old
}
