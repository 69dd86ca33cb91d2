/**
 * The resources of one sandbox during one request: records as the plans see
 * them. Makes, finds, changes and lists; remembers whether anything was written.
 */

import type { Place, ResourcePlan } from '../../api/plan.ts'
import { type Dice, diceOf } from '../../support/dice.ts'
import { scalarText } from '../../support/exact-number.ts'
import { at, type JsonObject, setOwn } from '../../support/json.ts'
import { type Event, type Standing, toldOf } from '../behaviour.ts'
import type { Runtime } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import { silent, type Trace } from '../trace.ts'
import type { Occurrence } from '../webhooks/occurrence.ts'
import { listedAt, type Under, withRenamed } from './joins.ts'
import { kept, type Links, linkOf, ownLink, segment, within } from './links.ts'
import { isFilled, NO_VALUES } from './merge.ts'
import { freshId, nextId } from './new-ids.ts'
import { type Making, makeValue, newRecord, type Rewriting } from './new-record.ts'
import { secretsOf, withOwnSecrets } from './own-secrets.ts'
import { mapOf, perStore } from './per-store.ts'
import { idText, withAt } from './place.ts'
import { populate } from './population.ts'
import { alternatesIn, linksIn, parentsIn, typedId } from './record-links.ts'
import { type Records, recordsOf } from './records.ts'
import { referenceIn } from './references.ts'
import { samplesOf } from './samples.ts'
import { type SandboxClock, START, sandboxClock } from './sandbox-clock.ts'
import { makesRoom, standingRecord } from './standing-record.ts'
import type { Store } from './store.ts'
import { bounded, type NewRecord, type StoredRecord, seededPosition, shownAs } from './stored-record.ts'

/** Where imagined records stand in the order: after the population. */
const IMAGINED = 1_000_000
/** Imagined records kept per store, for the next time. */
const MOST_IMAGINED = 1024

/** What a request does to records, told as it goes on. */
export interface Happened {
  readonly events: Event[]
  /** Records before and after a change, in the order of the changes. */
  readonly changed: (readonly [before: Standing, after: StoredRecord])[]
}

type View = (value: JsonObject) => JsonObject

export class Resources {
  readonly clock: SandboxClock
  readonly records: Records
  readonly dice: Dice
  readonly runtime: Runtime
  readonly store: Store
  readonly trace: Trace
  readonly sandbox: Sandbox
  private changed = false
  /** Is told of each change while somebody wants to know whose doing it is. */
  watch: ((before: StoredRecord, after: StoredRecord) => void) | undefined
  /** What happened to records, while somebody wants to know. */
  happened: Happened | undefined
  /** The operation itself was done, rather than answered from before. */
  performed = false
  /** Why the request was refused; undefined where it was not. */
  refused: string | undefined
  /** The events that this causes. */
  occurred: readonly Occurrence[] = NOTHING_OCCURRED
  /** How the answer shows records, where otherwise than they are kept. */
  private views: Map<string, View> | undefined

  constructor(sandbox: Sandbox, runtime: Runtime, trace: Trace = silent) {
    this.trace = trace
    this.sandbox = sandbox
    this.runtime = runtime
    this.store = sandbox.store
    this.records = recordsOf(sandbox.store)
    this.clock = sandboxClock(sandbox.settings.clock, sandbox.store, sandbox.wall)
    this.dice = diceOf(sandbox.settings.seed)
  }

  /** A point of the request that `backTo` goes back to. */
  savepoint(): { readonly store: number; readonly changed: boolean; readonly happened: number } {
    const happened = this.happened?.events.length ?? 0
    return { store: this.sandbox.store.savepoint(), changed: this.changed, happened }
  }

  /** Takes back what the request wrote since then: it has written no record, and no time passes for it. */
  backTo({ store, changed, happened }: ReturnType<Resources['savepoint']>): void {
    this.sandbox.store.backTo(store)
    this.happened?.events.splice(happened)
    this.changed = changed
  }

  /** True when this request wrote a record. */
  get wrote(): boolean {
    return this.changed
  }

  keyOf(plan: ResourcePlan, id: string, links: Links): string {
    if (plan.scope.length === 0) return id
    return [...plan.scope.map((link) => ownLink(links, link) ?? ''), id].map(segment).join('/')
  }

  /** The record whose `property` (its id unless said otherwise) has this value. */
  find(plan: ResourcePlan, value: string, links: Links, property: Place = plan.id.place): StoredRecord | undefined {
    populate(this, plan, links)
    const key = this.keyOf(plan, value, links)
    const direct = this.records.get(plan.type, key) ?? this.ofAddress(plan, value, links)
    if (direct !== undefined) return this.under(direct, links) ? direct : undefined
    const found = this.findBy([property, ...plan.alternateKeys], plan, value, links)
    if (found !== undefined || plan.id.keyPrefixes === undefined) return found
    const prefix = plan.id.keyPrefixes.find((known) => value.startsWith(known))
    return prefix === undefined ? undefined : this.findBy(plan.alternateKeys, plan, value.slice(prefix.length), links)
  }

  /** The record whose id is an address (`/books/B2X7`) that ends so. */
  private ofAddress(plan: ResourcePlan, value: string, links: Links): StoredRecord | undefined {
    const { shape } = plan.id
    if (shape.kind !== 'text' || !shape.prefix.startsWith('/') || value.startsWith('/')) return undefined
    return this.records.get(plan.type, this.keyOf(plan, shape.prefix + value, links))
  }

  findBy(places: readonly Place[], plan: ResourcePlan, value: string, links: Links): StoredRecord | undefined {
    for (const place of places) {
      const other = this.records.findAlternate(plan.type, place.join('.'), value)
      const record = other === undefined ? undefined : this.records.get(plan.type, other)
      if (record !== undefined && within(record, links, plan)) return record
    }
    return undefined
  }

  /** True unless the record stands under another parent than one of these. */
  private under(record: StoredRecord, links: Links): boolean {
    for (const link in links) {
      const wanted = links[link] ?? ''
      const strays = Object.hasOwn(record.links, link) && record.links[link] !== wanted
      if (strays && !this.records.standsUnder(record, link, wanted)) return false
    }
    return true
  }

  exists(plan: ResourcePlan, id: string, links: Links): boolean {
    return this.find(plan, id, links) !== undefined
  }

  /** The record that another of this id would take the place of, whatever parent it stands under that ids do not depend on. */
  holder(plan: ResourcePlan, id: string, links: Links): StoredRecord | undefined {
    return this.find(plan, id, links) ?? this.records.get(plan.type, this.keyOf(plan, id, links))
  }

  /**
   * The links with those that names are unique in: as the request says them of the record, else, where it stands
   * under none of them, those of whoever asks, which are always the same.
   */
  surrounded(plan: ResourcePlan, links: Links, sent: JsonObject): Links {
    if (plan.scope.every((link) => Object.hasOwn(links, link))) return links
    const standsThere = plan.scope.some((link) => Object.hasOwn(links, link))
    const whole: Record<string, string> = { ...links }
    for (const { link, property } of plan.links) {
      if (property === undefined || Object.hasOwn(links, link) || !plan.scope.includes(link)) continue
      const id = idText(at(sent, property)) ?? (standsThere ? undefined : idText(at(this.usual(plan), property)))
      if (id !== undefined) setOwn(whole, link, id)
    }
    return whole
  }

  /** What the description shows of a record of which nothing is said. */
  private usual(plan: ResourcePlan): JsonObject {
    const known = mapOf(usual, this.sandbox.store)
    let value = known.get(plan.type)
    if (value === undefined) {
      const [sample] = samplesOf(plan, this.runtime).single
      value = makeValue(this, plan, [sample].filter(isFilled), '', START, { refers: false })
      known.set(plan.type, value)
    }
    return value
  }

  make(making: Making): StoredRecord {
    const { plan } = making
    const { idUnder = '' } = making
    standingRecord(this, plan)
    const next = making.id ?? nextId(this, plan, making.links, idUnder)
    const id = making.id === undefined && idUnder !== '' ? idUnder + next : next
    const entry = newRecord(this, making, scalarText(id), id, this.clock.now(), true)
    const record = this.records.insert(making.id === undefined ? { ...entry, isNew: true } : entry)
    this.changed = true
    return bounded(record, this.sandbox.largestRecord)
  }

  /**
   * The record that an id stands for although nobody created it: same seed, same
   * id, same record, whatever else there is. It is stored only when it is changed
   * or deleted, so that reading leaves nothing behind. `shown` is what others say of it.
   */
  imagine(plan: ResourcePlan, id: string, links: Links, shown?: JsonObject): StoredRecord {
    const known = mapOf(imagined, this.sandbox.store)
    const name = JSON.stringify([plan.type, id, links, shown])
    let record = known.get(name)
    if (record === undefined) {
      const making: Making = { plan, sources: shown === undefined ? [] : [shown], links, refers: false }
      const entry = { ...newRecord(this, making, id, typedId(this.runtime, plan, id), START), seeded: IMAGINED }
      record = this.records.draft(entry)
      unstored.set(record, entry)
      if (known.size >= MOST_IMAGINED) known.clear()
      known.set(name, record)
    }
    return record
  }

  /** The answer shows the record so, whatever becomes of it meanwhile; what the request did to it first is what counts. */
  showAs(record: StoredRecord, view: View): void {
    this.views ??= new Map()
    const name = `${record.type}/${record.key}`
    if (!this.views.has(name)) this.views.set(name, view)
  }

  /** The record as the answer shows it. */
  answered(record: StoredRecord): StoredRecord {
    const value = this.views?.get(`${record.type}/${record.key}`)?.(record.value)
    return value === undefined || value === record.value ? record : shownAs(record, value)
  }

  /** The records as the answer shows them; the same list where that is as they are kept. */
  allAnswered(records: readonly StoredRecord[]): readonly StoredRecord[] {
    return this.views === undefined ? records : records.map((record) => this.answered(record))
  }

  /** The record as it is stored: one that was only imagined is stored now. */
  private stored(record: StoredRecord): StoredRecord {
    const entry = unstored.get(record)
    return entry === undefined ? record : this.records.insert(entry)
  }

  /** True for a record that was only imagined so far. */
  isUnstored(record: StoredRecord): boolean {
    return unstored.has(record)
  }

  /** True for a record that began as one that nobody created: a suite that makes ids up does everything to the same one. */
  isImagined(record: StoredRecord): boolean {
    return record.position === seededPosition(IMAGINED, record.key)
  }

  /** Puts a record there that only a description or the user's seed data knows of. */
  place(plan: ResourcePlan, value: JsonObject, links: Links, seeded: number): StoredRecord {
    const given = idText(at(value, plan.id.place))
    const id = given ?? freshId(this, plan, seeded, links, `seed/${plan.type}`)
    const making: Making = { plan, sources: [value], links }
    const typed = given === undefined ? id : (at(value, plan.id.place) as string | number)
    makesRoom(this, plan, this.keyOf(plan, scalarText(id), links))
    return this.records.insert({ ...newRecord(this, making, scalarText(id), typed, START), seeded })
  }

  /** The only record of its kind, made from the seed. */
  placeSingleton(plan: ResourcePlan, key: string, links: Links): StoredRecord {
    const sources = [parentsIn(this, plan, links), samplesOf(plan, this.runtime).single[0]].filter(isFilled)
    const made = makeValue(this, plan, sources, key, START)
    const { dice, runtime } = this
    const fits = (one: JsonObject): boolean => runtime.accepts(plan.schema, one)
    const value = withOwnSecrets(made, {}, secretsOf(plan, runtime), { dice, key, fits, accepts: runtime.accepts })
    return this.records.insert({ type: plan.type, key, value, links, seeded: 1 })
  }

  /** `sent` is what the request says of the record. */
  change(plan: ResourcePlan, before: StoredRecord, value: JsonObject, sent: () => JsonObject = noValues): StoredRecord {
    this.changed = true
    const record = this.stored(before)
    const rewriting: Rewriting = { plan, resources: this, record, sent }
    const { maintain } = this.runtime.hooks(undefined, plan)
    const whole = maintain.reduce((one, { name, run }) => toldOf(this.trace, name, one, run(rewriting, one)), value)
    const after = this.records.update(record, {
      type: plan.type,
      key: record.key,
      value: whole,
      links: { ...kept(plan, record, whole), ...linksIn(this, plan, whole) },
      alternates: alternatesIn(plan, whole, this.runtime),
    })
    bounded(after, this.sandbox.largestRecord)
    this.watch?.(record, after)
    this.happened?.changed.push([record, after])
    return after
  }

  /** What the record would say if nobody had said anything of it. */
  madeUp(plan: ResourcePlan, { key }: StoredRecord): JsonObject {
    const [sample] = samplesOf(plan, this.runtime).single
    return makeValue(this, plan, [sample].filter(isFilled), key, this.clock.now(), { refers: false })
  }

  /** Takes a record from the parent it stands under to another, where none of its name stands there. */
  move(plan: ResourcePlan, before: StoredRecord, link: string, parent: string): StoredRecord {
    this.changed = true
    const { type, key, value, links, alternates } = this.stored(before)
    const around = { ...links, [link]: parent }
    const moved = plan.scope.includes(link) ? this.keyOf(plan, idText(at(value, plan.id.place)) ?? key, around) : key
    const entry: NewRecord = { type, key: moved, value, links: around, alternates }
    if (moved === key) return this.records.update(before, entry)
    if (this.records.get(type, moved) !== undefined) return before
    // What becomes its own parent is no longer one that it was joined to.
    const joins = this.records.joinsOf(before).filter((one) => listedAt(one) !== linkOf(link, parent))
    this.records.remove(type, key)
    const record = this.records.insert(entry)
    this.records.setJoins(record, joins)
    return record
  }

  /** Gives a record another name to be found by, where none has it. */
  rename(plan: ResourcePlan, before: StoredRecord, name: string): StoredRecord {
    const record = this.stored(before)
    const { type, key, value, links } = record
    const named = withAt(value, plan.id.place, typedId(this.runtime, plan, name))
    const next = this.keyOf(plan, name, links)
    if (next === key || this.records.get(type, next) !== undefined) return before
    this.changed = true
    return this.records.rekey(record, {
      type,
      key: next,
      value: named,
      links,
      alternates: alternatesIn(plan, named, this.runtime),
    })
  }

  /** Joins a record to a parent it was not made under, or parts it from that; whether it stands elsewhere than before. */
  setUnder(before: StoredRecord, { link, links }: Under, joined: boolean): boolean {
    this.changed = true
    const record = this.stored(before)
    const { [link]: id = '', ...around } = links
    return joined ? this.records.join(record, link, id, around) : this.records.part(record, link, id)
  }

  /** The same with what stands around such a parent: the record is listed there, and nothing follows. */
  setAround(before: StoredRecord, links: Links, joined: boolean): void {
    this.changed = true
    const record = this.stored(before)
    if (joined) for (const [name, value] of Object.entries(links)) this.records.join(record, name, value)
    else {
      // What it was joined to itself, it leaves by itself.
      const left = new Set<unknown>(Object.entries(links).map(([name, value]) => linkOf(name, value)))
      const joins = this.records.joinsOf(record)
      const stays = joins.filter((one) => !left.has(one))
      if (stays.length < joins.length) this.records.setJoins(record, stays, joins)
    }
  }

  /** A parent, or what that stands in, is called otherwise: what was joined to it is joined to the new name. */
  rejoin(record: StoredRecord, name: string, old: string, value: string): void {
    const joins = this.records.joinsOf(record)
    if (joins.length === 0) return
    this.changed = true
    const renamed = joins.map((one) => withRenamed(one, name, old, value))
    this.records.setJoins(record, renamed, joins)
  }

  /** Where every id stands for a record, one that nobody created may be asked for again: it is not remembered as deleted. */
  delete(record: StoredRecord): void {
    this.changed = true
    const { type, key } = this.stored(record)
    const forget = this.sandbox.settings.unknownIds === 'synthesize' && this.isImagined(record)
    this.records.remove(type, key, { forget })
  }

  /** The link whose index serves a list best, and whether the rest must be filtered. */
  indexFor(links: Links): { readonly link: string; readonly filter: Links } {
    const names = Object.keys(links)
    const last = names.at(-1)
    if (last === undefined) return { link: '', filter: {} }
    const { [last]: value = '', ...filter } = links
    return { link: linkOf(last, value), filter }
  }

  populate(plan: ResourcePlan, links: Links): void {
    populate(this, plan, links)
  }

  /**
   * The id of the oldest record of the type that a property names ('customer', 'customer_id'). Of a record's own: null
   * where requests make such records and it can be none of them: there is none, or the name says which ('last_customer_id').
   */
  refer(property: string, owner?: ResourcePlan): string | number | null | undefined {
    const found = referenceIn(property, this.runtime)
    if (found === undefined) return undefined
    const { type: plan, isPlain } = found
    const isOther = owner !== undefined && plan.creatable && (plan !== owner || !isPlain)
    if (!isPlain) return isOther ? null : undefined
    if (owner !== undefined && plan !== owner && plan.links.length === 0) this.populate(plan, {})
    const [first] = this.records.list(plan.type, { link: '', limit: 1, reverse: false })
    const id = first === undefined ? undefined : at(first.value, plan.id.place)
    if (typeof id === 'string' || typeof id === 'number') return id
    return isOther ? null : undefined
  }
}

const usual = perStore<Map<string, JsonObject>>()
const imagined = perStore<Map<string, StoredRecord>>()
/** What stands in no store, with what it is stored from once it is changed. */
const unstored = new WeakMap<StoredRecord, NewRecord>()

const NOTHING_OCCURRED: readonly Occurrence[] = []
const noValues = (): JsonObject => NO_VALUES
