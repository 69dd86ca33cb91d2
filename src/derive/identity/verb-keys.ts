/** The key of records that verbs alone address, where nothing says what is required. */
import type { Place } from '../../api/plan.ts'
import { meaningOf } from '../naming/verbs.ts'
import { namesEnd, plain, sameThing, words } from '../naming/words.ts'
import { isCalled } from '../paths/paths.ts'
import { isCreate } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { recordOf } from '../schemas/shown.ts'
import { isKey } from './usual-keys.ts'

/**
 * The one property that reads and deletes by verb all send and the create's answer shows: `{name}`, where nothing says
 * what is required.
 */
export function namedByVerbs(draft: TypeDraft, reader: Reader): Place | undefined {
  const properties = reader.properties(draft.schema)
  const members = draft.families.flatMap((family) => family.members)
  const named = members.filter(
    ({ site }) => site.role === 'collection-verb' && /^(delete|read)$/.test(meaningOf(site.verb ?? '') ?? ''),
  )
  const create = members.find(isCreate)
  if (named.length === 0 || create === undefined) return undefined
  const shown = reader.properties(recordOf(create.act, draft.hints, reader)?.schema)
  const sent = named.map(({ act }) => reader.properties(requestSchema(act.op)))
  const [first] = sent
  const common = [...(first?.keys() ?? [])].filter(
    (name) =>
      isKey(properties.get(name), reader) &&
      shown.has(name) &&
      sent.every((body) => body.has(name)) &&
      namesOne(name, draft),
  )
  return common.length === 1 ? common : undefined
}

/** Whose request it is (`client_id`) and which state of the record is meant (`version`) are sent with any record. */
function namesOne(name: string, draft: TypeDraft): boolean {
  const own = plain(draft.name)
  if (/^(version|revision|etag|status|state|type|kind)$/.test(plain(name))) return false
  return (
    !/^(client|consumer|app|application|tenant|merchant|organi[sz]ation|account|user)(id|key|code)$/.test(
      plain(name),
    ) || own.startsWith(words(name)[0] ?? name)
  )
}

/** The name of its own by which every delete asks for a record. */
export function deletedByName(draft: TypeDraft, reader: Reader): Place | undefined {
  const own = ownName(draft, reader)
  const deletes = draft.families
    .flatMap((family) => family.members)
    .filter(({ site }) => meaningOf(site.verb ?? '') === 'delete')
  const isAsked = deletes.every(({ act }) => reader.view(requestSchema(act.op)).required.has(own?.[0] ?? ''))
  return deletes.length > 0 && isAsked ? own : undefined
}

/** `shelfName` of a shelf, `filterName` of a book filter: the name that creates take, and others of its verbs, too. */
export function ownName(draft: TypeDraft, reader: Reader): Place | undefined {
  const members = draft.families.flatMap((family) => family.members)
  const created = members.find(isCreate)
  if (created === undefined) return undefined
  const body = requestSchema(created.act.op)
  const { required } = reader.view(body)
  const types = [draft.name, draft.home.literal, ...draft.hints.names]
  const isOwn = (name: string): boolean => types.some((type) => isCalledAfter(name, type))
  const name = [...required].find(isOwn) ?? [...reader.properties(body).keys()].find(isOwn)
  if (name === undefined || !isKey(reader.properties(draft.schema).get(name), reader)) return undefined
  const isMeant = (one: string): boolean => one === name || sameThing(`${one}_name`, name)
  const others = members.filter((member) => !isCreate(member)).map(({ act }) => act.op)
  const taken = (op: Op): boolean => [...reader.properties(requestSchema(op)).keys()].some(isMeant)
  const wanted = (op: Op): boolean => [...reader.view(requestSchema(op)).required].some(isMeant)
  return others.some(required.has(name) ? taken : wanted) ? [name] : undefined
}

type Op = TypeDraft['home']['members'][number]['act']['op']

function isCalledAfter(name: string, type: string): boolean {
  const said = words(name)
  const own = words(type)
  if (said.length < 2 || said.at(-1) !== 'name') return false
  return own.some((_, from) => sameThing(own.slice(from).join('_'), said.slice(0, -1).join('_')))
}

/**
 * What of a record there is one for each of something else: all that makes, reads and deletes it wants the same one name;
 * where lists alone read it, what the delete wants and the create does.
 */
export function onlyKey(draft: TypeDraft, reader: Reader): Place | undefined {
  const properties = reader.properties(draft.schema)
  const members = draft.families.flatMap((family) => family.members)
  const creates = members.filter(isCreate)
  const others = members.filter(({ site }) => /^(delete|read)$/.test(meaningOf(site.verb ?? '') ?? ''))
  const isOnlyDeleted = others.length === 1 && others.every(({ site }) => meaningOf(site.verb ?? '') === 'delete')
  const isAll =
    creates.length > 0 &&
    (others.length > 1 || isOnlyDeleted) &&
    [...creates, ...others].every(({ act }) => isCalled(act.op.path))
  if (!isAll) return undefined
  const wanted = [...creates, ...others].map(({ act }) => reader.view(requestSchema(act.op)).required)
  const [first = new Set<string>()] = wanted
  const shared = [...first].filter((name) => wanted.every((names) => names.has(name)))
  const [only] = shared
  const isOnly = others.every((_, index) => wanted[creates.length + index]?.size === 1)
  return shared.length === 1 && isOnly && only !== undefined && isKey(properties.get(only), reader) ? [only] : undefined
}

/** The key of the record's own among those that are asked for: the `runId` of a job run, which may be its `id` or `jobRunId`. */
export function endKey(asked: readonly string[], draft: TypeDraft, reader: Reader): string | undefined {
  const properties = reader.properties(draft.schema)
  const found = asked.find((name) => namesEnd(name, draft.name))
  if (found === undefined) return undefined
  const key = words(found).at(-1) ?? ''
  const forms = [plain(found), plain(draft.name) + key, key]
  return forms.flatMap((form) => {
    const own = [...properties.keys()].find((name) => plain(name) === form && isKey(properties.get(name), reader))
    return own ?? []
  })[0]
}
