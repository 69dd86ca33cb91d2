/** Records that exist from the start, of types that nobody can create. */
import type { ResourcePlan } from '../../api/plan.ts'
import { isEventKind } from '../../api/schema/generate.ts'
import { singular, snake } from '../../derive/naming/words.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { comingDay, onComingDays } from './coming-days.ts'
import { entryOf } from './entries.ts'
import { filledLinks } from './filled-links.ts'
import { comesByItself, isOwnHistory, tellsOfOthers } from './happens.ts'
import { makeId } from './ids.ts'
import { idsOfReferences } from './ids-of-references.ts'
import { entryKey } from './keys.ts'
import { type Links, ownLink, segment } from './links.ts'
import { isYetToBeBrought } from './made-in-words.ts'
import { drawnId } from './new-ids.ts'
import { newRecord } from './new-record.ts'
import { LABEL } from './own-request.ts'
import { idText, withAt, without } from './place.ts'
import { beganAt, withoutEnds } from './populated-times.ts'
import { typedId } from './record-links.ts'
import { referenceIn } from './references.ts'
import type { Resources } from './resources.ts'
import { idOfNobody, samplesOf } from './samples.ts'
import { START } from './sandbox-clock.ts'
import { standingOf, standingRecord } from './standing-record.ts'
import { isSeeded } from './stored-record.ts'
import { stilled } from './zeros.ts'

/** Records of each such type, and of each of its parents. */
const POPULATION = 3

/**
 * Makes the population of a type that nobody can create, once per parent; what somebody has chosen is no parent, and
 * what requests put somewhere begins empty.
 */
export function populate(resources: Resources, plan: ResourcePlan, said: Links): void {
  const { records, runtime, store } = resources
  if (plan.creatable) standingRecord(resources, plan)
  if (plan.creatable || entryOf(plan, runtime) !== undefined || isYetToBeBrought(resources, plan)) return
  if (Object.keys(said).some((link) => filledLinks(plan, runtime).has(link))) return
  const links = Object.fromEntries(Object.entries(said).filter(([name]) => plan.links.some((p) => p.link === name)))
  const scope = plan.links.map(({ link }) => segment(ownLink(links, link) ?? '')).join('/')
  const { link } = resources.indexFor(links)
  const flag = entryKey('p', plan.type, scope)
  if (store.get(flag) !== undefined) return
  store.put(flag, '')
  if (records.count(plan.type, link) > 0 || isYetToHappen(resources, plan, links)) return
  const { listed, ids } = samplesOf(plan, runtime)
  if (scope === '' && listed.length > 0) populateFrom(resources, plan, listed, links)
  else if (scope !== '' || idsOfReferences(plan, runtime).length === 0) populateBySeed(resources, plan, links, scope)
  populateWith(resources, plan, ids, links, listed.length)
}

/** A new account's history; deliveries, logs and events of a record that a client has made, and others that it may have. */
function isYetToHappen(resources: Resources, plan: ResourcePlan, links: Links): boolean {
  if (isOwnHistory(plan, resources.runtime)) return true
  if (!comesByItself(plan) && !tellsOfOthers(plan, resources.runtime)) return false
  return plan.links.some(({ link, type }) => {
    const id = type === undefined || type === plan.type ? undefined : ownLink(links, link)
    const above = type === undefined || id === undefined ? undefined : resources.records.get(type, id)
    return above !== undefined && !isSeeded(above)
  })
}

/** The records whose ids the description shows in the paths that read them. */
function populateWith(
  resources: Resources,
  plan: ResourcePlan,
  ids: readonly string[],
  links: Links,
  listed: number,
): void {
  const before = Math.max(listed, POPULATION)
  for (const [index, id] of ids.entries()) {
    if (resources.records.get(plan.type, resources.keyOf(plan, id, links)) !== undefined) continue
    // Others may be there already, the last of them from just now.
    const began = beganAt(id, index + 1, ids.length + 1)
    const entry = newRecord(resources, { plan, sources: [], links }, id, typedId(resources.runtime, plan, id), began)
    const isOther = index > 0 || (listed > 0 && IS_WORD.test(id))
    const called = isOther ? calledById(resources, plan, entry.value, id) : entry.value
    const value = ids.length > 1 ? withoutEnds(called, plan, resources.runtime) : called
    resources.records.insert({ ...entry, value, seeded: before + index + 1 })
  }
}

/** An id that may be a name as well, and is not drawn: `ams1`. */
const IS_WORD = /^[a-z]{2,12}\d{0,2}(?:-[a-z0-9]{1,12}){0,4}$/i

/** What an example calls one record, no other is called. */
function calledById({ runtime }: Resources, plan: ResourcePlan, value: JsonObject, id: string): JsonObject {
  const [shown] = [...samplesOf(plan, runtime).listed, ...samplesOf(plan, runtime).single]
  const properties = runtime.view(plan.schema).properties
  return Object.keys(value).reduce((all, name) => {
    const example = shown?.[name] ?? runtime.view(properties.get(name)).keywords['example']
    if (!LABEL.test(name) || name === plan.id.place[0] || value[name] !== example) return all
    const called = withAt(all, [name], id)
    return runtime.accepts(plan.schema, called) ? called : all
  }, value)
}

/** The records that the description's own list example shows, under their own ids. */
function populateFrom(resources: Resources, plan: ResourcePlan, listed: readonly JsonObject[], links: Links): void {
  const days = onComingDays(listed, comingDay(plan, resources.runtime), resources.clock.now())
  for (const [index, shown] of days.entries()) {
    const nobody = idOfNobody(shown)
    const sample = nobody === undefined ? shown : without(shown, [nobody])
    const given = idText(at(sample, plan.id.place))
    const id = given ?? String(drawnId(resources, plan, index + 1, plan.type))
    if (resources.records.get(plan.type, resources.keyOf(plan, id, links)) !== undefined) continue
    const entry = newRecord(
      resources,
      { plan, sources: [sample], links },
      id,
      typedId(resources.runtime, plan, id),
      START,
    )
    const value = withoutUnshown(plan, entry.value, listed, resources.runtime)
    resources.records.insert({ ...entry, value, seeded: index + 1 })
  }
}

/** Objects that no record of a whole example shows are of other records: `gpu_info` of sizes that have none. */
function withoutUnshown(
  plan: ResourcePlan,
  value: JsonObject,
  listed: readonly JsonObject[],
  runtime: Runtime,
): JsonObject {
  if (!listed.every((one) => runtime.accepts(plan.schema, one))) return value
  const shown = new Set(listed.flatMap((one) => Object.keys(one)))
  const rest = Object.entries(value).filter(([name, one]) => shown.has(name) || !isObject(one))
  const next = Object.fromEntries(rest) as JsonObject
  return rest.length < Object.keys(value).length && runtime.accepts(plan.schema, next) ? next : value
}

/** Records that are only ever listed as statistics: nothing has happened yet that they could tell of. */
const areStatistics = oncePer((plan: ResourcePlan, runtime: Runtime): boolean => {
  const heads = runtime.operationsOn(plan.type)
  return heads.length > 0 && heads.every(({ method, path }) => method === 'GET' && STATISTICS.test(path))
})

const STATISTICS = /[/_.-](stats|statistics|metrics|usage|counts|analytics|insights)(\.json)?$/i

interface NamedRecord {
  readonly id: string | number
  /** What both declare of it. */
  readonly shown: JsonObject
}

/** Estimates that `product_id` tells apart are those of the products there are. */
function recordNamed(resources: Resources, plan: ResourcePlan, number: number): NamedRecord | undefined {
  const { runtime, records } = resources
  const other = plan.id.place.length === 1 ? referenceIn(plan.id.place[0] ?? '', runtime)?.type : undefined
  if (other === undefined || other === plan || other.creatable || other.links.length > 0) return undefined
  if (other.id.place.join() !== plan.id.place.join()) return undefined
  populate(resources, other, {})
  const value = records.list(other.type, { link: '', limit: number, reverse: false })[number - 1]?.value
  const id = at(value, other.id.place)
  if (value === undefined || (typeof id !== 'string' && typeof id !== 'number')) return undefined
  const { properties } = runtime.view(plan.schema)
  return { id, shown: Object.fromEntries(Object.entries(value).filter(([name]) => properties.has(name))) as JsonObject }
}

/** There are as many types of events as the description names. */
function sizeOf({ type }: ResourcePlan, scope: string, { generating }: Runtime): number {
  const isOfEvents = scope === '' && isEventKind(singular(snake(type)))
  return Math.max(POPULATION, isOfEvents ? (generating.eventNames?.length ?? 0) : 0)
}

function populateBySeed(resources: Resources, plan: ResourcePlan, links: Links, scope: string): void {
  const first = scope === '' ? 0 : 1 + Math.floor(resources.dice.draw(`population/${plan.type}/${scope}`) * 1e6) * 4
  const most = standingOf(plan, resources.runtime)?.isOnly === true ? 1 : sizeOf(plan, scope, resources.runtime)
  for (let number = 1; number <= most; number++) {
    const isTaken = (one: string | number): boolean =>
      resources.records.get(plan.type, resources.keyOf(plan, String(one), links)) !== undefined
    const key = `${plan.type}/${scope}`
    const other = scope === '' ? recordNamed(resources, plan, number) : undefined
    const drawn = other?.id ?? drawnId(resources, plan, first + number, key, number)
    const id = isTaken(drawn) ? makeId(plan.id.shape, first + number, resources.dice, key) : drawn
    if (isTaken(id)) continue
    const sources = other === undefined ? [] : [other.shown]
    const began = scope === '' ? beganAt(String(id), number, most) : START
    const entry = newRecord(resources, { plan, sources, links, ordinal: number }, String(id), id, began)
    const own = most > 1 ? withoutEnds(entry.value, plan, resources.runtime) : entry.value
    const value = areStatistics(plan, resources.runtime)
      ? (stilled(own, plan.schema, resources.runtime) as JsonObject)
      : own
    resources.records.insert({ ...entry, value, seeded: number })
  }
}
