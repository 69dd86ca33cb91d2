/** What a record holds: what was said of it, what its type implies, and what its schema asks for besides. */
import type { ResourcePlan } from '../../api/plan.ts'
import { generate } from '../../api/schema/generate.ts'
import type { Instant } from '../../support/clock.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { tellOffers, toldOf } from '../behaviour.ts'
import { alternativeFor } from './alternatives.ts'
import { asSent, withFixed } from './as-sent.ts'
import { isFreeForm, isOneOf, saysNothing } from './free-form.ts'
import type { Links } from './links.ts'
import { isFilled, merge, NO_VALUES } from './merge.ts'
import type { Newborn } from './newborn.ts'
import { withOwnLabels, withoutOtherIds } from './own-request.ts'
import { withAt, without } from './place.ts'
import { withPlainDefaults } from './plain-defaults.ts'
import { alternatesIn, forced, linksIn } from './record-links.ts'
import { referenceIn } from './references.ts'
import type { Resources } from './resources.ts'
import { samplesOf } from './samples.ts'
import type { NewRecord, StoredRecord } from './stored-record.ts'
import { withZeros } from './zeros.ts'

/** A record that is to be made. */
export interface Making {
  readonly plan: ResourcePlan
  /** Values from the request, strongest first. */
  readonly sources: readonly JsonObject[]
  readonly links: Links
  /** The id the client chose. */
  readonly id?: string
  /** What stands before an id that is chosen here. */
  readonly idUnder?: string
  /** False when the record must not depend on others that there are: it then names none of them. True when absent. */
  readonly refers?: boolean
  /** Its number in a population, whose records are not called the same. */
  readonly ordinal?: number
  /** Arrays of the record that its create fills. */
  readonly yields?: ReadonlySet<string>
}

/** A record that is being made, as the behaviours of its type see it. */
export interface Birth {
  readonly plan: ResourcePlan
  readonly resources: Resources
  /** What the request says of it. */
  readonly sent: JsonObject
  readonly links: Links
  readonly id: string
  readonly key: string
  readonly now: Instant
  /** It is made now: others began some time ago. */
  readonly isNew: boolean
  /** It may name other records. */
  readonly refers: boolean
  /** It is a document of the client's own form. */
  readonly isFree: boolean
  /** The schema takes the value. */
  readonly fits: (value: JsonObject) => boolean
}

/** A record that is stored with another value. */
export interface Rewriting {
  readonly plan: ResourcePlan
  readonly resources: Resources
  readonly record: StoredRecord
  /** What the request says of it. */
  readonly sent: () => JsonObject
}

export function newRecord(
  resources: Resources,
  making: Making,
  id: string,
  typedId: string | number,
  now: Instant,
  isNew = false,
): NewRecord {
  const { links, sources, refers = true } = making
  const { runtime } = resources
  const [sent = NO_VALUES] = sources
  const plan = alternativeFor(making.plan, sent, runtime)
  const key = resources.keyOf(plan, id, links)
  const fixed = forced(resources, plan, typedId, links)
  const fits = (value: JsonObject) => runtime.accepts(plan.schema, value)
  const isFree = isFreeForm(plan, sources, runtime)
  const birth: Birth = { plan, resources, sent, links, id, key, now, isNew, refers, isFree, fits }
  const { begin, newborn, compose } = runtime.hooks(undefined, plan)
  const begins = begin.map(({ run }) => run(birth))
  const young = isNew ? newborn[0]?.run : undefined
  const example = young === undefined ? samplesOf(plan, runtime).single[0] : young.sampleFor(sent)
  const shown =
    example === undefined || !isNew ? example : withoutOtherIds(withoutLinks(example, making, resources), sent)
  const sample = !isFree || isOneOf(birth, merge(...sources.toReversed())) ? shown : undefined
  const given = [fixed, ...sources, merge(...begins.toReversed()), sample].filter(isFilled)
  const whole = isFree ? [merge(...given.toReversed())] : given
  const made = makeValue(resources, plan, whole, key, now, making, { ...young, isFree })
  const labelled = isNew ? withOwnLabels(made, sent, plan, runtime) : made
  const pruned = asSent(
    withFixed(sent, merge(...sources.slice(1).toReversed(), fixed)),
    labelled,
    plan.schema,
    runtime,
    fits,
  )
  const kept = isNew && !isFree ? withPlainDefaults(sent, pruned, plan, runtime) : pruned
  const lacksId = plan.id.isHidden !== true && at(kept, plan.id.place) === undefined
  const named = lacksId ? withAt(kept, plan.id.place, typedId) : kept
  const told = young === undefined ? named : withZeros(named, sent, young, runtime)
  if (resources.trace.on) tellOffers(resources, begin, [merge(...sources.toReversed()), ...begins], told)
  const born = sample === undefined ? birth : { ...birth, isFree: false }
  const value = compose.reduce((one, { name, run }) => toldOf(resources.trace, name, one, run(born, one)), told)
  return {
    type: plan.type,
    key,
    value,
    links: { ...linksIn(resources, plan, value), ...links },
    alternates: alternatesIn(plan, value, runtime),
  }
}

/** What an example names as that to which its record belongs is there in no sandbox. */
function withoutLinks(example: JsonObject, { plan, links, sources }: Making, resources: Resources): JsonObject {
  const [sent = NO_VALUES] = sources
  const own = plan.links.reduce((rest, { link, property }) => {
    if (property === undefined || at(rest, property) === undefined) return rest
    const isSaid = at(sent, property) !== undefined || Object.hasOwn(links, link)
    return isSaid ? rest : without(rest, property)
  }, example)
  return Object.entries(own).reduce((rest, [name, value]) => {
    if (typeof value !== 'string' || !/_?ids?$/i.test(name) || Object.hasOwn(sent, name)) return rest
    return name !== plan.id.place[0] && isNowhere(name, value, resources) ? without(rest, [name]) : rest
  }, own)
}

/** The id of a record that clients make, and of none that is there. */
function isNowhere(name: string, id: string, { runtime, records }: Resources): boolean {
  const type = referenceIn(name, runtime)?.type
  return type?.creatable === true && type.links.length === 0 && records.get(type.type, id) === undefined
}

/** The whole value of a record, made from sources by the type's schema. */
export function makeValue(
  resources: Resources,
  plan: ResourcePlan,
  sources: readonly JsonObject[],
  key: string,
  now: Instant,
  { refers = true, yields, ordinal }: Pick<Making, 'refers' | 'yields' | 'ordinal'> = {},
  { unset, unsaid, isFree = false }: Partial<Pick<Newborn, 'unset' | 'unsaid'> & Pick<Birth, 'isFree'>> = {},
): JsonObject {
  const made = generate(plan.schema, {
    ...resources.runtime.generating,
    dice: resources.dice,
    key: `${plan.type}/${key}`,
    now,
    sources,
    fill: isFree ? 'required' : 'full',
    refer: refers ? (property) => resources.refer(property, plan) : nothing,
    ...(yields === undefined ? {} : { yields }),
    ...(ordinal === undefined ? {} : { ordinal }),
    ...(unset === undefined ? {} : { unset }),
    ...(unsaid === undefined ? {} : { unsaid }),
  })
  if (!isObject(made)) return { ...sources.at(-1) }
  if (saysNothing(plan, resources.runtime)) return { ...merge(...sources.toReversed()), ...(made as JsonObject) }
  return made as JsonObject
}

const nothing = (): undefined => undefined
