/**
 * The resources of one sandbox during one request: records as the plans see
 * them. Makes, finds, changes and lists; remembers whether anything was written.
 * Kept whole: all of it stands on the keys and links of records.
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { generate } from '../../api/schema/generate.ts'
import { schemaAt } from '../../api/schema/view.ts'
import type { Instant } from '../../support/clock.ts'
import { type Dice, diceOf } from '../../support/dice.ts'
import { at, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import { asSent, withFixed } from './as-sent.ts'
import { composed } from './composed.ts'
import { holds } from './conditional.ts'
import { entryOf } from './entries.ts'
import { filledLinks } from './filled-links.ts'
import { isFreeForm, saysNothing } from './free-form.ts'
import { comesByItself, tellsOfOthers } from './happens.ts'
import { withHeldLists } from './held-lists.ts'
import { identifiersOf, withoutExamples } from './identifiers.ts'
import { isWide, makeId } from './ids.ts'
import { entryKey } from './keys.ts'
import { endOf } from './lasting.ts'
import { kept, type Links, ownLink, scopedTo, within } from './links.ts'
import { isFilled, merge, NO_VALUES } from './merge.ts'
import { withNamesBeside } from './names-beside.ts'
import { beginningAmong, type Newborn, newbornOf, timeOfState } from './newborn.ts'
import { isNamedByAddress, withOwnAddress } from './own-address.ts'
import { mapOf, perStore } from './per-store.ts'
import { idText, plain, withAt, without } from './place.ts'
import {
  isSeeded,
  linkOf,
  type NewRecord,
  type Records,
  recordsOf,
  type StoredRecord,
  seededPosition,
} from './records.ts'
import { saidOtherwise } from './said-otherwise.ts'
import { samplesOf } from './samples.ts'
import { type SandboxClock, START, sandboxClock } from './sandbox-clock.ts'
import { settle } from './settle.ts'
import { flagged } from './status-flags.ts'
import { timesFor } from './times.ts'
import { unlisted, unnamed } from './unnamed.ts'

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
  /** Arrays of the record that its create fills. */
  readonly yields?: ReadonlySet<string>
}

/** Records that exist from the start of a type that nobody can create. */
const POPULATION = 3
/** Where imagined records stand in the order: after the population. */
const IMAGINED = 1_000_000
/** Imagined records kept per store, for the next time. */
const MOST_IMAGINED = 1024
/** How often an id that is taken is drawn again. */
const REDRAWS = 50
/** How many numbers in a row may be taken by others before a counted id is given up. */
const MOST_TAKEN = 100_000

export class Resources {
  readonly clock: SandboxClock
  readonly records: Records
  readonly dice: Dice
  private readonly sandbox: Sandbox
  private readonly runtime: Runtime
  private changed = false
  /** Is told of each change while somebody wants to know whose doing it is. */
  watch: ((before: StoredRecord, after: StoredRecord) => void) | undefined

  constructor(sandbox: Sandbox, runtime: Runtime) {
    this.sandbox = sandbox
    this.runtime = runtime
    this.records = recordsOf(sandbox.store)
    this.clock = sandboxClock(sandbox.settings.clock, sandbox.store, sandbox.wall)
    this.dice = diceOf(sandbox.settings.seed)
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
    this.populate(plan, links)
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

  private findBy(places: readonly Place[], plan: ResourcePlan, value: string, links: Links): StoredRecord | undefined {
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
      value = this.value(plan, [sample].filter(isFilled), '', START, { refers: false })
      known.set(plan.type, value)
    }
    return value
  }

  make(making: Making): StoredRecord {
    const { plan } = making
    const { idUnder = '' } = making
    const next = making.id ?? this.nextId(plan, making.links, idUnder)
    const id = making.id === undefined && idUnder !== '' ? idUnder + next : next
    const entry = this.newRecord(making, String(id), id, this.clock.now(), newbornOf(plan, this.runtime))
    const record = this.records.insert(making.id === undefined ? { ...entry, isNew: true } : entry)
    this.changed = true
    return record
  }

  /**
   * The record that an id stands for although nobody created it: same seed, same
   * id, same record, whatever else there is. It is stored only when it is changed
   * or deleted, so that reading leaves nothing behind.
   */
  imagine(plan: ResourcePlan, id: string, links: Links): StoredRecord {
    const known = mapOf(imagined, this.sandbox.store)
    const name = JSON.stringify([plan.type, id, links])
    let record = known.get(name)
    if (record === undefined) {
      const making: Making = { plan, sources: [], links, refers: false }
      const entry = { ...this.newRecord(making, id, this.typedId(plan, id), START), seeded: IMAGINED }
      record = this.records.draft(entry)
      unstored.set(record, entry)
      if (known.size >= MOST_IMAGINED) known.clear()
      known.set(name, record)
    }
    return record
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
    const id = given ?? this.freshId(plan, seeded, links, `seed/${plan.type}`)
    const making: Making = { plan, sources: [value], links }
    const typed = given === undefined ? id : (at(value, plan.id.place) as string | number)
    return this.records.insert({ ...this.newRecord(making, String(id), typed, START), seeded })
  }

  /** The only record of its kind, made from the seed. */
  placeSingleton(plan: ResourcePlan, key: string, links: Links): StoredRecord {
    const sources = [this.parentsIn(plan, links), samplesOf(plan, this.runtime).single[0]].filter(isFilled)
    const value = this.value(plan, sources, key, START)
    return this.records.insert({ type: plan.type, key, value, links, seeded: 1 })
  }

  /** `sent` is what the request says of the record. */
  change(plan: ResourcePlan, before: StoredRecord, value: JsonObject, sent: () => JsonObject = noValues): StoredRecord {
    this.changed = true
    const record = this.stored(before)
    const madeUp = () => this.madeUp(plan, record)
    const told = { sent, links: record.links, before: record.value, madeUp }
    const named = withNamesBeside(plan, value, told, this, this.runtime)
    const whole = this.withConditions(plan, named, record)
    const after = this.records.update(record, {
      type: plan.type,
      key: record.key,
      value: whole,
      links: { ...kept(plan, record, whole), ...this.linksIn(plan, whole) },
      alternates: this.alternatesIn(plan, whole),
    })
    this.watch?.(record, after)
    return after
  }

  /** What the record would say if nobody had said anything of it. */
  private madeUp(plan: ResourcePlan, { key }: StoredRecord): JsonObject {
    const [sample] = samplesOf(plan, this.runtime).single
    return this.value(plan, [sample].filter(isFilled), key, this.clock.now(), { refers: false })
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
    this.records.remove(type, key)
    return this.records.insert(entry)
  }

  /** Gives a record another name to be found by, where none has it. */
  rename(plan: ResourcePlan, before: StoredRecord, name: string): StoredRecord {
    const record = this.stored(before)
    const { type, key, value, links } = record
    const named = withAt(value, plan.id.place, this.typedId(plan, name))
    const next = this.keyOf(plan, name, links)
    if (next === key || this.records.get(type, next) !== undefined) return before
    this.changed = true
    return this.records.rekey(record, {
      type,
      key: next,
      value: named,
      links,
      alternates: this.alternatesIn(plan, named),
    })
  }

  /** Joins a record to parents it was not made under, or parts it from them. */
  setJoined(before: StoredRecord, links: Links, joined: boolean): StoredRecord {
    this.changed = true
    const record = this.stored(before)
    for (const [name, value] of Object.entries(links))
      if (joined) this.records.join(record, name, value)
      else this.records.part(record, name, value)
    return record
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

  /**
   * Makes the population of a type that nobody can create, once per parent; what somebody has chosen is no parent, and
   * what requests put somewhere begins empty.
   */
  populate(plan: ResourcePlan, said: Links): void {
    if (plan.creatable || entryOf(plan, this.runtime) !== undefined) return
    if (Object.keys(said).some((link) => filledLinks(plan, this.runtime).has(link))) return
    const links = Object.fromEntries(Object.entries(said).filter(([name]) => plan.links.some((p) => p.link === name)))
    const scope = plan.links.map(({ link }) => segment(ownLink(links, link) ?? '')).join('/')
    const { link } = this.indexFor(links)
    const flag = entryKey('p', plan.type, scope)
    if (this.sandbox.store.get(flag) !== undefined) return
    this.sandbox.store.put(flag, '')
    if (this.records.count(plan.type, link) > 0 || this.isYetToHappen(plan, links)) return
    const { listed, ids } = samplesOf(plan, this.runtime)
    if (scope === '' && listed.length > 0) this.populateFrom(plan, listed, links)
    else this.populateBySeed(plan, links, scope)
    this.populateWith(plan, ids, links, Math.max(listed.length, POPULATION))
  }

  /** Deliveries, logs and events of a record that a client has made, and others that it may have: none has come yet. */
  private isYetToHappen(plan: ResourcePlan, links: Links): boolean {
    if (!comesByItself(plan) && !tellsOfOthers(plan, this.runtime)) return false
    return plan.links.some(({ link, type }) => {
      const id = type === undefined || type === plan.type ? undefined : ownLink(links, link)
      const above = type === undefined || id === undefined ? undefined : this.records.get(type, id)
      return above !== undefined && !isSeeded(above)
    })
  }

  /** The records whose ids the description shows in the paths that read them. */
  private populateWith(plan: ResourcePlan, ids: readonly string[], links: Links, before: number): void {
    for (const [index, id] of ids.entries()) {
      if (this.records.get(plan.type, this.keyOf(plan, id, links)) !== undefined) continue
      const entry = this.newRecord({ plan, sources: [], links }, id, this.typedId(plan, id), START)
      this.records.insert({ ...entry, seeded: before + index + 1 })
    }
  }

  /** The records that the description's own list example shows, under their own ids. */
  private populateFrom(plan: ResourcePlan, listed: readonly JsonObject[], links: Links): void {
    for (const [index, sample] of listed.entries()) {
      const given = idText(at(sample, plan.id.place))
      const id = given ?? String(makeId(plan.id.shape, index + 1, this.dice, plan.type))
      if (this.records.get(plan.type, this.keyOf(plan, id, links)) !== undefined) continue
      const entry = this.newRecord({ plan, sources: [sample], links }, id, this.typedId(plan, id), START)
      this.records.insert({ ...entry, seeded: index + 1 })
    }
  }

  private populateBySeed(plan: ResourcePlan, links: Links, scope: string): void {
    const first = scope === '' ? 0 : 1 + Math.floor(this.dice.draw(`population/${plan.type}/${scope}`) * 1e6) * 4
    for (let number = 1; number <= POPULATION; number++) {
      const id = makeId(plan.id.shape, first + number, this.dice, `${plan.type}/${scope}`)
      if (this.records.get(plan.type, this.keyOf(plan, String(id), links)) !== undefined) continue
      const entry = this.newRecord({ plan, sources: [], links }, String(id), id, START)
      this.records.insert({ ...entry, seeded: number })
    }
  }

  /** The whole value of a record, made from sources by the type's schema. */
  value(
    plan: ResourcePlan,
    sources: readonly JsonObject[],
    key: string,
    now: Instant,
    { refers = true, yields }: Pick<Making, 'refers' | 'yields'> = {},
    newborn?: Newborn,
  ): JsonObject {
    const made = generate(plan.schema, {
      view: this.runtime.view,
      accepts: this.runtime.accepts,
      dice: this.dice,
      key: `${plan.type}/${key}`,
      now,
      sources,
      fill: 'full',
      refer: refers ? (property) => this.refer(property) : nothing,
      ...(yields === undefined ? {} : { yields }),
      ...(newborn === undefined ? {} : { unset: newborn.unset }),
    })
    if (!isObject(made)) return { ...sources.at(-1) }
    if (saysNothing(plan, this.runtime)) return { ...merge(...sources.toReversed()), ...(made as JsonObject) }
    return made as JsonObject
  }

  /** The id of the oldest record of the type that a property names ('customer', 'customer_id'). */
  refer(property: string): string | number | undefined {
    const name = plain(property).replace(/id$/, '')
    const plan = this.runtime.api.head.resources.find((r) => plain(r.type) === name)
    if (plan === undefined) return undefined
    const [first] = this.records.list(plan.type, { link: '', limit: 1, reverse: false })
    const id = first === undefined ? undefined : at(first.value, plan.id.place)
    return typeof id === 'string' || typeof id === 'number' ? id : undefined
  }

  linksIn(plan: ResourcePlan, value: JsonObject): Links {
    const links: Record<string, string> = {}
    for (const { link, type, property } of plan.links) {
      const id = property === undefined ? undefined : idText(at(value, property))
      if (id !== undefined) setOwn(links, link, this.idOf(type, id, property) ?? id)
    }
    return links
  }

  /** The property that links to a parent follows where the request names the parent otherwise. */
  private withParentsSaid(
    plan: ResourcePlan,
    value: JsonObject,
    sent: JsonObject,
    known: Links,
    fits: (value: JsonObject) => boolean,
  ): JsonObject {
    let whole = value
    for (const { link, type, own, id } of saidOtherwise(plan, sent)) {
      const parent = Object.hasOwn(known, link) ? undefined : this.runtime.resource(type)
      const record = parent === undefined ? undefined : this.find(parent, id, {})
      if (parent === undefined || record === undefined) continue
      const names = [...parent.alternateKeys, parent.id.place].map((place) => at(record.value, place))
      const told = names.map((name) => withAt(whole, [own], name)).find(fits)
      if (told !== undefined) whole = told
    }
    return whole
  }

  /** The id of a record that is named by another of its keys; undefined where nothing is called so. */
  private idOf(type: ResourcePlan['type'] | undefined, name: string, property: Place = []): string | undefined {
    const plan = type === undefined ? undefined : this.runtime.resource(type)
    if (plan === undefined || !plan.creatable || plan.alternateKeys.length === 0) return undefined
    if (plan.scope.length > 0 && otherKey(plan, property) === undefined) return undefined
    if (this.records.get(plan.type, name) !== undefined) return undefined
    const named = this.findBy(plan.alternateKeys, plan, name, {})
    return named === undefined ? undefined : idText(at(named.value, plan.id.place))
  }

  /** `newborn` is known of one that is made now: others began some time ago. */
  private newRecord(making: Making, id: string, typedId: string | number, now: Instant, newborn?: Newborn): NewRecord {
    const { plan, links } = making
    const key = this.keyOf(plan, id, links)
    const forced = this.forced(plan, typedId, links)
    const [first = {}] = making.sources
    const initial = plan.status?.initial
    const status =
      plan.status === undefined || initial === undefined || at(first, plan.status.place) !== undefined
        ? NO_VALUES
        : flagged(plan, withAt({}, plan.status.place, initial), initial, this.runtime)
    const own = merge(
      timesFor(plan.schema, now, this.runtime.view),
      identifiersOf(plan, key, this.runtime, this.dice),
      status,
      newborn === undefined ? NO_VALUES : timeOfState(plan, first, now, newborn),
      newborn === undefined ? NO_VALUES : endOf(plan, first, now, this.runtime),
      making.refers === false ? NO_VALUES : unnamed(plan, this.runtime),
      making.refers === false || newborn === undefined ? NO_VALUES : unlisted(plan, this.runtime),
    )
    const free = isFreeForm(plan, making.sources, this.runtime)
    const sample = free ? undefined : (newborn ?? { sample: samplesOf(plan, this.runtime).single[0] }).sample
    const begins = newborn === undefined || !free ? newborn?.values : beginningAmong(plan, first, newborn, this.runtime)
    const given = [forced, ...making.sources, own, begins, sample].filter(isFilled)
    const sources = free ? [merge(...given.reverse())] : given
    const value = this.value(plan, sources, key, now, making, newborn)
    const [sent = {}] = making.sources
    const fits = (v: JsonObject) => this.runtime.accepts(plan.schema, v)
    const named = composed(plan, this.withParentsSaid(plan, value, sent, links, fits), sent, this.runtime)
    const told = withOwnAddress(plan, named, sent, { id, links }, this.runtime)
    const settled = settle(sent, asSent(withFixed(sent, forced), told, plan.schema, this.runtime, fits), fits)
    const called = at(settled, plan.id.place) === undefined ? withAt(settled, plan.id.place, typedId) : settled
    const beside = { sent: () => sent, links }
    const whole =
      newborn === undefined || making.refers === false
        ? called
        : withNamesBeside(plan, this.asNew(plan, called, sent, newborn), beside, this, this.runtime)
    return {
      type: plan.type,
      key,
      value: whole,
      links: { ...this.linksIn(plan, whole), ...links },
      alternates: this.alternatesIn(plan, whole),
    }
  }

  /** A new record without what words say is not there yet, and with nothing in its lists. */
  private asNew(plan: ResourcePlan, value: JsonObject, sent: JsonObject, { conditions }: Newborn): JsonObject {
    const absent = conditions.filter(([name, one]) => !Object.hasOwn(sent, name) && !holds(one, value))
    const left = absent.reduce((rest, [name]) => this.lacking(plan, rest, name), value)
    return withHeldLists(plan, left, sent, this.runtime)
  }

  /** A changed record with what words say is there from then on, and without what they say goes. */
  private withConditions(plan: ResourcePlan, value: JsonObject, { value: before, key }: StoredRecord): JsonObject {
    let whole = value
    for (const [name, condition] of newbornOf(plan, this.runtime).conditions) {
      const [was, is] = [holds(condition, before), holds(condition, value)]
      if (was === is || before[name] !== value[name]) continue
      if (!is) whole = condition.isPassing ? this.lacking(plan, whole, name) : whole
      else if ((value[name] ?? null) === null) {
        const made = this.value(plan, [without(whole, [name])], key, this.clock.now())[name]
        if (made !== undefined) whole = withAt(whole, [name], made)
      }
    }
    return whole
  }

  private lacking(plan: ResourcePlan, value: JsonObject, name: string): JsonObject {
    const tries = [withAt(value, [name], null), without(value, [name])]
    return tries.find((one) => this.runtime.accepts(plan.schema, one)) ?? value
  }

  /** What the request's address fixes: the id and the parents. */
  private forced(plan: ResourcePlan, id: string | number, links: Links): JsonObject {
    const { place, aliases = [] } = plan.id
    const named = withAt(this.parentsIn(plan, links), place, this.typed(plan, place, id))
    const known = this.runtime.view(plan.schema).properties
    return aliases
      .filter(([first]) => first !== undefined && known.has(first))
      .reduce((forced, alias) => withAt(forced, alias, this.typed(plan, alias, id)), named)
  }

  private parentsIn(plan: ResourcePlan, links: Links): JsonObject {
    let forced: JsonObject = {}
    for (const { link, type, property } of plan.links) {
      const value = Object.hasOwn(links, link) ? links[link] : undefined
      if (property !== undefined && value !== undefined)
        forced = withAt(forced, property, this.typed(plan, property, this.saidBy(type, property, value, links)))
    }
    return forced
  }

  /** What a property says of the parent with this id: the id, or another of its keys where the property is called so. */
  private saidBy(type: string | undefined, property: Place, id: string, links: Links): string | number {
    const parent = type === undefined ? undefined : this.runtime.resource(type)
    const key = parent === undefined ? undefined : otherKey(parent, property)
    const record =
      parent === undefined || key === undefined ? undefined : this.find(parent, id, scopedTo(parent, links))
    const said = record === undefined || key === undefined ? undefined : at(record.value, key)
    return typeof said === 'string' || typeof said === 'number' ? said : id
  }

  private typedId(plan: ResourcePlan, id: string): string | number {
    return this.typed(plan, plan.id.place, id)
  }

  /** The value as the schema at the place wants it: a number where only numbers are allowed. */
  private typed(plan: ResourcePlan, place: readonly string[], value: string | number): string | number {
    const { types } = this.runtime.view(schemaAt(this.runtime.view, plan.schema, place))
    const numeric = types.length > 0 && types.every((t) => t === 'integer' || t === 'number')
    if (numeric) return Number.isSafeInteger(Number(value)) && value !== '' ? Number(value) : value
    return types.length > 0 && !types.includes('integer') && !types.includes('number') ? String(value) : value
  }

  private alternatesIn(plan: ResourcePlan, value: JsonObject): (readonly [string, string])[] {
    const found: (readonly [string, string])[] = []
    for (const place of plan.alternateKeys) {
      const text = idText(at(value, place))
      if (text !== undefined && text !== '') found.push([place.join('.'), text])
    }
    return found
  }

  /** The id, or where its property has a form of its own (an address, a date) a value of that form. */
  fitting(plan: ResourcePlan, id: string | number, number: number): string | number {
    const schema = schemaAt(this.runtime.view, plan.schema, plan.id.place)
    if (schema === undefined || this.runtime.accepts(schema, this.typed(plan, plan.id.place, id))) return id
    const { view, accepts } = this.runtime
    const key = `id/${plan.type}/${number}`
    const bare = withoutExamples(view(schema).keywords, view(schema).types)
    const made = generate(bare, { view, accepts, dice: this.dice, key, now: START, sources: [], fill: 'required' })

    return typeof made === 'string' || typeof made === 'number' ? made : id
  }

  /** The next number of a count that has this name. */
  counted(plan: ResourcePlan, name: string): number {
    const { store } = this.sandbox
    const last = entryKey('l', plan.type, name)
    const number = Number(store.get(last) ?? 0) + 1
    store.put(last, String(number))
    return number
  }

  /** A count goes on behind a number that somebody said. */
  countPast(plan: ResourcePlan, name: string, number: number): void {
    const { store } = this.sandbox
    const last = entryKey('l', plan.type, name)
    if (number > Number(store.get(last) ?? 0)) store.put(last, String(number))
  }

  /** `under` is what names begin with that hold their parent's: each of those counts for itself. */
  private nextId(plan: ResourcePlan, links: Links, under: string): string | number {
    if (plan.id.counts !== true) return this.freshId(plan, this.records.sequence(plan.type) + 1, links)
    const { store } = this.sandbox
    const last = entryKey('l', plan.type, under === '' ? this.keyOf(plan, '', links) : under)
    const id = this.freshId(plan, Number(store.get(last) ?? 0) + 1, links)
    store.put(last, String(id))
    return id
  }

  private freshId(plan: ResourcePlan, number: number, links: Links, key: string = plan.type): string | number {
    const { dice } = this
    const fits = shapeFits(plan, this) || isNamedByAddress(plan, this.runtime)
    if (
      fits &&
      key === plan.type &&
      plan.id.counts !== true &&
      isWide(plan.id.shape) &&
      this.records.areDrawn(plan.type)
    )
      return makeId(plan.id.shape, number, dice, key)
    const counts = plan.id.shape.kind === 'integer'
    const most = counts ? MOST_TAKEN : REDRAWS
    for (let redraw = 0; redraw < most; redraw++) {
      const at = number + redraw * (counts ? 1 : 100_000)
      const drawn = makeId(plan.id.shape, at, dice, key)
      const id = fits ? drawn : this.fitting(plan, drawn, at)
      if (this.records.get(plan.type, this.keyOf(plan, String(id), links)) === undefined) return id
    }
    return makeId({ kind: 'uuid' }, number, dice, plan.type)
  }
}

const usual = perStore<Map<string, JsonObject>>()
const imagined = perStore<Map<string, StoredRecord>>()
/** What stands in no store, with what it is stored from once it is changed. */
const unstored = new WeakMap<StoredRecord, NewRecord>()

const nothing = (): undefined => undefined
const noValues = (): JsonObject => NO_VALUES

/** True when ids of the plan's shape are what the schema wants. */
const shapeFits = oncePer((plan: ResourcePlan, resources: Resources): boolean => {
  const drawn = makeId(plan.id.shape, 1, resources.dice, plan.type)
  return resources.fitting(plan, drawn, 1) === drawn
})

/** The key beside the id that a linking property is called after: `repository.uuid` of a repository known by its name. */
function otherKey({ id, alternateKeys }: ResourcePlan, property: Place): Place | undefined {
  const leaf = property.length > 1 ? property.at(-1) : undefined
  if (leaf === undefined || leaf === id.place.at(-1)) return undefined
  return alternateKeys.find((key) => key.length === 1 && key[0] === leaf)
}

/** One part of a composed key: what would end it is escaped. */
function segment(part: string): string {
  return part.replace(/[%/]/g, (c) => (c === '/' ? '%2F' : '%25'))
}
