/**
 * What a client did, read from the journal: its requests gathered into calls. A
 * call is one thing the client wanted done, with all attempts at it.
 */
import { waitIn } from '../../http/retry-after.ts'
import { field, isObject } from '../../support/json.ts'
import { faultKind } from '../faults/index.ts'
import type { JournalEntry } from '../journal/journal.ts'

/**
 * How an attempt ended for the client: `success`; `late`, an answer that came after a delay, if
 * the client still waited; `lost`, no answer or a broken one; `busy`, 429; `down`, a 5xx or 408;
 * `refused`, any other 4xx.
 */
export type AttemptEnd = 'success' | 'late' | 'lost' | 'busy' | 'down' | 'refused'

export interface Attempt {
  readonly entry: JournalEntry
  readonly end: AttemptEnd
  /** The idempotency key it carried; undefined when none. */
  readonly key: string | undefined
  /** Query and body without the key, as text. */
  readonly content: string
}

export interface LoggedCall {
  readonly attempts: readonly Attempt[]
}

/** What is to be known of an operation to read its entries. */
export interface Reading {
  /** Names of fields that may carry the idempotency key, lower case. */
  readonly keyFields: readonly string[]
}

/**
 * The calls in the order of their first attempts. An entry is a further attempt at a call when it
 * carries that call's key, or when it says the same as a call that has not ended well; scope,
 * method and path must be the same.
 */
export function callsIn(entries: readonly JournalEntry[], reading: Reading): readonly LoggedCall[] {
  const calls: OpenCall[] = []
  const places = new Map<string, Calls>()
  for (const entry of entries) {
    const attempt = attemptOf(entry, reading)
    const place = `${entry.scope ?? ''}\n${entry.method} ${entry.path}`
    const known = places.get(place) ?? { byKey: new Map(), byContent: new Map() }
    places.set(place, known)
    let call = callOf(attempt, known)
    if (call === undefined) {
      call = { attempts: [], keys: new Set() }
      calls.push(call)
    }
    call.attempts.push(attempt)
    call.keys.add(attempt.key)
    known.byContent.set(attempt.content, call)
    if (attempt.key !== undefined) known.byKey.set(attempt.key, call)
  }
  return calls
}

interface OpenCall {
  readonly attempts: Attempt[]
  readonly keys: Set<string | undefined>
}

/** The newest call of a place for each key and each content. */
interface Calls {
  readonly byKey: Map<string, OpenCall>
  readonly byContent: Map<string, OpenCall>
}

function callOf(attempt: Attempt, { byKey, byContent }: Calls): OpenCall | undefined {
  const sameKey = attempt.key === undefined ? undefined : byKey.get(attempt.key)
  if (sameKey !== undefined) return sameKey
  const sameContent = byContent.get(attempt.content)
  return sameContent !== undefined && goesOn(sameContent, attempt) ? sameContent : undefined
}

/**
 * After a good answer the same words are a new call. With another key they are one after a refusal,
 * and where the client has repeated a key: it knows what a key is for.
 */
function goesOn({ attempts, keys }: OpenCall, { key }: Attempt): boolean {
  const last = attempts.at(-1)
  if (last === undefined || isGood(last)) return false
  if (key === undefined || last.key === key) return true
  return last.end !== 'refused' && keys.size === attempts.length
}

function attemptOf(entry: JournalEntry, { keyFields }: Reading): Attempt {
  const inField = keyFields.map((name) => field(entry.headers, name)).find((value) => typeof value === 'string')
  const { key: inBody, rest } = splitBody(entry.body)
  const key = typeof inField === 'string' && inField !== '' ? inField : inBody
  return { entry, end: endOf(entry), key, content: JSON.stringify([entry.query, rest]) }
}

const BODY_KEY = /^(idempotency|idempotent)[-_]?(key|id|token)$/i

/** Some providers take the key among the fields of the body. */
function splitBody(body: unknown): { readonly key: string | undefined; readonly rest: unknown } {
  if (!isObject(body)) return { key: undefined, rest: body }
  const name = Object.keys(body).find((one) => BODY_KEY.test(one))
  const value = name === undefined ? undefined : field(body, name)
  if (name === undefined || typeof value !== 'string' || value === '') return { key: undefined, rest: body }
  return { key: value, rest: Object.entries(body).filter(([one]) => one !== name) }
}

/** How an answer of this status ends an attempt that these kinds of faults struck. */
export function endOf({ status, faults }: Pick<JournalEntry, 'status' | 'faults'>): AttemptEnd {
  const kinds = faults.map((name) => faultKind(name))
  if (status === 0 || kinds.some((kind) => kind?.spoils === true)) return 'lost'
  if (status === 429) return 'busy'
  if (status >= 500 || status === 408) return 'down'
  if (status >= 400) return 'refused'
  return kinds.some((kind) => kind !== undefined && kind.durationMs > 0) ? 'late' : 'success'
}

/** True when the client may hold that it was done. */
export function isGood({ end }: Pick<Attempt, 'end'>): boolean {
  return end === 'success' || end === 'late'
}

/** True when nobody but the provider knows whether it was done. */
export function isUnsure({ end }: Attempt): boolean {
  return end === 'lost' || end === 'down' || end === 'late'
}

/** Milliseconds from one attempt to the next, for each that was repeated. */
export function waits({ attempts }: LoggedCall): readonly Wait[] {
  return attempts.slice(1).map((next, i) => {
    const before = attempts[i] ?? next
    return { before, next, ms: next.entry.at_ms - before.entry.at_ms }
  })
}

export interface Wait {
  readonly before: Attempt
  readonly next: Attempt
  readonly ms: number
}

/** What the answer to an attempt told the client to wait, in milliseconds; undefined when nothing. */
export function toldToWait({ entry }: Attempt): number | undefined {
  return waitIn(entry.retry_after, entry.at_ms)
}
