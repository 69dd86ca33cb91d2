/** Which collections serve the same type? */
import type { Schema } from '../../api/schema/schema.ts'
import { listAt } from '../../support/list-at.ts'
import { isCalledAlike, isFullForm, plainName, tells } from '../naming/type-names.ts'
import { meaningOfId } from '../naming/verbs.ts'
import { plain, sameThing, singularName, stem, words } from '../naming/words.ts'
import { isRelationship, keyOf } from '../paths/paths.ts'
import type { Act, Site } from '../paths/sites.ts'
import type { Found } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { listOf, pathHints, recordOf } from '../schemas/shown.ts'
import { type Family, identity, isCreate, type Member } from './families.ts'
import { alive, contains, fullest } from './representations.ts'
import { joinViews } from './views.ts'

/** Groups of families that serve the same records. */
export function join(families: readonly Family[], reader: Reader): readonly (readonly Family[])[] {
  const groups: Family[][] = []
  const byIdentity = new Map<string, Family[]>()
  const inline: Family[] = []
  const whole = wholeOf(families, reader)
  const related = families.filter(({ parts, singleton }) => !singleton && isRelationship(parts))
  for (const family of families) {
    if (related.includes(family)) continue
    const own = identity(family, reader)
    const component = own === undefined ? undefined : wholeFor(own, family, whole, reader)
    if (family.singleton) groups.push([family])
    else if (component === undefined) inline.push(family)
    else listAt(byIdentity, component).push(family)
  }
  for (const [component, same] of byIdentity) groups.push(...split(component, same))
  joinInline(inline, groups, reader)
  joinViews(groups, (family) => listedBy(family, reader)?.component)
  joinListed(groups, reader)
  joinMakers(byIdentity, groups, reader)
  for (const family of related) joinRelated(family, groups)
  return groups.map((group) => [...group].sort((a, b) => homeliness(b) - homeliness(a)))
}

/** They are those of `/clubs/{id}/players`; without that, those that are called so and made by themselves. */
function joinRelated(family: Family, groups: Family[][]): void {
  const key = keyOf([...family.parts.slice(0, -2), ...family.parts.slice(-1)])
  const named = groups.filter((group) => group.some((one) => one.creates && sameThing(one.literal, family.literal)))
  const home = groups.find((group) => group.some((one) => one.key === key && !one.singleton))
  const group = home ?? (named.length === 1 ? named[0] : undefined)
  if (group === undefined) groups.push([family])
  else group.push(family)
}

/** What a collection shows in short is the record, unless something else is made there: who joins a team is no new user. */
function wholeFor(own: string, family: Family, whole: ReadonlyMap<string, string>, reader: Reader): string {
  const full = whole.get(own)
  if (full === undefined || isRead(family)) return own
  const isOther = family.creates && madeBy(family, reader) !== full && !isFullForm(own, full)
  return isOther ? own : full
}

/**
 * Components that show the records of another in short: one collection lists `TaskCompact`, and reads or makes `Task`.
 * What two components are short for, and what some collection reads by itself, is short for none.
 */
function wholeOf(families: readonly Family[], reader: Reader): ReadonlyMap<string, string> {
  const read = new Map<string, Found>()
  for (const family of families) {
    const component = isRead(family) ? identity(family, reader) : undefined
    const [first] = family.shown
    if (component !== undefined && first !== undefined) read.set(component, first)
  }
  const meant = new Map<string, Set<string>>()
  for (const family of families) {
    const short = listedBy(family, reader)
    const own = isRead(family) ? identity(family, reader) : madeBy(family, reader)
    if (short === undefined || own === undefined || own === short.component) continue
    const full = read.get(own)
    if (full === undefined && isFullForm(short.component, own)) continue
    const fits = full !== undefined && contains(full.schema, short.schema, reader)
    const isShort = !read.has(short.component) && fits && isCalledAlike(short.component, own)
    const known = meant.get(short.component) ?? new Set()
    meant.set(short.component, known.add(isShort ? own : ''))
  }
  for (const family of families) {
    const own = identity(family, reader)
    const [first] = family.shown
    if (own === undefined || first === undefined || read.has(own)) continue
    for (const [component, full] of read)
      if (isFullForm(own, component) && contains(full.schema, first.schema, reader))
        meant.set(own, (meant.get(own) ?? new Set()).add(component))
  }
  return new Map(
    [...meant].flatMap(([short, [own = '', ...others]]) => (own === '' || others.length > 0 ? [] : [[short, own]])),
  )
}

/** The component that a collection lists, where it can be that of records. */
function listedBy(family: Family, reader: Reader): { readonly component: string; readonly schema: Schema } | undefined {
  const list = family.members.find(({ act, site }) => site.role === 'collection' && act.op.method === 'GET')
  const found = list === undefined ? undefined : listOf(list.act, pathHints(family.parts), reader)
  const component = found === undefined ? undefined : reader.component(found.schema)
  if (found === undefined || component === undefined || reader.properties(found.schema).size < 2) return undefined
  return tells(component, family.literal, found.schema, reader) ? { component, schema: found.schema } : undefined
}

function homeliness(family: Family, component = ''): number {
  let score = 0
  if (component !== '' && sameThing(plainName(component), family.literal)) score += 10
  if (family.creates) score += 4
  if (family.members.some((m) => m.site.role === 'item')) score += 4
  return score - family.parts.length + Math.min(3, family.members.length / 4)
}

/** Families of one component: all one type, but collections that each make their own records under another name. */
function split(component: string, same: readonly Family[]): readonly Family[][] {
  const sorted = [...same].sort((a, b) => homeliness(b, component) - homeliness(a, component))
  const groups: Family[][] = []
  for (const family of sorted) {
    const joined = groups.find(([home]) => home !== undefined && isSameThing(home, family))
    if (joined === undefined) groups.push([family])
    else joined.push(family)
  }
  return groups
}

function isSameThing(home: Family, other: Family): boolean {
  const depth = (family: Family): number => family.parts.filter((part) => part.param).length
  const nested = depth(home) !== depth(other)
  if (nested && other.creates && VERSIONS.test(other.literal) && !VERSIONS.test(home.literal)) return false
  const apart = isAddressable(home) && isAddressable(other) && !nested && surroundings(home) !== surroundings(other)
  if (sameThing(home.literal, other.literal)) return !(apart && makes(home) && makes(other))
  const addressable = other.members.some((m) => m.site.role === 'item' && m.act.op.method === 'GET')
  return !(other.creates && addressable) || !home.creates || nested
}

/** What is made of a record to stay as it is then is none of those that it is made of. */
const VERSIONS = /^(version|revision|snapshot)s$/i

function isAddressable(family: Family): boolean {
  return family.members.some((m) => m.site.role === 'item')
}

function makes(family: Family): boolean {
  return family.creates || family.members.some(({ act, site }) => makesAt(act, site))
}

function makesAt(act: Act, site: Site): boolean {
  return site.role === 'item' && /^(PUT|POST)$/.test(act.op.method)
}

/** As `makes`, but for a PUT that is said to change what is there. */
function plainlyMakes(family: Family): boolean {
  return family.creates || family.members.some(({ act, site }) => makesAt(act, site) && !saysChange(act.op))
}

/** PUT that is called a change: `Change Playlist Details`, `updateBook`. */
function saysChange({ id, method, summary = '' }: Act['op']): boolean {
  return method === 'PUT' && (meaningOfId(id) === 'update' || /^(change|update|edit|modif(y|ie))s?\b/i.test(summary))
}

/** The literals around a collection, without versions: `/bookings/labels` and `/customers/labels` stand in different ones. */
function surroundings(family: Family): string {
  return family.parts
    .slice(0, -1)
    .filter((part) => !part.param && !/^(api|rest|v\d+[a-z0-9]*|\d+(\.\d+)*)$/i.test(part.text))
    .map((part) => plain(part.text))
    .join('/')
}

/**
 * What `/user/repos` makes and cannot show by itself, `/repos/{owner}/{repo}` shows and nothing makes: where the answer
 * of the one is the component of the other, they are about the same records, and so are the lists beside the makers.
 */
function joinMakers(byIdentity: ReadonlyMap<string, readonly Family[]>, groups: Family[][], reader: Reader): void {
  for (const group of [...groups]) {
    if (group.some(isRead)) continue
    const shown = new Set(group.flatMap((family) => madeBy(family, reader) ?? []))
    const [component] = shown
    if (component === undefined || shown.size > 1) continue
    const own = new Set(byIdentity.get(component))
    const readers = groups.filter((other) => other.some((family) => own.has(family) && isRead(family)))
    const [reads] = readers
    if (reads === undefined || readers.length > 1 || reads.some((family) => isRead(family) && plainlyMakes(family)))
      continue
    if (group.some((family) => family.shown[0] !== undefined && !isPartOf(family, reads, reader))) continue
    reads.push(...group)
    groups.splice(groups.indexOf(group), 1)
  }
}

/**
 * What `/shelves/{shelf}/book` only lists, under a component of its own, are the records of `/book`, where they are made,
 * if nearly all properties are the same; and what `/refunds` only lists those of `/payments/{id}/refunds`.
 */
function joinListed(groups: Family[][], reader: Reader): void {
  const makers = new Map<string, Family[][]>()
  for (const group of groups)
    for (const name of new Set(
      group.flatMap(({ creates, literal }) => (creates ? [plain(singularName(literal))] : [])),
    ))
      listAt(makers, name).push(group)
  for (const group of [...groups]) {
    const [first] = group
    const isList = ({ act, site }: Member): boolean => site.role === 'collection' && act.op.method === 'GET'
    if (first === undefined || first.singleton || !group.every((family) => family.members.every(isList))) continue
    const isAlone = !standsUnder(first)
    const isHome = (home: Family): boolean =>
      home.creates &&
      standsUnder(home) === isAlone &&
      (isRead(home) || !isAlone) &&
      sameThing(home.literal, first.literal) &&
      resemble(home, first, reader)
    const homes = (makers.get(plain(singularName(first.literal))) ?? []).filter((other) => other.some(isHome))
    const [home] = homes
    if (home === undefined || homes.length > 1 || !(isAlone || first.parts.at(-2)?.param === true)) continue
    home.push(...group)
    groups.splice(groups.indexOf(group), 1)
  }
}

function standsUnder({ parts }: Family): boolean {
  return parts.some((part) => part.param)
}

/** The component that the creates of a collection answer with, where it is not that of its list. */
function madeBy(family: Family, reader: Reader): string | undefined {
  const create = family.members.find(isCreate)
  const found = create === undefined ? undefined : recordOf(create.act, pathHints(family.parts), reader)
  return found === undefined ? undefined : reader.component(alive(found.schema, reader))
}

function isRead(family: Family): boolean {
  return family.members.some(({ act, site }) => site.role === 'item' && act.op.method === 'GET')
}

/** True when nearly all that a family shows is shown by these too. */
function isPartOf(family: Family, whole: readonly Family[], reader: Reader): boolean {
  const [first] = family.shown
  return first !== undefined && contains(fullest(whole, reader), alive(first.schema, reader), reader)
}

/** Families whose schemas are written in place join a type with the same collection name and nearly the same properties. */
function joinInline(inline: readonly Family[], groups: Family[][], reader: Reader): void {
  const byName = new Map<string, Family[][]>()
  for (const group of groups) index(byName, group)
  for (const family of [...inline].sort((a, b) => homeliness(b) - homeliness(a))) {
    const same = byName.get(plain(singularName(family.literal))) ?? []
    const near =
      viewOf(family, groups, reader) ??
      same.find(([home]) => home !== undefined && !home.singleton && resemble(home, family, reader)) ??
      same.find((group) => isToldUnder(group, family, reader)) ??
      (isBare(family) ? namedGroup(family, byName) : undefined) ??
      (putsThere(family)
        ? namedGroup(family, byName, (group) => group.some((home) => isHomeOf(home, family)))
        : undefined) ??
      (tellsOnlyId(family, reader) ? namedGroup(family, byName, (group) => !group.some(plainlyMakes)) : undefined)
    if (near !== undefined) near.push(family)
    else {
      const group = [family]
      groups.push(group)
      index(byName, group)
    }
  }
}

/**
 * `/boards/{board}/lists` of which nothing is shown, beside `/lists` of which nothing is shown either: those that are
 * made there say under which board they stand.
 */
function isToldUnder([home, ...rest]: readonly Family[], family: Family, reader: Reader): boolean {
  const [param, ...more] = family.parts.filter((part) => part.param)
  if (home === undefined || param === undefined || more.length > 0 || home.parts.some((part) => part.param))
    return false
  if ([home, ...rest, family].some((one) => one.shown.length > 0)) return false
  const sent = home.members.filter(isCreate).flatMap(({ act }) => [...reader.properties(requestSchema(act.op)).keys()])
  return sent.some((name) => plain(name) === plain(param.text) && words(name).includes('id'))
}

function index(byName: Map<string, Family[][]>, group: Family[]): void {
  listAt(byName, plain(singularName(group[0]?.literal ?? ''))).push(group)
}

/** The group whose collection a path extends by one word, to show the same records: `/articles/feed`. */
function viewOf(family: Family, groups: readonly Family[][], reader: Reader): Family[] | undefined {
  const around = keyOf(family.parts.slice(0, -1))
  const only = family.members.every((m) => m.site.role === 'collection' && m.act.op.method === 'GET')
  if (!only || family.parts.at(-1)?.param === true) return undefined
  return groups.find((group) => group.some((f) => f.key === around) && group.some((f) => resemble(f, family, reader)))
}

/** Below another record, a PUT of an item's path that says nothing of it, and a DELETE: what is made elsewhere is put there. */
function putsThere({ members, parts, shown, creates }: Family): boolean {
  const items = members.filter(({ site }) => site.role === 'item').map(({ act }) => act.op)
  return (
    shown.length === 0 &&
    !creates &&
    parts.some((part) => part.param) &&
    items.some(({ method }) => method === 'PUT') &&
    items.some(({ method }) => method === 'DELETE') &&
    items.every(({ method, requestBody }) => method === 'DELETE' || (method === 'PUT' && requestBody === undefined))
  )
}

/** Records that are read and deleted under the same word live there. */
function isHomeOf(home: Family, { literal }: Family): boolean {
  const isDeleted = home.members.some(({ act, site }) => site.role === 'item' && act.op.method === 'DELETE')
  return isRead(home) && isDeleted && sameThing(home.literal, literal) && !/^v\d/i.test(literal)
}

/** True for a family that shows and makes no records: actions and deletes on records that live elsewhere. */
export function isBare(family: Family): boolean {
  return (
    family.shown.length === 0 &&
    !family.creates &&
    !family.members.some((m) => m.site.role === 'item' && m.act.op.method !== 'DELETE')
  )
}

/** True for a family that makes records and tells no more of them than an id. */
function tellsOnlyId(family: Family, reader: Reader): boolean {
  const [first] = family.shown
  const shown = first === undefined ? [] : [...reader.properties(first.schema).keys()]
  return family.creates && !isRead(family) && shown.length === 1 && /^(id|uid|uuid)$/i.test(shown[0] ?? '')
}

/** The group that a bare family's collection or parameter names: `/auth/app/{app_id}/logout` is about an app. */
function namedGroup(
  family: Family,
  byName: ReadonlyMap<string, Family[][]>,
  fits: (group: readonly Family[]) => boolean = () => true,
): Family[] | undefined {
  const target = family.members[0]?.site.target ?? ''
  for (const name of [family.literal, stem(target)]) {
    const groups = (byName.get(plain(singularName(name))) ?? []).filter(
      (group) => group[0] !== undefined && group[0].shown.length > 0 && !group[0].singleton && fits(group),
    )
    const [first] = groups.sort(([a], [b]) => (a?.parts.length ?? 0) - (b?.parts.length ?? 0))
    if (first !== undefined) return first
  }
  return undefined
}

function resemble(a: Family, b: Family, reader: Reader): boolean {
  const mine = a.shown[0] === undefined ? undefined : reader.properties(a.shown[0].schema)
  const theirs = b.shown[0] === undefined ? undefined : reader.properties(b.shown[0].schema)
  if (mine === undefined || theirs === undefined) return false
  let shared = 0
  for (const name of theirs.keys()) if (mine.has(name)) shared++
  const smaller = Math.min(mine.size, theirs.size)
  return smaller >= 3 && shared / smaller >= 0.8
}
