/** Which of the armed faults strike a request, and what comes of it. */
import { LONGEST_EFFECT_MS, type WireEffect } from '../../http/wire.ts'
import type { Instant } from '../../support/clock.ts'
import type { Dice } from '../../support/dice.ts'
import type { Matched } from '../exchange.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Store } from '../state/store.ts'
import type { Trace } from '../trace.ts'
import { countOf, putCount, type WindowCount, windowOf } from '../windows.ts'
import { faultsOn, listedFaults } from './book.ts'
import type { FaultKind, FaultRule } from './fault.ts'
import { faultKind } from './index.ts'

/** A fault that strikes. */
export interface Firing {
  readonly rule: FaultRule
  readonly kind: FaultKind
  readonly wire: readonly WireEffect[]
}

/** What a limit leaves: for the provider's rate-limit fields. */
export interface LimitState {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
  /** When that is. */
  readonly resetAt: Instant
}

export interface Struck {
  readonly firings: readonly Firing[]
  /** The operation must not run. */
  readonly instead: boolean
  readonly limit: LimitState | undefined
}

/** What strikes this request; undefined when nothing armed concerns it. Counts are written to the store. */
export function fireFaults(matched: Matched, sandbox: Sandbox, dice: Dice, trace: Trace): Struck | undefined {
  const { method, path } = matched.compiled.operation
  const rules = faultsOn(sandbox.store, method, path)
  if (rules.length === 0) {
    if (trace.on) trace.note('faults', noneOf(sandbox.store))
    return undefined
  }
  const firings: Firing[] = []
  let limit: LimitState | undefined
  const told: string[] = []
  for (const rule of rules) {
    const kind = faultKind(rule.kind)
    if (kind === undefined) continue
    const whose = isConstant(rule) ? '' : windowOf(rule.per, matched, sandbox.api)
    const verdict = judge(rule, whose, sandbox, dice)
    limit ??= verdict.limit
    if (trace.on)
      told.push(`${rule.id} ${rule.kind} ${verdict.fires ? fired(rule, kind) : `did not fire: ${verdict.why}`}`)
    if (verdict.fires)
      firings.push({ rule, kind, wire: wireOf(rule, kind, durationOf(rule, kind, dice, verdict.count)) })
  }
  if (trace.on) trace.note('faults', told.join('; '))
  const instead = firings.some(({ rule, kind }) => kind.strikes === 'instead' && rule.after !== true)
  return { firings, instead, limit }
}

/** Why nothing armed strikes. */
export function noneOf(store: Store): string {
  const faults = listedFaults(store)
  const spent = faults.filter(({ times, struck = 0 }) => times > 0 && struck >= times).length
  const armed = faults.length - spent
  const told = spent === 0 ? '' : `; ${spent} ${spent === 1 ? 'is' : 'are'} spent`
  return armed === 0 ? `none armed${told}` : `none fired: of ${armed} armed none is on this operation${told}`
}

function fired(rule: FaultRule, kind: FaultKind): string {
  const after = rule.after === true ? ' after the operation' : ''
  return rule.status === undefined ? `fired${after}` : `fired${after}: ${rule.status ?? kind.status}`
}

interface Verdict {
  readonly fires: boolean
  readonly why: string
  readonly count: WindowCount
  readonly limit: LimitState | undefined
}

/** Whether a rule strikes now, by the count of whoever asks. */
export function judge(rule: FaultRule, whose: string, sandbox: Pick<Sandbox, 'store' | 'wall'>, dice: Dice): Verdict {
  const { store } = sandbox
  if (isConstant(rule)) return { fires: true, why: '', count: ALWAYS, limit: undefined }
  const now = rule.limit === undefined ? 0 : sandbox.wall.now()
  const before = fresh(rule, countOf(store, rule.id, whose), now)
  const usedUp = rule.times > 0 && before.firings >= rule.times
  if (usedUp)
    return { fires: false, why: `struck ${rule.times} of ${rule.times} times`, count: before, limit: undefined }
  const within = rule.limit !== undefined && before.matches < rule.limit
  const drawn =
    rule.probability === 1 || dice.of('faults').draw(`${rule.seed ?? rule.id}/${before.matches}`) < rule.probability
  const fires = !within && drawn
  const count = { matches: before.matches + 1, firings: before.firings + (fires ? 1 : 0), start: before.start }
  putCount(store, rule.id, whose, count)
  const why = within
    ? `request ${count.matches} of ${rule.limit} in this window`
    : `its probability is ${rule.probability}`
  return { fires, why, count, limit: limitOf(rule, count, now) }
}

const ALWAYS: WindowCount = { matches: 1, firings: 1, start: 0 }

/** The count, begun anew when its window has passed. */
function fresh(rule: FaultRule, count: WindowCount, now: number): WindowCount {
  if (rule.windowMs === undefined) return count
  return count.matches > 0 && now - count.start < rule.windowMs ? count : { ...count, matches: 0, start: now }
}

function limitOf({ limit, windowMs }: FaultRule, { matches, start }: WindowCount, now: number): LimitState | undefined {
  if (limit === undefined || windowMs === undefined) return undefined
  return {
    limit,
    remaining: Math.max(0, limit - matches),
    resetMs: Math.max(0, start + windowMs - now),
    resetAt: start + windowMs,
  }
}

/** Strikes every request in the same way: nothing is to be counted. */
function isConstant({ times, probability, limit, jitterMs = 0 }: FaultRule): boolean {
  return times === 0 && probability === 1 && limit === undefined && jitterMs === 0
}

/** Kinds that take no time of their own wait first when told to. */
function wireOf(rule: FaultRule, kind: FaultKind, ms: number): readonly WireEffect[] {
  const own = kind.wire === undefined ? [] : [kind.wire(ms, rule)]
  const wire: readonly WireEffect[] = kind.durationMs === 0 && ms > 0 ? [{ effect: 'wait', ms }, ...own] : own
  return rule.wallclock ? wire.map((one) => ({ ...one, wallclock: true })) : wire
}

export function durationOf(rule: FaultRule, kind: FaultKind, dice: Dice, count: WindowCount): number {
  const usual = rule.delayMs === 0 ? kind.durationMs : rule.delayMs
  const jitter = rule.jitterMs ?? 0
  const more = jitter === 0 ? 0 : dice.of('faults').draw(`jitter/${rule.seed ?? rule.id}/${count.matches}`) * jitter
  return Math.min(LONGEST_EFFECT_MS, Math.round(usual + more))
}
