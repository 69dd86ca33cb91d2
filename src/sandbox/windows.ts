/** Whose count a fault or a rule keeps, and the counts themselves, which stand in the store. */
import type { ApiDescription } from '../api/description.ts'
import { digest64 } from '../support/digest64.ts'
import { credentialsIn } from './auth/authorize.ts'
import type { Matched } from './exchange.ts'
import { idempotencyKeyOf } from './idempotency.ts'
import { entryKey, rangeOf } from './state/keys.ts'
import { removeRange } from './state/remove-range.ts'
import type { Store } from './state/store.ts'

/** What `times` is counted for: everybody together, or each of these by itself. */
export type WindowOf = '' | 'global' | 'idempotency-key' | 'resource' | 'client'

export const windowsOf: readonly WindowOf[] = ['', 'global', 'idempotency-key', 'resource', 'client']

/** How often something matched and struck in one window, and when the window began. */
export interface WindowCount {
  readonly matches: number
  readonly firings: number
  readonly start: number
}

const NO_COUNT: WindowCount = { matches: 0, firings: 0, start: 0 }

/** Whose window a request counts in: '' for that of everybody. Each scope counts by itself. */
export function windowOf(per: WindowOf, matched: Matched, api: ApiDescription): string {
  const scope = matched.request.fields.get('x-tool-scope') ?? ''
  const one = memberOf(per, matched, api)
  return scope === '' && one === '' ? '' : `${scope}\n${one}`
}

function memberOf(per: WindowOf, matched: Matched, api: ApiDescription): string {
  const { fields, path } = matched.request
  switch (per) {
    case 'resource':
      return `resource ${path}`
    case 'client':
      return `client ${credentialsIn(matched, api).join(' ')} ${fields.peer ?? ''}`
    case 'idempotency-key':
      return `key ${idempotencyKeyOf(matched) ?? ''}`
    default:
      return ''
  }
}

/** `owner` is the id of a fault, or that of a rule. */
export function countOf(store: Store, owner: string, whose: string): WindowCount {
  const raw = store.get(windowKey(owner, whose))
  if (raw === undefined) return NO_COUNT
  const [matches = 0, firings = 0, start = 0] = raw.split(' ').map(Number)
  return { matches, firings, start }
}

export function putCount(store: Store, owner: string, whose: string, { matches, firings, start }: WindowCount): void {
  const key = windowKey(owner, whose)
  if (whose !== '' && store.get(key) === undefined) makeRoom(store, owner, key)
  store.put(key, `${matches} ${firings} ${start}`)
}

/** Windows that one fault or rule keeps beside that of everybody. */
export const MOST_WINDOWS = 10_000

/** Notes a new window in a ring, in which it takes the place of the one that was begun longest ago. */
function makeRoom(store: Store, owner: string, key: string): void {
  const number = countUp(store, entryKey('w', owner, '#begun'))
  const place = entryKey('w', owner, '#place', String(number % MOST_WINDOWS))
  const oldest = store.get(place)
  if (oldest !== undefined) store.remove(oldest)
  store.put(place, key)
}

/** The numbers that an owner draws: 0, 1, 2, … */
export function nextNumber(store: Store, owner: string): number {
  return countUp(store, entryKey('w', owner, '#drawn'))
}

function countUp(store: Store, key: string): number {
  const number = Number(store.get(key) ?? 0)
  store.put(key, String(number + 1))
  return number
}

/** Forgets all windows of an owner. */
export function clearCounts(store: Store, owner: string): void {
  removeRange(store, rangeOf('w', owner))
}

/** Whose count it is stands in the store as a digest: it may hold a credential. */
function windowKey(owner: string, whose: string): string {
  return entryKey('w', owner, whose === '' ? '' : digest64(whose, owner))
}
