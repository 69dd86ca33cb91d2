/** A scenario from what a journal shows: the calls in their order, and the faults that struck them. */
import type { OperationHead } from '../../api/description.ts'
import { ToolError } from '../../support/errors.ts'
import type { Json } from '../../support/json.ts'
import { concerns } from '../faults/book.ts'
import type { FaultRule } from '../faults/fault.ts'
import { idempotencyFields } from '../idempotency.ts'
import { type JournalEntry, makeJournal } from '../journal/journal.ts'
import type { Runtime } from '../runtime.ts'
import { recovery, retryManners } from './archetypes/common.ts'
import { type Binding, boundTo } from './bind.ts'
import { callsIn, isGood, type LoggedCall } from './calls.ts'
import { boundExpectations } from './mode.ts'
import type { Rehearsal } from './rehearse.ts'
import type { Ending, Expectation, HeadFault, Role, Scenario } from './scenario.ts'
import { type Finding, judge } from './verdict.ts'

export interface Shown {
  readonly entries: readonly JournalEntry[]
  /** What is armed now. */
  readonly armed: readonly FaultRule[]
}

/** A step is one call, however often it was tried. */
const MOST_STEPS = 100
/** What a pack may hold. */
const MOST_ROLES = 64
const MOST_EXPECTED = 256

/** What is expected is what the journal shows to be kept. Throws ToolError when it shows no call of a declared operation. */
export function scenarioFrom(name: string, shown: Shown, runtime: Runtime): Scenario {
  const scenario = recordedIn(name, shown, runtime)
  const bind = Object.fromEntries(
    scenario.roles.flatMap((role) => (role.operation ? [[role.name, role.operation]] : [])),
  )
  const { entries } = shown
  const journal = { ...makeJournal(), size: entries.length, last: () => entries, evicted: () => 0 }
  const faults = scenario.head.faults.flatMap((fault) => placed(fault, bind, runtime))
  const { findings } = judge(boundExpectations(scenario, bind), bind, { journal, after: 0, faults }, runtime)
  return { ...scenario, verify: keptOf(scenario, findings).slice(0, MOST_EXPECTED) }
}

/** The same, for who plays it with good manners: what such a client does not come to is left open. */
export function passable(scenario: Scenario, { steps, findings }: Pick<Rehearsal, 'steps' | 'findings'>): Scenario {
  return {
    ...scenario,
    verify: keptOf(scenario, findings),
    steps: scenario.steps.map((step, i) => (steps[i]?.verdict === 'kept' ? step : { ...step, ends: 'any' })),
  }
}

function keptOf({ verify }: Scenario, findings: readonly Finding[]): readonly Expectation[] {
  const kept = new Set(
    findings.filter(({ verdict }) => verdict === 'kept').map(({ expect, role }) => `${expect} ${role}`),
  )
  return verify.filter(({ expect, role }) => kept.has(`${expect} ${role}`))
}

/** A fault as it will be armed, as far as judging asks for it. */
function placed({ role, rule }: HeadFault, bind: Binding, { api }: Runtime): readonly FaultRule[] {
  const operation = api.head.operations.find(({ id }) => id === boundTo(bind, role))
  return operation === undefined
    ? []
    : [{ ...rule, method: operation.method, path: operation.path } as unknown as FaultRule]
}

function recordedIn(name: string, { entries, armed }: Shown, runtime: Runtime): Scenario {
  const roles = rolesIn(entries, runtime).slice(0, MOST_ROLES)
  if (roles.length === 0)
    throw new ToolError('bad-input', 'Cannot make a scenario: the journal shows no request to a declared operation')
  const calls = roles
    .flatMap((part) => part.calls.map((call) => ({ role: part.role.name, call })))
    .sort((a, b) => firstSeq(a.call) - firstSeq(b.call))
  return {
    name,
    summary: `from a journal: ${calls.length} call(s), ${entries.filter(({ faults }) => faults.length > 0).length} struck`,
    source: 'journal',
    roles: roles.map(({ role }) => role),
    head: { faults: roles.flatMap((part) => faultsOf(part, armed)), records: [] },
    verify: roles.flatMap(expectationsOf),
    steps: calls.slice(0, MOST_STEPS).map(({ role, call }) => ({ call: role, ends: endingOf(call) })),
  }
}

interface Part {
  readonly role: Role
  readonly head: OperationHead
  readonly entries: readonly JournalEntry[]
  readonly calls: readonly LoggedCall[]
}

function rolesIn(entries: readonly JournalEntry[], runtime: Runtime): readonly Part[] {
  const taken = new Set<string>()
  const ids = new Set(entries.flatMap(({ operation }) => (operation === null ? [] : [operation])))
  return [...ids].flatMap((id) => {
    const head = runtime.api.head.operations.find((one) => one.id === id)
    if (head === undefined) return []
    const name = freeName(head.id, taken)
    const own = entries.filter(({ operation }) => operation === id)
    const calls = callsIn(own, { keyFields: idempotencyFields(runtime.operation(head.id).operation).names })
    const role: Role = { name, summary: head.summary ?? '', needs: [], prefers: [], operation: id }
    return [{ role, head, entries: own, calls }]
  })
}

function freeName(id: string, taken: Set<string>): string {
  const words = id
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  const base = words.replace(/^[^a-z]+|_+$/g, '').slice(0, 50) || 'call'
  let name = base
  for (let n = 2; taken.has(name); n++) name = `${base}_${n}`
  taken.add(name)
  return name
}

function firstSeq({ attempts }: LoggedCall): number {
  return attempts[0]?.entry.seq ?? 0
}

/** Those armed now that struck; where they are cleared, what the entries show. */
function faultsOf({ role, head, entries }: Part, armed: readonly FaultRule[]): readonly HeadFault[] {
  const struck = new Set(entries.flatMap(({ faults }) => faults))
  const rules = armed.filter(
    (rule) => concerns(rule, head.method, head.path) && struck.has(rule.kind) && !isShared(rule),
  )
  const shown = [...struck].filter((kind) => !rules.some((rule) => rule.kind === kind))
  return [
    ...rules.map((rule) => ({ role: role.name, rule: fieldsOf(rule) })),
    ...shown.flatMap((kind) => seen(kind, entries).map((rule) => ({ role: role.name, rule }))),
  ]
}

/** Counted over several operations: what one role saw of it is told by its entries alone. */
function isShared({ method, path, times, probability, limit }: FaultRule): boolean {
  const isCounted = times > 0 || probability < 1 || limit !== undefined
  return isCounted && (method === '*' || path === '*')
}

const OWN = ['id', 'method', 'path', 'event', 'mode', 'seed']

/** Fields that say something. */
function fieldsOf(rule: FaultRule): Readonly<Record<string, Json>> {
  const usual: Readonly<Record<string, unknown>> = { probability: 1, delayMs: 0, wallclock: false, times: 0, per: '' }
  return Object.fromEntries(
    Object.entries(rule).filter(([name, value]) => !OWN.includes(name) && usual[name] !== value),
  ) as Readonly<Record<string, Json>>
}

/** One rule for each status that was answered, as often as it was. */
function seen(kind: string, entries: readonly JournalEntry[]): readonly Readonly<Record<string, Json>>[] {
  const own = entries.filter(({ faults }) => faults.includes(kind))
  if (kind !== 'error') return [{ kind, times: own.length }]
  const statuses = [...new Set(own.map(({ status }) => status))].filter((status) => status > 0)
  return statuses.map((status) => ({ kind, status, times: own.filter((one) => one.status === status).length }))
}

function expectationsOf({ role, calls, entries }: Part): readonly Expectation[] {
  const struck = entries.some(({ faults }) => faults.length > 0)
  const called: Expectation = { expect: 'is_called', role: role.name, settings: {} }
  if (!struck) return [called]
  const manners = calls.every((call) => endingOf(call) === 'success') ? recovery(role.name) : retryManners(role.name)
  return [called, ...manners]
}

function endingOf({ attempts }: LoggedCall): Ending {
  const last = attempts.at(-1)
  if (last === undefined) return 'any'
  if (isGood(last)) return 'success'
  return last.end === 'refused' ? 'refused' : 'failed'
}
