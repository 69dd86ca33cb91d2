/**
 * What a new record holds of which nobody said anything, and what it does not hold yet: declared defaults, no times of
 * what has not happened, none of the records that will stand under it. Examples show records in the middle of a life.
 */
import type { ResourcePlan } from '../../api/plan.ts'
import { eventIn, isOutcome, isPendingTime, type Unsaid } from '../../api/schema/generate.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { saidDefault } from '../../api/schema/values/said.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { areEnds } from '../../derive/lifecycle/initial-state.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import { isPlural, plain, snake } from '../../derive/naming/words.ts'
import type { Instant } from '../../support/clock.ts'
import { at, type Json, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { toldByChildren } from '../operation/associations/told-by-children.ts'
import { presetOf } from '../operation/creation/declared-defaults.ts'
import type { Runtime } from '../runtime.ts'
import { amountsOf, isExtra, isSumOfLater, isYetToCome, withNothing } from './amounts-later.ts'
import { askedNames, askedSchemas, isByDefaultAlone, isRecordItself } from './asked.ts'
import { isBlank, isSetLater, isUntagged, madeHere, saysNullAtFirst, saysOfLast, switchedOff } from './at-first.ts'
import { type Condition, conditionsOf } from './conditional.ts'
import { countsLater } from './counts-later.ts'
import { variantsWith } from './free-form.ts'
import { endIfAsked } from './lasting.ts'
import { NO_VALUES } from './merge.ts'
import { isOwnKind } from './own-kind.ts'
import { ExamplesForRequest } from './own-request.ts'
import { withAt } from './place.ts'
import { referenceIn } from './references.ts'
import { revisionsOf } from './revisions.ts'
import { samplesOf } from './samples.ts'
import { isTagsName } from './tags-name.ts'
import { timeFor } from './times.ts'
import { unsaidOf, withAbsent } from './unsaid.ts'
import { areTroubles, wentWrong } from './went-wrong.ts'
import { placesOfStatistics, zerosOf } from './zeros.ts'

export interface Newborn {
  /** Weaker than what was sent, stronger than examples. */
  readonly values: JsonObject
  /** What has not happened: null where it may be, else left out. */
  readonly unset: ReadonlySet<string>
  /** What is not made up inside it. */
  readonly unsaid: Unsaid | undefined
  /** Objects of numbers that are zero where nobody said them. */
  readonly statistics: ReturnType<typeof placesOfStatistics>
  /** The time of each state: `submitted` → `submitted_at`. */
  readonly times: ReadonlyMap<string, readonly [name: string, view: SchemaView]>
  /** When what no request says is there, by its name. */
  readonly conditions: readonly (readonly [name: string, condition: Condition])[]
  /** The first example of a record, without what has not happened. */
  readonly sample: JsonObject | undefined
  /** The same without what its own request said, and this one does not. */
  readonly sampleFor: (sent: JsonObject) => JsonObject | undefined
  /** Which example that is, and what of it, is for the request to say. */
  readonly dependsOnRequest: boolean
}

export const newbornOf: (plan: ResourcePlan, runtime: Runtime) => Newborn = oncePer((plan, runtime): Newborn => {
  const context = contextOf(plan, runtime)
  const unset = new Set<string>()
  const times = new Map<string, readonly [string, SchemaView]>()
  let values: JsonObject = NO_VALUES
  const properties = allProperties(plan.schema, runtime)
  const [shown] = samplesOf(plan, runtime).single
  const ghosts = [...properties].flatMap(([name, schema]) => (mayBeGhost(name, schema, context) ? [name] : []))
  const sample = shown === undefined ? undefined : withoutGhosts(shown, ghosts, plan, runtime)
  const conditions = [...conditionsOf(plan, runtime)].filter(([name]) => !context.asked.has(plain(name)))
  const ifAny = new Set(conditions.flatMap(([name, { when }]) => (when.length === 0 ? [name] : [])))
  const amounts = amountsOf(properties, context)
  const lasting = endIfAsked(plan, runtime)
  for (const [name, schema] of properties) {
    if (name === plan.id.place[0]) continue
    if (name === plan.status?.place[0]) {
      if (isNowhereYet(plan) && !context.required.has(name)) unset.add(name)
      continue
    }
    const view = runtime.view(schema)
    const state = stateOf(name, context)
    if (state !== undefined && isTime(view)) times.set(plain(state), [name, view])
    const isNullable = runtime.accepts(schema, null)
    const mayLack = isNullable || !context.required.has(name)
    const isLeft =
      ifAny.has(name) || name === lasting || beginsWithout({ name, schema, view, isNullable }, state, context)
    if (mayLack && isLeft) unset.add(name)
    if (mayLack && ifAny.has(name)) continue
    const shown = sample?.[name]
    values = withBeginning(
      values,
      { name, schema, view, isNullable, mayLack, shown, isAmount: amounts.has(name) },
      context,
    )
  }
  // Examples that break their own schema would take with them what they say rightly.
  const isSaid = (name: string, value: unknown): boolean => {
    const schema = properties.get(name)
    const fits = schema === undefined || runtime.accepts(schema, value)
    return fits && !unset.has(name) && !isFolded(name, value, sample)
  }
  const kept = (one: JsonObject): JsonObject => {
    const rest = Object.entries(withoutGhosts(one, ghosts, plan, runtime))
    return Object.fromEntries(rest.filter(([name, value]) => isSaid(name, value))) as JsonObject
  }
  const examples = new ExamplesForRequest(kept, plan, runtime)
  for (const [name = '', ...rest] of examples.places)
    if (rest.length === 0 && !isByDefaultAlone(name, properties.get(name), plan, runtime)) unset.add(name)
  return {
    values,
    unset,
    unsaid: examples.places.reduce(withAbsent, unsaidOf(plan, runtime)),
    statistics: placesOfStatistics(plan, runtime),
    times,
    conditions: conditions.filter(([, { when }]) => when.length > 0),
    sample: examples.first,
    dependsOnRequest: examples.dependsOnRequest,
    sampleFor: (sent) => examples.sampleFor(sent),
  }
})

/** Nobody named it, or it has not happened. */
function beginsWithout(
  { name, schema, view, isNullable }: Pick<Given, 'name' | 'schema' | 'view' | 'isNullable'>,
  state: string | undefined,
  context: Context,
): boolean {
  const { plan } = context
  return (
    plan.links.some((one) => one.type === plan.type && one.property?.[0] === name) ||
    isUnsaid(name, schema, isNullable, context) ||
    namesAnother(name, view, isNullable, context) ||
    (isNullable && saysNullAtFirst(view)) ||
    hasNotHappened(name, view, state, context)
  )
}

interface Given {
  readonly name: string
  readonly schema: Schema
  readonly view: SchemaView
  readonly isNullable: boolean
  readonly mayLack: boolean
  /** What the example of a record holds there. */
  readonly shown: Json | undefined
  /** One of several amounts that no request says. */
  readonly isAmount: boolean
}

/** What the property begins with, where more is known of that than an example shows. */
function withBeginning(values: JsonObject, given: Given, context: Context): JsonObject {
  const { name, schema, view, isNullable, mayLack, shown, isAmount } = given
  const { plan, runtime } = context
  const count = revisionsOf(plan, runtime).get(name)
  const isText = view.types.includes('string')
  const value = beginning(name, schema, view, context) ?? (isText ? count?.toString() : count)
  if (value !== undefined && runtime.accepts(schema, value)) return withAt(values, [name], value)
  if (isSetLater(name, view, shown, context)) return withAt(values, [name], false)
  const isNever = !mayLack && isPendingTime(name) && !isText
  if (isNever && runtime.accepts(schema, 0)) return withAt(values, [name], 0)
  const isUnwritten = !isNullable && shown === undefined && isBlank(name, view, context)
  if (isUnwritten && runtime.accepts(schema, '')) return withAt(values, [name], '')
  const isBare = !mayLack && shown === undefined && isUntagged(name, view, context)
  if (isBare && runtime.accepts(schema, {})) return withAt(values, [name], {})
  const off = mayLack || shown !== undefined ? [] : switchedOff(name, view, context)
  if (off.length > 0) return off.reduce((known, inner) => withAt(known, [name, inner], false), values)
  if (isNullable && saysNullAtFirst(view)) return values
  const isLater = shown === undefined ? isAmount || isExtra(name, view, context) : isSumOfLater(name, shown, context)
  const isNothing = isLater || isYetToCome(name, context)
  return isNothing ? withNothing(values, name, schema, shown, runtime) : values
}

/** What a record of several alternatives begins with, of what all of those have that know what was sent. */
export function beginningAmong(
  plan: ResourcePlan,
  sent: JsonObject,
  { values }: Pick<Newborn, 'values'>,
  runtime: Runtime,
): JsonObject {
  const known = variantsWith(plan, Object.keys(sent), runtime)
  if (known.length === 0) return NO_VALUES
  const shared = Object.entries(values).filter(([name]) => known.every((own) => own.has(name)))
  return Object.fromEntries(shared) as JsonObject
}

/** The time of the state that the record begins in, or is sent in. */
export function timeOfState(plan: ResourcePlan, sent: JsonObject, now: Instant, newborn: Newborn): JsonObject {
  const { status, singleton } = plan
  if (status === undefined || newborn.times.size === 0 || singleton === true) return NO_VALUES
  const state = at(sent, status.place) ?? status.initial
  const [name, view] = (typeof state === 'string' ? newborn.times.get(plain(state)) : undefined) ?? []
  const time = view === undefined ? undefined : timeFor(view, now, name)
  return name === undefined || time === undefined ? NO_VALUES : { [name]: time }
}

export interface Context {
  readonly plan: ResourcePlan
  readonly runtime: Runtime
  readonly required: ReadonlySet<string>
  /** Names of what requests may say of such records, plain. */
  readonly asked: ReadonlySet<string>
  /** Requests hold the component of the record itself. */
  readonly isWhole: boolean
  /** Values of the status by their plain form. */
  readonly states: ReadonlyMap<string, string>
  /** What counts records that stand under it: they are counted as they come. */
  readonly counted: ReadonlySet<string>
  /** Types that end so, whose records are made by requests of their own. */
  readonly others: (name: string) => readonly ResourcePlan[]
  /** True for what operations of their own say and take away: nobody said it yet. */
  readonly takenAway: (name: string) => boolean
}

function contextOf(plan: ResourcePlan, runtime: Runtime): Context {
  const cleared = new Set(
    runtime.operationsOn(plan.type).flatMap(({ plan: { clears = [] } }) => clears.map(([name]) => name)),
  )
  return {
    plan,
    runtime,
    required: requiredOf(plan, runtime),
    asked: askedNames(plan, runtime),
    isWhole: isSentWhole(plan, runtime),
    states: new Map(
      (plan.status?.values ?? []).flatMap((value) => (plain(value) === '' ? [] : [[plain(value), value]])),
    ),
    counted: toldByChildren(plan, runtime),
    takenAway: (name) => cleared.has(name) || (isTagsName(name) && tagsAreTaken(runtime)),
    others: (name) =>
      namedTypes(runtime)
        .ending(name)
        .filter((other) => other.creatable && other !== plan && other.singleton !== true),
  }
}

/** What is required of the record, and of the alternative that the example shows. */
function requiredOf(plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> {
  const { required, variants } = runtime.view(plan.schema)
  const [shown] = variants.length === 0 ? [] : samplesOf(plan, runtime).single
  const names = Object.keys(shown ?? {})
  const [first, ...others] = variants
    .filter((one) => names.length > 0 && names.every((name) => allProperties(one, runtime).has(name)))
    .map((one) => runtime.view(one).required)
  if (first === undefined) return required
  return new Set([...required, ...[...first].filter((name) => others.every((one) => one.has(name)))])
}

function isSentWhole(plan: ResourcePlan, runtime: Runtime): boolean {
  const makes = askedSchemas(plan, runtime, ({ plan: { kind } }) => kind === 'create' || kind === 'replace')
  return makes.some((schema) => isRecordItself(schema, plan, runtime))
}

const tagsAreTaken = oncePer(({ api }: Runtime): boolean =>
  api.head.operations.some(({ plan: { tags } }) => tags?.does === 'take'),
)

/** A state that only says how things end: `ARCHIVED` or `DELETED` of what is there. */
function isNowhereYet({ status }: ResourcePlan): boolean {
  return status?.place.length === 1 && status.initial === undefined && areEnds(status.values)
}

/** The state whose time the property tells: one of those that are known, any where none is. */
function stateOf(name: string, { plan, states }: Context): string | undefined {
  const event = eventIn(name)
  if (event === undefined) return undefined
  const isOpen = plan.status?.values.length === 0 && isPendingTime(name)
  return states.get(plain(event)) ?? (isOpen ? event : undefined)
}

function isTime({ types, keywords }: SchemaView): boolean {
  return types.some((type) => type === 'string' || type === 'integer' || type === 'number') && !keywords['enum']
}

/**
 * What requests may say, and nobody said. Of several, there are none. Where requests hold the very component of the
 * answers, not all of it is for clients to say: then only what may be null.
 */
function isUnsaid(name: string, schema: Schema, isNullable: boolean, context: Context): boolean {
  const { plan, asked, isWhole, runtime } = context
  const view = runtime.view(schema)
  if (isWhole && !isNullable) return false
  if (isByDefaultAlone(name, schema, plan, runtime)) return false
  if (!asked.has(plain(name)) || (view.types.includes('array') && runtime.accepts(schema, []))) return false
  return presetOf(view) === undefined && saidDefault(view, snake(name)) === undefined
}

/** `project_id` of a message, or the number of its `project`, which requests may say: nobody named one. */
function namesAnother(name: string, view: SchemaView, isNullable: boolean, context: Context): boolean {
  const { asked, others } = context
  const { types } = view
  const isNumber = isNullable && types.includes('integer') && !types.includes('string')
  if (!asked.has(plain(name)) || !types.some((type) => type === 'string' || type === 'integer')) return false
  const noun = /^(.+)_id$/.exec(snake(name))?.[1] ?? (isNumber ? snake(name) : undefined)
  return noun === undefined ? isBare(name, view, context) : others(noun).length > 0
}

/** `coupon`, a text: the id of one. */
function isBare(
  name: string,
  { keywords: { enum: choices, format } }: SchemaView,
  { plan, runtime }: Context,
): boolean {
  const other = namedTypes(runtime).called(name)
  return other?.creatable === true && other !== plan && choices === undefined && (format ?? 'uuid') === 'uuid'
}

/** What an example shows of a record that requests make is there in no sandbox: `charge_id` of a refund. */
function mayBeGhost(name: string, schema: Schema, { plan, runtime, asked, required }: Context): boolean {
  if (!/_id$/.test(snake(name)) || asked.has(plain(name)) || plan.id.place[0] === name) return false
  const other = referenceIn(name, runtime)?.type
  const { types } = runtime.view(schema)
  if (other?.creatable !== true || other === plan || types.includes('object') || types.includes('array')) return false
  return runtime.accepts(schema, null) || !required.has(name)
}

/** `name_normalized: endeavor` beside `name: endeavor`: it follows the other. */
function isFolded(name: string, value: unknown, sample: JsonObject = NO_VALUES): boolean {
  const base = FOLDED.exec(name)?.[1]
  const other = base === undefined ? undefined : sample[base]
  return typeof other === 'string' && typeof value === 'string' && other.toLowerCase() === value.toLowerCase()
}

const FOLDED = /^([A-Za-z0-9_]+?)_?(?:normali[sz]ed|canonical|lower(?:case)?)$/i

/** The example without them; with those that it cannot be without. */
function withoutGhosts(sample: JsonObject, ghosts: readonly string[], { schema }: ResourcePlan, runtime: Runtime) {
  if (!ghosts.some((name) => Object.hasOwn(sample, name))) return sample
  const rest = Object.fromEntries(Object.entries(sample).filter(([name]) => !ghosts.includes(name))) as JsonObject
  return runtime.accepts(schema, sample) && !runtime.accepts(schema, rest) ? sample : rest
}

function hasNotHappened(name: string, view: SchemaView, state: string | undefined, context: Context): boolean {
  if (wentWrong(name, view, context.plan, context.asked.has(plain(name))) || context.takenAway(name)) return true
  if (saysOfLast(view)) return true
  if (view.types.includes('object') || view.properties.size > 0)
    return !context.asked.has(plain(name)) && isOutcome(name, view.properties.keys())
  if (!isTime(view)) return false
  if (state !== undefined) return state !== context.plan.status?.initial
  return isPendingTime(name) || isOfStart(name, context)
}

/** `started_at` of what is queued: no request says it. */
function isOfStart(name: string, { asked, plan }: Context): boolean {
  return !asked.has(plain(name)) && STARTED.test(eventIn(name) ?? '') && BEFORE.test(plain(plan.status?.initial ?? ''))
}

const STARTED = /^(started|begun|launched|processed|picked_up)$/
const BEFORE = /^(created|queued|pending|enqueued|scheduled|new|waiting|draft|submitted|requested|accepted|received)$/

/** What begins as said by the description, as nothing, or empty; undefined where that is not known. */
function beginning(name: string, schema: Schema, view: SchemaView, context: Context): Json | undefined {
  const preset = presetOf(view)
  if (preset !== undefined) return preset
  if (view.types.includes('boolean') && OVER.test(snake(name))) return false
  if (view.types.includes('integer') && context.counted.has(name)) return 0
  if (context.asked.has(plain(name))) return view.types.includes('array') ? [] : undefined
  if (view.types[0] === 'boolean' && isOwnKind(name, context.plan, context.runtime)) return true
  const said = madeHere(view)
  if (said !== undefined && view.types.includes('string')) return said
  if (countsLater(name, view, context)) return 0
  if (STATS.test(snake(name)) && view.properties.size > 0) return zerosOf(schema, context.runtime)
  if (!view.types.includes('array')) return undefined
  return areTroubles(name) || holdsLater(name, view, context) ? [] : undefined
}

/** Objects of numbers that only time brings. */
const STATS = /^_?(stats|statistics|counts|counters|totals|metrics)$/

/** Flags of what can only come later. */
const OVER =
  /^(is_|was_|has_been_)?(completed|finished|closed|cancell?ed|archived|deleted|expired|revoked|refunded|reversed|disputed|redeemed|fulfilled|voided|failed|suspended|banned|locked|muted|blocked|pinned|starred|flagged|withdrawn|deactivated|trashed|liked|hearted|favou?rited|bookmarked|upvoted|downvoted|viewed|seen)$/

/** Holds ids of records, or records, that are made by requests of their own: `servers` of a network. */
function holdsLater(name: string, { items }: SchemaView, { plan, runtime, others }: Context): boolean {
  if (!isPlural(name)) return false
  const { types, references } = runtime.view(items)
  return others(name).some((other) => {
    const isRecord = references.some((one) => runtime.view(other.schema).references.includes(one))
    const isNumbered = other.id.shape.kind === 'integer' && types.includes('integer')
    const standsUnder = other.links.some(({ type }) => type === plan.type)
    return isRecord || isNumbered || (standsUnder && !types.includes('string'))
  })
}
