/** What each record took out of another, so that its change is counted by the difference, and its end gives it back. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { Event, Intent, Refused } from '../../../sandbox/behaviour.ts'
import type { Call } from '../../../sandbox/exchange.ts'
import { amountOf, rounded } from '../../../sandbox/operation/money/amount-forms.ts'
import type { Runtime } from '../../../sandbox/runtime.ts'
import { entryKey } from '../../../sandbox/state/keys.ts'
import { idText } from '../../../sandbox/state/place.ts'
import type { StoredRecord } from '../../../sandbox/state/stored-record.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { listAt } from '../../../support/list-at.ts'
import { oncePer } from '../../../support/once-per.ts'
import { type Found, leftOf, recounted, takenOf, type Verb, wholeOf } from './counting.ts'
import { dayOf } from './done-on.ts'
import { type PartialAmount, partialAmounts } from './fact.ts'
import { refusalFor } from './refusing.ts'

/** How much was taken out of which record. */
interface Drawn {
  readonly verb: Verb
  readonly type: string
  readonly key: string
  readonly amount: number
}

/** What is taken by records of a type, by each operation that makes them. */
export const drawsOf = (type: string, runtime: Runtime): readonly PartialAmount[] => drawersIn(runtime).get(type) ?? []

const drawersIn = oncePer((runtime: Runtime): ReadonlyMap<string, readonly PartialAmount[]> => {
  const found = new Map<string, PartialAmount[]>()
  for (const { plan } of runtime.api.head.operations) {
    const draws = partialAmounts.ofOperation(plan)
    const type = plan.kind === 'action' ? plan.makes?.type : plan.type
    if (draws !== undefined && type !== undefined) listAt(found, type).push(draws)
  }
  return found
})

/** The record took this much out of the other. */
export function remember(call: Call, { type, key }: Pick<StoredRecord, 'type' | 'key'>, drawn: Drawn): void {
  call.sandbox.store.put(entryKey('u', '', type, key), JSON.stringify(drawn))
}

export function hasDrawn(call: Call, plan: ResourcePlan, record: Event['record']): boolean {
  return drawnBy(call, plan.type, keyOf(call, plan, record)) !== undefined
}

function drawnBy(call: Call, type: string, key: string): Drawn | undefined {
  const raw = call.sandbox.store.get(entryKey('u', '', type, key))
  return raw === undefined ? undefined : (JSON.parse(raw) as Drawn)
}

export function keyOf({ resources }: Call, plan: ResourcePlan, { value, links }: Event['record']): string {
  return resources.keyOf(plan, idText(at(value, plan.id.place)) ?? '', links)
}

/** How much a record took that has this name, where there is one: as much as that more is left for it. */
export function ownPart(call: Call, { type, key }: Pick<StoredRecord, 'type' | 'key'>, from: StoredRecord): number {
  const drawn = drawnBy(call, type, key)
  return drawn?.type === from.type && drawn.key === from.key ? drawn.amount : 0
}

interface Open {
  readonly drawn: Drawn
  readonly draws: PartialAmount
  readonly from: Found
  readonly taken: number
  /** What it may take as a whole. */
  readonly most: number
}

/** What the record took, where the other is still there. */
function openDraw(call: Call, type: string, key: string): Open | undefined {
  const drawn = drawnBy(call, type, key)
  if (drawn === undefined) return undefined
  const draws = drawsOf(type, call.runtime).find(
    ({ verb, from }) => verb === drawn.verb && from.some((one) => one.type === drawn.type),
  )
  const source = draws?.from.find((one) => one.type === drawn.type)
  const plan = call.runtime.resource(drawn.type)
  const record = call.resources.records.get(drawn.type, drawn.key)
  const [, whole] = (record !== undefined && source !== undefined && wholeOf(record.value, source)) || []
  if (draws === undefined || source === undefined || plan === undefined || record === undefined || whole === undefined)
    return undefined
  const taken = takenOf(call.sandbox.store, drawn.verb, source, record)
  const most = rounded(leftOf(whole, taken) + drawn.amount)
  return { drawn, draws, from: { source, plan, record }, taken, most }
}

/** Another record that a change names as the one that is taken out of. */
function namedAnew(call: Call, { from }: PartialAmount, before: JsonObject, value: JsonObject): Found | undefined {
  for (const source of from) {
    if (source.in !== 'body') continue
    const place = source.name.split('.')
    const id = idText(at(value, place))
    if (id === undefined || id === idText(at(before, place))) continue
    const plan = call.runtime.resource(source.type)
    const record = plan === undefined ? undefined : call.resources.find(plan, id, {})
    if (plan !== undefined && record !== undefined) return { source, plan, record }
  }
  return undefined
}

interface Left extends Found {
  readonly taken: number
  readonly left: number
}

/** How much is left of another record; undefined where it does not say how much there was. */
function leftThere(call: Call, verb: Verb, found: Found | undefined): Left | undefined {
  const whole = found === undefined ? undefined : wholeOf(found.record.value, found.source)?.[1]
  if (found === undefined || whole === undefined) return undefined
  const taken = takenOf(call.sandbox.store, verb, found.source, found.record)
  return { ...found, taken, left: leftOf(whole, taken) }
}

/** A change is refused where more is asked for than is left besides what the record took itself. */
export function admitChange(call: Call, intent: Intent): Refused | undefined {
  if (intent.does !== 'change' || intent.by === 'verb') return undefined
  const { record, input } = intent
  const open = openDraw(call, intent.plan.type, record.key)
  if (open === undefined) return undefined
  const { draws, from, most } = open
  const other = leftThere(call, draws.verb, namedAnew(call, draws, record.value, input))
  const old = at(record.value, draws.amount)
  const asked = at(input, draws.amount) ?? (other === undefined ? undefined : old)
  const sent = amountOf(asked)
  const isSame = asked === undefined || (sent !== undefined && sent === amountOf(old))
  if (isSame && other === undefined) return undefined
  const refuse = refusalFor(call, draws, other ?? from, other?.left ?? most, asked)
  return refuse === undefined ? undefined : { refuse }
}

/** A record that took something is another than before, or gone, or back: the other counts the difference. */
export function settleChange(call: Call, event: Event): void {
  const { plan, record } = event
  const key = keyOf(call, plan, event.what === 'changed' ? event.before : record)
  const open = openDraw(call, plan.type, key)
  if (open === undefined) return
  const { drawn, draws, from, taken, most } = open
  const isGone = event.what === 'went'
  // It only stands under one parent less.
  if (isGone && call.resources.records.get(plan.type, key) !== undefined) return
  const before = event.what === 'changed' ? event.before.value : undefined
  const other =
    before === undefined ? undefined : leftThere(call, drawn.verb, namedAnew(call, draws, before, record.value))
  const wanted = isGone ? 0 : standsFor(plan, draws, record.value, drawn.amount)
  const isSame = before !== undefined && wanted === standsFor(plan, draws, before, drawn.amount)
  if (isSame && other === undefined) return
  const amount = Math.max(0, Math.min(wanted, other?.left ?? most))
  const own = { type: plan.type, key }
  const rest = rounded(taken - drawn.amount)
  const on = dayOf(record.value)
  if (other === undefined) {
    remember(call, own, { ...drawn, amount })
    if (amount === drawn.amount) return
    recounted(call, drawn.verb, from, { taken: rounded(rest + amount), left: rounded(most - amount), on })
    return
  }
  remember(call, own, { ...drawn, type: other.record.type, key: other.record.key, amount })
  recounted(call, drawn.verb, from, { taken: rest, left: most })
  recounted(call, drawn.verb, other, { taken: rounded(other.taken + amount), left: rounded(other.left - amount), on })
}

/** What comes to nothing takes nothing. */
const UNDONE = /^(cancell?ed|failed|declined|denied|rejected|expired|void|voided|deleted|aborted)$/

/** How much such a record takes as it is. */
function standsFor({ status }: ResourcePlan, { amount }: PartialAmount, value: JsonObject, before: number): number {
  const state = status === undefined ? undefined : at(value, status.place)
  const isUndone =
    typeof state === 'string'
      ? UNDONE.test(plain(state))
      : Object.entries(value).some(([name, said]) => said === true && UNDONE.test(plain(name).replace(/^is/, '')))
  return isUndone ? 0 : (amountOf(at(value, amount)) ?? before)
}
