/** What the operations of one collection show together. */
import type { Schema } from '../../api/schema/schema.ts'
import { listAt } from '../../support/list-at.ts'
import { plainName, tells } from '../naming/type-names.ts'
import { meaningOf, meaningOfId } from '../naming/verbs.ts'
import { plain, sameThing, words } from '../naming/words.ts'
import { listedOf } from '../operations/change-batch.ts'
import { withoutSlips } from '../paths/misdeclared-reads.ts'
import { lastLiteral, type Part } from '../paths/paths.ts'
import type { Act, Site, Survey } from '../paths/sites.ts'
import type { Found, RecordHints } from '../schemas/bodies.ts'
import { hasId, isEnvelopeWord } from '../schemas/envelope-words.ts'
import type { Reader } from '../schemas/reader.ts'
import { listOf, pathHints, recordOf } from '../schemas/shown.ts'
import { alive } from './representations.ts'
import { seenIn, sentAndSeen } from './written-elsewhere.ts'

export interface Member {
  readonly act: Act
  readonly site: Site
}

/** One collection path (or singleton path) with all that happens there. */
export interface Family {
  readonly key: string
  readonly parts: readonly Part[]
  readonly literal: string
  readonly singleton: boolean
  readonly members: readonly Member[]
  readonly creates: boolean
  /** What reads, lists, creates and updates answer with, the most telling first. */
  readonly shown: readonly Found[]
}

export function familiesOf({ acts, siteOf }: Survey, reader: Reader): readonly Family[] {
  const members = new Map<string, Member[]>()
  for (const act of acts) {
    const site = siteOf.get(act.op.id)
    if (site === undefined || site.role === 'loose') continue
    const key = site.role.startsWith('singleton') ? `${site.family}#one` : site.family
    listAt(members, key).push({ act, site })
  }
  const seen = seenIn([...members.values()].flat(), reader)
  return withoutSlips(
    [...members].map(([key, all]) => familyOf(key, all, seen, reader)),
    reader,
  )
}

function familyOf(key: string, members: readonly Member[], seen: ReadonlySet<string>, reader: Reader): Family {
  const parts =
    members.find((m) => m.site.role === 'collection' || m.site.role === 'singleton')?.site.parts ??
    members[0]?.site.parts ??
    []
  const target = members.find((m) => m.site.role === 'item')?.site.target
  const told = pathHints(parts, target)
  const listed = listedOf(
    members.filter(({ site }) => site.role === 'collection').map(({ act }) => act),
    reader,
  )
  const hints = listed === undefined ? told : { ...told, names: [...told.names, listed] }
  return {
    key,
    parts,
    literal: lastLiteral(parts),
    singleton: key.endsWith('#one'),
    members,
    creates: members.some((m) => isCreate(m)),
    shown: shownBy(members, hints, sentAndSeen(members, seen, reader), reader),
  }
}

export function isCreate({ act, site }: Member): boolean {
  if (site.role === 'collection') return act.op.method === 'POST' || (act.op.method === 'PUT' && saysCreate(act.op))
  if (site.role === 'collection-verb') {
    const meaning = meaningOf(site.verb ?? '')
    return meaning === 'create' || (meaning === 'upload' && act.op.method !== 'GET')
  }
  return false
}

/** PUT on a whole collection that is called a creation. */
export function saysCreate(op: Act['op']): boolean {
  return meaningOfId(op.id) === 'create' || /^(creates?|adds?)\b/i.test(op.summary ?? '')
}

/** The representations in order of how surely they are the record: read, list, create, update. */
function shownBy(
  members: readonly Member[],
  hints: RecordHints,
  sent: string | undefined,
  reader: Reader,
): readonly Found[] {
  const isReadByPath = members.some(({ act, site }) => site.role === 'item' && act.op.method === 'GET')
  const rank = (m: Member): number => {
    const { method } = m.act.op
    const meaning = meaningOf(m.site.verb ?? '')
    if (m.site.role === 'singleton') return method === 'GET' ? 0 : 3
    if (m.site.role === 'item') return method === 'GET' ? 0 : method === 'DELETE' ? 9 : 3
    if (m.site.role === 'collection') return method === 'GET' ? 1 : isCreate(m) ? 2 : 9
    if (m.site.role !== 'collection-verb') return 9
    if (meaning === 'read') return readsOne(m) && !isReadByPath ? 0 : 9
    return meaning === 'list' || meaning === 'search' ? 1 : meaning === 'create' ? 2 : meaning === 'update' ? 3 : 9
  }
  const all: Ranked[] = []
  const listed = members.find((m) => rank(m) === 1)
  const item = listed === undefined ? sent : reader.component(listOf(listed.act, hints, reader)?.schema)
  const told: RecordHints = item === undefined ? hints : { ...hints, components: new Set([item]) }
  for (const member of members) {
    const order = rank(member)
    if (order > 3 || (order === 0 && listed !== undefined && readsPage(member, listed, reader))) continue
    const one =
      order === 1 ? listOf(member.act, hints, reader) : recordOf(member.act, toldByVerb(told, member.site), reader)
    if (one === undefined || !reader.isObject(one.schema) || showsPage(member, one, reader)) continue
    if (isReceipt(one, reader)) continue
    const around = member.site.role === 'collection-verb' && holdsOpen(one.schema, reader)
    if (order < 3 || !saysHowItWent(one, reader)) all.push({ order, one, around })
  }
  return ranked(all, reader)
}

interface Ranked {
  readonly order: number
  readonly one: Found
  /** It may be what is around a record. */
  readonly around: boolean
}

function ranked(all: readonly Ranked[], reader: Reader): readonly Found[] {
  const isAnything = all.some(({ order, one }) => order !== 1 && isOpen(one.schema, reader))
  const found = isAnything ? all.filter(({ around }) => !around) : [...all]
  const weight = ({ one }: { one: Found }): number =>
    (reader.component(one.schema) === undefined ? 0 : 1_000) + reader.properties(one.schema).size
  return found.sort((a, b) => a.order - b.order || (a.order >= 2 ? weight(b) - weight(a) : 0)).map(({ one }) => one)
}

/** An object of any keys. */
function isOpen(schema: Schema, reader: Reader): boolean {
  return reader.isObject(schema) && reader.properties(schema).size === 0 && reader.view(schema).additional !== false
}

/** `{row, score}`, found by a search: what is around a record of any keys is not the record. */
function holdsOpen(schema: Schema, reader: Reader): boolean {
  return [...reader.properties(schema).values()].some((property) => isOpen(property, reader))
}

/** `{Id: {id: 7}}` says which record it is, and nothing of it. */
function isReceipt({ schema, place }: Found, reader: Reader): boolean {
  const properties = reader.properties(schema)
  return place.length > 0 && plain(place.at(-1) ?? '') === 'id' && properties.size === 1 && hasId(properties)
}

/** `{errors}`, `{ok, message}`: whether a change went well, and nothing of the record. */
function saysHowItWent({ schema }: Found, reader: Reader): boolean {
  const names = [...reader.properties(schema).keys()].map(plain)
  return names.length > 0 && names.every((name) => HOW_IT_WENT.test(name))
}

const HOW_IT_WENT = /^(ok|success|successful|errors?|warnings?|messages?|requestid|statuscode|statusmessage)$/

/** A verb of the collection answers with an array and, beside it, nothing but words of envelopes: a page, not a record. */
function showsPage({ site }: Member, { schema }: Found, reader: Reader): boolean {
  if (site.role !== 'collection-verb') return false
  const properties = [...reader.properties(schema)]
  const arrays = properties.filter(([, property]) => reader.isArray(property))
  const rest = properties.filter((property) => !arrays.includes(property))
  return arrays.length === 1 && rest.length > 1 && rest.every(([name]) => isEnvelopeWord(name))
}

/** Below a collection whose list has an envelope, an item that is read in the same envelope: what has the label, not the label. */
function readsPage({ act, site }: Member, listed: Member, reader: Reader): boolean {
  if (site.role !== 'item') return false
  const [page, list] = [act, listed.act].map(({ answer }) => reader.properties(answer.media?.schema))
  if (page === undefined || list === undefined || page.size < 2 || page.size !== list.size) return false
  const isAlike = [...page.keys()].every((name) => list.has(name))
  const arrays = [...page].filter(([, property]) => reader.isArray(property))
  return (
    isAlike && arrays.length === 1 && [...page.values()].every((one) => reader.isArray(one) || reader.isScalar(one))
  )
}

/** `x.info?id=`: a plain verb and something to name the record by. */
function readsOne({ act, site }: Member): boolean {
  const asks = act.op.parameters.some((p) => p.in === 'query') || act.op.requestBody !== undefined
  return asks && words(site.verb ?? '').length === 1
}

/** The thing a verb names adds to what is known: `chat.postMessage` is about a message. */
function toldByVerb(hints: RecordHints, site: Site): RecordHints {
  const noun = words(site.verb ?? '')
    .slice(1)
    .join('_')
  return noun === '' ? hints : { ...hints, names: [...hints.names, noun] }
}

export function identity(family: Family, reader: Reader): string | undefined {
  const [first] = family.shown.length > 0 ? family.shown : acted(family, reader)
  if (first === undefined || family.singleton) return undefined
  const shown = alive(first.schema, reader)
  const component = reader.component(shown)
  if (component === undefined) return undefined
  const inner = wrappedIn(component, shown, reader)
  if (inner !== undefined) return inner
  return tells(component, family.literal, first.schema, reader) ? component : undefined
}

/** `Order: {order: OrderFields}`: the component that is only around another is about that. */
function wrappedIn(component: string, schema: Schema, reader: Reader): string | undefined {
  const [only, ...others] = [...reader.properties(schema)]
  if (only === undefined || others.length > 0 || !sameThing(plainName(component), only[0])) return undefined
  return hasId(reader.properties(only[1])) ? reader.component(only[1]) : undefined
}

/** What actions answer with, for families that show their records nowhere else. */
function acted(family: Family, reader: Reader): readonly Found[] {
  const verbs = family.members.filter((m) => m.site.role === 'item-verb' || m.site.role === 'collection-verb')
  return verbs
    .flatMap((m) => recordOf(m.act, pathHints(m.site.parts, m.site.target), reader) ?? [])
    .filter((f) => reader.isObject(f.schema))
}
