/** Which properties of a parent count the records under it: `comments: 2` of an issue with two; or add up the time that they log. */
import { type ModelReader, parentTypes, sentNames } from '../../../api/model-reader.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { schemaAt } from '../../../api/schema/view.ts'
import { holdsCounts } from '../../../derive/naming/counted.ts'
import { logsTime, secondsOf, totalsTime } from '../../../derive/naming/logged-time.ts'
import { isEndOf, namedTypes, nameKey } from '../../../derive/naming/named-types.ts'
import { plain, singularName } from '../../../derive/naming/words.ts'
import type { Recogniser } from '../../../derive/recogniser.ts'
import { heldIn } from '../../../derive/schemas/held-lists.ts'
import { isSummed } from '../../../derive/schemas/summed.ts'
import { oncePer } from '../../../support/once-per.ts'
import { type Counter, type CounterCache, counterCache } from './fact.ts'

export const recogniser: Recogniser<CounterCache, CounterCache> = {
  fact: counterCache,
  /** Users that a path calls members are counted as members. */
  operation({ path, plan: { type } }, model) {
    const plan = model.resource(type)
    const called = /\/([\w-]+)(\/\{[^/]*\})?$/.exec(path)?.[1]
    if (plan === undefined || called === undefined) return undefined
    const usual = countersFor(plan, model, [])
    const counters = countersFor(plan, model, [called]).flatMap((counter) => added(counter, usual))
    return counters.length === 0 ? undefined : concluded(plan, counters)
  },
  resource(plan, model) {
    const counters = [...countersFor(plan, model, []), ...timeTotals(plan, model)]
    return counters.length === 0 ? undefined : concluded(plan, counters)
  },
}

function concluded({ type }: ResourcePlan, counters: readonly Counter[]) {
  const told = (some: readonly Counter[], does: string): readonly string[] => {
    const names = some.map(({ parent, places }) => `${places.map((place) => place.join('.')).join(', ')} of ${parent}`)
    return some.length === 0 ? [] : [`${names.join(' and ')} ${does} each ${type}`]
  }
  const [sums, counts] = [counters.filter((one) => one.adds), counters.filter((one) => !one.adds)]
  const why = [...told(counts, 'counts'), ...told(sums, 'adds up what is logged by')].join('; ')
  return { counters, provenance: 'derived', why } as const
}

/** What counts besides what counts records of the type in any case. */
function added(counter: Counter, usual: readonly Counter[]): readonly Counter[] {
  const known = usual.filter(({ link, parent }) => link === counter.link && parent === counter.parent)
  const names = new Set(known.flatMap(({ places }) => places.map((place) => place.join('.'))))
  const places = counter.places.filter((place) => !names.has(place.join('.')))
  return places.length === 0 ? [] : [{ ...counter, places }]
}

function countersFor(plan: ResourcePlan, reader: ModelReader, called: readonly string[]): readonly Counter[] {
  const above = plan.links.flatMap(({ link, type }) => (type === plan.type ? [{ link, parent: plan }] : []))
  return [...parentTypes(plan, reader), ...above].flatMap(({ link, parent }) => {
    const sum = isSummed(plan, reader)
    const types =
      parent === plan ? [`sub${plain(plan.type)}`, 'child', 'reply'] : [plan.type, ...called].map(singularName)
    const sent = sentNames(reader, parent)
    const counts = (name: string, schema: Schema): boolean =>
      reader.view(schema).types.includes('integer') && countsAny(name, types, sum)
    const connected = heldIn(parent, reader).flatMap(({ place, total, records }): readonly Place[] =>
      records === undefined && isAny(place.at(-1) ?? '', types) ? [[...place, total]] : [],
    )
    const told = [...allProperties(parent.schema, reader)].flatMap(([name, schema]): readonly Place[] => {
      if (sent.has(name) && !(COUNT.test(name) && isSentWhole(parent, reader))) return []
      if (!holdsCounts(name)) return counts(name, schema) ? [[name]] : []
      return [...allProperties(schema, reader)].flatMap(([inner, own]) => (counts(inner, own) ? [[name, inner]] : []))
    })
    const places = [...told, ...connected]
    const sayable = told.filter(([name = '']) => sent.has(name))
    return places.length === 0 ? [] : [{ link, parent: parent.type, places, sayable }]
  })
}

const COUNT = /_?count$|^num_|^(num|numberOf)[A-Z]/i

/** Requests hold the very component that answers show: not all of it is for clients to say. */
const isSentWhole = oncePer(({ type, schema }: ResourcePlan, reader: ModelReader): boolean => {
  const [own] = reader.view(schema).references
  return reader.operationsOn(type).some(({ id, plan }) =>
    Object.values(reader.operation(id).operation.requestBody?.content ?? {}).some((media) => {
      const [sent] = reader.view(schemaAt(reader.view, media.schema, plan.input ?? [])).references
      return sent !== undefined && sent === own
    }),
  )
})

/** What is counted under a plain name that says so: `total_comments_count`, `num_comments`. */
const COUNTED = /^(?:(?:total)?(.+?)count|num(?:berof)?(.+))$/
/** What may be summed up under it as well: `total_comments`. */
const TOTALLED = /^(?:total(.+)|(.+)total)$/

/** The name is for how many there are of one of these types; `comments` alone where it can be no sum. */
function countsAny(name: string, types: readonly string[], isSum: boolean): boolean {
  const word = plain(name)
  const [, ...said] = COUNTED.exec(word) ?? (isSum ? null : TOTALLED.exec(word)) ?? []
  const isBare = !isSum && nameKey(word) !== word
  return isAny(said.find((one) => one !== undefined) ?? (isBare ? word : ''), types)
}

function isAny(name: string, types: readonly string[]): boolean {
  return types.some((type) => isEndOf(name, type))
}

/** The properties of other records that are the total of the time that records of the type log: `total_minutes` of a task. */
function timeTotals(plan: ResourcePlan, reader: ModelReader): readonly Counter[] {
  const sent = sentNames(reader, plan)
  const logged = [...allProperties(plan.schema, reader)].find(([name, schema]) => {
    return sent.has(name) && isNumber(schema, reader) && logsTime(plan.type, name, wordsOf(schema, reader))
  })
  if (logged === undefined) return []
  return above(plan, reader).flatMap(({ parent, ...where }) => {
    const own = sentNames(reader, parent)
    return [...allProperties(parent.schema, reader)].flatMap(([name, schema]): readonly Counter[] => {
      if (own.has(name) || !isNumber(schema, reader) || !totalsTime(name, wordsOf(schema, reader))) return []
      const times = timesOf(logged, [name, schema], reader)
      if (times === undefined) return []
      const adds = { place: [logged[0]], times }
      return [{ ...where, parent: parent.type, places: [[name]], sayable: [], adds }]
    })
  })
}

type Named = readonly [name: string, schema: Schema]

/** How many of the unit of the total one of the unit of each is. */
function timesOf([own, schema]: Named, [total, whole]: Named, reader: ModelReader): number | undefined {
  const each = secondsOf(own, wordsOf(schema, reader))
  const all = secondsOf(total, wordsOf(whole, reader))
  if (each === undefined || all === undefined) return each === all ? 1 : undefined
  const times = each / all
  return Number.isInteger(times) || reader.view(whole).types.includes('number') ? times : undefined
}

/** What the records stand under, and what they name besides: the task of a time entry of a project. */
function above(plan: ResourcePlan, reader: ModelReader) {
  const parents = parentTypes(plan, reader)
  const named = [...allProperties(plan.schema, reader).keys()].flatMap((name) => {
    const parent = /id$/i.test(name) ? namedTypes(reader).referred(name) : undefined
    if (parent === undefined || parent === plan || parent.singleton === true || parent.scope.length > 0) return []
    return parents.some((one) => one.parent === parent) ? [] : [{ link: name, parent, property: [name] }]
  })
  return [...parents, ...named]
}

function isNumber(schema: Schema, { view }: ModelReader): boolean {
  const { types } = view(schema)
  return types.includes('integer') || types.includes('number')
}

function wordsOf(schema: Schema, { view }: ModelReader): unknown {
  return view(schema).keywords['description']
}
