/** What can be expected of a client, and what comes of judging it. */
import type { Delivery } from '../../webhooks/delivery.ts'
import { type Attempt, type LoggedCall, type Wait, waits } from '../calls.ts'

export interface ExpectationKind {
  readonly expect: string
  /** What a good client does. */
  readonly summary: string
  readonly settings: Readonly<Record<string, SettingKind>>
  /** Where the client fell short; [] when it did well. */
  judge(subject: Subject): readonly Miss[]
  /** Of an expectation about an event, where its deliveries that a target took or refused fell short, in place of calls. */
  judgeDeliveries?(deliveries: readonly Delivery[]): readonly Miss[]
}

/** What a setting of a pack may be. */
export interface SettingKind {
  readonly type: 'count' | 'role'
  readonly required?: true
  readonly summary: string
}

export interface Subject {
  /** The operation: `POST /charges`. */
  readonly name: string
  /** Those of the role, in the order of their first attempts. */
  readonly calls: readonly LoggedCall[]
  /** The calls of another role, and what it is called. */
  other(role: string): { readonly name: string; readonly calls: readonly LoggedCall[] }
  readonly settings: Readonly<Record<string, number | string>>
}

export interface Miss {
  readonly message: string
  /** Sequence numbers of the journal entries that show it. */
  readonly entries: readonly number[]
  /** How far it is from being good: the smaller the nearer. */
  readonly distance: number
}

export function count(settings: Subject['settings'], name: string, otherwise: number): number {
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined
  return typeof value === 'number' ? value : otherwise
}

/** What is wrong with attempts that follow another of their call; the miss names both. */
export function amongRepeats(
  calls: readonly LoggedCall[],
  wrong: (repeat: Wait) => Omit<Miss, 'entries'> | undefined,
): readonly Miss[] {
  return calls.flatMap(waits).flatMap((repeat) => {
    const miss = wrong(repeat)
    return miss === undefined ? [] : [{ ...miss, entries: seqs([repeat.before, repeat.next]) }]
  })
}

export function seqs(attempts: readonly Attempt[]): readonly number[] {
  return attempts.map(({ entry }) => entry.seq)
}

/** `#3`, or `#3 to #9`. */
export function named(attempts: readonly Attempt[]): string {
  const all = seqs(attempts)
  const [first] = all
  const last = all.at(-1)
  return first === last ? `#${first}` : `#${first} to #${last}`
}

/** How an attempt was answered, in words. */
export function answeredWith({ entry, end }: Attempt): string {
  if (entry.status === 0) return 'got no answer'
  return end === 'lost' ? `got a broken answer (${entry.status})` : `was answered ${entry.status}`
}
