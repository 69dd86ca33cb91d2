/**
 * One thing that providers do and a description implies, as serving sees it: hooks at the phases of a request that
 * makes, changes or removes a record. Which hooks an operation has is found once, when it is first used; a request runs
 * those and no others.
 *
 *   admit     may it be done? The first refusal counts; a grant carries what follows from it.
 *   complete  what is said of a record is completed from itself.
 *   offer     values of a new record that nobody said, the strongest first.
 *   finish    a new record, once it has its key.
 *   settle    what follows for other records.
 *
 * Between two phases nothing is half done: hooks of one phase run in the order of the table, and a refusal takes back
 * all that the request wrote.
 */
import type { ResourcePlan } from '../api/plan.ts'
import { isEqual } from '../api/schema/equal.ts'
import { isOff } from '../api/switches.ts'
import type { JsonObject } from '../support/json.ts'
import type { Call } from './exchange.ts'
import type { CompiledOperation } from './operation/compiled.ts'
import type { Identity } from './operation/identity/client-chosen-id.ts'
import type { Refusal } from './operation/kind.ts'
import type { Runtime } from './runtime.ts'
import type { Links } from './state/links.ts'
import type { StoredRecord } from './state/records.ts'
import type { Trace } from './trace.ts'

export interface Behaviour {
  readonly name: string
  /** Its hooks for requests to an operation; undefined where it has nothing to do there. */
  ofOperation?(compiled: CompiledOperation, runtime: Runtime): Hooks | undefined
  /** Its hooks for records of a type, whichever operation makes, changes or removes them. */
  ofResource?(plan: ResourcePlan, runtime: Runtime): Hooks | undefined
}

export interface Hooks {
  readonly admit?: (call: Call, intent: Intent) => { readonly refuse: Refusal } | Instead | Grant | undefined
  /** What a verb says of the record that it is done to. */
  readonly said?: (call: Call, said: JsonObject) => JsonObject
  /** The value that is completed and what is said of it; the value itself where nothing is missing. */
  readonly complete?: (call: Call, plan: ResourcePlan, value: JsonObject, said: JsonObject) => JsonObject
  readonly offer?: (call: Call, creation: Creation) => JsonObject
  readonly finish?: (call: Call, creation: Creation, record: StoredRecord) => StoredRecord
  readonly settle?: (call: Call, event: Event) => void
}

/** What a request is about to do to one record. */
export type Intent =
  | ({ readonly does: 'create' } & Creation)
  | {
      readonly does: 'change' | 'delete'
      readonly plan: ResourcePlan
      readonly record: StoredRecord
      readonly input: JsonObject
    }

/** A record that is about to be made. */
export interface Creation {
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
  readonly finish: Ready<'finish'>
  readonly settle: Ready<'settle'>
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
  const all = table.flatMap((behaviour) => {
    if (isOff(behaviour.name, plan, said ?? runtime.api.head)) return []
    const some = [
      own === undefined ? undefined : behaviour.ofOperation?.(own, runtime),
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
    finish: ready('finish'),
    settle: ready('settle'),
  }
}

interface Granted {
  readonly input: JsonObject
  readonly told: JsonObject
  readonly stays: boolean
  readonly follow: (record: StoredRecord) => StoredRecord
}

/** The first refusal, or what is granted together. */
export function admitted(
  call: Call,
  { admit }: CompiledHooks,
  intent: Intent,
): { readonly refuse: Refusal } | Instead | Granted {
  let { input } = intent
  let told = NOTHING
  let stays = false
  let follow = (record: StoredRecord): StoredRecord => record
  for (const { name, run } of admit) {
    const found = run(call, { ...intent, input })
    if (found === undefined) continue
    if (call.trace.on) tellAdmission(call, name, found, input)
    if ('refuse' in found || 'instead' in found) return found
    input = found.input ?? input
    if (found.told !== undefined) told = { ...told, ...found.told }
    stays ||= found.stays === true
    const [before, own] = [follow, found.follow]
    if (own !== undefined) follow = (record) => watched(call, name, () => own(before(record)))
  }
  return { input, told, stays, follow }
}

const NOTHING: JsonObject = {}

function tellAdmission(
  { trace }: Call,
  name: string,
  found: { readonly refuse: Refusal } | Instead | Grant,
  input: JsonObject,
): void {
  if ('refuse' in found) trace.note('operation', `refused by ${name}: ${found.refuse.message}`)
  else if ('instead' in found)
    trace.note('operation', `${name}: ${found.instead.type} ${found.instead.key} is answered, and none is made`)
  else tellValues(trace, name, [...changedNames(input, found.input ?? input), ...Object.keys(found.told ?? {})])
}

function tellValues(trace: Trace, name: string, properties: readonly string[]): void {
  if (properties.length > 0) trace.note('synth', `${name}: ${[...new Set(properties)].join(', ')}`)
}

/** What a verb says of the record that it is done to. */
export function saidBy(call: Call, { said: phase }: CompiledHooks, said: JsonObject): JsonObject {
  return phase.reduce((one, { name, run }) => {
    const next = run(call, one)
    if (call.trace.on) tellValues(call.trace, name, changedNames(one, next))
    return next
  }, said)
}

export function completed(
  call: Call,
  { complete }: CompiledHooks,
  plan: ResourcePlan,
  value: JsonObject,
  said: JsonObject,
): JsonObject {
  return complete.reduce((whole, { name, run }) => {
    const next = run(call, plan, whole, said)
    if (call.trace.on) tellValues(call.trace, name, changedNames(whole, next))
    return next
  }, value)
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
  { trace }: Call,
  { offer }: CompiledHooks,
  [said = NOTHING, ...offers]: readonly JsonObject[],
  { value }: StoredRecord,
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

export function finished(call: Call, { finish }: CompiledHooks, creation: Creation, made: StoredRecord): StoredRecord {
  return finish.reduce((record, { name, run }) => watched(call, name, () => run(call, creation, record)), made)
}

export function settled(call: Call, event: Event): void {
  for (const { name, run } of call.runtime.hooks(call.compiled, event.plan).settle)
    watched(call, name, () => run(call, event))
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
