import type { OperationPlan, ResourcePlan } from '../../../api/plan.ts'
import { eventIn, generate, isOutcome, isTimeOfEvent } from '../../../api/schema/generate.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { partialAmounts } from '../../../behaviours/money/partial-amounts/fact.ts'
import { doneForms, takesBack, usualOutcomes } from '../../../derive/naming/verbs.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { type Granted, type Refused, saidBy } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import { happeningUnder } from '../../state/happens.ts'
import type { Links } from '../../state/links.ts'
import { NO_VALUES } from '../../state/merge.ts'
import { idText, withAt, without } from '../../state/place.ts'
import { flagged } from '../../state/status-flags.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { sameForm, timeFor } from '../../state/times.ts'
import { addressed, parameterText } from '../address.ts'
import { answerCovering, mediaOf } from '../answers/declared-answers.ts'
import { settleSides } from '../associations/bidirectional-association.ts'
import { joinable, joining, setJoined } from '../associations/membership.ts'
import { gathered, settleGathered } from '../associations/membership-verbs.ts'
import { destinationOf, movedTo } from '../associations/move-parent.ts'
import { bornUnder } from '../associations/tree.ts'
import { changeOne, storeChange } from '../change-one.ts'
import { setForGetter } from '../changes/accessor-pair.ts'
import { withArraysAt } from '../changes/array-elements.ts'
import { inside } from '../changes/nested-elements.ts'
import { withValueAt } from '../changes/property-value.ts'
import { renewed } from '../changes/secret-rotation.ts'
import { createOne } from '../create-one.ts'
import { copied, copies } from '../creation/copy.ts'
import { emptyOut } from '../deletion/purge.ts'
import { broughtBack } from '../deletion/soft-delete.ts'
import { inputOf, inputOrQuery, merged, renamed } from '../input.ts'
import type { OperationKindDefinition, Result } from '../kind.ts'
import { takenBack } from '../lifecycle/inverse-actions.ts'
import { movedAmounts, stateAfter } from '../lifecycle/state-machine.ts'
import { timedByChange } from '../lifecycle/state-timestamps.ts'
import { spoken } from '../lifecycle/verb-in-body.ts'
import { withTransactions } from '../money/transactions.ts'
import { echoed, passthrough } from './passthrough.ts'

/** Does what the verb says to the record it addresses: status, flag and time of the verb, and the fields that were sent. */
export const action: OperationKindDefinition = {
  kind: 'action',
  perform(call) {
    const { resource, operation } = call.compiled
    if (operation.plan.target === undefined) return passthrough.perform(call)
    const joins = joining(call)
    const named = joins === undefined ? addressed(call) : joinable(call)
    const back = 'refuse' in named && resource !== undefined ? broughtBack(call, resource, named) : undefined
    const found = back === undefined ? named : { record: back, links: back.links }
    if ('refuse' in found) return mayGoOn(call, found) ? passthrough.perform(call) : { refuse: found.refuse }

    if (resource === undefined) return { show: 'value', sources: echoed(call), key: 'action' }
    const born = bornUnder(call, resource, found.record, found.links)
    if (born !== undefined) return born
    const set = setForGetter(call, found.record)
    if (set !== undefined) return set
    const put = putAt(call, resource, found.record)
    if (put !== undefined) return put
    const result = performed(spoken(call, resource), resource, found.record, { joins, isBack: back !== undefined })
    if (!('refuse' in result)) enterTried(call, resource, found.record)
    return result
  },
}

/** Arrays and properties that paths of their own put; undefined for other operations, and for those that show a record. */
function putAt(call: Call, plan: ResourcePlan, record: StoredRecord): Result | undefined {
  const arrays = withArraysAt(call, record.value)
  const put = arrays === undefined ? withValueAt(call, record.value) : { value: arrays, said: inputOf(call) }
  if (put === undefined || call.compiled.operation.plan.output !== undefined) return undefined
  const input = 'refuse' in put ? inputOf(call) : put.said
  const done = changeOne(call, plan, record, { input, becomes: () => put })
  if ('refuse' in done) return done
  const { record: changed } = done
  if (call.compiled.success.mediaTypes.length === 0) return { show: 'record', record: changed }
  return { show: 'value', sources: echoed(call), key: `action/${changed.key}`, about: changed }
}

function performed(
  call: Call,
  resource: ResourcePlan,
  standing: StoredRecord,
  { joins, isBack }: { readonly joins: boolean | undefined; readonly isBack: boolean },
): Result {
  const { operation } = call.compiled
  const destination = destinationOf(call)
  const links = destination === undefined ? {} : { [destination.link]: destination.id }
  const isElsewhere = isBack || destination !== undefined
  const isCopied = copies(operation.plan)
  if (isCopied && (operation.plan.output !== undefined || call.compiled.jobs.length > 0))
    return copied(call, resource, standing)
  let granted: Granted | undefined
  const changed = changeOne(call, resource, standing, {
    input: inputOf(call),
    said: () => renamed(call, inputOrQuery(call, resource), resource),
    by: 'verb',
    ...(isElsewhere && { under: { ...standing.links, ...links } }),
    becomes(grant) {
      granted = grant
      return { value: done(call, resource, standing, grant) }
    },
  })
  if ('refuse' in changed) return changed
  if (granted === undefined) return { show: 'record', record: changed.record }
  const record = destination === undefined ? changed.record : movedTo(call, resource, changed.record, destination)
  const after = followed(call, resource, standing.value, record)
  if ('refuse' in after) return after
  const last = joins === undefined ? after.record : setJoined(call, resource, after.record, joins)
  return shown(call, resource, last, granted)
}

/** The record as the verb leaves it. */
function done(call: Call, plan: ResourcePlan, record: StoredRecord, { input, stays }: Granted): JsonObject {
  const entered = (value: JsonObject) => {
    const amounts = { sent: inputOf(call), granted: input, isPart: stays }
    return aside(call, plan, record, withTransactions(call, plan, { key: record.key, value }, amounts))
  }
  if (stays) return entered(record.value)
  const { makes, verb = '' } = call.compiled.operation.plan
  const said = makes === undefined ? withoutTag(call, plan, inputOrQuery(call, plan)) : {}
  const own = saidBy(call, call.runtime.hooks(call.compiled, plan), said)
  return entered(acted(call, plan, record.value, verb, own))
}

/** What a verb does besides changing the state: nothing where that is stated. */
function aside(call: Call, plan: ResourcePlan, record: StoredRecord, value: JsonObject): JsonObject {
  if (call.compiled.operation.plan.edges !== undefined) return value
  const inner = gathered(call, plan, record.value, inside(call, plan, record.value, value))
  return renewed(call, plan, record.value, takenBack(call, plan, record, inner))
}

/** What follows for other records when something is done to one, and the record as it then is; why it cannot. */
function followed(
  call: Call,
  plan: ResourcePlan,
  before: JsonObject,
  record: StoredRecord,
): Refused | { readonly record: StoredRecord } {
  yieldFlag(call, plan, record)
  settleSides(call, plan, before, record)
  const after = settleGathered(call, plan, record)
  return emptyOut(call, plan, after) ?? { record: after }
}

function shown(call: Call, plan: ResourcePlan, record: StoredRecord, { input, told }: Granted): Result {
  const { makes, output } = call.compiled.operation.plan
  if (makes !== undefined) return made(call, makes, input, told)
  if (output !== undefined || call.compiled.success.mediaTypes.length === 0) return { show: 'record', record }
  if (!namesItself(call, plan))
    return { show: 'value', sources: [...echoed(call), record.value], key: `action/${record.key}`, about: record }
  const key = `action/${record.key}/${call.resources.clock.now()}`
  return { show: 'value', sources: [...echoed(call), without(record.value, plan.id.place)], key, about: record }
}

/** The answer tells of the record by the name of the parameter, so what is called as the record's own id is that of what was done. */
function namesItself({ compiled, runtime }: Call, { id }: ResourcePlan): boolean {
  const { target } = compiled.operation.plan
  const [mediaType] = compiled.success.mediaTypes
  if (target === undefined || mediaType === undefined || id.place.join('.') === target.name) return false
  const { properties } = runtime.view(mediaOf(compiled.success, mediaType)?.schema)
  return properties.has(target.name) && properties.has(id.place.join('.'))
}

/** The record of another type that comes of it, under the one it was done to. */
function made(call: Call, makes: NonNullable<OperationPlan['makes']>, input: JsonObject, told: JsonObject): Result {
  const plan = call.runtime.resource(makes.type)
  if (plan === undefined) return { show: 'value', sources: echoed(call), key: 'action' }
  const links: Record<string, string> = {}
  for (const parent of makes.parents) {
    const id = parameterText(call, parent)
    if (id !== undefined) setOwn(links, parent.link, id)
  }
  const result = createOne(call, plan, { links, given: input, told, isBelow: true })
  return 'refuse' in result ? result : { show: 'record', record: result.record }
}

const TRIES = /^(ping|test|trigger|redeliver|retry|replay|send_(test|example))(_|$)/

/** What is tried leaves an entry in the log of its record. */
function enterTried(call: Call, plan: ResourcePlan, record: StoredRecord): void {
  if (!TRIES.test(call.compiled.operation.plan.verb ?? '')) return
  const id = idText(at(record.value, plan.id.place)) ?? record.key
  for (const [entry, link] of happeningUnder(plan, call.runtime)) {
    call.resources.populate(entry, { [link]: id })
    createOne(call, entry, { links: { [link]: id }, given: {}, isAside: true })
  }
}

/** Where the description knows no 404, a verb goes on without a record that is only mentioned (in body or query), or that was deleted. */
function mayGoOn(call: Call, found: { readonly id?: string; readonly links?: Links }): boolean {
  const { operation, resource } = call.compiled
  if (answerCovering(operation, 404).declared !== undefined) return false
  if (operation.plan.target?.in !== 'path') return true
  if (resource === undefined || found.id === undefined || found.links === undefined) return false
  return call.resources.records.wasDeleted(resource.type, call.resources.keyOf(resource, found.id, found.links))
}

/** The record after the verb: what was sent of it, the status, the flag and the time of the verb. */
export function acted(
  call: Call,
  plan: ResourcePlan,
  before: JsonObject,
  verb: string,
  own: JsonObject = inputOrQuery(call, plan),
): JsonObject {
  const properties = allProperties(plan.schema, call.runtime)
  const input = Object.entries(renamed(call, own, plan)).filter(([name]) => properties.has(name))
  const sent = Object.fromEntries(input) as JsonObject
  const result: Record<string, unknown> = { ...merged(before, sent, plan.schema, call.runtime) }
  for (const [name, value] of Object.entries(told(call, properties, before, verb))) setOwn(result, name, value)
  const said = inputOf(call)
  const next = stateAfter(call, plan, before, said)
  const change = { plan, record: { value: before }, by: 'verb' } as const
  if (plan.status === undefined || next === undefined) return timedByChange(call, change, result as JsonObject)
  const moved = withAt(
    {
      ...result,
      ...movedAmounts(before, said, next, partialAmounts.ofOperation(call.compiled.operation.plan)?.amount),
    } as JsonObject,
    plan.status.place,
    next,
  )
  return timedByChange(call, change, flagged(plan, moved, next, call.runtime))
}

/** What the names of the record's own properties say of a verb: its flag, its time, its count. */
function told(
  call: Call,
  properties: ReadonlyMap<string, Schema>,
  before: JsonObject,
  verb: string,
): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = {}
  const done = marks(verb)
  const undone = new Set(takesBack(verb).flatMap((other) => [...marks(other)]))
  const counts = new Set(
    takesBack(verb)
      .concat(verb)
      .flatMap((v) => [`${plain(v)}count`, `${plain(v)}scount`]),
  )
  let isNews = true
  const flags = new Map([...properties.keys()].map((name) => [name, plain(name).replace(/^is(?=[a-z]{4})/, '')]))
  const all = new Set(flags.values())
  for (const [name, called] of flags) {
    const word = withoutParticle(called, verb, all, done)
    const old = before[name]
    const flag = done.has(word) ? true : undone.has(word) ? false : undefined
    if (flag !== undefined && typeof old === 'boolean') {
      isNews = old !== flag
      setOwn(result, name, flag)
    }
    const outcome = outcomeOf(call, name, properties.get(name), old, done)
    if (outcome !== undefined) setOwn(result, name, outcome)
    const event =
      plain(eventIn(name) ?? '') ||
      /^(.+)(at|on|time|date)$/.exec(word)?.[1] ||
      momentCalled(call, name, word, properties)
    if (event === undefined) continue
    const moment = done.has(event) ? momentOf(call, properties.get(name), old, name) : undefined
    if (moment !== undefined) setOwn(result, name, moment)
    else if (undone.has(event) && typeof old === 'string') setOwn(result, name, null)
  }
  for (const name of properties.keys()) {
    const old = before[name]
    if (!isNews || typeof old !== 'number' || !counts.has(plain(name))) continue
    setOwn(result, name, Math.max(0, old + (/^un/.test(verb) ? -1 : 1)))
  }
  return result
}

/** `accepted`, where that holds a time. */
function momentCalled(
  { runtime }: Call,
  name: string,
  word: string,
  properties: ReadonlyMap<string, Schema>,
): string | undefined {
  return isTimeOfEvent(name, runtime.view(properties.get(name))) ? word : undefined
}

/** What tells of the verb, with its time: the `approval`, with `approved_at`, of what was not approved before. */
function outcomeOf(
  call: Call,
  name: string,
  schema: Schema | undefined,
  before: unknown,
  done: ReadonlySet<string>,
): JsonObject | undefined {
  const { runtime, resources } = call
  const { properties } = runtime.view(schema)
  if (schema === undefined || isObject(before) || !isOutcome(name, properties.keys())) return undefined
  const times = [...properties].flatMap(([time, inner]) => {
    const moment = done.has(plain(eventIn(time) ?? '')) ? momentOf(call, inner, undefined, time) : undefined
    return moment === undefined ? [] : [[time, moment] as const]
  })
  if (times.length === 0) return undefined
  const made = generate(schema, {
    ...runtime.generating,
    dice: resources.dice,
    key: `outcome/${call.compiled.operation.id}/${name}`,
    now: resources.clock.now(),
    sources: [Object.fromEntries(times) as JsonObject, inputOf(call)],
    fill: 'full',
  })
  return isObject(made) ? (made as JsonObject) : undefined
}

/** Flags that one record of many bears: being made the default, it takes the flag from those under the same parents. */
const SOLE = /(^|_)(default|primary)$/

function yieldFlag(call: Call, plan: ResourcePlan, record: StoredRecord): void {
  const sole = SOLE.exec(call.compiled.operation.plan.verb ?? '')?.[2]
  const flag = Object.keys(record.value).find((name) => plain(name).replace(/^is/, '') === sole)
  if (flag === undefined || record.value[flag] !== true) return
  const { resources } = call
  const links = Object.entries(record.links)
  const { link } = resources.indexFor(record.links)
  for (const other of resources.records.list(plan.type, { link, reverse: false })) {
    const isBeside = links.every(([name, value]) => other.links[name] === value)
    if (other.key === record.key || !isBeside || other.value[flag] !== true) continue
    const value = withAt(other.value, [flag], false)
    storeChange(call, plan, other, value, () => NO_VALUES)
  }
}

/** What tells of what kind the request is says nothing of the record. */
function withoutTag({ runtime }: Call, { schema }: ResourcePlan, said: JsonObject): JsonObject {
  const tag = runtime.view(schema).discriminator?.property
  return tag === undefined || !Object.hasOwn(said, tag) ? said : without(said, [tag])
}

const PARTICLES = ['out', 'off', 'up', 'in']
const DONE = new RegExp(`^(.{4,}ed)(${PARTICLES.join('|')})$`)
const DOES = new RegExp(`^(.+)[_-](${PARTICLES.join('|')})$`)

/** `checked_out` by `check`, unless it says `check_in`, or there are `checked` and `checked_in`, too. */
function withoutParticle(word: string, verb: string, all: ReadonlySet<string>, marked: ReadonlySet<string>): string {
  const [, done = '', particle = ''] = DONE.exec(word) ?? []
  if (particle === '') return word
  const [, stem = '', own] = DOES.exec(verb) ?? []
  if (own !== undefined) {
    const isSame = own === particle && doneForms(stem).includes(done)
    return isSame ? ([...marked][0] ?? word) : word
  }
  const others = ['', ...PARTICLES].filter((one) => one !== particle && all.has(done + one))
  return others.length === 0 ? done : word
}

/** The words that mark a record to which the verb was done: follow → followed, following. */
function marks(verb: string): ReadonlySet<string> {
  const [word = '', ...others] = doneForms(verb)
  return new Set([word, ...others, `${word.replace(/e$/, '')}ing`, ...usualOutcomes(verb)])
}

function momentOf(call: Call, schema: Schema | undefined, before: unknown, name: string): string | number | undefined {
  const now = call.resources.clock.now()
  return sameForm(before, now) ?? timeFor(call.runtime.view(schema), now, name)
}
