/** The key of records that verbs alone address, where nothing says what is required. */
import type { Place } from '../api/plan.ts'
import type { Reader } from './reader.ts'
import { requestSchema } from './requests.ts'
import { isCreate, type TypeDraft } from './resources.ts'
import { recordOf } from './shown.ts'
import { isKey } from './usual-key.ts'
import { meaningOf } from './verbs.ts'
import { flat, sameThing, words } from './words.ts'

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
  const own = flat(draft.name)
  if (/^(version|revision|etag|status|state|type|kind)$/.test(flat(name))) return false
  return (
    !/^(client|consumer|app|application|tenant|merchant|organi[sz]ation|account|user)(id|key|code)$/.test(flat(name)) ||
    own.startsWith(words(name)[0] ?? name)
  )
}

/** `shelfName` of a shelf, `filterName` of a book filter: the name that creates want and others of its verbs take. */
export function ownName(draft: TypeDraft, reader: Reader): Place | undefined {
  const members = draft.families.flatMap((family) => family.members)
  const created = members.find(isCreate)
  const wanted = created === undefined ? [] : [...reader.view(requestSchema(created.act.op)).required]
  const name = wanted.find((one) => isCalledAfter(one, draft.name))
  const isTaken = members.some(
    (member) => !isCreate(member) && name !== undefined && reader.properties(requestSchema(member.act.op)).has(name),
  )
  return name !== undefined && isTaken && isKey(reader.properties(draft.schema).get(name), reader) ? [name] : undefined
}

function isCalledAfter(name: string, type: string): boolean {
  const said = words(name)
  const own = words(type)
  if (said.length < 2 || said.at(-1) !== 'name') return false
  return own.some((_, from) => sameThing(own.slice(from).join('_'), said.slice(0, -1).join('_')))
}
