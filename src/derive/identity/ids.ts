/** Which property of a record is its id, who chooses it, and what it looks like. */
import type { Parameter } from '../../api/description.ts'
import type { DescribedApi } from '../../api/model.ts'
import type { IdPlan, IdShape, Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { meaningOf } from '../naming/verbs.ts'
import { plain, sameThing, singularName, words } from '../naming/words.ts'
import { changesIn } from '../operations/change-batch.ts'
import { saysMaking } from '../operations/upsert.ts'
import { isCalled } from '../paths/paths.ts'
import { isCreate, type Member } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { findRecord } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { recordOf } from '../schemas/shown.ts'
import { type Complaints, isOverlaid, restsOn } from '../stated.ts'
import { hashedFrom } from './hashed-id.ts'
import { chooser, idsAsked } from './id-chooser.ts'
import { isCalledAs, propertyFor } from './id-property.ts'
import { otherSamples, samplesOf, shownBy } from './id-samples.ts'
import { type ShapeSources, shapeOf } from './id-shape.ts'
import { keyPrefixes, namedInText } from './keys-in-words.ts'
import { idsInLists } from './listed-ids.ts'
import { isOwnArn, loginsOf } from './login-and-arn-keys.ts'
import { countsWithin, isSaidToBegin } from './sequence-numbers.ts'
import { type ShownIds, shownIds } from './shown-ids.ts'
import { statedId } from './stated-id.ts'
import { isKey, isOnly } from './usual-keys.ts'
import { deletedByName, endKey, namedByVerbs, onlyKey, ownName } from './verb-keys.ts'

export interface IdFinding {
  readonly plan: IdPlan
  readonly alternateKeys: readonly Place[]
}

interface Addressing {
  readonly param: Parameter | undefined
  readonly name: string
  readonly member: Member
}

/** How item paths of the type name a record, the most used parameter first. */
function addressings(draft: TypeDraft): readonly Addressing[] {
  const found: Addressing[] = []
  for (const family of draft.families)
    for (const member of family.members) {
      const { target, role } = member.site
      if (target === undefined || role === 'collection-verb') continue
      const param = member.act.op.parameters.find((p) => p.in === 'path' && p.name === target)
      found.push({ param, name: target, member })
    }
  const uses = new Map<string, number>()
  for (const way of found) {
    const home = draft.home.members.includes(way.member) ? 2 : 1
    uses.set(way.name, (uses.get(way.name) ?? 0) + (way.member.site.role === 'item' ? 2 : 1) * home)
  }
  const weight = (way: Addressing): number => (uses.get(way.name) ?? 0) + (/id$/i.test(way.name) ? 0.5 : 0)
  return found.sort((a, b) => weight(b) - weight(a))
}

/**
 * The findings, with what paths of others say of a type: `{account_slug}` means the `slug` of an account, though an
 * account's own paths take its id.
 */
export function withNames(
  findings: ReadonlyMap<TypeDraft, IdFinding>,
  params: ReadonlyMap<TypeDraft, ReadonlySet<string>>,
  reader: Reader,
): ReadonlyMap<TypeDraft, IdFinding> {
  return new Map(
    [...findings].map(([draft, finding]) => {
      const properties = reader.properties(draft.schema)
      const known = new Set([finding.plan.place, ...finding.alternateKeys].map((place) => place.join('.')))
      const named = [...(params.get(draft) ?? [])]
        .map((param) => words(param).at(-1) ?? '')
        .filter(
          (last) => PLAIN_NAMES.includes(last) && !known.has(last) && isOnly('string', properties.get(last), reader),
        )
      const others = [...new Set(named)].map((name) => [name])
      return [draft, { ...finding, alternateKeys: [...finding.alternateKeys, ...others] }]
    }),
  )
}

/** The id of each type. */
export function findIds(
  drafts: readonly TypeDraft[],
  described: Pick<DescribedApi, 'operations' | 'schemas'>,
  reader: Reader,
  complaints: Complaints,
): ReadonlyMap<TypeDraft, IdFinding> {
  const shown = shownIds(described, drafts)
  return new Map(drafts.map((draft) => [draft, findId(draft, reader, complaints, shown)]))
}

function findId(draft: TypeDraft, reader: Reader, complaints: Complaints, shown: ShownIds): IdFinding {
  const said = statedId(draft, reader, complaints)
  const ways = addressings(draft)
  const properties = reader.properties(draft.schema)
  const [first] = ways
  const name = first?.name ?? 'id'
  const asked = first === undefined ? askedFor(draft, reader) : undefined
  const meant =
    first === undefined && (draft.singleton || changesIn(draft, reader))
      ? undefined
      : (asked ?? ownKey(propertyFor(name, draft, reader, first?.param?.schema), first, draft, reader))
  const found = said?.place ?? nameInstead(meant, reading(ways) ?? first, draft, reader) ?? meant
  const place = found ?? ['id']
  const schema = reader.at(draft.schema, place)
  const aliases = draft.singleton ? [] : aliasesOf(draft, place, ways, reader)
  const stand = placeholderOf(schema, reader)
  const chosen = chooser(draft, [place, ...aliases], reader)
  const params = ways.flatMap((way) => way.param ?? []).slice(0, 6)
  const isProviders = chosen.by === 'server' && ways.length > 0 && ID.test(place.at(-1) ?? '')
  const shape: IdShape =
    said === undefined && isSaidToBegin(schema, reader)
      ? { kind: 'integer', start: 1 }
      : shapeOf(
          {
            property: schema,
            params,
            shown: shownBy(draft, place, reader),
            asked: chosen.by === 'either' ? idsAsked(draft, place, reader) : [],
            samples: samplesOf(draft, place, reader),
            ...(isProviders && ofOthers(draft, place, reader, shown)),
            names: draft.hints.names,
            called: place.at(-1),
          },
          reader,
        )
  const hashOf = said === undefined ? hashSaid(params, draft.schema, reader) : undefined
  const others = alternates(draft, ways, place, reader)
  const alternateKeys = hashOf === undefined ? others : [...others, hashOf.property]
  const prefixes = keyPrefixes(ways, alternateKeys)
  const counts = said === undefined && chosen.by !== 'client' && countsWithin(place, draft, reader)
  const isHidden = found === undefined && properties.size > 0 && schema === undefined && onlyMadeAndListed(draft)
  return {
    plan: {
      place,
      chosenBy: said?.chosenBy ?? chosen.by,
      shape: said?.shape?.(shape) ?? shape,
      ...(isHidden && { isHidden }),
      ...(counts && { counts }),
      ...(hashOf !== undefined && { hashOf }),
      ...(aliases.length > 0 && { aliases }),
      ...(prefixes.length > 0 && { keyPrefixes: prefixes }),
      ...(stand !== undefined && { placeholder: stand }),
      ...(said?.because ?? {
        provenance: restsOn(isOverlaid(schema, reader)),
        why: idReason(name, place, found !== undefined, properties.size, chosen.why, first),
      }),
    },
    alternateKeys,
  }
}

/** What other parts of the description tell of ids that the provider chooses. */
function ofOthers(
  draft: TypeDraft,
  place: Place,
  reader: Reader,
  shown: ShownIds,
): Pick<ShapeSources, 'elsewhere' | 'referring' | 'inCapitals' | 'areUuids'> {
  return {
    elsewhere: () => [...otherSamples(draft, place, reader), ...shown.of(draft)],
    referring: () => shown.referring(draft),
    inCapitals: () => shown.inCapitals(),
    areUuids: () => shown.areUuids(),
  }
}

function hashSaid(
  params: readonly Parameter[],
  schema: Schema | undefined,
  reader: Reader,
): ReturnType<typeof hashedFrom> {
  return hashedFrom(
    params.map(({ description = '' }) => description),
    schema,
    reader,
  )
}

/** Names of ids that nobody writes by hand. */
const ID = /(^|_)(id|uid|gid|sid)$|I[dD]$/i

/**
 * `account_id` of what was looked up for an account, which no path names: that is the account's, and many may say it. So
 * is a `name`, a `code` or a `uuid` that requests say and by which nothing is addressed.
 */
function ownKey(
  place: Place | undefined,
  way: Addressing | undefined,
  draft: TypeDraft,
  reader: Reader,
): Place | undefined {
  const [name = ''] = place ?? []
  const all = words(name)
  if (way !== undefined || place?.length !== 1 || plain(name) === 'id') return place
  const isId = all.length > 1 && all.at(-1) === 'id'
  if (!isId && !onlyMadeAndListed(draft)) return place
  const noun = isId ? (all.at(-2) ?? '') : ''
  const isOwn = draft.hints.names.some((one) => words(singularName(one)).includes(noun))
  const creates = draft.families.flatMap((family) => family.members.filter(isCreate))
  const isSaid = creates.some(({ act }) => reader.properties(requestSchema(act.op)).has(name))
  return isSaid && !isOwn ? undefined : place
}

/** No operation is about one record: nothing asks for it by a name. */
function onlyMadeAndListed({ families }: TypeDraft): boolean {
  const members = families.flatMap((family) => family.members)
  return members.every((one) => isCreate(one) || (one.act.op.method === 'GET' && one.site.role === 'collection'))
}

/** How a record is read: what other paths call it counts less. */
function reading(ways: readonly Addressing[]): Addressing | undefined {
  return ways.find(({ member }) => member.site.role === 'item' && member.act.op.method === 'GET')
}

/**
 * A path that takes a text (`/repos/{repo}`) names no number: where the record's
 * id is one, and creates take a name, the name is meant.
 */
function nameInstead(
  place: Place | undefined,
  way: Addressing | undefined,
  draft: TypeDraft,
  reader: Reader,
): Place | undefined {
  if (place?.length !== 1 || way === undefined || /id$|^id(?=_|[A-Z])/i.test(way.name)) return undefined
  const properties = reader.properties(draft.schema)
  if (!isOnly('string', way.param?.schema, reader)) return undefined
  if (saysName(way, draft) && /^(id|uuid|guid)$/i.test(place[0] ?? '') && takesName(draft, reader)) return ['name']
  if (/slug$/i.test(way.name) && /^(id|uuid|guid)$/i.test(place[0] ?? '') && isMadeAtPath(draft))
    return isOnly('string', properties.get('name'), reader) ? ['name'] : undefined
  const id = properties.get(place[0] ?? '')
  if (!isOnly('integer', id, reader) && !isOnly('number', id, reader)) return undefined
  const creates = draft.families.flatMap((family) => family.members.filter(isCreate))
  const taken = new Set(creates.flatMap(({ act }) => [...reader.properties(requestSchema(act.op)).keys()]))
  const named = PLAIN_NAMES.find((name) => taken.has(name) && isOnly('string', properties.get(name), reader))
  return named === undefined ? undefined : [named]
}

/** `{bucket}`: "Name of a bucket." */
function saysName({ param, name }: Addressing, draft: TypeDraft): boolean {
  const said = /^\W*(?:the )?(?:\w+ )?name of (?:an?|the|this|your) (?:\w+ ){0,2}?(\w+)/i.exec(param?.description ?? '')
  const thing = said?.[1]
  return (
    thing !== undefined && [name, ...draft.hints.names].some((own) => words(own).some((word) => sameThing(word, thing)))
  )
}

/** A create asks for a name, in words. */
function takesName(draft: TypeDraft, reader: Reader): boolean {
  const creates = draft.families.flatMap((family) => family.members.filter(isCreate))
  const isText = (schema: Schema | undefined): boolean =>
    isOnly('string', reader.properties(schema).get('name'), reader)
  return (
    isText(draft.schema) &&
    creates.some(({ act }) => isText(findRecord(requestSchema(act.op), draft.hints, reader)?.schema))
  )
}

function isMadeAtPath(draft: TypeDraft): boolean {
  const items = draft.families.flatMap((family) => family.members).filter(({ site }) => site.role === 'item')
  return items.some(({ act }) => act.op.method === 'POST' && saysMaking(act.op, draft.hints.names))
}

/** Properties that name a thing in words, the one that addresses use most first. */
export const PLAIN_NAMES: readonly string[] = ['slug', 'login', 'username', 'name', 'key']

/** "set it to a temporary ID that starts with #": what a sent id begins with when the provider is to choose. */
function placeholderOf(schema: Schema | undefined, reader: Reader): string | undefined {
  const text = reader.view(schema).keywords['description']
  if (typeof text !== 'string' || !/\b(temporary|placeholder|client-supplied)\b/i.test(text)) return undefined
  return /(?:start(?:s|ing)?|begin(?:s|ning)?|prefixed)\s+with\s+(?:an?\s+)?[`'"]*([^\w\s`'"])/i.exec(text)?.[1]
}

function isIdName(name: string): boolean {
  return /^(id|uid|uuid|guid|sid|ts|name|key|code|slug)$/.test(words(name).at(-1) ?? '')
}

/** Other names under which requests and answers show the id: `name` in the body that makes a pool whose id is `pool_name`. */
function aliasesOf(draft: TypeDraft, place: Place, ways: readonly Addressing[], reader: Reader): readonly Place[] {
  const own = reader.properties(draft.schema)
  const last = plain(place.at(-1) ?? 'id')
  const names = new Set(draft.hints.names.flatMap((name) => [`${plain(name)}id`, plain(name) + last]))
  for (const way of ways) names.add(plain(way.name))
  for (const suffix of ['name', 'key', 'code', 'slug']) if (last !== suffix && last.endsWith(suffix)) names.add(suffix)
  names.delete(last)
  names.delete('id')
  const found = new Set<string>()
  for (const { act } of draft.families.flatMap((family) => family.members.filter(isCreate))) {
    const bodies = [
      findRecord(requestSchema(act.op), draft.hints, reader)?.schema,
      recordOf(act, draft.hints, reader)?.schema,
    ]
    for (const body of bodies)
      for (const [name, schema] of reader.properties(body))
        if (names.has(plain(name)) && !own.has(name) && isIdName(name) && isKey(schema, reader)) found.add(name)
  }
  for (const name of idsInLists(draft, last, new Set(ways.map((way) => plain(way.name))), reader)) found.add(name)
  return [...found].map((name) => [name])
}

/** Without a path to items: the property that updates, deletes and reads ask for, unless the record has an `id`. */
function askedFor(draft: TypeDraft, reader: Reader): Place | undefined {
  const properties = reader.properties(draft.schema)
  if (properties.has('id')) return undefined
  const own = deletedByName(draft, reader)
  if (own !== undefined) return own
  for (const { act, site } of draft.families.flatMap((family) => family.members)) {
    if (site.role !== 'collection-verb' || !/^(update|delete|read)$/.test(meaningOf(site.verb ?? '') ?? '')) continue
    const body = requestSchema(act.op)
    const asked = [
      ...reader.view(body).required,
      ...act.op.parameters.filter((p) => p.in === 'query' && p.required).map((p) => p.name),
    ]
    const own = isCalled(act.op.path) ? endKey(asked, draft, reader) : undefined
    if (own !== undefined) return [own]
    const found = asked.find(
      (name) =>
        isKey(properties.get(name), reader) &&
        (reader.view(draft.schema).required.has(name) ||
          isOwnArn(name, draft) ||
          /id$|^(key|name|code|slug)$/i.test(name)),
    )
    if (found !== undefined) return [found]
  }
  return namedByVerbs(draft, reader) ?? ownName(draft, reader) ?? onlyKey(draft, reader)
}

function idReason(
  name: string,
  place: Place,
  found: boolean,
  known: number,
  chooserWhy: string,
  way: Addressing | undefined,
): string {
  const is = place.join('.')
  if (!found)
    return known === 0
      ? `no schema shows an id, ${is} is added; ${chooserWhy}`
      : `no property is clearly the id, ${is} is used; ${chooserWhy}`
  return way === undefined
    ? `${is} is named like an id; ${chooserWhy}`
    : `{${name}} in the path means ${is}; ${chooserWhy}`
}

/** Other properties that item paths address records by: another parameter, or one whose description names both. */
function alternates(draft: TypeDraft, ways: readonly Addressing[], place: Place, reader: Reader): readonly Place[] {
  const found = new Map<string, Place>()
  const properties = reader.properties(draft.schema)
  const attributes = reader.properties(properties.get('attributes'))
  for (const way of ways.slice(0, 40)) {
    const own = propertyFor(way.name, draft, reader)
    if (own !== undefined && own.join('.') !== place.join('.') && strongly(way.name, own)) found.set(own.join('.'), own)
    for (const name of namedInText(way, properties.keys())) if (name !== place.at(-1)) found.set(name, [name])
    const last = words(way.name).at(-1) ?? ''
    if (PLAIN_NAMES.includes(last) && !properties.has(last) && isOnly('string', attributes.get(last), reader))
      found.set(`attributes.${last}`, ['attributes', last])
  }
  if (place.length === 1 && !properties.has(place[0] ?? ''))
    for (const [name, property] of properties)
      if (isCalledAs(name, draft) && isOnly('string', property, reader)) found.set(name, [name])
  for (const [name, property] of properties)
    if (isOwnArn(name, draft) && name !== place[0] && isOnly('string', property, reader)) found.set(name, [name])
  for (const login of loginsOf(draft, reader))
    if (login.join('.') !== place.join('.')) found.set(login.join('.'), login)
  if (place.length === 1 && !/^_?(id|uuid|gid|sid)$/i.test(place[0] ?? ''))
    for (const name of ['id', 'uuid']) if (isKey(properties.get(name), reader)) found.set(name, [name])
  return [...found.values()]
}

function strongly(param: string, place: Place): boolean {
  const last = place.at(-1) ?? ''
  return plain(param).endsWith(plain(last)) || plain(last) === `${plain(param)}name` || sameThing(param, last)
}
