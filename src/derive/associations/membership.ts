/** Operations that put a record made elsewhere under a parent, or take it away from there. */

import { plain } from '../naming/words.ts'
import type { Family, Member } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'

/** What the operation does to the record that it names; undefined when it does neither. */
export function joining(member: Member, draft: TypeDraft, reader: Reader): 'attach' | 'detach' | undefined {
  const { act, site } = member
  const { method } = act.op
  const family = draft.families.find((f) => f.members.some((m) => m.act === act))
  const home = homeOf(draft)
  if (family === undefined || family === home) return undefined
  const isInside = isAround(home, family)
  const isAmongOthers = (home.creates || isMadeByName(home)) && isInside
  const takesReference =
    (isAmongOthers || (isInside && readsOne(home))) &&
    family.members.some(
      (m) => referenceIn(m, draft, reader) !== undefined && (isAmongOthers || !describesOne(m, draft, reader)),
    )
  const isUnder =
    family.parts.some((p) => p.param) && (isAmongOthers || takesReference || livesElsewhere(draft, family))
  if (!isUnder && choiceOf(family, draft) === undefined) return undefined
  if (takesReference && referenceIn(member, draft, reader) !== undefined) return 'attach'
  if (site.role !== 'item' || (family.creates && !takesReference)) return undefined
  const joins = family.members.some(
    (m) => m.site.role === 'item' && /^(PUT|POST)$/.test(m.act.op.method) && m.act.op.requestBody === undefined,
  )
  if (!joins && !takesReference) return undefined
  if (method === 'DELETE') return 'detach'
  return joins && (method === 'PUT' || method === 'POST') ? 'attach' : undefined
}

/**
 * `/me/likes/{video_id}`: what whoever asks has chosen among records that live elsewhere, by the path of the choice.
 * PUT takes and answers nothing, DELETE takes back, and nothing is made there.
 */
export function chosenIn({ act }: Member, draft: TypeDraft): string | undefined {
  const family = draft.families.find((f) => f.members.some((m) => m.act === act))
  return family === undefined ? undefined : choiceOf(family, draft)
}

function choiceOf(family: Family, { home, families }: TypeDraft): string | undefined {
  if (family === home || family.creates || family.parts.some((p) => p.param)) return undefined
  if (!OWN.test(family.parts.map((p) => p.text).join('/'))) return undefined
  const chooses = family.members.some(
    ({ act: { op, answer }, site }) =>
      site.role === 'item' && op.method === 'PUT' && op.requestBody === undefined && answer.media === undefined,
  )
  const isItem = chooses && has(family, 'DELETE')
  if (!isItem && !choosesByIds(family)) return undefined
  return families.some((one) => one !== family && readsOne(one) && !OWN.test(one.parts[0]?.text ?? ''))
    ? family.key
    : undefined
}

/** `PUT` and `DELETE /me/following?ids=a,b` */
function choosesByIds({ members }: Family): boolean {
  return ['PUT', 'DELETE'].every((method) =>
    members.some(
      ({ act: { op }, site }) =>
        site.role === 'collection' &&
        op.method === method &&
        op.parameters.some((one) => one.in === 'query' && /^(ids|.+_ids|.+Ids)$/.test(one.name)),
    ),
  )
}

/** What stands for whoever asks, before or as the first part of a path. */
const OWN = /(^|\/)(me|my|user|account|profile|self|current[-_]?user)(\/|$)/i

/** The property by which a request that says next to nothing else names a record: `{labelId}` in a POST to `/notes/{id}/labels`. */
export function referenceIn({ act, site }: Member, draft: TypeDraft, reader: Reader): string | undefined {
  if (site.role !== 'collection' || act.op.method !== 'POST') return undefined
  const schema = requestSchema(act.op)
  const properties = [...reader.properties(schema)]
  const names = new Set([
    'id',
    'uuid',
    ...draft.hints.names.flatMap((name) =>
      ['id', 'uuid'].flatMap((end) => [plain(name) + end, `target${plain(name)}${end}`]),
    ),
  ])
  const [only, ...others] = properties.filter(([name, own]) => names.has(plain(name)) && reader.isScalar(own))
  if (only === undefined || others.length > 0 || properties.length > MOST_BESIDE) return undefined
  const own = reader.properties(draft.schema)
  if (properties.filter(([name]) => name !== only[0] && own.has(name)).length > 1) return undefined
  const { required } = reader.view(schema)
  const isAlone = properties.length === 1 || (required.size === 1 && required.has(only[0]))
  return isAlone && reader.view(only[1]).keywords['readOnly'] !== true ? only[0] : undefined
}

const MOST_BESIDE = 4

/** It says what the record is to be, and under which id: where none is made elsewhere, it is made there. */
function describesOne({ act }: Member, draft: TypeDraft, reader: Reader): boolean {
  const own = reader.properties(draft.schema)
  const sent = [...reader.properties(requestSchema(act.op)).keys()]
  return (
    sent.some((name) => /^(uu)?id$/.test(plain(name))) && sent.some((name) => own.has(name) && !ASIDE.test(plain(name)))
  )
}

/** An id, and what is said of a member and its parent: it need not be new. */
const ASIDE = /(id|roles?|permissions?|access|level|rank|position|order|index)$/

/** Where records are read that stand in nothing, if there is such a place: what takes ids of records only is not their home. */
function homeOf({ home, families }: TypeDraft): Family {
  const stands = (family: Family): boolean => !family.parts.some((part) => part.param) && readsOne(family)
  return home.parts.some((part) => part.param) ? (families.find(stands) ?? home) : home
}

/**
 * True where another path reads and deletes one record, and this one reads none: what is selected here lives there.
 * Where this one only says whether it is selected (204), the other need not delete.
 */
function livesElsewhere({ families }: TypeDraft, family: Family): boolean {
  const isInside = (one: Family): boolean => one.parts.every((part, at) => part.text === family.parts[at]?.text)
  const isHome = (one: Family): boolean =>
    isNamedWithOwner(one) && has(one, 'DELETE') && targetOf(one) === targetOf(family)
  if (isNamedWithOwner(family) && families.some((one) => one !== family && isHome(one))) return true
  if (readsOne(family)) return false
  const isAsked = has(family, 'GET')
  return families.some((one) => !isInside(one) && readsOne(one) && (isAsked || has(one, 'DELETE')))
}

/** `/repos/{owner}/{repo}`, `/teams/{id}/repos/{owner}/{repo}`: what stands before the name says whose it is. */
function isNamedWithOwner({ parts }: Family): boolean {
  return parts.at(-1)?.param === true
}

function targetOf({ members }: Family): string | undefined {
  return members.find(({ site }) => site.role === 'item')?.site.target
}

function has(family: Family, method: string): boolean {
  return family.members.some(({ act, site }) => site.role === 'item' && act.op.method === method)
}

/** `POST /tags/{tag_name}`, and nothing to send: a list of names, in which the path's own is put. */
function isMadeByName(family: Family): boolean {
  const isListed = family.members.some(({ act, site }) => site.role === 'collection' && act.op.method === 'GET')
  return isListed && !readsOne(family) && has(family, 'DELETE') && (has(family, 'POST') || has(family, 'PUT'))
}

/** Some path of the family shows one record, and does not only say that it is there. */
function readsOne(family: Family): boolean {
  return family.members.some(
    ({ act, site }) => site.role === 'item' && act.op.method === 'GET' && act.answer.status !== '204',
  )
}

/** True where all that the home of a type stands in, the other family stands in as well: `/{realm}/groups` and `/{realm}/users/{id}/groups`. */
function isAround(home: Family, other: Family): boolean {
  const around = home.parts.slice(0, home.parts.findLastIndex((part) => part.param) + 1)
  const same = around.every((part, index) => part.text === other.parts[index]?.text)
  return same && other.parts.slice(around.length).some((part) => part.param)
}
