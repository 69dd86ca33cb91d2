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
import type { JsonObject } from '../support/json.ts'
import type { Call } from './exchange.ts'
import type { CompiledOperation } from './operation/compiled.ts'
import type { Identity } from './operation/identity/client-chosen-id.ts'
import type { Refusal } from './operation/kind.ts'
import type { Runtime } from './runtime.ts'
import type { Links } from './state/links.ts'
import type { Birth, Rewriting } from './state/new-record.ts'
import type { Newborn } from './state/newborn.ts'
import type { StoredRecord } from './state/records.ts'

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
  /** The value that is completed and what is said of it; the value itself where nothing is missing. */
  readonly complete?: (call: Call, plan: ResourcePlan, value: JsonObject, said: JsonObject) => JsonObject
  readonly offer?: (call: Call, creation: Creation) => JsonObject
  readonly revise?: (call: Call, change: Change, value: JsonObject) => JsonObject
  readonly finish?: (call: Call, deed: Deed, record: StoredRecord) => StoredRecord | Refused
  readonly settle?: (call: Call, event: Event) => void
  readonly begin?: (birth: Birth) => JsonObject
  readonly compose?: (birth: Birth, value: JsonObject) => JsonObject
  readonly maintain?: (rewriting: Rewriting, value: JsonObject) => JsonObject
  /** What a record that is made now does not have yet, and the first example of one without that. */
  readonly newborn?: Pick<Newborn, 'unset' | 'sample'>
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

/** A record came to its parents, went from them, or is another than before. */
export interface Event {
  readonly plan: ResourcePlan
  readonly record: Pick<StoredRecord, 'value' | 'links'>
  readonly what: 'came' | 'went' | 'changed'
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
  readonly settle: Ready<'settle'>
  readonly begin: Ready<'begin'>
  readonly compose: Ready<'compose'>
  readonly maintain: Ready<'maintain'>
  readonly newborn: Ready<'newborn'>
}

/** `operation` is absent for what happens to a record whatever the request is for. */
export function compileHooks(
  table: readonly Behaviour[],
  operation: CompiledOperation | undefined,
  plan: ResourcePlan,
  runtime: Runtime,
): CompiledHooks {
  const all = table.flatMap((behaviour) => {
    const some = [
      operation === undefined ? undefined : behaviour.ofOperation?.(operation, runtime),
      behaviour.ofResource?.(plan, runtime),
    ]
    return some.flatMap((hooks) => (hooks === undefined ? [] : [{ name: behaviour.name, hooks }]))
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
    if ('refuse' in found) {
      if (call.trace.on) call.trace.note('operation', `refused by ${name}: ${found.refuse.message}`)
      return found
    }
    if ('instead' in found) return found
    input = found.input ?? input
    if (found.told !== undefined) told = { ...told, ...found.told }
    stays ||= found.stays === true
    revise = after(revise, found.revise)
    follow = after(follow, found.follow)
  }
  return { input, told, stays, revise, follow }
}

function same<T>(value: T): T {
  return value
}

function after<T>(first: (value: T) => T, then: ((value: T) => T) | undefined): (value: T) => T {
  return then === undefined ? first : (value) => then(first(value))
}

const NOTHING: JsonObject = {}

export function completed(
  call: Call,
  { complete }: CompiledHooks,
  plan: ResourcePlan,
  value: JsonObject,
  said: JsonObject,
): JsonObject {
  let whole = value
  for (const { name, run } of complete) {
    const next = run(call, plan, whole, said)
    if (call.trace.on && next !== whole) call.trace.note('synth', `${name}: ${changedNames(whole, next)}`)
    whole = next
  }
  return whole
}

export function offered(call: Call, { offer }: CompiledHooks, creation: Creation): readonly JsonObject[] {
  return offer.map(({ name, run }) => {
    const values = run(call, creation)
    if (call.trace.on && Object.keys(values).length > 0)
      call.trace.note('synth', `${name}: ${Object.keys(values).join(', ')}`)
    return values
  })
}

/** The value with what the change brings with it. */
export function revised(call: Call, { revise }: CompiledHooks, change: Change, value: JsonObject): JsonObject {
  let whole = value
  for (const { name, run } of revise) {
    const next = run(call, change, whole)
    if (call.trace.on && next !== whole) call.trace.note('store', `${name}: ${changedNames(whole, next)}`)
    whole = next
  }
  return whole
}

/** The record as it is once everything that is particular to it is done. */
export function finished(
  call: Call,
  { finish }: CompiledHooks,
  deed: Deed,
  record: StoredRecord,
): { readonly record: StoredRecord } | Refused {
  let one = record
  for (const { name, run } of finish) {
    const next = run(call, deed, one)
    if ('refuse' in next) {
      if (call.trace.on) call.trace.note('operation', `refused by ${name}: ${next.refuse.message}`)
      return next
    }
    one = next
  }
  return { record: one }
}

export function settled(call: Call, event: Event): void {
  for (const { run } of call.runtime.hooks(call.compiled, event.plan).settle) run(call, event)
}

function changedNames(before: JsonObject, after: JsonObject): string {
  return Object.keys({ ...before, ...after })
    .filter((name) => before[name] !== after[name])
    .join(', ')
}
