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

/** The rules of a store, read once: only its own process writes them. */
class Book {
  private readonly all: FaultRule[] = []
  private readonly byOperation = new Map<string, FaultRule[]>()

  constructor(rules: readonly FaultRule[]) {
    for (const rule of rules) this.add(rule)
  }

  get rules(): readonly FaultRule[] {
    return this.all
  }

  add(rule: FaultRule): void {
    this.all.push(rule)
    listAt(this.byOperation, `${rule.method} ${rule.path}`).push(rule)
  }

  on(method: string, path: string): readonly FaultRule[] {
    return this.all.length === 0 ? NOTHING : (this.byOperation.get(`${method} ${path}`) ?? NOTHING)
  }
}

const books = perStore<Book>()

function bookOf(store: Store): Book {
  let book = books.get(store)
  if (book === undefined) {
    book = new Book(store.range(rangeOf('f')).map(([, raw]) => JSON.parse(raw) as FaultRule))
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

/** Adds a fault; it never replaces another. */
export function armFault(store: Store, fault: NewFault): FaultRule {
  const book = bookOf(store)
  const last = book.rules.at(-1)
  if (book.rules.length >= MOST_ARMED)
    throw new ToolError('conflict', `${MOST_ARMED} faults are armed, no more are taken: clear some`)
  const number = last === undefined ? 1 : Number(last.id.slice(1)) + 1
  const rule: FaultRule = { id: `f${number}`, ...fault }
  store.put(keyOf(rule.id), JSON.stringify(rule))
  book.add(rule)
  return rule
}

/** Takes away the faults that are meant, with their counts. Gives how many there were. */
export function clearFaults(store: Store, filter: FaultFilter = {}): number {
  const rules = armedFaults(store)
  const meant = rules.filter((rule) => isMeant(rule, filter))
  for (const { id } of meant) {
    store.remove(keyOf(id))
    clearCounts(store, id)
  }
  const gone = new Set(meant)
  books.set(store, new Book(rules.filter((rule) => !gone.has(rule))))
  return meant.length
}

function isMeant(rule: FaultRule, { method, kind, ...rest }: FaultFilter): boolean {
  if (method !== undefined && rule.method !== method.toUpperCase()) return false
  if (kind === 'rate_limit' ? rule.kind !== 'error' || rule.status !== 429 : kind !== undefined && rule.kind !== kind)
    return false
  return Object.entries(rest).every(([name, value]) => value === undefined || rule[name as keyof FaultRule] === value)
}

function keyOf(id: string): string {
  return entryKey('f', id.slice(1).padStart(9, '0'))
}
