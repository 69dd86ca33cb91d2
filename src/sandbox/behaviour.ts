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
import type { JsonObject } from '../support/json.ts'
import type { Call } from './exchange.ts'
import type { CompiledOperation } from './operation/compiled.ts'
import type { Identity } from './operation/identity/client-chosen-id.ts'
import type { Refusal } from './operation/kind.ts'
import type { Runtime } from './runtime.ts'
import type { Links } from './state/links.ts'
import type { StoredRecord } from './state/records.ts'

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
    if ('refuse' in found) {
      if (call.trace.on) call.trace.note('operation', `refused by ${name}: ${found.refuse.message}`)
      return found
    }
    if ('instead' in found) return found
    input = found.input ?? input
    if (found.told !== undefined) told = { ...told, ...found.told }
    stays ||= found.stays === true
    const [before, own] = [follow, found.follow]
    if (own !== undefined) follow = (record) => own(before(record))
  }
  return { input, told, stays, follow }
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

export function settled(call: Call, event: Event): void {
  for (const { run } of call.runtime.hooks(call.compiled, event.plan).settle) run(call, event)
}

function changedNames(before: JsonObject, after: JsonObject): string {
  return Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .join(', ')
}
