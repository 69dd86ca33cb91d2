/** What a description's own examples show of a resource type. */

import type { MediaType, OperationHead } from '../../api/description.ts'
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { withoutPlaceholders } from '../../api/schema/generate.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import { snake } from '../../derive/naming/words.ts'
import { scalarText } from '../../support/exact-number.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { mediaOf, successFor } from '../operation/answers/declared-answers.ts'
import type { Runtime } from '../runtime.ts'
import { effortOf, withFiles, withFittingAddresses } from './fitting-addresses.ts'
import { idsOfReferences, withoutNumbered } from './ids-of-references.ts'

export interface Samples {
  /** Whole records, as creates and reads show them. */
  readonly single: readonly JsonObject[]
  /** The records of a list's example: the ones there are, for a type that nobody can create. */
  readonly listed: readonly JsonObject[]
  /** Ids that the paths of reads show as examples, or take as their only values. */
  readonly ids: readonly string[]
}

/** Operations that are looked at for one type. */
const OPERATIONS = 12
const RECORDS = 20

/** The property of an example that holds the id of nobody (RFC 9562 5.9); undefined where none does. */
export function idOfNobody(example: unknown): string | undefined {
  if (!isObject(example)) return undefined
  return Object.keys(example).find((name) => example[name] === NIL && /id$/i.test(name))
}

const NIL = '00000000-0000-0000-0000-000000000000'

export const samplesOf: (plan: ResourcePlan, runtime: Runtime) => Samples = oncePer((plan, runtime) => {
  const single: JsonObject[] = []
  // What schemas carry comes after what answers show.
  const carried: JsonObject[] = []
  const listed: JsonObject[] = []
  const ids = new Set<string>()
  for (const head of runtime.operationsOn(plan.type).slice(0, OPERATIONS)) {
    const lists = head.plan.kind === 'list' || head.plan.kind === 'search'
    const whole = head.plan.kind === 'create' || head.plan.kind === 'read' || head.plan.kind === 'singleton'
    if (head.plan.kind === 'read') for (const id of idsOf(head, plan, runtime)) ids.add(id)
    if (!lists && !whole) continue
    for (const { shown, isOwn } of examplesOf(head, runtime)) {
      const records = Array.isArray(shown) ? shown : [shown]
      const objects = records.filter(isObject) as JsonObject[]
      if (lists) listed.push(...objects)
      else if (isOwn) single.push(...objects)
      else carried.push(...objects)
    }
  }
  single.push(...withoutOthers(carried, plan, runtime))
  const own = runtime.resource(plan.type) === plan ? single : ofAlternative(plan, single, runtime)
  const named = idsOfReferences(plan, runtime)
  for (const id of named) ids.add(id)
  const there = named.length === 0 ? listed : withoutNumbered(listed, plan)
  const effort = effortOf(runtime)
  const fitting = (some: readonly JsonObject[]): readonly JsonObject[] =>
    withFittingAddresses(some.slice(0, RECORDS), plan.schema, runtime, effort)
  return {
    single: fitting(withFiles(own.slice(0, RECORDS))),
    listed: fitting(there),
    ids: [...ids].slice(0, RECORDS + named.length),
  }
})

/** The properties that any answer's example of a record has, a placeholder for their value or not. */
export const namesShown: (plan: ResourcePlan, runtime: Runtime) => ReadonlySet<string> = oncePer(
  (plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> => {
    const shown = runtime.operationsOn(plan.type).flatMap((head) => rawExamplesOf(head, runtime))
    return new Set(shown.flatMap(({ shown: one }) => [one].flat().filter(isObject).flatMap(Object.keys)))
  },
)

/**
 * What a schema carries names records that are nowhere: a new record names others. Where records are made in several
 * places, it says of which of those its own is: no other is.
 */
function withoutOthers(carried: readonly JsonObject[], plan: ResourcePlan, runtime: Runtime): readonly JsonObject[] {
  const creates = runtime.operationsOn(plan.type).filter(({ plan: { kind } }) => kind === 'create')
  const types = namedTypes(runtime)
  const isKind = (name: string, value: unknown): boolean =>
    /_type$/.test(snake(name)) && typeof value === 'string' && types.called(value) !== undefined
  const own = plan.id.place[0]
  const refers = (name: string): boolean => name !== own && /(_id|Id)$/.test(name) && types.referred(name) !== undefined
  return carried
    .filter((one) => creates.length < 2 || !Object.entries(one).some(([name, value]) => isKind(name, value)))
    .map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => !refers(name))) as JsonObject)
}

/** What the alternative knows; first what it takes. */
function ofAlternative({ schema }: ResourcePlan, samples: readonly JsonObject[], runtime: Runtime): JsonObject[] {
  const known = allProperties(schema, runtime)
  const own = samples.filter((one) => Object.keys(one).every((name) => known.has(name)))
  const isTaken = (one: JsonObject): boolean => runtime.accepts(schema, one)
  return [...own.filter(isTaken), ...own.filter((one) => !isTaken(one))]
}

/** The text that the description shows at a place: in a whole record, else for the property. */
export function exampleAt(plan: ResourcePlan, place: Place, runtime: Runtime): string | undefined {
  const { example, examples } = runtime.view(schemaAt(runtime.view, plan.schema, place)).keywords
  const [listed] = Array.isArray(examples) ? examples : []
  return [at(samplesOf(plan, runtime).single[0], place), example, listed].find(
    (one): one is string => typeof one === 'string' && one !== '',
  )
}

/** What the path parameter that means the id shows; words about ids ("1 or 2") are none. */
function idsOf({ id, method, plan }: OperationHead, resource: ResourcePlan, runtime: Runtime): readonly string[] {
  const { target } = plan
  if (method !== 'GET' || target?.in !== 'path' || target.property.join('.') !== resource.id.place.join('.')) return []
  const declared = runtime.api.operation(id)?.parameters.find((one) => one.in === 'path' && one.name === target.name)
  if (declared === undefined) return []
  const { keywords, types } = runtime.view(declared.schema)
  const { enum: values = [], example, examples } = keywords
  const shown = [declared.example, example, ...several(examples), ...several(values)]
  return shown.flatMap((one) => {
    const isScalar = typeof one === 'string' || (typeof one === 'number' && !types.includes('string'))
    return isScalar && isPlainId(scalarText(one)) ? [scalarText(one)] : []
  })
}

function several(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isPlainId(text: string): boolean {
  return text !== '' && text.length <= 200 && !/[\s/{}<>|?#*]|\.\.\./.test(text)
}

interface Shown {
  readonly shown: unknown
  /** It is an example of the answer, and not of its schema. */
  readonly isOwn: boolean
}

function examplesOf(head: OperationHead, runtime: Runtime): readonly Shown[] {
  return rawExamplesOf(head, runtime).map((one) => ({ ...one, shown: withoutPlaceholders(one.shown) }))
}

function rawExamplesOf(head: OperationHead, runtime: Runtime): readonly Shown[] {
  const { output } = head.plan
  const operation = runtime.api.operation(head.id)
  if (output === undefined || operation === undefined) return []
  const answer = successFor(operation)
  return answer.mediaTypes.flatMap((type) => {
    const media = mediaOf(answer, type)
    const isOwn = Object.keys(media?.examples ?? {}).length > 0
    return shownOf(media, runtime).map((one) => ({ shown: at(one, output), isOwn }))
  })
}

/** The examples of a body: its own, else those that its schema carries for the whole. */
export function shownOf(media: MediaType | undefined, { view }: Pick<Runtime, 'view'>): readonly unknown[] {
  const own = Object.values(media?.examples ?? {})
  if (own.length > 0 || media === undefined) return own
  const { example, examples } = view(media.schema).keywords
  return [example, ...(Array.isArray(examples) ? examples : [])].filter(isObject)
}
