/**
 * One thing that providers do and a description implies, as serving sees it: hooks at the phases of a request that
 * makes, changes or removes a record. Which hooks an operation has is found once, when it is first used; a request runs
 * those and no others.
 *
 *   admit     may it be done? The first refusal counts; a grant carries what follows from it.
 *   complete  what is said of a record is completed from itself.
 *   offer     values of a new record that nobody said, the strongest first.
 *   revise    what a change brings with it, before the record is stored.
 *   finish    a record that was made or changed, once it is stored.
 *   show      how the answer to that request shows it, if otherwise than it is kept.
 *   settle    what follows for other records.
 *
 * Whatever makes or changes a record of a type, a request or the seed, three more see to what it holds:
 *
 *   begin     values that a new record begins with, of which nobody said anything, the strongest first.
 *   compose   a new record is completed from itself and from others.
 *   maintain  so is a changed one.
 *
 * Between two phases nothing is half done: hooks of one phase run in the order of the table, and a refusal takes back
 * all that the request wrote.
 */

import type { ResourcePlan } from '../api/plan.ts'
import { isEqual } from '../api/schema/equal.ts'
import { isOff, isOffOfType } from '../api/switches.ts'
import type { JsonObject } from '../support/json.ts'
import type { Call } from './exchange.ts'
import type { CompiledOperation } from './operation/compiled.ts'
import type { Identity } from './operation/identity/client-chosen-id.ts'
import type { Refusal } from './operation/kind.ts'
import type { Runtime } from './runtime.ts'
import type { Under } from './state/joins.ts'
import type { Links } from './state/links.ts'
import type { Birth, Rewriting } from './state/new-record.ts'
import type { Newborn } from './state/newborn.ts'
import type { StoredRecord } from './state/stored-record.ts'
import type { Trace } from './trace.ts'
import { noteNamed } from './value-sources.ts'

export interface Behaviour {
  readonly name: string
  /** Its hooks for requests to an operation; undefined where it has nothing to do there. */
  ofOperation?(compiled: CompiledOperation, runtime: Runtime): Hooks | undefined
  /** Its hooks for records of a type, whichever operation makes, changes or removes them. */
  ofResource?(plan: ResourcePlan, runtime: Runtime): Hooks | undefined
}

export interface Hooks {
  readonly admit?: (call: Call, intent: Intent) => Refused | Instead | Grant | undefined
  /** What a verb says of the record that it is done to. */
  readonly said?: (call: Call, said: JsonObject) => JsonObject
  /** The value that is completed, what is said of it, and the record that it changes; the value itself where nothing is missing. */
  readonly complete?: (
    call: Call,
    plan: ResourcePlan,
    value: JsonObject,
    said: JsonObject,
    before?: StoredRecord,
  ) => JsonObject
  readonly offer?: (call: Call, creation: Creation) => JsonObject
  readonly revise?: (call: Call, change: Change, value: JsonObject) => JsonObject
  readonly finish?: (call: Call, deed: Deed, record: StoredRecord) => StoredRecord | Refused
  readonly show?: (deed: Deed, value: JsonObject) => JsonObject
  readonly settle?: (call: Call, event: Event) => void
  readonly begin?: (birth: Birth) => JsonObject
  readonly compose?: (birth: Birth, value: JsonObject) => JsonObject
  readonly maintain?: (rewriting: Rewriting, value: JsonObject) => JsonObject
  /** What a record that is made now does not have yet, and the first example of one without that. */
  readonly newborn?: Pick<Newborn, 'sample' | 'sampleFor' | 'unset' | 'unsaid' | 'statistics'>
}

export interface Refused {
  readonly refuse: Refusal
}

/** What a request is about to do to one record. */
export type Intent = Deed | Deletion
/** What leaves a record behind. */
export type Deed = Creation | Change

/** A record that is about to be made. */
export interface Creation {
  readonly does: 'create'
  readonly plan: ResourcePlan
  /** What the request says, as it was sent and by the names of the record. */
  readonly given: JsonObject
  readonly input: JsonObject
  readonly links: Links
  /** What is known of its name. */
  readonly identity: Identity
  /** The id, where it is known before the record is made. */
  readonly id?: string
  /** What is known of it, completed. */
  readonly own: JsonObject
}

/** A record that is about to be another than before. */
export interface Change {
  readonly does: 'change'
  readonly plan: ResourcePlan
  /** As it is before. */
  readonly record: StoredRecord
  /** What the request says of it, as it was sent. */
  readonly input: JsonObject
  /** By a client that says what it is to be, or by a verb. */
  readonly by: 'edit' | 'verb'
  /** The request is about several records: what it says of the one it names is not said of this one. */
  readonly isOneOfSeveral?: true
  /** The parents that it then stands under, where its values do not tell: it is moved, or comes back. */
  readonly under?: Links
}

export interface Deletion extends Omit<Change, 'does' | 'by'> {
  readonly does: 'delete'
}

/** Nothing is made: this record is answered. */
export interface Instead {
  readonly instead: StoredRecord
}

/** Nothing is in the way, and something follows. */
export interface Grant {
  /** What the request says, with what it left out. */
  readonly input?: JsonObject
  /** What the server says of what is made, above all that is sent. */
  readonly told?: JsonObject
  /** The record that something is done to stays as it is, but for what the grant does to it. */
  readonly stays?: true
  /** What follows for the value of a record that is changed, before it is stored. */
  readonly revise?: (value: JsonObject) => JsonObject
  /** Does to the record what follows from the grant, once it is stored; gives it as it is then. */
  readonly follow?: (record: StoredRecord) => StoredRecord
}

/** A record came to its parents, went from them, or is another than before, under the same parents or under others. */
export type Event = { readonly plan: ResourcePlan; readonly record: Standing } & (
  | { readonly what: 'came' | 'went' }
  | { readonly what: 'changed'; readonly before: Standing }
)

/** A record as its parents see it. */
export interface Standing extends Pick<StoredRecord, 'value' | 'links'> {
  /** It stands under the parent of this link alone, to which it was joined; the others say where that stands. */
  readonly joinedBy?: string
}

type Phase = keyof Hooks
type Ready<P extends Phase> = readonly { readonly name: string; readonly run: NonNullable<Hooks[P]> }[]

/** The hooks of one operation on records of one type, by phase, in the order of the table. */
export interface CompiledHooks {
  readonly admit: Ready<'admit'>
  readonly said: Ready<'said'>
  readonly complete: Ready<'complete'>
  readonly offer: Ready<'offer'>
  readonly revise: Ready<'revise'>
  readonly finish: Ready<'finish'>
  readonly show: Ready<'show'>
  readonly settle: Ready<'settle'>
  readonly begin: Ready<'begin'>
  readonly compose: Ready<'compose'>
  readonly maintain: Ready<'maintain'>
  readonly newborn: Ready<'newborn'>
}

/**
 * The hooks of those that nobody switched off. `operation` is absent for what happens to a record without a request;
 * those of an operation itself run where it is about the type or makes records of it.
 */
export function compileHooks(
  table: readonly Behaviour[],
  operation: CompiledOperation | undefined,
  plan: ResourcePlan,
  runtime: Runtime,
): CompiledHooks {
  const said = operation?.operation.plan
  const own = operation?.resource === plan || said?.makes?.type === plan.type ? operation : undefined
  const around = { head: runtime.api.head, own: runtime.operationsOn(plan.type) }
  const all = table.flatMap((behaviour) => {
    const { name } = behaviour
    if (said === undefined ? isOffOfType(name, plan, around) : isOff(name, plan, said)) return []
    const some = [
      own === undefined ? undefined : behaviour.ofOperation?.(own, runtime),
      behaviour.ofResource?.(plan, runtime),
    ]
    return some.flatMap((hooks) => (hooks === undefined ? [] : [{ name, hooks }]))
  })
  const ready = <P extends Phase>(phase: P): Ready<P> =>
    all.flatMap(({ name, hooks }) => {
      const run = hooks[phase]
      return run === undefined ? [] : [{ name, run: run as NonNullable<Hooks[P]> }]
    })
  return {
    admit: ready('admit'),
    said: ready('said'),
    complete: ready('complete'),
    offer: ready('offer'),
    revise: ready('revise'),
    finish: ready('finish'),
    show: ready('show'),
    settle: ready('settle'),
    begin: ready('begin'),
    compose: ready('compose'),
    maintain: ready('maintain'),
    newborn: ready('newborn'),
  }
}

export interface Granted {
  readonly input: JsonObject
  readonly told: JsonObject
  readonly stays: boolean
  readonly revise: (value: JsonObject) => JsonObject
  readonly follow: (record: StoredRecord) => StoredRecord
}

/** The first refusal, or what is granted together. */
export function admitted(call: Call, { admit }: CompiledHooks, intent: Intent): Refused | Instead | Granted {
  let { input } = intent
  let told = NOTHING
  let stays = false
  let revise = same<JsonObject>
  let follow = same<StoredRecord>
  for (const { name, run } of admit) {
    const found = run(call, input === intent.input ? intent : { ...intent, input })
    if (found === undefined) continue
    if (call.trace.on) tellAdmission(call, name, found, input)
    if ('refuse' in found || 'instead' in found) return found
    input = found.input ?? input
    if (found.told !== undefined) told = { ...told, ...found.told }
    stays ||= found.stays === true
    const { revise: revises, follow: follows } = found
    if (revises !== undefined) revise = after(revise, (value) => toldOf(call.trace, name, value, revises(value)))
    if (follows !== undefined) follow = after(follow, (record) => watched(call, name, () => follows(record)))
  }
  return { input, told, stays, revise, follow }
}

function same<T>(value: T): T {
  return value
}

function after<T>(first: (value: T) => T, then: (value: T) => T): (value: T) => T {
  return (value) => then(first(value))
}

const NOTHING: JsonObject = {}

function tellAdmission({ trace }: Call, name: string, found: Refused | Instead | Grant, input: JsonObject): void {
  if ('refuse' in found) trace.note('operation', `refused by ${name}: ${found.refuse.message}`)
  else if ('instead' in found)
    trace.note('operation', `${name}: ${found.instead.type} ${found.instead.key} is answered, and none is made`)
  else tellValues(trace, name, [...changedNames(input, found.input ?? input), ...Object.keys(found.told ?? {})])
}

function tellValues(trace: Trace, name: string, properties: readonly string[]): void {
  if (properties.length === 0) return
  trace.note('synth', `${name}: ${[...new Set(properties)].join(', ')}`)
  noteNamed(trace, properties)
}

/** The next value of a waterfall, told of where it is another. */
export function toldOf(trace: Trace, name: string, before: JsonObject, next: JsonObject): JsonObject {
  if (trace.on) tellValues(trace, name, changedNames(before, next))
  return next
}

/** What a verb says of the record that it is done to. */
export function saidBy(call: Call, { said: phase }: CompiledHooks, said: JsonObject): JsonObject {
  return phase.reduce((one, { name, run }) => toldOf(call.trace, name, one, run(call, one)), said)
}

export function completed(
  call: Call,
  { complete }: CompiledHooks,
  plan: ResourcePlan,
  value: JsonObject,
  said: JsonObject,
  before?: StoredRecord,
): JsonObject {
  return complete.reduce(
    (whole, { name, run }) => toldOf(call.trace, name, whole, run(call, plan, whole, said, before)),
    value,
  )
}

/** The value with what the change brings with it. */
export function revised(call: Call, { revise }: CompiledHooks, change: Change, value: JsonObject): JsonObject {
  return revise.reduce((whole, { name, run }) => toldOf(call.trace, name, whole, run(call, change, whole)), value)
}

/** The values of a new record from the strongest to the weakest: what is said of it, and what is offered. */
export function sourcesOf(
  call: Call,
  { offer }: CompiledHooks,
  creation: Creation,
  said: JsonObject,
): readonly JsonObject[] {
  return [said, ...offer.map(({ run }) => run(call, creation))]
}

/** Tells of the offers that a new record took. */
export function tellOffers(
  { trace }: { readonly trace: Trace },
  offer: readonly { readonly name: string }[],
  [said = NOTHING, ...offers]: readonly JsonObject[],
  value: JsonObject,
): void {
  if (!trace.on) return
  const taken = new Set(Object.keys(said))
  for (const [index, { name }] of offer.entries()) {
    const own = Object.entries(offers[index] ?? NOTHING)
    const theirs = own.filter(([key, offered]) => !taken.has(key) && isEqual(value[key], offered))
    tellValues(
      trace,
      name,
      theirs.map(([key]) => key),
    )
    for (const [key] of own) taken.add(key)
  }
}

/** The record as it is once everything that is particular to it is done. */
export function finished(
  call: Call,
  { finish, show }: CompiledHooks,
  deed: Deed,
  record: StoredRecord,
): { readonly record: StoredRecord } | Refused {
  let one = record
  for (const { name, run } of finish) {
    const next = watched(call, name, () => run(call, deed, one))
    if ('refuse' in next) {
      if (call.trace.on) tellAdmission(call, name, next, NOTHING)
      return next
    }
    one = next
  }
  if (show.length > 0) call.resources.showAs(one, (value) => show.reduce((told, { run }) => run(deed, told), value))
  return { record: one }
}

/** What follows for the parents of a record, and for those that it was `joined` to until then. */
export function settled(call: Call, event: Event, joined: readonly Under[] = NO_JOINS): void {
  call.resources.happened?.events.push(event)
  const { settle } = call.runtime.hooks(call.compiled, event.plan)
  if (settle.length === 0) return
  for (const one of [...joined.map((under) => seenFrom(under, event)), event])
    for (const { name, run } of settle) watched(call, name, () => run(call, one))
}

const NO_JOINS: readonly Under[] = []

/** The event as a parent sees it that the record was joined to. */
function seenFrom({ link, links }: Under, event: Event): Event {
  const there = ({ value }: Standing): Standing => ({ value, links, joinedBy: link })
  const { plan, record } = event
  if (event.what !== 'changed') return { plan, record: there(record), what: event.what }
  const { before, what } = event
  // What has become its own parent sees it come as such.
  if (record.links[link] === links[link]) return { plan, record: there(before), what: 'went' }
  return { plan, record: there(record), what, before: there(before) }
}

/** Does something, and tells whose doing the changes of records are. */
function watched<T>({ resources, trace }: Call, name: string, run: () => T): T {
  if (!trace.on) return run()
  const outer = resources.watch
  resources.watch = (before, after) => {
    const names = changedNames(before.value, after.value)
    if (names.length > 0) trace.note('store', `${name}: ${names.join(', ')} of ${after.type} ${after.key}`)
  }
  try {
    return run()
  } finally {
    resources.watch = outer
  }
}

function changedNames(before: JsonObject, after: JsonObject): readonly string[] {
  if (before === after) return []
  const all = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...all].filter((name) => !isEqual(before[name], after[name]))
}
