/**
 * Answers of reads that show no record of their own (statistics, usage, what there is to say of an account): numbers
 * whose names say how many there are of a type count what is stored, and statistics of which nothing is known are zero.
 */
import { parentInPath, sentNames } from '../../../api/model-reader.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { isEqual } from '../../../api/schema/equal.ts'
import { generate } from '../../../api/schema/generate.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { countedBy, holdsCounts, saysOtherwise } from '../../../derive/naming/counted.ts'
import { namedTypes } from '../../../derive/naming/named-types.ts'
import { isPlural, plain, singularName, snake } from '../../../derive/naming/words.ts'
import { hasAmounts } from '../../../derive/schemas/summed.ts'
import { at, isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { Links } from '../../state/links.ts'
import { idText, withAt } from '../../state/place.ts'
import { samplesOf } from '../../state/samples.ts'
import { START } from '../../state/sandbox-clock.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { stilled } from '../../state/zeros.ts'
import type { CompiledOperation } from '../compiled.ts'
import { mediaOf } from './declared-answers.ts'
import { type Grouping, grouped, groupingIn } from './groupings.ts'

/** One number, and the records that it counts. */
interface Tally {
  readonly place: Place
  readonly plan: ResourcePlan
  /** undefined: all of them; null: those that no other number counts. */
  readonly of: ((record: StoredRecord) => boolean) | undefined | null
}

/** A map with one entry for each record of a type, by its id. */
interface Register {
  readonly place: Place
  readonly plan: ResourcePlan
  readonly entry: Schema
  readonly tallies: readonly Tally[]
}

interface Telling {
  readonly tallies: readonly Tally[]
  readonly registers: readonly Register[]
  readonly groupings: readonly Grouping[]
  /** Whole numbers that nothing else says are zero. */
  readonly isStatistic: boolean
  /** The description shows the whole answer. */
  readonly isShown: boolean
  readonly schema: Schema
}

/** Objects in objects are looked at so far. */
const DEEPEST = 3
/** Properties that are looked at in all. */
const MOST = 1_000
/** Records that are shown one by one. */
const MOST_SHOWN = 1_000

const STATISTICS =
  /(^|_)(stats?|statistics?|metrics?|usages?|counts?|counters?|analytics|insights?|totals?|aggregates?)$/
/** Reads that tell of what there is, by names as short as `Containers`. */
const INFO = /(^|_)(info|information|summary|overview|dashboard|df|about|status)$/

const tellingOf = oncePer((compiled: CompiledOperation, runtime: Runtime): Telling | undefined => {
  const { operation, resource, success } = compiled
  const { kind, part, session, current, output } = operation.plan
  const isRecord = kind === 'singleton' && output !== undefined && resource !== undefined
  if (operation.method !== 'GET' || !(isRecord || kind === 'passthrough')) return undefined
  if (part !== undefined || session !== undefined || current !== undefined) return undefined
  const [mediaType] = success.mediaTypes
  const media = mediaType === undefined ? undefined : mediaOf(success, mediaType)
  const schema = isRecord ? resource.schema : media?.schema
  if (schema === undefined) return undefined
  const isOnlyRead = !isRecord || runtime.operationsOn(resource.type).every(({ method }) => method === 'GET')
  const said = isRecord && !isOnlyRead ? sentNames(runtime, resource) : NONE
  const ends = operation.path
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'))
    .map((segment) => snake(segment.replace(/\.json$/, '')))
    .slice(-2)
  const isStatistic = isOnlyRead && ends.some((end) => STATISTICS.test(end))
  const isInfo = isStatistic || INFO.test(ends.at(-1) ?? '')
  const under = parentInPath(operation.plan)?.type
  const subject = isStatistic ? subjectOf(operation.path, runtime) : undefined
  const search = new Search(runtime, { under, own: resource, subject })
  const inside = search.in(schema, { isInfo, said })
  const place = (output ?? []).slice(-1).map(snake)
  const about = [...place, operation.summary, operation.description, success.response?.description]
  const whole = isOnlyRead ? search.grouping([], about, schema) : undefined
  const found = whole === undefined ? inside : { ...inside, groupings: [whole] }
  if (!countsAny(found) && !isStatistic) return undefined
  const isShown = isRecord
    ? samplesOf(resource, runtime).single.length > 0
    : Object.keys(media?.examples ?? {}).length > 0
  return { ...found, isStatistic, isShown, schema }
})

const NONE: ReadonlySet<string> = new Set()

type Found = Pick<Telling, 'tallies' | 'registers' | 'groupings'>

function countsAny({ tallies, registers, groupings }: Found): boolean {
  return tallies.length > 0 || registers.length > 0 || groupings.length > 0
}

/** `/orders/stats` and `/stats/orders` are about orders. */
function subjectOf(path: string, runtime: Runtime): ResourcePlan | undefined {
  const parts = path.split('/').filter((part) => part !== '')
  while (STATISTICS.test(snake(parts.at(-1) ?? ''))) parts.pop()
  const last = parts.at(-1) ?? '{'
  return last.includes('{') ? undefined : namedTypes(runtime).called(singularName(last))
}

interface Around {
  /** The type of the last parent that the path names. */
  readonly under: string | undefined
  readonly own: ResourcePlan | undefined
  /** What all of the answer is about. */
  readonly subject?: ResourcePlan | undefined
}

interface Looking {
  readonly isInfo: boolean
  /** Names of what requests may say. */
  readonly said: ReadonlySet<string>
}

/** Finds what counts records in the schema of an answer. */
class Search {
  private budget = MOST
  private readonly runtime: Runtime
  private readonly around: Around

  /** In the entry of a register there are no registers. */
  private readonly isEntry: boolean

  constructor(runtime: Runtime, around: Around, isEntry = false) {
    this.runtime = runtime
    this.around = around
    this.isEntry = isEntry
  }

  in(schema: Schema, looking: Looking): Found {
    const tallies: Tally[] = []
    const registers: Register[] = []
    const groupings: Grouping[] = []
    const look = (one: Schema, place: Place, { isInfo, said }: Looking): void => {
      const rest: (readonly [place: Place, plan: ResourcePlan])[] = []
      const own: Tally[] = []
      for (const [name, property] of allProperties(one, this.runtime)) {
        if (this.budget-- <= 0) return
        if (said.has(name)) continue
        const { types, properties, additional, keywords } = this.runtime.view(property)
        const here = [...place, name]
        if (types.includes('integer')) {
          if (saysOtherwise(keywords['description'])) continue
          const found = this.tally(name, isInfo)
          if (found?.of === null) rest.push([here, found.plan])
          else if (found !== undefined) own.push({ place: here, ...found })
        } else if (place.length >= DEEPEST) continue
        else if (properties.size > 0) look(property, here, { isInfo: isInfo || holdsCounts(snake(name)), said: NONE })
        else if (additional !== undefined) {
          const register = isInfo && !this.isEntry ? this.register(name, here, additional) : undefined
          if (register !== undefined) registers.push(register)
          const grouping = this.isEntry ? undefined : this.grouping(here, [snake(name)], property)
          if (grouping !== undefined) groupings.push(grouping)
        }
      }
      // Where all are counted, and some of their states, one that is not known is that of the others.
      const [other, ...more] = rest
      if (other !== undefined && more.length === 0) {
        const of = own.filter(({ plan }) => plan === other[1])
        if (of.length > 1 && of.some((tally) => tally.of === undefined))
          own.push({ place: other[0], plan: other[1], of: null })
      }
      tallies.push(...own)
    }
    look(schema, [], looking)
    return { tallies, registers, groupings }
  }

  /** `orders_by_status: {open: 2}`: a map that counts, by what is said of it. */
  grouping(place: Place, said: readonly unknown[], schema: Schema): Grouping | undefined {
    const own = this.runtime.view(schema).keywords['description']
    const found = groupingIn([...said, own], schema, this.runtime, this.around.subject)
    return found !== undefined && this.isCounted(found.plan) ? { place, ...found } : undefined
  }

  /** `indexes: {movies: {...}}` of statistics. */
  private register(name: string, place: Place, entry: Schema): Register | undefined {
    const plan = isPlural(name) ? namedTypes(this.runtime).called(singularName(name)) : undefined
    if (plan?.creatable !== true || !this.isCounted(plan) || !this.runtime.view(entry).types.includes('object'))
      return undefined
    const { tallies } = new Search(this.runtime, { under: plan.type, own: plan }, true).in(entry, {
      isInfo: true,
      said: NONE,
    })
    return tallies.length === 0 ? undefined : { place, plan, entry, tallies }
  }

  /** `{total, open, closed}` where all of it is about one type. */
  private ofSubject(name: string): Pick<Tally, 'plan' | 'of'> | undefined {
    const { subject: plan } = this.around
    if (plan === undefined || !this.isCounted(plan)) return undefined
    const word = snake(name)
    if (word === 'count' || (/^(total|all|total_count)$/.test(word) && !hasAmounts(plan, this.runtime)))
      return { plan, of: undefined }
    const of = inState(plan, word.replace(/_count$|^num_/, ''), this.runtime)
    return of === undefined ? undefined : { plan, of }
  }

  private tally(name: string, isInfo: boolean): Pick<Tally, 'plan' | 'of'> | undefined {
    const own = this.ofSubject(name)
    if (own !== undefined) return own
    const counted = countedBy(name)
    if (counted === undefined || (counted.by === 'bare' && !isInfo)) return undefined
    const isCount = counted.by === 'count'
    const isFor = (word: string): ResourcePlan | undefined => {
      const plan = isCount || isPlural(word) ? this.typeOf(word, isInfo) : undefined
      return plan === undefined || (!isCount && hasAmounts(plan, this.runtime)) ? undefined : plan
    }
    const whole = isFor(counted.of)
    if (whole !== undefined) return { plan: whole, of: undefined }
    const steps = counted.of.split('_')
    for (let i = 1; i < steps.length; i++) {
      const [first, last] = [steps.slice(0, i).join('_'), steps.slice(i).join('_')]
      for (const [word, state] of [
        [last, first],
        [first, last],
      ] as const) {
        const plan = isPlural(word) ? isFor(word) : undefined
        if (plan !== undefined) return { plan, of: inState(plan, state, this.runtime) ?? null }
      }
    }
    return undefined
  }

  /** The one type that is called so, or, where the answer tells of what there is, whose name ends so. */
  private typeOf(word: string, isInfo: boolean): ResourcePlan | undefined {
    const types = namedTypes(this.runtime)
    const ending = isInfo ? types.ending(word) : []
    const plan = types.called(singularName(word)) ?? (ending.length === 1 ? ending[0] : undefined)
    return plan !== undefined && (isInfo || plan.creatable) && this.isCounted(plan) ? plan : undefined
  }

  /** It is known which records of the type there are: where the path names a parent, those under it. */
  private isCounted(plan: ResourcePlan): boolean {
    const { under, own } = this.around
    if (plan.singleton === true || (plan === own && under !== plan.type)) return false
    if (under !== undefined) return plan.links.some(({ type }) => type === under)
    return plan.creatable || plan.links.length === 0
  }
}

/** Records whose status is so, or that have a flag of this name. */
function inState(plan: ResourcePlan, word: string, runtime: Runtime): ((record: StoredRecord) => boolean) | undefined {
  const { status } = plan
  const value = status?.values.find((one) => plain(one) === plain(word))
  if (status !== undefined && value !== undefined)
    return ({ value: record }) => (at(record, status.place) ?? status.initial) === value
  const flags = new Map(
    [...allProperties(plan.schema, runtime)].flatMap(([name, schema]) =>
      runtime.view(schema).types.includes('boolean') ? [[plain(name).replace(/^is/, ''), name] as const] : [],
    ),
  )
  const flag = flags.get(plain(word))
  if (flag !== undefined) return ({ value: record }) => record[flag] === true
  const opposite = /^(active|enabled)$/.test(plain(word)) ? flags.get('disabled') : undefined
  return opposite === undefined ? undefined : ({ value: record }) => record[opposite] !== true
}

/** The answer has numbers that count records. */
export function countsRecords(compiled: CompiledOperation, runtime: Runtime): boolean {
  const telling = tellingOf(compiled, runtime)
  return telling !== undefined && countsAny(telling)
}

/** The only record of its type, with what it counts as it is now. */
export function withTallies(call: Call, record: StoredRecord, links: Links): StoredRecord {
  const telling = tellingOf(call.compiled, call.runtime)
  if (telling === undefined || record.type !== call.compiled.resource?.type) return record
  const value = told(call, telling, record.value, links)
  const isOther = !isEqual(value, record.value) && call.runtime.accepts(telling.schema, value)
  return isOther ? call.resources.records.update(record, { ...record, value }) : record
}

/** The same of an answer that is made for one request. */
export function tallied(call: Call, body: unknown, links: Links): unknown {
  const telling = tellingOf(call.compiled, call.runtime)
  if (telling === undefined || !isObject(body)) return body
  const value = told(call, telling, body as JsonObject, links)
  return call.runtime.accepts(telling.schema, value) ? value : body
}

function told(call: Call, telling: Telling, value: JsonObject, links: Links): JsonObject {
  const { tallies, registers, groupings, isStatistic, isShown, schema } = telling
  const counts = countsFor(call, tallies, links)
  const isOf = ([place, count]: readonly [Place, number]): boolean => (at(value, place) ?? count) === count
  // What counts other records than there are is no example of this answer.
  const isStill = isStatistic && !(isShown && counts.every(isOf))
  const still =
    isStill && !(isShown && counts.length === 0) ? (stilled(value, schema, call.runtime) as JsonObject) : value
  const whole = counts.reduce((one, [place, count]) => put(one, place, count), still)
  const listed = registers.reduce((one, register) => registered(call, one, register, isStatistic), whole)
  return groupings.reduce((one, grouping) => {
    const counts = grouped(grouping, recordsUnder(call, grouping.plan, links))
    if (grouping.place.length === 0) return counts
    return at(one, grouping.place) === undefined ? one : withAt(one, grouping.place, counts)
  }, listed)
}

/** Only what the answer shows is told otherwise. */
function put(value: JsonObject, place: Place, count: number): JsonObject {
  return at(value, place) === undefined || at(value, place) === count ? value : withAt(value, place, count)
}

function countsFor(call: Call, tallies: readonly Tally[], links: Links): readonly (readonly [Place, number])[] {
  const known = tallies.flatMap((tally) => (tally.of === null ? [] : [[tally, counted(call, tally, links)] as const]))
  return tallies.map((tally) => {
    if (tally.of !== null) return [tally.place, known.find(([one]) => one === tally)?.[1] ?? 0] as const
    const own = known.filter(([{ plan }]) => plan === tally.plan)
    const all = own.find(([{ of }]) => of === undefined)?.[1] ?? 0
    const others = own.reduce((sum, [{ of }, count]) => (of === undefined ? sum : sum + count), 0)
    return [tally.place, Math.max(0, all - others)] as const
  })
}

function counted(call: Call, { plan, of }: Tally, links: Links): number {
  const { resources } = call
  if (of !== undefined) return recordsUnder(call, plan, links).filter((one) => of?.(one) ?? true).length
  const own = ownLinks(plan, links)
  resources.populate(plan, own)
  const { link, filter } = resources.indexFor(own)
  return Object.keys(filter).length === 0
    ? resources.records.count(plan.type, link)
    : recordsUnder(call, plan, links).length
}

/** Those of a type that stand under the parents. */
function recordsUnder({ resources }: Call, plan: ResourcePlan, links: Links): readonly StoredRecord[] {
  const own = ownLinks(plan, links)
  resources.populate(plan, own)
  const { link, filter } = resources.indexFor(own)
  return resources.records
    .list(plan.type, { link, reverse: false })
    .filter((one) => Object.entries(filter).every(([name, id]) => resources.records.standsUnder(one, name, id)))
}

function ownLinks(plan: ResourcePlan, links: Links): Links {
  return Object.fromEntries(Object.entries(links).filter(([name]) => plan.links.some(({ link }) => link === name)))
}

function registered(
  call: Call,
  whole: JsonObject,
  { place, plan, entry, tallies }: Register,
  isStill: boolean,
): JsonObject {
  const before = at(whole, place)
  if (!isObject(before)) return whole
  const { records } = call.resources
  const linkUnder = (one: Tally) => one.plan.links.find(({ type }) => type === plan.type)?.link ?? ''
  const entries: Record<string, unknown> = {}
  for (const record of records.list(plan.type, { link: '', limit: MOST_SHOWN, reverse: false })) {
    const id = idText(at(record.value, plan.id.place)) ?? record.key
    const shown = before[id] ?? entryOf(call, entry, `${plan.type}/${record.key}`)
    const counts = tallies.map((one) => [one.place, counted(call, one, { [linkUnder(one)]: id })] as const)
    const isSo = isObject(shown) && counts.every(([where, count]) => at(shown, where) === count)
    const holds = counts.some(([, count]) => count > 0)
    const still = isStill && !isSo ? stilled(shown, entry, call.runtime, holds) : shown
    if (!isObject(still)) return whole
    setOwn(
      entries,
      id,
      counts.reduce((one, [where, count]) => put(one, where, count), still as JsonObject),
    )
  }
  return withAt(whole, place, entries)
}

function entryOf({ runtime, resources, compiled }: Call, entry: Schema, key: string): unknown {
  return generate(entry, {
    ...runtime.generating,
    dice: resources.dice,
    key: `${compiled.operation.id}/${key}`,
    now: START,
    sources: [],
    fill: 'full',
  })
}
