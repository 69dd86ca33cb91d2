/**
 * Records of a sandbox over its store: by key, in creation order, by link to a
 * parent, by alternate key. A record is kept as JSON text behind a short head,
 * so that reading one for an answer that shows it whole costs no parsing.
 *
 *   r type key            → head '\n' record
 *   o type link position  → record key        link '' is "all of the type"
 *   j type key            → what it was joined to besides its own parents
 */
import { digest64 } from '../../support/digest64.ts'
import { holderOf, holdersOf, putHolder, removeHolder } from './alternate-index.ts'
import { type Join, joinsIn, keepJoins, listedAt, type Under } from './joins.ts'
import { entryKey, keyBelow, rangeOf } from './keys.ts'
import { type Links, linkOf } from './links.ts'
import { perStore } from './per-store.ts'
import { type Fork, isFork, type Store } from './store.ts'
import {
  Decoded,
  decodeRecord,
  type NewRecord,
  NO_ALTERNATES,
  NO_HEAD,
  ordinal,
  type StoredRecord,
  sameLinks,
  seededPosition,
  type TypeHead,
} from './stored-record.ts'
import { UnreadRecord } from './unread-record.ts'

export interface ListQuery {
  /** 'link=value' made by `linkOf`, or '' for all. */
  readonly link: string
  /** Only positions strictly after (in list order) this one. */
  readonly after?: string
  /** Records passed over first. */
  readonly offset?: number
  readonly limit?: number
  readonly reverse: boolean
}

/** What keys of a type begin with. */
interface TypeKeys {
  readonly head: string
  readonly record: string
  readonly order: string
}

/** Decoded records kept per store: so many, of so many code units, none of them longer. */
const CACHE = 4096
const CACHE_UNITS = 8 * 1024 * 1024
const LARGEST_CACHED = 1024 * 1024
/** Records and code units of a list that are in memory at once; those behind them are read one by one. */
const MOST_READ = 32_768
const MOST_UNITS = 2 * 1024 * 1024
/** Answers to lists kept per store. */
const LISTS = 256
const LIST_UNITS = 8 * 1024 * 1024
const LARGEST_LIST = 512 * 1024

/** Forks keep so many times less: there may be hundreds. */
const FORK_SHARE = 8

const NONE: readonly Join[] = []

/** A record, and where it stands in a list. */
interface Standing {
  readonly key: string
  readonly position: string
}

function placesIn(entries: readonly (readonly [string, string])[], prefix: string): readonly Standing[] {
  return entries.map(([place, key]) => ({ key, position: place.slice(prefix.length) }))
}

/** The records of a store; the same object for the same store. */
export function recordsOf(store: Store): Records {
  let records = made.get(store)
  if (records === undefined) {
    records = new Records(store)
    made.set(store, records)
  }
  return records
}

const made = perStore<Records>()

export class Records {
  private readonly store: Store
  /** By store key; an entry counts only while the store still holds exactly its raw text. */
  private readonly decoded = new Map<string, { readonly raw: string; readonly record: StoredRecord }>()
  private decodedUnits = 0
  /** Types of which a list was long: of those that follow, this is found out before any record is read. */
  private readonly long = new Set<string>()

  /** The head read last: the text says it all, so it is good for any type that has the same. */
  private headRaw = ''
  private headRead: TypeHead = NO_HEAD
  private readonly keys = new Map<string, TypeKeys>()
  private readonly lists = new Map<string, { readonly version: number; readonly made: unknown }>()
  private listUnits = 0
  private readonly share: number
  /** Of a fork: what is known of its base serves it as well, as long as neither has changed that. */
  private readonly below: { readonly fork: Fork; readonly records: Records } | undefined

  constructor(store: Store) {
    this.store = store
    this.share = isFork(store) ? FORK_SHARE : 1
    this.below = isFork(store) ? { fork: store, records: recordsOf(store.base) } : undefined
  }

  /** What was made of the type's records under this key, while none of them has changed since. */
  made(type: string, key: string): unknown {
    const below = this.recordsBelow(type)
    if (below !== undefined) return below.made(type, key)
    const known = this.lists.get(key)
    return known !== undefined && known.version === this.version(type) ? known.made : undefined
  }

  /** Keeps what was made of the type's records; `units` is how much room it takes. Forks may be shown it. */
  keepMade(type: string, key: string, made: unknown, units: number): void {
    const below = this.recordsBelow(type)
    if (below !== undefined) {
      below.keepMade(type, key, made, units)
      return
    }
    // What a rollback may still take back must not outlive it.
    if (this.store.dirty === true || units > LARGEST_LIST) return
    if (this.lists.size >= LISTS / this.share || this.listUnits + units > LIST_UNITS / this.share) {
      this.lists.clear()
      this.listUnits = 0
    }
    this.listUnits += units
    this.lists.set(key, { version: this.version(type), made })
  }

  get(type: string, key: string): StoredRecord | undefined {
    const storeKey = keyBelow(this.keysOf(type).record, key)
    const raw = this.store.get(storeKey)
    return raw === undefined ? undefined : this.decode(storeKey, type, raw)
  }

  /** The key of the record whose alternate property has this value. */
  findAlternate(type: string, property: string, value: string): string | undefined {
    return holderOf(this.store, type, property, value)
  }

  /** Records whose alternate property has this value, at most so many and one. */
  alike(type: string, property: string, value: string, limit: number): readonly StoredRecord[] {
    return holdersOf(this.store, type, property, value, limit).flatMap((key) => this.get(type, key) ?? [])
  }

  wasDeleted(type: string, key: string): boolean {
    return this.store.get(entryKey('d', type, key)) !== undefined
  }

  /** Where a record stands in the order, or stood before it was deleted. */
  positionOf(type: string, key: string): string | undefined {
    return this.get(type, key)?.position ?? this.store.get(entryKey('d', type, key))
  }

  /** Grows with every change of any record of the type. */
  version(type: string): number {
    return this.head(type).version
  }

  count(type: string, link: string): number {
    if (link === '') return this.head(type).count
    return Number(this.store.get(entryKey('n', type, link)) ?? '0')
  }

  list(type: string, query: ListQuery): StoredRecord[] {
    const range = rangeOf('o', type, query.link)
    const bound = query.after === undefined ? undefined : entryKey('o', type, query.link, query.after)
    const from = bound !== undefined && !query.reverse ? `${bound}\u0000` : range.from
    const to = bound !== undefined && query.reverse ? bound : range.to
    const entries = this.store.range({
      from,
      to,
      reverse: query.reverse,
      ...(query.offset === undefined || query.offset === 0 ? {} : { offset: query.offset }),
      ...(query.limit === undefined ? {} : { limit: query.limit }),
    })
    const some = entries.length > MOST_READ || this.long.has(type) ? placesIn(entries, range.from) : undefined
    if (some !== undefined && this.isLong(type, some)) return this.readLater(type, some)
    const found: StoredRecord[] = []
    let units = 0
    for (const [, key] of entries) {
      const record = this.get(type, key)
      if (record === undefined) continue
      found.push(record)
      units += record.text.length
      if (units > MOST_UNITS) {
        this.long.add(type)
        return this.readLater(type, placesIn(entries, range.from))
      }
    }
    return found
  }

  /** Records that stand at these places; where they would fill the memory, each is read when something is asked of it. */
  several(type: string, some: readonly Standing[]): StoredRecord[] {
    if (this.isLong(type, some)) return this.readLater(type, some)
    return some.flatMap(({ key }) => this.get(type, key) ?? [])
  }

  /** The record as it stands now, to be read later; undefined where it is not what is stored. */
  later({ type, key, position, etag }: StoredRecord): UnreadRecord | undefined {
    if (this.get(type, key)?.etag !== etag) return undefined
    const storeKey = keyBelow(this.keysOf(type).record, key)
    return new UnreadRecord(type, key, position, { pin: this.store.pin([storeKey]), storeKey })
  }

  private isLong(type: string, some: readonly Standing[]): boolean {
    if (some.length > MOST_READ) return true
    const { record } = this.keysOf(type)
    let units = 0
    return some.some(({ key }) => {
      units += this.store.size(keyBelow(record, key))
      return units > MOST_UNITS
    })
  }

  private readLater(type: string, some: readonly Standing[]): StoredRecord[] {
    const { record } = this.keysOf(type)
    const pin = this.store.pin(some.map(({ key }) => keyBelow(record, key)))
    return some.map(
      ({ key, position }) => new UnreadRecord(type, key, position, { pin, storeKey: keyBelow(record, key) }),
    )
  }

  /** The number of the last record made of the type; it never goes back. */
  sequence(type: string): number {
    return this.head(type).sequence
  }

  /** True while every key of the type was drawn from its sequence: the next one drawn is free. */
  areDrawn(type: string): boolean {
    return this.head(type).given === 0
  }

  /** Says that no record of the type is left; the sequence goes on. */
  forget(type: string): void {
    const head = this.head(type)
    if (head !== NO_HEAD) this.putHead(type, { ...head, version: head.version + 1, count: 0 })
  }

  /** Puts a record in; one under the same key gives way, and its place in the order stays. */
  insert(entry: NewRecord): StoredRecord {
    const { type, key, seeded } = entry
    const before = entry.isNew === true ? undefined : this.get(type, key)
    if (before !== undefined) this.remove(type, key, { forget: true, returns: true })
    if (entry.isNew !== true) this.store.remove(entryKey('d', type, key))
    const head = this.head(type)
    const sequence = seeded === undefined ? head.sequence + 1 : head.sequence
    const position = seeded === undefined ? ordinal(sequence) : seededPosition(seeded, key)
    const given = entry.isNew === true ? head.given : 1
    return this.write(entry, before?.position ?? position, { ...head, sequence, given })
  }

  /** The record that `insert` would make of a seeded entry; nothing is written. */
  draft({ type, key, value, links, alternates = NO_ALTERNATES, seeded = 0 }: NewRecord, etag?: string): StoredRecord {
    const text = JSON.stringify(value)
    const tag = etag ?? digest64(text, key)
    return new Decoded(type, key, seededPosition(seeded, key), tag, links, alternates, text, value)
  }

  /** The record under another key, which nothing stands under: its place in the order and its joins stay. */
  rekey(record: StoredRecord, entry: NewRecord): StoredRecord {
    const joins = this.joinsOf(record)
    this.remove(entry.type, record.key)
    this.store.remove(entryKey('d', entry.type, entry.key))
    const written = this.write(entry, record.position, { ...this.head(entry.type), given: 1 })
    this.setJoins(written, joins, NONE)
    return written
  }

  /** Replaces the record's value; links and alternates follow. */
  update(record: StoredRecord, entry: NewRecord): StoredRecord {
    const moved = !sameLinks(record, entry)
    if (moved) {
      // What becomes its own parent is no longer one that it was joined to.
      for (const [name, value] of Object.entries(entry.links)) this.part(record, name, value)
      this.remove(record.type, record.key, { forget: true, returns: true })
    }
    const head = this.head(entry.type)
    return moved ? this.write(entry, record.position, head) : this.rewrite(entry, record.position, 0, head)
  }

  /**
   * Puts a record under one more parent, beside those it was made under; true where it was not there. `around` says
   * where the parent stands; without that, it is one of what stands around a parent, and nothing follows there.
   */
  join(record: StoredRecord, name: string, value: string, around?: Links): boolean {
    if (record.links[name] === value) return false
    const link = linkOf(name, value)
    const before = this.joinsOf(record)
    const known = before.find((one) => listedAt(one) === link)
    if (known !== undefined && (around === undefined || typeof known !== 'string')) return false
    const join: Join = around === undefined ? link : { link: name, links: { ...around, [name]: value } }
    this.setJoins(record, [...before.filter((one) => one !== known), join], before)
    return true
  }

  /** Takes a record away from a parent that it was joined to; false when it never was. */
  part(record: StoredRecord, name: string, value: string): boolean {
    const before = this.joinsOf(record)
    const left = before.filter((one) => listedAt(one) !== linkOf(name, value))
    if (left.length === before.length) return false
    this.setJoins(record, left, before)
    return true
  }

  /** True when the record stands under the parent: made there, or joined to it. */
  standsUnder(record: StoredRecord, name: string, value: string): boolean {
    if (Object.hasOwn(record.links, name) && record.links[name] === value) return true
    return this.joinsOf(record).some((one) => listedAt(one) === linkOf(name, value))
  }

  /** The parents that it was joined to, and that follow what becomes of it. */
  joinedTo(record: StoredRecord): readonly Under[] {
    return this.joinsOf(record).filter((one) => typeof one !== 'string')
  }

  joinsOf({ type, key }: StoredRecord): readonly Join[] {
    return joinsIn(this.store, type, key)
  }

  setJoins(record: StoredRecord, joins: readonly Join[], before: readonly Join[] = this.joinsOf(record)): void {
    if (joins.length === 0 && before.length === 0) return
    const { type, key, position } = record
    const [old, now] = [new Set(before.map(listedAt)), new Set(joins.map(listedAt))]
    for (const link of new Set([...old, ...now])) {
      if (old.has(link) === now.has(link)) continue
      if (old.has(link)) this.store.remove(entryKey('o', type, link, position))
      else this.store.put(entryKey('o', type, link, position), key)
      this.addCount(type, link, old.has(link) ? -1 : 1)
    }
    keepJoins(this.store, type, key, joins)
    this.touch(type)
  }

  /** Something about the type's records changed, though none of them did. */
  private touch(type: string): void {
    const head = this.head(type)
    this.putHead(type, { ...head, version: head.version + 1 })
  }

  /** Takes a record out; unless `forget`, its key is remembered as deleted; what `returns` at once stays joined. */
  remove(type: string, key: string, options: { readonly forget?: boolean; readonly returns?: boolean } = {}): void {
    const record = this.get(type, key)
    if (record === undefined) return
    this.store.remove(entryKey('r', type, key))
    for (const link of this.linksOf(record.links)) {
      this.store.remove(entryKey('o', type, link, record.position))
      if (link !== '') this.addCount(type, link, -1)
    }
    removeHolder(this.store, record)
    if (options.returns !== true) this.setJoins(record, NONE)
    const head = this.head(type)
    this.putHead(type, { ...head, version: head.version + 1, count: head.count - 1 })
    if (options.forget !== true) this.store.put(entryKey('d', type, key), record.position)
  }

  /** `head` is the type's as it is, but for the sequence. */
  private write(entry: NewRecord, position: string, head: TypeHead): StoredRecord {
    this.store.put(keyBelow(this.keysOf(entry.type).order, position), entry.key)
    for (const name of Object.keys(entry.links)) {
      const link = linkOf(name, entry.links[name] ?? '')
      this.store.put(entryKey('o', entry.type, link, position), entry.key)
      this.addCount(entry.type, link, 1)
    }
    putHolder(this.store, entry)
    return this.rewrite(entry, position, 1, head)
  }

  /** Writes the record itself; the index stands already. */
  private rewrite(entry: NewRecord, position: string, added: number, head: TypeHead): StoredRecord {
    const { type, key, links, value } = entry
    const alternates = entry.alternates ?? NO_ALTERNATES
    const text = JSON.stringify(value)
    const etag = digest64(text, key)
    const line = JSON.stringify(
      alternates.length === 0 ? [key, position, etag, links] : [key, position, etag, links, alternates],
    )
    this.store.put(keyBelow(this.keysOf(type).record, key), `${line}\n${text}`)
    const { sequence, version, count, given } = head
    this.putHead(type, { sequence, version: version + 1, count: count + added, given })
    return new Decoded(type, key, position, etag, links, alternates, text, value)
  }

  private linksOf(links: Readonly<Record<string, string>>): string[] {
    return ['', ...Object.entries(links).map(([name, value]) => linkOf(name, value))]
  }

  private addCount(type: string, link: string, by: number): void {
    const key = entryKey('n', type, link)
    const count = Number(this.store.get(key) ?? '0') + by
    if (count <= 0) this.store.remove(key)
    else this.store.put(key, String(count))
  }

  private head(type: string): TypeHead {
    const raw = this.store.get(this.keysOf(type).head)
    if (raw === undefined) return NO_HEAD
    if (raw === this.headRaw) return this.headRead
    // Three numbers were kept once, and nothing of given keys: there may be some.
    const [sequence = 0, version = 0, count = 0, given = 1] = raw.split(' ').map(Number)
    this.headRaw = raw
    this.headRead = { sequence, version, count, given }
    return this.headRead
  }

  private putHead(type: string, head: TypeHead): void {
    const raw = `${head.sequence} ${head.version} ${head.count} ${head.given}`
    this.headRaw = raw
    this.headRead = head
    this.store.put(this.keysOf(type).head, raw)
  }

  private keysOf(type: string): TypeKeys {
    let keys = this.keys.get(type)
    if (keys === undefined) {
      keys = { head: entryKey('h', type), record: entryKey('r', type), order: entryKey('o', type, '') }
      this.keys.set(type, keys)
    }
    return keys
  }

  /** The records of the base, where a fork shows what that has under the store's key: the type's head unless said. */
  private recordsBelow(type: string, storeKey?: string): Records | undefined {
    const { below } = this
    if (below === undefined) return undefined
    return below.fork.passes(storeKey ?? this.keysOf(type).head) ? below.records : undefined
  }

  private decode(storeKey: string, type: string, raw: string): StoredRecord {
    const below = this.recordsBelow(type, storeKey)
    if (below !== undefined) return below.decode(storeKey, type, raw)
    const known = this.decoded.get(storeKey)
    return known !== undefined && known.raw === raw ? known.record : this.keep(storeKey, raw, decodeRecord(type, raw))
  }

  private keep(storeKey: string, raw: string, record: StoredRecord): StoredRecord {
    const { decoded, share } = this
    this.drop(storeKey)
    if (raw.length > LARGEST_CACHED / share) return record
    if (decoded.size >= CACHE / share || this.decodedUnits + raw.length > CACHE_UNITS / share)
      this.dropOldest(raw.length)
    decoded.set(storeKey, { raw, record })
    this.decodedUnits += raw.length
    return record
  }

  private drop(storeKey: string): void {
    this.decodedUnits -= this.decoded.get(storeKey)?.raw.length ?? 0
    this.decoded.delete(storeKey)
  }

  /** A quarter of them, and as many as make room for so many units. */
  private dropOldest(units: number): void {
    const { decoded, share } = this
    let left = decoded.size / 4
    for (const key of decoded.keys()) {
      if (left-- <= 0 && this.decodedUnits + units <= CACHE_UNITS / share) break
      this.drop(key)
    }
  }
}
