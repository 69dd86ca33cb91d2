/**
 * What comes of a record once it is done: a payment names "the latest charge created by this payment", so one that has
 * succeeded has made a charge. What names the payment afterwards, and could name the charge, names both.
 */
import { sentNames } from '../../../api/model-reader.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { CAPTURED, PAID, RECEIVED, WHOLE } from '../../../derive/naming/amounts.ts'
import { namedTypes } from '../../../derive/naming/named-types.ts'
import { plain, words } from '../../../derive/naming/words.ts'
import { at, type Json, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Creation, Deed } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { NO_VALUES } from '../../state/merge.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { createOne } from '../create-one.ts'
import { amountOf } from '../money/amount-forms.ts'
import { amountCalled, DONE } from './state-machine.ts'

interface Outcome {
  /** The property that names what came of the record last. */
  readonly name: string
  readonly schema: Schema
  readonly other: ResourcePlan
  /** The property by which that names the record. */
  readonly back: string
}

/** "The latest charge created by this payment intent", "ID of the latest charge generated for this invoice". */
const COMES_OF =
  /\b(?:latest|last|first|resulting|most recent) ([a-z][a-z _-]{0,60}?) (?:(?:that|which) (?:was|is|were) )?(?:created|made|generated|produced|issued) (?:by|for|from) (?:this|the) ([a-z][a-z _-]{0,60})/i

/** Descriptions are read so far. */
const LONGEST = 600

/** What comes of records of the type that can be done. */
export const outcomesOf: (plan: ResourcePlan, runtime: Runtime) => readonly Outcome[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Outcome[] => {
    const canBeDone = plan.status?.values.some((value) => DONE.test(plain(value))) === true
    if (!canBeDone || plan.singleton === true) return []
    return [...allProperties(plan.schema, runtime)].flatMap(([name, schema]): readonly Outcome[] => {
      const { description } = runtime.view(schema).keywords
      const [, what = '', of = ''] =
        COMES_OF.exec(typeof description === 'string' ? description.slice(0, LONGEST).replace(/\s+/g, ' ') : '') ?? []
      const other = what === '' || !isCalled(of, plan) ? undefined : namedTypes(runtime).called(what)
      if (other === undefined || other === plan || other.singleton === true || !isShown(other, runtime)) return []
      const back = naming(other, plan, runtime)
      return back === undefined ? [] : [{ name, schema, other, back }]
    })
  },
)

/** The words begin with what records of the type are called, or with the last word of that. */
function isCalled(said: string, { type }: ResourcePlan): boolean {
  const own = words(type)
  const told = words(said)
  return [own, own.slice(-1)].some((form) => form.every((word, index) => told[index] === word))
}

function isShown({ type }: ResourcePlan, runtime: Runtime): boolean {
  return runtime.operationsOn(type).some(({ plan }) => plan.kind === 'read' || plan.kind === 'list')
}

/** The property by which records of a type name one of the other. */
function naming(plan: ResourcePlan, other: ResourcePlan, runtime: Runtime): string | undefined {
  const { referred } = namedTypes(runtime)
  return [...allProperties(plan.schema, runtime).keys()].find(
    (name) => name !== plan.id.place[0] && referred(name) === other,
  )
}

function isDone({ status }: ResourcePlan, value: JsonObject): boolean {
  const state = status === undefined ? undefined : at(value, status.place)
  return typeof state === 'string' && DONE.test(plain(state))
}

/** The request says that it was done by other means: `paid_out_of_band: true`. */
const ELSEWHERE = /outofband|offline|externally/

/** The record with what came of it, where it is done now and was not before. */
export function withOutcomes(call: Call, deed: Deed, record: StoredRecord): StoredRecord {
  const { plan } = deed
  if (!isDone(plan, record.value) || (deed.does === 'change' && isDone(plan, deed.record.value))) return record
  const said = deed.does === 'create' ? deed.given : deed.input
  const isElsewhere = Object.entries(said).some(([name, value]) => value === true && ELSEWHERE.test(plain(name)))
  if (isElsewhere) return record
  return outcomesOf(plan, call.runtime).reduce(
    (one, outcome) => ((said[outcome.name] ?? null) === null ? withOutcome(call, plan, outcome, one) : one),
    record,
  )
}

function withOutcome(call: Call, plan: ResourcePlan, outcome: Outcome, record: StoredRecord): StoredRecord {
  const { resources, runtime } = call
  const { name, schema, other, back } = outcome
  const isMadeByVerb = call.compiled.operation.plan.makes?.type === other.type
  if (isMadeByVerb || outcomeNamed(call, record, outcome) !== undefined) return record
  const own = at(record.value, plan.id.place)
  const backSchema = allProperties(other.schema, runtime).get(back)
  if (own === undefined || backSchema === undefined || !runtime.accepts(backSchema, own)) return record
  const amounts = amountsFor(other, record.value, runtime)
  if (amounts === undefined) return record
  const given = { ...amounts.given, ...alike(plan, other, record.value, runtime), [back]: own } as JsonObject
  const told = { ...amounts.told, ...successOf(other, runtime) }
  const made = createOne(call, other, { links: {}, given, told, isAside: true, isBelow: true })
  if ('refuse' in made) return record
  const now = resources.records.get(record.type, record.key) ?? record
  const id = at(made.record.value, other.id.place)
  const value = id === undefined ? now.value : withAt(now.value, [name], id)
  const fits = id !== undefined && runtime.accepts(schema, id) && runtime.accepts(plan.schema, value)
  return fits ? resources.change(plan, now, value) : now
}

/** The record that came of this one, where it names one that is there. */
function outcomeNamed(
  { resources }: Call,
  { value }: StoredRecord,
  { name, other }: Outcome,
): StoredRecord | undefined {
  const id = idText(value[name])
  return id === undefined ? undefined : resources.records.get(other.type, resources.keyOf(other, id, {}))
}

/** What clients say of the record, and what it refers to, where the other declares it alike. */
function alike(plan: ResourcePlan, other: ResourcePlan, value: JsonObject, runtime: Runtime): JsonObject {
  const sent = sentNames(runtime, plan)
  const { referred } = namedTypes(runtime)
  const own = allProperties(plan.schema, runtime)
  const kept = new Set([plan, other].flatMap(({ id, status }) => [id.place[0], status?.place[0]]))
  const taken = [...allProperties(other.schema, runtime)].filter(([name, schema]) => {
    const mine = own.get(name)
    if (mine === undefined || kept.has(name) || (value[name] ?? null) === null) return false
    if (!sent.has(name) && referred(name) === undefined) return false
    return isAlike(mine, schema, runtime) && runtime.accepts(schema, value[name])
  })
  return Object.fromEntries(taken.map(([name]) => [name, value[name]])) as JsonObject
}

/** Both may be of the same type, in the same form. */
function isAlike(one: Schema, two: Schema, { view }: Runtime): boolean {
  const typesOf = (schema: Schema): readonly string[] => {
    const { types, variants } = view(schema)
    return types.length > 0 ? types : variants.flatMap((variant) => view(variant).types)
  }
  const theirs = typesOf(two)
  const isSame = view(one).keywords['format'] === view(two).keywords['format']
  return isSame && typesOf(one).some((type) => type !== 'null' && theirs.includes(type))
}

/** How much it is about, and that all of it was taken; undefined where the record comes to nothing. */
function amountsFor(
  other: ResourcePlan,
  value: JsonObject,
  runtime: Runtime,
): { readonly given: JsonObject; readonly told: JsonObject } | undefined {
  const properties = [...allProperties(other.schema, runtime)]
  const whole = [PAID, RECEIVED, WHOLE]
    .map((form) => amountCalled(form, value))
    .find((amount) => (amountOf(amount) ?? 0) !== 0)
  const called = (form: RegExp) => properties.filter(([name]) => form.test(plain(name)))
  if (called(WHOLE).length === 0) return { given: NO_VALUES, told: NO_VALUES }
  if (whole === undefined) return undefined
  const filled = (form: RegExp): JsonObject =>
    Object.fromEntries(
      called(form).flatMap(([name, schema]): [string, Json][] =>
        runtime.accepts(schema, whole) ? [[name, whole]] : [],
      ),
    )
  return { given: filled(WHOLE), told: { ...filled(CAPTURED), ...filled(PAID) } }
}

/** It is done itself, and its flags say so. */
function successOf({ status, schema }: ResourcePlan, runtime: Runtime): JsonObject {
  const done = status?.values.find((value) => DONE.test(plain(value)))
  const flags = [...allProperties(schema, runtime)].flatMap(([name, property]): [string, Json][] =>
    runtime.view(property).types.join() === 'boolean' && DONE.test(plain(name).replace(/^is/, ''))
      ? [[name, true]]
      : [],
  )
  const told = Object.fromEntries(flags) as JsonObject
  return status === undefined || done === undefined ? told : withAt(told, status.place, done)
}

interface Way {
  /** The property that names a record, and its type. */
  readonly by: string
  readonly plan: ResourcePlan
  /** The property that could name what came of that record. */
  readonly to: string
  readonly outcome: Outcome
}

/** Where records of a type can name a record and what came of it. */
const waysOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Way[] =>
  runtime.api.head.resources.flatMap((one) =>
    outcomesOf(one, runtime).flatMap((outcome): readonly Way[] => {
      if (one === plan || outcome.other === plan) return []
      const [by, to] = [naming(plan, one, runtime), naming(plan, outcome.other, runtime)]
      return by === undefined || to === undefined ? [] : [{ by, plan: one, to, outcome }]
    }),
  ),
)

export function namesOutcomes(plan: ResourcePlan, runtime: Runtime): boolean {
  return waysOf(plan, runtime).length > 0
}

/** A new record that names another names what came of that, too; and the other way round. */
export function outcomesNamed(call: Call, { plan, own, links }: Creation): JsonObject {
  const named: Record<string, Json> = {}
  for (const { by, plan: other, to, outcome } of waysOf(plan, call.runtime)) {
    const idOf = (name: string): string | undefined => {
      const link = plan.links.find(({ property }) => property?.join('.') === name)?.link
      return idText(own[name]) ?? (link === undefined ? undefined : links[link])
    }
    const [id, result] = [idOf(by), idOf(to)]
    const record = id === undefined ? undefined : call.resources.find(other, id, {})
    const came = record === undefined ? undefined : outcomeNamed(call, record, outcome)
    if (came !== undefined && result === undefined) named[to] = at(came.value, outcome.other.id.place) as Json
    const given = result === undefined ? undefined : call.resources.find(outcome.other, result, {})
    const from = given?.value[outcome.back] ?? null
    if (from !== null && id === undefined) named[by] = from
  }
  const properties = allProperties(plan.schema, call.runtime)
  return Object.fromEntries(
    Object.entries(named).filter(([name, value]) => call.runtime.accepts(properties.get(name) ?? true, value)),
  ) as JsonObject
}

/** What came of a record that is one of these types. */
export function outcomeAmong(
  call: Call,
  plan: ResourcePlan,
  record: StoredRecord,
  types: readonly string[],
): { readonly plan: ResourcePlan; readonly record: StoredRecord } | undefined {
  for (const outcome of outcomesOf(plan, call.runtime)) {
    const came = types.includes(outcome.other.type) ? outcomeNamed(call, record, outcome) : undefined
    if (came !== undefined) return { plan: outcome.other, record: came }
  }
  return undefined
}
