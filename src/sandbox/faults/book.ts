/**
 * The faults that are armed on a sandbox, and how often each has struck. Both
 * are in its store, so they outlive the server and are seen by `--explain`.
 */
import { ToolError } from '../../support/errors.ts'
import { listAt } from '../../support/list-at.ts'
import { entryKey, rangeOf } from '../state/keys.ts'
import { perStore } from '../state/per-store.ts'
import type { Store } from '../state/store.ts'
import { clearCounts, countOf } from '../windows.ts'
import type { FaultRule } from './fault.ts'
import type { NewFault } from './read.ts'

/** What of a fault is meant; all of it must hold. */
export interface FaultFilter {
  readonly id?: string
  readonly kind?: string
  readonly method?: string
  readonly path?: string
  readonly event?: string
  readonly mode?: string
}

/** Faults that may be armed on one sandbox. */
const MOST_ARMED = 20_000
const NOTHING: readonly FaultRule[] = []
/** Where the number of the fault stands that was armed last, be it cleared or not. */
const LAST = entryKey('f', '#last')
/** Ids that are given here. */
export const GIVEN_ID: RegExp = /^f\d+$/

/** A rule under the key that it is stored at. */
type Stored = readonly [key: string, rule: FaultRule]

/** The rules of a store, read once: only its own process writes them. */
class Book {
  private readonly all: FaultRule[] = []
  private readonly byOperation = new Map<string, FaultRule[]>()
  /** Of those that name any method or any path: whether there are any, and what is armed on each operation with them. */
  private hasWide = false
  private readonly merged = new Map<string, readonly FaultRule[]>()
  private readonly keys = new Map<FaultRule, string>()

  constructor(stored: readonly Stored[]) {
    for (const one of stored) this.add(one)
  }

  get rules(): readonly FaultRule[] {
    return this.all
  }

  keyOf(rule: FaultRule): string {
    return this.keys.get(rule) ?? ''
  }

  add([key, rule]: Stored): void {
    this.all.push(rule)
    this.keys.set(rule, key)
    listAt(this.byOperation, `${rule.method} ${rule.path}`).push(rule)
    if (isWide(rule)) this.hasWide = true
    this.merged.clear()
  }

  on(method: string, path: string): readonly FaultRule[] {
    if (this.all.length === 0) return NOTHING
    return this.hasWide ? this.withWide(method, path) : (this.byOperation.get(`${method} ${path}`) ?? NOTHING)
  }

  private withWide(method: string, path: string): readonly FaultRule[] {
    const key = `${method} ${path}`
    let rules = this.merged.get(key)
    if (rules === undefined) {
      rules = this.all.filter((rule) => concerns(rule, method, path))
      this.merged.set(key, rules)
    }
    return rules
  }
}

/** Stands for every method, or every path. */
const ANY = '*'

function isWide({ method, path }: FaultRule): boolean {
  return method === ANY || path === ANY
}

/** Whether a fault is armed on an operation. */
export function concerns(rule: Pick<FaultRule, 'method' | 'path'>, method: string, path: string): boolean {
  return (rule.method === method || rule.method === ANY) && (rule.path === path || rule.path === ANY)
}

const books = perStore<Book>()

function bookOf(store: Store): Book {
  let book = books.get(store)
  if (book === undefined) {
    const entries = store.range(rangeOf('f')).filter(([key]) => key !== LAST)
    book = new Book(entries.map(([key, raw]) => [key, JSON.parse(raw) as FaultRule]))
    books.set(store, book)
  }
  return book
}

/** To be called when what was written to the store may not stand. */
export function forgetFaults(store: Store): void {
  books.delete(store)
}

/** In the order of arming. */
export function armedFaults(store: Store): readonly FaultRule[] {
  return bookOf(store).rules
}

/** A fault as it is shown: with what is counted of it. */
export interface ListedFault extends FaultRule {
  /** Firings counted for everybody; absent where there were none, or `times` is 0. */
  readonly struck?: number
}

/** As `armedFaults`, with how much of `times` is spent. */
export function listedFaults(store: Store): readonly ListedFault[] {
  return armedFaults(store).map((rule) => {
    const struck = rule.times === 0 ? 0 : countOf(store, rule.id, '').firings
    return struck === 0 ? rule : { ...rule, struck }
  })
}

/** Those armed on one operation. */
export function faultsOn(store: Store, method: string, path: string): readonly FaultRule[] {
  return bookOf(store).on(method, path)
}

/** Adds a fault; it never replaces another. Without an id it is given one that none had before. */
export function armFault(store: Store, { id, ...fault }: NewFault): FaultRule {
  const book = bookOf(store)
  if (book.rules.length >= MOST_ARMED)
    throw new ToolError('conflict', `${MOST_ARMED} faults are armed, no more are taken: clear some`)
  if (id !== undefined && book.rules.some((rule) => rule.id === id))
    throw new ToolError(
      'conflict',
      `A fault with the id "${id}" is armed: clear it first, or send none to be given one`,
    )
  const number = lastNumber(store, book) + 1
  const rule: FaultRule = { id: id ?? `f${number}`, ...fault }
  const key = entryKey('f', String(number).padStart(9, '0'))
  store.put(LAST, String(number))
  store.put(key, JSON.stringify(rule))
  book.add([key, rule])
  return rule
}

/** Faults that an earlier version armed are numbered, and the number of the last is not noted. */
function lastNumber(store: Store, { rules }: Book): number {
  const noted = store.get(LAST)
  return Number(noted ?? rules.at(-1)?.id.slice(1) ?? 0)
}

/** Takes away the faults that are meant, with their counts. Gives how many there were. */
export function clearFaults(store: Store, filter: FaultFilter = {}): number {
  const book = bookOf(store)
  const meant = book.rules.filter((rule) => isMeant(rule, filter))
  for (const rule of meant) {
    store.remove(book.keyOf(rule))
    clearCounts(store, rule.id)
  }
  const gone = new Set(meant)
  const left = book.rules.filter((rule) => !gone.has(rule))
  books.set(store, new Book(left.map((rule) => [book.keyOf(rule), rule])))
  return meant.length
}

function isMeant(rule: FaultRule, { method, kind, ...rest }: FaultFilter): boolean {
  if (method !== undefined && rule.method !== method.toUpperCase()) return false
  if (kind === 'rate_limit' ? rule.kind !== 'error' || rule.status !== 429 : kind !== undefined && rule.kind !== kind)
    return false
  return Object.entries(rest).every(([name, value]) => value === undefined || rule[name as keyof FaultRule] === value)
}
