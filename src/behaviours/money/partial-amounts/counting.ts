/** How much of a record was taken out: in the properties that it has for it, else beside it. */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import type { Call } from '../../../sandbox/exchange.ts'
import { providersOwn } from '../../../sandbox/operation/change-one.ts'
import { amountOf, rounded, withNumber } from '../../../sandbox/operation/money/amount-forms.ts'
import { entryKey } from '../../../sandbox/state/keys.ts'
import { withAt } from '../../../sandbox/state/place.ts'
import type { Store } from '../../../sandbox/state/store.ts'
import type { StoredRecord } from '../../../sandbox/state/stored-record.ts'
import { touched } from '../../../sandbox/state/times.ts'
import type { Instant } from '../../../support/clock.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { withTimeDone } from './done-on.ts'
import type { AmountSource, PartialAmount } from './fact.ts'

export type Verb = PartialAmount['verb']

/** The record that something is taken out of. */
export interface Found {
  readonly source: AmountSource
  readonly plan: ResourcePlan
  readonly record: StoredRecord
}

interface Amounts {
  readonly taken: number
  readonly left: number
}

/** How much there was, and which property says so. */
export function wholeOf(value: JsonObject, { whole }: AmountSource): readonly [Place, number] | undefined {
  for (const place of whole) {
    const amount = amountOf(at(value, place))
    if (amount !== undefined && amount > 0) return [place, amount]
  }
  return undefined
}

export function takenOf(store: Store, verb: Verb, source: AmountSource, { type, key, value }: StoredRecord): number {
  if (source.total !== undefined) return amountOf(at(value, source.total)) ?? 0
  return Number(store.get(countKey(verb, type, key)) ?? '0')
}

export function leftOf(whole: number, taken: number): number {
  return Math.max(0, rounded(whole - taken))
}

function countKey(verb: Verb, type: string, key: string): string {
  return entryKey('u', verb, type, key)
}

/** The record keeps count: so much was taken out of it, and so much is left. */
export function recounted(
  call: Call,
  verb: Verb,
  { source, plan, record }: Found,
  amounts: Amounts & { readonly on?: Instant | undefined },
): StoredRecord {
  const { store } = call.sandbox
  const counted = withState(store, verb, { source, plan, record }, withAmounts(source, record.value, amounts), amounts)
  const isAll = amounts.left === 0 && amounts.taken > 0
  const on = amounts.on ?? call.resources.clock.now()
  const value = withTimeDone(verb, { plan, value: counted, isAll, now: on }, call.runtime)
  if (source.total === undefined) store.put(countKey(verb, record.type, record.key), String(amounts.taken))
  if (value === record.value || !call.runtime.accepts(plan.schema, value)) return record
  if (call.trace.on) call.trace.note('store', `${plan.type} ${record.key} has ${amounts.left} left to ${verb}`)
  const now = call.resources.clock.now()
  const timed = touched(record.value, value, now, providersOwn(plan, call.runtime))
  return call.resources.change(plan, record, call.runtime.accepts(plan.schema, timed) ? timed : value)
}

function withAmounts(
  { total, due, flag, whole }: AmountSource,
  before: JsonObject,
  { taken, left }: Amounts,
): JsonObject {
  const like = whole.map((place) => at(before, place)).find((value) => amountOf(value) !== undefined)
  let value = before
  if (total !== undefined) value = withAt(value, total, withNumber(at(before, total) ?? like, taken))
  if (due !== undefined) value = withAt(value, due, withNumber(at(before, due) ?? like, left))
  if (flag !== undefined) value = withAt(value, flag, left === 0)
  return value
}

/** The state of a record of which some or all was taken; the one it had before, where everything was given back. */
export function withState(
  store: Store,
  verb: Verb,
  { source: { part, all }, plan: { status }, record: { type, key } }: Found,
  value: JsonObject,
  { taken, left }: Amounts,
): JsonObject {
  if (status === undefined || (part === undefined && all === undefined)) return value
  const state = at(value, status.place)
  const isMoved = state === part || state === all
  const entry = entryKey('u', verb, type, key, 'state')
  const first = store.get(entry)
  // With some left, and no word for that, it is no longer what it is called when all is taken.
  const next =
    taken > 0 && left === 0
      ? all
      : taken > 0
        ? (part ?? (state === all ? first : undefined))
        : isMoved
          ? first
          : undefined
  if (next === undefined || next === state) return value
  if (!isMoved && typeof state === 'string') store.put(entry, state)
  return withAt(value, status.place, next)
}
