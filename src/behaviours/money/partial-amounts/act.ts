/**
 * Takes a part out of the amount of another record: without an amount all that is left, never more than that, and the
 * record keeps count, in the properties that it has for it.
 */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { plain } from '../../../derive/naming/words.ts'
import { conflictStatus } from '../../../derive/operations/conflicts.ts'
import type { Behaviour, Creation } from '../../../sandbox/behaviour.ts'
import type { Call } from '../../../sandbox/exchange.ts'
import { words } from '../../../sandbox/operation/answers/refusal-wording.ts'
import type { Refusal } from '../../../sandbox/operation/kind.ts'
import { DONE, isTakenAtOnce } from '../../../sandbox/operation/lifecycle/state-machine.ts'
import { amountOf, rounded, withNumber } from '../../../sandbox/operation/money/amount-forms.ts'
import type { Runtime } from '../../../sandbox/runtime.ts'
import { entryKey } from '../../../sandbox/state/keys.ts'
import type { Links } from '../../../sandbox/state/links.ts'
import { idText, withAt, without } from '../../../sandbox/state/place.ts'
import { isSeeded, type StoredRecord } from '../../../sandbox/state/stored-record.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { listAt } from '../../../support/list-at.ts'
import { oncePer } from '../../../support/once-per.ts'
import { type AmountSource, type PartialAmount, partialAmounts } from './fact.ts'

export const behaviour: Behaviour = {
  name: 'partial-amounts',
  ofOperation({ operation: { plan } }, runtime) {
    const draws = partialAmounts.ofOperation(plan)
    if (draws === undefined) return undefined
    return {
      admit(call, intent) {
        // What a verb makes is granted with the verb.
        if (intent.does !== (plan.kind === 'action' ? 'change' : 'create')) return undefined
        const said = intent.does === 'create' ? intent.given : intent.input
        const draw = drawn(call, draws, said, intent.does === 'create' ? intent.links : undefined)
        if (draw === undefined || 'refuse' in draw) return draw
        const { amount, left } = draw
        const input = amount === undefined ? intent.input : withAt(intent.input, draws.amount, amount)
        const made = intent.does === 'create' ? intent.plan : runtime.resource(plan.makes?.type)
        return {
          input,
          ...(made !== undefined && { told: begun(made) }),
          ...(left > 0 && (plan.makes !== undefined || draws.verb === 'refund') && { stays: true }),
          follow: (record) => settleDraw(call, draws, draw, record),
        }
      },
      // How much is taken is said of what is taken, and not of the record that has it.
      said: (_call, said) => without(said, draws.amount),
    }
  },
  /** A record that others draw on begins with nothing taken. */
  ofResource({ type }, runtime) {
    const sources = sourcesIn(runtime).get(type)
    return sources === undefined ? undefined : { offer: (call, creation) => takenAtFirst(call, sources, creation) }
  },
}

interface Draw {
  /** How much is taken, where the request does not say. */
  readonly amount: unknown
  readonly source: AmountSource
  readonly plan: ResourcePlan
  readonly record: StoredRecord
  /** What will have been taken then, and what will be left. */
  readonly taken: number
  readonly left: number
}

/** What a request takes out of which record; undefined where it takes nothing that anybody could count. */
function drawn(
  call: Call,
  draws: PartialAmount,
  given: JsonObject,
  links?: Links,
): Draw | { readonly refuse: Refusal } | undefined {
  const found = sourceOf(call, draws, given, links)
  if (found === undefined) return undefined
  const { record, source, plan } = found
  const [place, whole] = wholeOf(record, source) ?? []
  if (place === undefined || whole === undefined) return undefined
  const before = takenBefore(call, draws, found)
  const left = Math.max(0, rounded(whole - before))
  const asked = at(given, draws.amount) ?? undefined
  const sent = amountOf(asked)
  const isFree = draws.verb === 'pay' || isMadeUp(call, found)
  const refusal = isFree ? undefined : refusalFor(call, draws, found, left, asked)
  if (refusal !== undefined) return { refuse: refusal }
  if (asked !== undefined && sent === undefined) return undefined
  const like = at(record.value, place)
  const amount = sent === undefined ? withNumber(like, left) : undefined
  const now = Math.max(0, Math.min(sent ?? left, left))
  return { amount, source, plan, record, taken: rounded(before + now), left: rounded(left - now) }
}

type Counting = AmountSource & Pick<PartialAmount, 'verb'>

/** What a new record says of what was taken out of it: nothing was, but all is captured where the request has that done at once. */
function takenAtFirst(call: Call, sources: readonly Counting[], { plan, given, input }: Creation): JsonObject {
  let value: JsonObject = {}
  for (const { verb, whole, total, due, flag } of sources) {
    const isTaken = verb === 'capture' && isTakenAtOnce(call, plan, given, input)
    const like = whole.map((place) => at(input, place)).find((sent) => amountOf(sent) !== undefined)
    if (total !== undefined && like !== undefined) value = withAt(value, total, isTaken ? like : withNumber(like, 0))
    if (due !== undefined && like !== undefined) value = withAt(value, due, like)
    if (flag !== undefined) value = withAt(value, flag, isTaken)
  }
  return value
}

const sourcesIn = oncePer((runtime: Runtime): ReadonlyMap<string, readonly Counting[]> => {
  const found = new Map<string, Counting[]>()
  for (const { plan } of runtime.api.head.operations) {
    const draws = partialAmounts.ofOperation(plan)
    for (const source of draws?.from ?? [])
      listAt(found, source.type).push({ ...source, verb: draws?.verb ?? 'refund' })
  }
  return found
})

/** What is taken out is there at once: it begins at its end, where it has one. */
function begun({ status }: ResourcePlan): JsonObject {
  const done = status?.values.find((value) => DONE.test(plain(value)))
  return status === undefined || done === undefined ? {} : withAt({}, status.place, done)
}

/** No client said how much there is: not of such records, or not of this one. */
function isMadeUp({ resources }: Call, { source, plan, record }: Found): boolean {
  return !source.isSaid || resources.isImagined(record) || (!plan.creatable && isSeeded(record))
}

/** The record keeps count of what was taken out of it. */
function settleDraw(
  call: Call,
  draws: PartialAmount,
  { source, plan, record, taken, left }: Draw,
  given: StoredRecord,
): StoredRecord {
  const { makes, kind } = call.compiled.operation.plan
  const isOwn = given.type === record.type && given.key === record.key
  const now = isOwn ? given : (call.resources.records.get(record.type, record.key) ?? record)
  // A record that is itself captured is so with a part, too: the verb has set its state.
  const isItself = draws.verb === 'capture' && kind === 'action' && makes === undefined
  const { flag: _flag, part: _part, all: _all, ...onlyTotal } = source
  const value = counted(plan, now.value, isItself ? onlyTotal : source, { taken, left })
  if (source.total === undefined) call.sandbox.store.put(countKey(draws, record), String(taken))
  if (value === now.value || !call.runtime.accepts(plan.schema, value)) return given
  if (call.trace.on) call.trace.note('store', `${plan.type} ${record.key} has ${left} left to ${draws.verb}`)
  const changed = call.resources.change(plan, now, value)
  return isOwn ? changed : given
}

/** The value of a record of which this much was taken. */
function counted(
  plan: ResourcePlan,
  before: JsonObject,
  { total, due, flag, part, all, whole }: AmountSource,
  { taken, left }: Pick<Draw, 'taken' | 'left'>,
): JsonObject {
  const like = whole.map((place) => at(before, place)).find((value) => amountOf(value) !== undefined)
  let value = before
  if (total !== undefined) value = withAt(value, total, withNumber(at(before, total) ?? like, taken))
  if (due !== undefined) value = withAt(value, due, withNumber(at(before, due) ?? like, left))
  if (flag !== undefined) value = withAt(value, flag, left === 0)
  const state = left === 0 ? all : part
  return state === undefined || plan.status === undefined ? value : withAt(value, plan.status.place, state)
}

interface Found {
  readonly source: AmountSource
  readonly plan: ResourcePlan
  readonly record: StoredRecord
}

/** The first record that the request names and that there is. */
function sourceOf(call: Call, { from }: PartialAmount, given: JsonObject, links: Links = {}): Found | undefined {
  for (const source of from) {
    const id = above(call, source, links) ?? named(call, source, given)
    const plan = id === undefined ? undefined : call.runtime.resource(source.type)
    const record = id === undefined || plan === undefined ? undefined : call.resources.find(plan, id, {})
    if (plan !== undefined && record !== undefined) return { source, plan, record }
  }
  return undefined
}

/** What is made inside the request of another stands under that, whatever the path names. */
function above({ compiled }: Call, { in: where, name }: AmountSource, links: Links): string | undefined {
  const parent = compiled.operation.plan.parents.find(
    (one) => where === 'path' && one.in === where && one.name === name,
  )
  return parent === undefined ? undefined : links[parent.link]
}

function named(call: Call, { in: where, name }: AmountSource, given: JsonObject): string | undefined {
  if (where === 'path') return call.pathParameters.get(name)
  if (where === 'body') return idText(at(given, name.split('.'))) ?? idText(at(call.body, name.split('.')))
  return idText(call.parameters.get(`query:${name}`))
}

/** How much there was, and which property says so. */
function wholeOf({ value }: StoredRecord, { whole }: AmountSource): readonly [Place, number] | undefined {
  for (const place of whole) {
    const amount = amountOf(at(value, place))
    if (amount !== undefined && amount > 0) return [place, amount]
  }
  return undefined
}

function takenBefore(call: Call, draws: PartialAmount, { source, record }: Found): number {
  if (source.total !== undefined) return amountOf(at(record.value, source.total)) ?? 0
  return Number(call.sandbox.store.get(countKey(draws, record)) ?? '0')
}

function countKey({ verb }: PartialAmount, { type, key }: StoredRecord): string {
  return entryKey('u', verb, type, key)
}

/** States in which there never was any money; of what is cancelled some may have been taken before. */
const UNTAKEN = /^(failed|declined|denied|rejected|expired|void|voided|aborted)$/

/** Why it may not be taken, where the description knows an answer for that. */
function refusalFor(
  call: Call,
  { verb, amount }: PartialAmount,
  { plan, record }: Found,
  left: number,
  asked: unknown,
): Refusal | undefined {
  const state = plan.status === undefined ? undefined : at(record.value, plan.status.place)
  const isDead = typeof state === 'string' && UNTAKEN.test(plain(state))
  const sent = amountOf(asked)
  const isNone = asked !== undefined && (sent === undefined || sent < 0)
  const isTooMuch = sent !== undefined && sent > left
  if (!isDead && !isTooMuch && !isNone && (left > 0 || sent === 0)) return undefined
  const status = conflictStatus(call.compiled.operation, [422, 400, 409, 412])
  if (status === undefined) return undefined
  const what = isTooMuch ? `${sent} of this ${words(plan)}` : `this ${words(plan)}`
  if (isNone && !isDead) return refusing(status, amount, `Cannot ${verb} ${what}: no amount of it is named`)
  const why = isDead ? `its status is ${state}` : left === 0 ? `nothing of it is left to ${verb}` : `${left} is left`
  return refusing(status, amount, `Cannot ${verb} ${what}: ${why}`)
}

function refusing(status: number, amount: Place, message: string): Refusal {
  return { status, message, code: 'invalid_amount', param: amount.join('.') }
}
