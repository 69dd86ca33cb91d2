/**
 * Takes a part out of the amount of another record: without an amount all that is left, never more than that, and the
 * record keeps count, in the properties that it has for it.
 */
import { sentNames } from '../../../api/model-reader.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { Behaviour, Change, Creation, Deed, Event } from '../../../sandbox/behaviour.ts'
import type { Call } from '../../../sandbox/exchange.ts'
import type { Refusal } from '../../../sandbox/operation/kind.ts'
import { outcomeAmong } from '../../../sandbox/operation/lifecycle/resulting-record.ts'
import { DONE, isTakenAtOnce } from '../../../sandbox/operation/lifecycle/state-machine.ts'
import { amountOf, rounded, withNumber } from '../../../sandbox/operation/money/amount-forms.ts'
import type { Runtime } from '../../../sandbox/runtime.ts'
import type { Links } from '../../../sandbox/state/links.ts'
import type { Rewriting } from '../../../sandbox/state/new-record.ts'
import { idText, withAt, without } from '../../../sandbox/state/place.ts'
import type { StoredRecord } from '../../../sandbox/state/stored-record.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { listAt } from '../../../support/list-at.ts'
import { oncePer } from '../../../support/once-per.ts'
import { type Found, leftOf, recounted, takenOf, wholeOf, withState } from './counting.ts'
import { dayOf } from './done-on.ts'
import { admitChange, drawsOf, hasDrawn, keyOf, ownPart, remember, settleChange } from './draws.ts'
import { type AmountSource, type PartialAmount, partialAmounts } from './fact.ts'
import { refusalFor } from './refusing.ts'

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
        const draw = drawn(call, draws, said, intent)
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
      ...(plan.kind === 'action' &&
        plan.makes !== undefined && {
          settle(call, event) {
            if (event.plan.type === plan.makes?.type) rememberMade(call, draws, event)
          },
        }),
    }
  },
  ofResource({ type }, runtime) {
    const sources = sourcesIn(runtime).get(type)
    const takes = drawsOf(type, runtime).length > 0
    if (sources === undefined && !takes) return undefined
    return {
      // A record that others draw on begins with nothing taken.
      ...(sources !== undefined && {
        offer: (call, creation) => takenAtFirst(call, sources, creation),
        maintain: (rewriting, value) => withWhole(sources, rewriting, value),
      }),
      ...(takes && { admit: admitChange, settle: settleChange }),
    }
  },
}

interface Draw {
  /** How much is taken, where the request does not say. */
  readonly amount: unknown
  readonly source: AmountSource
  readonly plan: ResourcePlan
  readonly record: StoredRecord
  /** How much of it there is to take. */
  readonly drawn: number
  /** What will have been taken then, and what will be left. */
  readonly taken: number
  readonly left: number
}

/** What a request takes out of which record; undefined where it takes nothing that anybody could count. */
function drawn(
  call: Call,
  draws: PartialAmount,
  given: JsonObject,
  intent: Deed,
): Draw | { readonly refuse: Refusal } | undefined {
  const found =
    intent.does === 'create'
      ? sourceOf(call, draws, given, intent.links)
      : (ownSource(call, draws, intent) ?? sourceOf(call, draws, given))
  if (found === undefined) return undefined
  const { record, source, plan } = found
  const [place, whole] = wholeOf(record.value, source) ?? []
  if (place === undefined || whole === undefined) return undefined
  const before = takenOf(call.sandbox.store, draws.verb, source, record)
  const left = leftOf(whole, before)
  const asked = at(given, draws.amount) ?? undefined
  const sent = amountOf(asked)
  // What is put over a record that took something may take that, too.
  const own = intent.does === 'create' ? ownPartOf(call, intent, record) : 0
  const refusal = refusalFor(call, draws, found, rounded(left + own), asked)
  if (refusal !== undefined) return { refuse: refusal }
  if (asked !== undefined && sent === undefined) return undefined
  const like = at(record.value, place)
  const amount = sent === undefined ? withNumber(like, left) : undefined
  const now = Math.max(0, Math.min(sent ?? left, left))
  const rest = isFinal(draws, given) ? 0 : rounded(left - now)
  return { amount, source, plan, record, drawn: now, taken: rounded(before + now), left: rest }
}

/** `final_capture: true`: what is left then is let go. */
function isFinal({ verb }: PartialAmount, given: JsonObject): boolean {
  return Object.entries(given).some(
    ([name, value]) => value === true && plain(name).replace(/^is/, '') === `final${verb}`,
  )
}

/** The record that the path names, even where it is only imagined until now. */
function ownSource({ compiled }: Call, { from }: PartialAmount, { plan, record }: Change): Found | undefined {
  const source = from.find(({ in: where, name, type }) => {
    return where === 'path' && type === record.type && name === compiled.operation.plan.target?.name
  })
  return source === undefined ? undefined : { source, plan, record }
}

function ownPartOf(call: Call, { plan, input, links, id }: Creation, from: StoredRecord): number {
  const name = id ?? idText(at(input, plan.id.place))
  return name === undefined ? 0 : ownPart(call, { type: plan.type, key: call.resources.keyOf(plan, name, links) }, from)
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

/** The record keeps count of what was taken out of it. */
function settleDraw(call: Call, { verb }: PartialAmount, draw: Draw, given: StoredRecord): StoredRecord {
  const { source, plan, record, taken, left } = draw
  const { makes, kind } = call.compiled.operation.plan
  const isOwn = given.type === record.type && given.key === record.key
  const now = isOwn ? given : (call.resources.records.get(record.type, record.key) ?? record)
  // A record that is itself captured is so with a part, too: the verb has set its state.
  const isItself = verb === 'capture' && kind === 'action' && makes === undefined
  const { flag: _flag, part: _part, all: _all, ...onlyTotal } = source
  if (kind !== 'action') remember(call, given, { verb, type: record.type, key: record.key, amount: draw.drawn })
  const from = { source: isItself ? onlyTotal : source, plan, record: now }
  const on = isOwn ? undefined : dayOf(given.value)
  const changed = recounted(call, verb, from, { taken, left, on })
  return isOwn ? changed : given
}

/**
 * What a verb has made is remembered as what was taken. The record that the verb is done to has counted it; where that was
 * only imagined until then, it is counted as it comes.
 */
function rememberMade(call: Call, draws: PartialAmount, { what, plan, record }: Event): void {
  if (what !== 'came' || hasDrawn(call, plan, record)) return
  const found = sourceOf(call, draws, {})
  const amount = amountOf(at(record.value, draws.amount))
  if (found === undefined || amount === undefined) return
  const { source, record: from } = found
  const { verb } = draws
  const taken = takenOf(call.sandbox.store, verb, source, from)
  const drawn = { verb, type: from.type, key: from.key, amount: Math.min(amount, taken) }
  remember(call, { type: plan.type, key: keyOf(call, plan, record) }, drawn)
}

/** What is left follows how much there is, unless the client says otherwise. */
function withWhole(
  sources: readonly Counting[],
  { record, resources, sent, plan }: Rewriting,
  next: JsonObject,
): JsonObject {
  let value = next
  for (const source of sources) {
    const [, was] = wholeOf(record.value, source) ?? []
    const [place, whole] = wholeOf(value, source) ?? []
    // What is captured once is so whatever the amount is then.
    if (source.verb === 'capture' || was === undefined || place === undefined || whole === undefined || was === whole)
      continue
    const taken = takenOf(resources.store, source.verb, source, { ...record, value })
    const [before, left] = [leftOf(was, taken), leftOf(whole, taken)]
    const { due, flag } = source
    if (due !== undefined && !isSaidDue(resources.runtime, plan, due, { record, sent: sent(), before }))
      value = withAt(value, due, withNumber(at(value, due) ?? at(value, place), left))
    if (flag !== undefined && !sendsAt(sent(), flag) && at(record.value, flag) === (before === 0))
      value = withAt(value, flag, left === 0)
    const state = plan.status === undefined ? undefined : at(record.value, plan.status.place)
    const isMoved = state !== undefined && (state === source.part || state === source.all)
    if (isMoved && plan.status !== undefined && !sendsAt(sent(), plan.status.place))
      value = withState(resources.store, source.verb, { source, plan, record }, value, { taken, left })
  }
  return value
}

function sendsAt(sent: JsonObject, place: Place): boolean {
  return at(sent, place) !== undefined
}

interface Said {
  readonly record: StoredRecord
  readonly sent: JsonObject
  /** What was left before. */
  readonly before: number
}

/** What is due is the client's word: it may say it, and says it now or said another amount than was left. */
function isSaidDue(runtime: Runtime, plan: ResourcePlan, due: Place, { record, sent, before }: Said): boolean {
  if (!sentNames(runtime, plan).has(due[0] ?? '')) return false
  return sendsAt(sent, due) || amountOf(at(record.value, due)) !== before
}

/** The first record that the request names and that there is. */
function sourceOf(call: Call, { from }: PartialAmount, given: JsonObject, links: Links = {}): Found | undefined {
  for (const source of from) {
    const id = above(call, source, links) ?? named(call, source, given)
    const plan = id === undefined ? undefined : call.runtime.resource(source.type)
    const record = id === undefined || plan === undefined ? undefined : call.resources.find(plan, id, {})
    if (plan !== undefined && record !== undefined) return cameOf(call, from, { source, plan, record })
  }
  return undefined
}

/** A record that keeps no count itself has what came of it count: the charge of a payment. */
function cameOf(call: Call, from: readonly AmountSource[], found: Found): Found {
  const { total, due, flag, part, all } = found.source
  if ([total, due, flag, part, all].some((one) => one !== undefined)) return found
  const came = outcomeAmong(
    call,
    found.plan,
    found.record,
    from.map(({ type }) => type),
  )
  const source = from.find(({ type }) => type === came?.plan.type)
  return came === undefined || source === undefined ? found : { source, ...came }
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
