/** Judges what was asked of a sandbox by the expectations of a scenario. */
import type { OperationId } from '../../api/description.ts'
import type { FaultRule } from '../faults/fault.ts'
import { isOnEvent } from '../faults/on-events.ts'
import { idempotencyFields } from '../idempotency.ts'
import type { Journal, JournalEntry, ScopeFilter } from '../journal/journal.ts'
import type { Runtime } from '../runtime.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import { type Binding, boundTo } from './bind.ts'
import { callsIn, type LoggedCall } from './calls.ts'
import { expectationKind } from './expectations/index.ts'
import type { Miss, Subject } from './expectations/kind.ts'
import type { BoundExpectation } from './mode.ts'

export type Verdict = 'kept' | 'broken' | 'cannot-say'

export interface Finding {
  readonly expect: string
  readonly role: string
  readonly operation: string
  readonly verdict: Verdict
  /** What is wrong, by the nearest miss, or why nothing can be said; absent when it is kept. */
  readonly message?: string
  /** Sequence numbers of the journal entries that show it. */
  readonly entries?: readonly number[]
}

export interface Judged {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  /** How many entries of the journal were judged. */
  readonly judged: number
}

export interface Evidence {
  readonly journal: Journal
  /** Only entries after the one of this sequence number count; undefined: the journal that held them is gone. */
  readonly after: number | undefined
  readonly scope?: ScopeFilter
  /** What was delivered since; absent: nothing is known of that. */
  readonly deliveries?: readonly Delivery[]
  /** What was armed for the client to meet: without having met it, it has not shown what it does then. */
  readonly faults: readonly FaultRule[]
}

export function judge(
  expectations: readonly BoundExpectation[],
  bind: Binding,
  evidence: Evidence,
  runtime: Runtime,
): Judged {
  const all = evidence.journal.last(evidence.journal.size, evidence.scope)
  const { after = 0 } = evidence
  const entries = all.filter(({ seq }) => seq > after)
  const lost = lostEntries(all, evidence)
  const court = new Court(entries, bind, evidence, runtime)
  const findings = expectations.map((one) => (lost === undefined ? court.judge(one) : cannotSay(one, lost)))
  return { verdict: overall(findings), findings, judged: entries.length }
}

/** Why what was dropped may have held what counts; undefined when it cannot have. Each scope drops by itself. */
function lostEntries(all: readonly JournalEntry[], { journal, after, scope }: Evidence): string | undefined {
  if (after === undefined)
    return 'the server was restarted after the mode was set, so earlier requests are unknown; set the mode again'
  const evicted = journal.evicted(scope)
  if (evicted === 0) return undefined
  const oldest = new Map<string | null, number>()
  for (const entry of all) if (!oldest.has(entry.scope)) oldest.set(entry.scope, entry.seq)
  const before = [...oldest].filter(([, seq]) => seq <= after)
  const harmless = before.reduce((sum, [of]) => sum + journal.evicted(of), 0)
  if (harmless >= evicted) return undefined
  return `${evicted - harmless} older entries of the journal were dropped, so some requests are unknown; send less, or raise journal_capacity`
}

function cannotSay({ expect, role, operation }: BoundExpectation, message: string): Finding {
  return { expect, role, operation, verdict: 'cannot-say', message }
}

/** One broken expectation breaks the whole; one that cannot be judged leaves it open. */
function overall(findings: readonly Finding[]): Verdict {
  if (findings.some(({ verdict }) => verdict === 'broken')) return 'broken'
  return findings.some(({ verdict }) => verdict === 'cannot-say') ? 'cannot-say' : 'kept'
}

class Court {
  private readonly entries: readonly JournalEntry[]
  private readonly bind: Binding
  private readonly evidence: Evidence
  private readonly runtime: Runtime
  private readonly known = new Map<string, readonly LoggedCall[]>()

  constructor(entries: readonly JournalEntry[], bind: Binding, evidence: Evidence, runtime: Runtime) {
    this.entries = entries
    this.bind = bind
    this.evidence = evidence
    this.runtime = runtime
  }

  judge(one: BoundExpectation): Finding {
    const { expect, role, operation, settings } = one
    const kind = expectationKind(expect)
    if (kind === undefined) return cannotSay(one, `this version knows no expectation "${expect}"`)
    if (kind.judgeDeliveries !== undefined) return this.judgeEvent(one, (sent) => kind.judgeDeliveries?.(sent) ?? [])
    if (this.runtime.api.operation(operation as OperationId) === undefined)
      return cannotSay(one, `${operation} is no longer declared; set the mode again`)
    const calls = this.callsOf(operation)
    if (calls.length === 0) return cannotSay(one, this.nothingOf(operation))
    const subject: Subject = {
      name: this.nameOf(operation),
      calls,
      settings,
      other: (name) => {
        const id = boundTo(this.bind, name) ?? ''
        return { name: this.nameOf(id), calls: this.callsOf(id) }
      },
    }
    const misses = kind.judge(subject)
    if (misses.length > 0) return broken(one, misses)
    if (this.isUntried(subject))
      return cannotSay(
        one,
        `${subject.name} was called, but no fault of the scenario fired, so there is nothing to judge`,
      )
    return { expect, role, operation, verdict: 'kept' }
  }

  /** Deliveries that nobody was sent say nothing of whoever takes them. */
  private judgeEvent(one: BoundExpectation, judged: (sent: readonly Delivery[]) => readonly Miss[]): Finding {
    const { expect, role, operation: event } = one
    const { deliveries = [], faults } = this.evidence
    const own = deliveries.filter((delivery) => delivery.event === event)
    const sent = own.filter(({ attempts }) => attempts > 0)
    if (sent.length === 0) {
      const why = own.length === 0 ? 'it did not happen' : (own[0]?.error ?? '')
      return cannotSay(
        one,
        `no ${event} was delivered since the mode was set: ${why === '' ? 'none was sent yet' : why}`,
      )
    }
    const misses = judged(sent)
    if (misses.length > 0) return broken(one, misses)
    const isArmed = faults.some((fault) => isOnEvent(fault, event))
    if (isArmed && !sent.some((delivery) => delivery.faults.length > 0))
      return cannotSay(one, `${event} was delivered, but no fault of the scenario fired, so there is nothing to judge`)
    return { expect, role, operation: event, verdict: 'kept' }
  }

  /** Something was armed on the operation, and none of its calls met it. */
  private isUntried({ name, calls }: Subject): boolean {
    const isArmed = this.evidence.faults.some(({ method, path }) => `${method} ${path}` === name)
    return isArmed && !calls.some(({ attempts }) => attempts.some(({ entry }) => entry.faults.length > 0))
  }

  private callsOf(operation: string): readonly LoggedCall[] {
    let calls = this.known.get(operation)
    if (calls === undefined) {
      const own = this.entries.filter((entry) => entry.operation === operation)
      calls = own.length === 0 ? [] : callsIn(own, { keyFields: this.keyFieldsOf(operation) })
      this.known.set(operation, calls)
    }
    return calls
  }

  private keyFieldsOf(operation: string): readonly string[] {
    return idempotencyFields(this.runtime.operation(operation as OperationId).operation).names
  }

  private nameOf(operation: string): string {
    const head = this.runtime.api.head.operations.find(({ id }) => id === operation)
    return head === undefined ? operation : `${head.method} ${head.path}`
  }

  /** Says what came instead: the entry whose operation is nearest. */
  private nothingOf(operation: string): string {
    const name = this.nameOf(operation)
    const [, path = ''] = name.split(' ')
    const near =
      this.entries.findLast((entry) => entry.template === path) ??
      this.entries.findLast((entry) => entry.template === null && startsAlike(entry.path, path)) ??
      this.entries.at(-1)
    if (near === undefined) return `${name} was not called since the mode was set; ${this.silence()}`
    return `${name} was not called since the mode was set; nearest is #${near.seq} ${near.method} ${near.path}`
  }

  /** Why there is no entry at all. Of one scope it is not known how many there were. */
  private silence(): string {
    const { journal, after = 0, scope } = this.evidence
    return scope === undefined && journal.mark.seq > after ? 'the journal was emptied since' : 'nothing was sent'
  }
}

function startsAlike(path: string, template: string): boolean {
  const first = (text: string): string | undefined => text.split('/').find((part) => part !== '')
  return first(path)?.slice(0, 3) === first(template)?.slice(0, 3)
}

/** Told by the nearest miss. */
function broken({ expect, role, operation }: BoundExpectation, misses: readonly Miss[]): Finding {
  const nearest = misses.reduce((a, b) => (b.distance < a.distance ? b : a))
  const more = misses.length > 1 ? ` (and ${misses.length - 1} more like it)` : ''
  return { expect, role, operation, verdict: 'broken', message: nearest.message + more, entries: nearest.entries }
}
