/**
 * The mode of a sandbox: a scenario bound to it, whose standing state is armed
 * and whose expectations the journal is judged by. It stands in the store, so it
 * outlives the server.
 */
import type { Instant } from '../../support/clock.ts'
import { diceFor } from '../../support/dice.ts'
import { ToolError } from '../../support/errors.ts'
import { isObject, type Json, type JsonObject } from '../../support/json.ts'
import { hintAmong } from '../../support/nearest.ts'
import { armFault, clearFaults } from '../faults/book.ts'
import type { FaultRule } from '../faults/fault.ts'
import { readFault } from '../faults/read.ts'
import type { JournalMark } from '../journal/journal.ts'
import { type Runtime, runtimeOf } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import { entryKey } from '../state/keys.ts'
import { seedMode, unseedMode } from '../upkeep.ts'
import { type Binding, bindScenario, boundTo } from './bind.ts'
import { archetypes } from './index.ts'
import { type Expectation, type HeadFault, hasStandingState, type Packs, type Scenario } from './scenario.ts'

/** As stored and shown. */
export interface Mode {
  /** An archetype or a pack. */
  readonly name: string
  /** As sent; '' where none was. */
  readonly seed: string
  readonly bind: Binding
  /** 'built-in', or the pack's file. */
  readonly source: string
  /** Those that the mode armed. */
  readonly faults: readonly FaultRule[]
  readonly verify: readonly BoundExpectation[]
  /** Counts how often a mode was set since the last was cleared. */
  readonly revision: number
  /** Real time at which it was set, milliseconds since the epoch. */
  readonly set_at_ms: number
  /** What came after this is judged; absent where no server ran: then every journal began later and is judged whole. */
  readonly after?: JournalMark
}

/** When a mode is set: in real time, and in the journal where there is one. */
export interface Moment {
  readonly now: Instant
  readonly mark?: JournalMark
}

export interface BoundExpectation extends Expectation {
  /** What the role is bound to. */
  readonly operation: string
}

/** What somebody asks for. */
export interface ModeWish {
  readonly name: string
  readonly seed: string
  readonly bind: Binding
}

const KEY = entryKey('m')

export function storedMode({ store }: Pick<Sandbox, 'store'>): Mode | undefined {
  const raw = store.get(KEY)
  return raw === undefined ? undefined : (JSON.parse(raw) as Mode)
}

/** What was sent before is judged no more; to be called when the store has become another. */
export function judgeAnew(sandbox: Sandbox, moment: Moment): void {
  const mode = storedMode(sandbox)
  if (mode !== undefined) sandbox.store.put(KEY, JSON.stringify({ ...mode, ...setAt(moment) }))
}

function setAt({ now, mark }: Moment): Pick<Mode, 'set_at_ms' | 'after'> {
  return { set_at_ms: now, ...(mark === undefined ? {} : { after: mark }) }
}

/** The newest entry of a journal that came before the mode was set; 0 where all came after, undefined where it was set in another journal. */
export function setAfter({ after }: Mode, { journal }: JournalMark): number | undefined {
  if (after === undefined) return 0
  return after.journal === journal ? after.seq : undefined
}

/** A wish as it is sent. Throws ToolError `bad-input`. */
export function readModeWish(sent: JsonObject): ModeWish {
  const { name, seed: sentSeed, bind: sentBind, ...rest } = sent
  const [seed, bind] = [sentSeed ?? '', sentBind ?? {}]
  const [stranger] = Object.keys(rest)
  if (stranger !== undefined) throw bad(`A mode has no "${stranger}" (${hintAmong(stranger, FIELDS, 'it has')})`)
  if (typeof name !== 'string' || name === '') throw bad('name is required: the name of a scenario')
  if (typeof seed !== 'string') throw bad('seed must be a text')
  if (!isTexts(bind)) throw bad('bind must be an object of role name to operationId')
  return { name, seed, bind }
}

const FIELDS = ['name', 'seed', 'bind']

function isTexts(value: Json): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string')
}

/** The scenario of this name, be it an archetype or a pack. Throws ToolError that names the nearest. */
export function findScenario(name: string, packs: Packs): Scenario {
  const all = [...archetypes, ...packs.scenarios]
  const found = all.find((one) => one.name === name)
  if (found !== undefined) return found
  const broken = packs.problems.find((one) => one.name === name)
  if (broken !== undefined) throw bad(broken.message)
  const names = [...all.map((one) => one.name), ...packs.problems.map((one) => one.name)]
  throw bad(`Unknown scenario "${name.slice(0, 80)}" (${hintAmong(name, names)})`)
}

/** True when no pack has to be read to find it. */
export function isArchetype(name: string): boolean {
  return archetypes.some((one) => one.name === name)
}

/** It is drawn from with each request that meets a fault. */
const LONGEST_SEED = 200

/** The scenario's roles on this sandbox. Throws ToolError that says which role cannot be bound and why. */
export function bindOn(scenario: Scenario, sandbox: Sandbox, { seed, bind }: Omit<ModeWish, 'name'>): Binding {
  if (seed.length > LONGEST_SEED) throw bad(`seed is longer than ${LONGEST_SEED} characters`)
  const dice = seed === '' ? undefined : diceFor(sandbox.settings.seed).of('scenarios').of(seed)
  const bound = bindScenario(scenario, runtimeOf(sandbox.api), { bind, dice })
  if (!bound.ok) throw bad(`Scenario ${scenario.name} does not fit "${sandbox.settings.name}": ${bound.error}`)
  return bound.value
}

/** Puts a mode in place of the one that is set; faults armed by hand stay. Throws ToolError; nothing may be kept of the store then. */
export function setMode(sandbox: Sandbox, scenario: Scenario, wish: ModeWish, moment: Moment): Mode {
  if (!hasStandingState(scenario))
    throw bad(
      `Scenario ${scenario.name} has no standing state: it arms no fault and seeds no record; run it with "tool scenario check"`,
    )
  const bind = bindOn(scenario, sandbox, wish)
  // Tried where it does no harm, so that what is refused leaves all as it was.
  const tried = armHead({ ...sandbox, store: sandbox.store.fork() }, scenario, wish.seed, bind)
  if (tried.length === 0 && !plants(scenario, bind, runtimeOf(sandbox.api)))
    throw bad(`Scenario ${scenario.name} has no standing state here: no role that its head is about is bound`)
  const before = storedMode(sandbox)
  takeDown(sandbox, before)
  const mode: Mode = {
    name: scenario.name,
    seed: wish.seed,
    bind,
    source: scenario.source,
    faults: armHead(sandbox, scenario, wish.seed, bind),
    verify: boundExpectations(scenario, bind),
    revision: (before?.revision ?? 0) + 1,
    ...setAt(moment),
  }
  sandbox.store.put(KEY, JSON.stringify(mode))
  return mode
}

/** Removes the mode, and every fault with it, be it of the mode or not. Gives how many faults there were. */
export function clearMode(sandbox: Sandbox): number {
  const cleared = clearFaults(sandbox.store)
  takeDown(sandbox, storedMode(sandbox))
  return cleared
}

function takeDown(sandbox: Sandbox, mode: Mode | undefined): void {
  if (mode === undefined) return
  clearFaults(sandbox.store, { mode: mode.name })
  unseedMode(sandbox)
  sandbox.store.remove(KEY)
}

/** Arms the faults and plants the records of a scenario. Throws ToolError that says which of them the sandbox cannot take. */
export function armHead(sandbox: Sandbox, { name, head }: Scenario, seed: string, bind: Binding): readonly FaultRule[] {
  const runtime = runtimeOf(sandbox.api)
  for (const { role, values } of head.records) {
    const type = typeOf(role, bind, runtime)
    if (type !== undefined) seedMode(sandbox, { [type]: values })
  }
  return head.faults.flatMap((fault, index) => {
    const place = placeOf(fault, bind, runtime)
    if (place === undefined) return []
    const sent = { ...fault.rule, ...statusOf(fault, bind, runtime), ...place }
    const rule = named(`Scenario ${name}, fault ${index + 1}`, () => readFault(sent, runtime))
    return [armFault(sandbox.store, { ...rule, mode: name, seed: `${seed === '' ? name : seed}/${index}` })]
  })
}

/** True when a record of the head finds its type. */
function plants({ head }: Scenario, bind: Binding, runtime: Runtime): boolean {
  return head.records.some(({ role }) => typeOf(role, bind, runtime) !== undefined)
}

function named<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ToolError) throw bad(`${what}: ${error.message}`)
    throw error
  }
}

/** What the role's operation works on; undefined for an optional role that is not bound. */
function typeOf(role: string, bind: Binding, { api }: Runtime): string | undefined {
  const id = boundTo(bind, role)
  if (id === undefined) return undefined
  const type = api.head.operations.find((one) => one.id === id)?.plan.type
  if (type === undefined) throw bad(`Role "${role}" has records, but ${id} works on no resource type`)
  return type
}

/** Where the fault is armed; undefined for an optional role that is not bound. */
function placeOf({ role }: HeadFault, bind: Binding, { api }: Runtime): JsonObject | undefined {
  const bound = boundTo(bind, role)
  if (bound === undefined) return undefined
  const operation = api.head.operations.find(({ id }) => id === bound)
  return operation === undefined ? { event: bound } : { method: operation.method, path: operation.path }
}

function statusOf({ role, rule }: HeadFault, bind: Binding, { api }: Runtime): JsonObject {
  const { status } = rule
  if (!Array.isArray(status)) return {}
  const operation = api.head.operations.find(({ id }) => id === boundTo(bind, role))
  const declared = operation === undefined ? {} : (api.operation(operation.id)?.responses ?? {})
  return { status: status.find((one) => Object.hasOwn(declared, String(one))) ?? status[0] ?? 500 }
}

/** Expectations of roles that are bound. */
export function boundExpectations({ verify }: Scenario, bind: Binding): readonly BoundExpectation[] {
  return verify.flatMap((expectation) => {
    const operation = boundTo(bind, expectation.role)
    return operation === undefined ? [] : [{ ...expectation, operation }]
  })
}

function bad(message: string): ToolError {
  return new ToolError('bad-input', message)
}
