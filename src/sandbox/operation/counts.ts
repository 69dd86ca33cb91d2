/** What a record says of how many others stand under it: `comments: 2` of an issue with two. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { sentNames } from '../response/self-links.ts'
import type { Runtime } from '../runtime.ts'
import { heldIn } from '../state/held-lists.ts'
import { scopedTo, sharesScope } from '../state/links.ts'
import { plain, withAt } from '../state/place.ts'
import { allProperties } from '../state/properties.ts'
import { linkOf, type StoredRecord } from '../state/records.ts'
import type { CompiledOperation } from './compiled.ts'
import { inputsOf } from './input.ts'
import { parentsOf } from './parents-of.ts'

interface Counter {
  readonly link: string
  readonly parent: ResourcePlan
  /** Where the parent counts. */
  readonly places: readonly Place[]
  /** Those of them that requests may say as well. */
  readonly sayable: readonly Place[]
}

type Counted = Pick<StoredRecord, 'links'>

/** A record came to its parents, or went from them. */
export function countIn(call: Call, plan: ResourcePlan, record: Counted, by: 1 | -1): void {
  for (const { link, parent, places, sayable } of countersIn(call, plan)) {
    const { [link]: id, ...around } = record.links
    const found = id === undefined ? undefined : call.resources.find(parent, id, around)
    if (id === undefined || found === undefined) continue
    const there = { ...found, links: scopedTo(parent, found.links) }
    const isTrue = sayable.length === 0 ? () => false : truthIn(call, standing(call, plan, there, linkOf(link, id)), by)
    const own = places.filter((place) => !sayable.includes(place) || isTrue(at(found.value, place)))
    if (own.length > 0) call.resources.change(parent, found, counted(found.value, own, by))
  }
}

/** How many stand there now: a name may be taken under several others. */
function standing({ resources }: Call, { type }: ResourcePlan, there: StoredRecord, link: string): number {
  if (Object.keys(there.links).length === 0) return resources.records.count(type, link)
  return resources.records.list(type, { link, reverse: false }).filter((one) => sharesScope(one, there)).length
}

/**
 * Whether a number that a client may have said is how many there were before, which only the server knows: another one
 * is the client's. Of several that one request makes, all stand there before the first is counted.
 */
function truthIn(call: Call, now: number, by: 1 | -1): (said: unknown) => boolean {
  const least = by < 0 ? now + 1 : now - Math.max(1, inputsOf(call).length)
  const most = by < 0 ? least : now - 1
  return (said) => typeof said === 'number' && said >= least && said <= most
}

function counted(value: JsonObject, places: readonly Place[], by: number): JsonObject {
  return places.reduce((whole, place) => {
    const old = at(whole, place)
    return typeof old === 'number' ? withAt(whole, place, Math.max(0, old + by)) : whole
  }, value)
}

/** Users that a path calls members are counted as members. */
function countersIn({ compiled, runtime }: Call, plan: ResourcePlan): readonly Counter[] {
  return compiled.resource === plan ? countersOfPath(compiled, runtime) : countersOf(plan, runtime)
}

const countersOfPath = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): readonly Counter[] => {
  const called = /\/([\w-]+)(\/\{[^/]*\})?$/.exec(operation.path)?.[1] ?? ''
  return resource === undefined ? [] : countersFor(resource, runtime, [called])
})

const countersOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Counter[] => countersFor(plan, runtime, []))

function countersFor(plan: ResourcePlan, runtime: Runtime, called: readonly string[]): readonly Counter[] {
  const above = plan.links.flatMap(({ link, type }) => (type === plan.type ? [{ link, parent: plan }] : []))
  return [...parentsOf(plan, runtime), ...above].flatMap(({ link, parent }) => {
    const sum = isSum(plan, runtime)
    const names = parent === plan ? [`sub${plain(plan.type)}`, 'child', 'children', 'reply'] : [plan.type, ...called]
    const words = new Set(names.flatMap((name) => wordsFor(name, sum)))
    const many = new Set(names.flatMap(manyOf))
    const sent = sentNames(runtime, parent)
    const counts = (name: string, schema: Schema): boolean =>
      runtime.view(schema).types.includes('integer') && words.has(plain(name))
    const connected = heldIn(parent, runtime).flatMap(({ place, total, records }): readonly Place[] =>
      records === undefined && many.has(plain(place.at(-1) ?? '')) ? [[...place, total]] : [],
    )
    const told = [...allProperties(parent.schema, runtime)].flatMap(([name, schema]): readonly Place[] => {
      if (sent.has(name) && !(COUNT.test(name) && isSentWhole(parent, runtime))) return []
      if (!STATS.test(name)) return counts(name, schema) ? [[name]] : []
      return [...allProperties(schema, runtime)].flatMap(([inner, own]) => (counts(inner, own) ? [[name, inner]] : []))
    })
    const places = [...told, ...connected]
    const sayable = told.filter(([name = '']) => sent.has(name))
    return places.length === 0 ? [] : [{ link, parent, places, sayable }]
  })
}

const COUNT = /_?count$|^num_|^(num|numberOf)[A-Z]/i

/** Requests hold the very component that answers show: not all of it is for clients to say. */
const isSentWhole = oncePer(({ type, schema }: ResourcePlan, runtime: Runtime): boolean => {
  const [own] = runtime.view(schema).references
  return runtime.operationsOn(type).some(({ id, plan }) =>
    Object.values(runtime.operation(id).operation.requestBody?.content ?? {}).some((media) => {
      const [sent] = runtime.view(schemaAt(runtime.view, media.schema, plan.input ?? [])).references
      return sent !== undefined && sent === own
    }),
  )
})

/** Objects of counts. */
const STATS = /^_?(stats|statistics|counts?|counters|totals|metrics|summary)$/i

/** What has an amount is summed up as well as counted: the `credits` of an account may be what they are worth. */
function isSum(plan: ResourcePlan, runtime: Runtime): boolean {
  return [...allProperties(plan.schema, runtime).keys()].some((name) => AMOUNT.test(name))
}

const AMOUNT = /amount|value|quantity|balance|points|price|total|hours|minutes|seconds|size/i

/** Names for how many there are of a type, plain: `commentscount`, `numcomments`, and `comments` where it can be no sum. */
function wordsFor(type: string, isSum: boolean): readonly string[] {
  const own = oneOf(type)
  const many = manyOf(type)
  const sure = many.flatMap((name) => [`${name}count`, `total${name}count`, `num${name}`, `numberof${name}`])
  const bare = isSum ? [] : many.flatMap((name) => [name, `total${name}`, `${name}total`])
  return [`${own}count`, `total${own}count`, ...sure, ...bare].filter((name) => name !== own)
}

/** Names for several of a type, plain. */
function manyOf(type: string): readonly string[] {
  const own = oneOf(type)
  return [`${own}s`, own.replace(/y$/, 'ies')]
}

function oneOf(type: string): string {
  return plain(type.split(/[_-]/).at(-1) ?? type).replace(/s$/, '')
}
