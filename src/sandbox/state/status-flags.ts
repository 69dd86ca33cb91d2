/** What stands beside a status and follows it: `State: {Status: running, Running: true, StartedAt: …, Pid: 12}`. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { eventIn } from '../../api/schema/generate.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { askedNames } from './asked.ts'
import { momentIn } from './moments.ts'
import { withAt, without } from './place.ts'

interface Flag {
  readonly place: Place
  readonly state: string
}

/** The record with the flags that its status sets. */
export function flagged(plan: ResourcePlan, value: JsonObject, status: string, runtime: Runtime): JsonObject {
  return flagsOf(plan, runtime).reduce((told, { place, state }) => {
    const isStill = place.length === 1 && STAYS.test(state) && at(told, place) === true
    return isStill && isLater(plan, status, state) ? told : withAt(told, place, state === plain(status))
  }, value)
}

/** A record that is opened again, or begins once more, has what was done to it before it. */
function isLater({ status }: ResourcePlan, now: string, done: string): boolean {
  const order = status?.values.map(plain) ?? []
  const isBack = now === status?.initial || AGAIN.test(plain(now))
  return !isBack && order.indexOf(plain(now)) > order.indexOf(done)
}

const AGAIN = /^re(open|start|activat|new|set|queue|draft)/

/** What was done to a record stays done in later states: what is paid, and then sent, is paid. */
const STAYS =
  /^(completed?|succeeded|paid|captured|settled|finished|done|fulfilled|redeemed|published|sent|delivered|approved|verified)$/

/** Of a record itself, flags that requests say may mean other things. */
const flagsOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Flag[] => {
  const { status, schema } = plan
  if (status === undefined) return []
  const around = status.place.slice(0, -1)
  const states = new Set(status.values.map(plain))
  const asked = around.length === 0 ? askedNames(plan, runtime) : new Set<string>()
  const required = runtime.view(schemaAt(runtime.view, schema, around)).required
  return [...runtime.view(schemaAt(runtime.view, schema, around)).properties].flatMap(([name, property]) => {
    const state = plain(name).replace(/^is(?=[a-z]{4})/, '')
    const isFlag = states.has(state) && runtime.view(property).types.join() === 'boolean'
    const isOwn = around.length > 0 || (required.has(name) && !asked.has(plain(name)))
    return isFlag && isOwn ? [{ place: [...around, name], state }] : []
  })
})

/** States in which all has begun or is over. */
export const OVER: RegExp =
  /^(completed|complete|succeeded|success|finished|done|ended|failed|failure|errored|cancell?ed|aborted|stopped|terminated|closed|hungup|exited|dead)$/
export const BEGUN: RegExp = /^(running|inprogress|started|processing)$/
const BEFORE = /^(created|queued|pending|enqueued|scheduled|new|waiting|draft|submitted|requested|accepted|received)$/
export const STARTS: readonly string[] = ['start', 'started']
export const ENDS: readonly string[] = ['end', 'ended', 'finish', 'finished', 'stop', 'stopped']
const COMPLETES = /^(completed|complete|succeeded|success|finished|done)$/
const COMPLETION: readonly string[] = ['completion', 'completed']

/** What befalls what comes into a state, by the words of the times beside it. */
export function eventsOf(state: string): ReadonlySet<string> {
  const begins = BEGUN.test(state) ? STARTS : OVER.test(state) ? ENDS : []
  return new Set([state, ...begins, ...(COMPLETES.test(state) ? COMPLETION : [])])
}

export interface TimeBeside {
  readonly place: Place
  /** What it is the time of. */
  readonly event: string
}

/** The times in the object of the status. */
export const timesBeside: (plan: ResourcePlan, runtime: Runtime) => readonly TimeBeside[] = oncePer(
  ({ status, schema }: ResourcePlan, runtime: Runtime) => {
    const around = status?.place.slice(0, -1) ?? []
    if (around.length === 0) return []
    return [...allProperties(schemaAt(runtime.view, schema, around), runtime)].flatMap(([name, one]) => {
      const { types, keywords } = runtime.view(one)
      const event = plain(eventIn(name) ?? '')
      const isTime = types.some((type) => /^(string|integer|number)$/.test(type)) && keywords['enum'] === undefined
      return isTime && event !== '' ? [{ place: [...around, name], event }] : []
    })
  },
)

/** Which of them, and which number of a process, have not come where a record begins. */
const laterBeside = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Place[] => {
  const { status } = plan
  const around = status?.place.slice(0, -1) ?? []
  const initial = plain(status?.initial ?? '')
  if (around.length === 0 || initial === '' || OVER.test(initial)) return []
  const states = new Set(status?.values.map(plain))
  const isLater = ({ event }: TimeBeside): boolean =>
    (states.has(event) && event !== initial) ||
    ([...ENDS, ...COMPLETION].includes(event) ? true : STARTS.includes(event) && isBefore(initial))
  const times = timesBeside(plan, runtime)
    .filter(isLater)
    .map(({ place }) => place)
  const pid = [...allProperties(schemaAt(runtime.view, plan.schema, around), runtime).keys()].filter((name) =>
    /^pid$/i.test(name),
  )
  return isBefore(initial) ? [...times, ...pid.map((name) => [...around, name])] : times
})

function isBefore(state: string): boolean {
  return BEFORE.test(state)
}

/** Some of it has not come where a record begins. */
export function hasLater(plan: ResourcePlan, runtime: Runtime): boolean {
  return laterBeside(plan, runtime).length > 0
}

/** A new record without the times of what has not happened to it; those that have to be there are nothing. */
export function withoutLater(plan: ResourcePlan, value: JsonObject, sent: JsonObject, runtime: Runtime): JsonObject {
  if (plan.status === undefined || at(value, plan.status.place) !== plan.status.initial) return value
  return laterBeside(plan, runtime).reduce((told, place) => {
    const old = at(told, place)
    if (old === undefined || at(sent, place) !== undefined) return told
    return nothingAt(plan, told, place, runtime) ?? told
  }, value)
}

function nothingAt(plan: ResourcePlan, value: JsonObject, place: Place, runtime: Runtime): JsonObject | undefined {
  const schema = schemaAt(runtime.view, plan.schema, place) ?? true
  const mustBe = runtime.view(schemaAt(runtime.view, plan.schema, place.slice(0, -1))).required.has(place.at(-1) ?? '')
  if (runtime.accepts(schema, null)) return withAt(value, place, null)
  if (!mustBe) return without(value, place)
  const isNumber = typeof at(value, place) === 'number'
  if (isNumber && runtime.accepts(schema, 0)) return withAt(value, place, 0)
  return undefined
}

/** The time is none yet: absent, or the first there is. */
export function isNoTime(value: unknown): boolean {
  return value === undefined || value === null || value === 0 || value === '' || (momentIn(value) ?? 0) < 0
}
