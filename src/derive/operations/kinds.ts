/** What kind an operation is: by its site, its method, and where those leave it open by bodies and words. */
import type { OperationKind, ResourcePlan } from '../../api/plan.ts'
import { joining } from '../associations/membership.ts'
import { doneForms, isActionWord, meaningOf, meaningOfId } from '../naming/verbs.ts'
import { plain, sameThing, words } from '../naming/words.ts'
import { isRelationship } from '../paths/paths.ts'
import type { Act } from '../paths/sites.ts'
import type { Member } from '../resources/families.ts'
import { saysCreate } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { findRecord } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { listOf } from '../schemas/shown.ts'
import { changesOf } from './change-batch.ts'
import type { Planner } from './planner.ts'
import { manyBeside } from './several-records.ts'
import { keyInRequest } from './targets.ts'
import { saysMaking } from './upsert.ts'

/** A verb that takes the whole record away. */
const DELETES = /^((permanently|permanent|hard|force) )?(delete|remove|destroy|del)( (permanently|permanent|forever))?$/

export function kindOf(member: Member, draft: TypeDraft, planner: Planner): OperationKind {
  const { act, site } = member
  const { method } = act.op
  if (act.answer.nature === 'stream') return 'stream'
  if (method === 'OPTIONS' || method === 'TRACE') return 'passthrough'
  if (method === 'QUERY') return queryKind(member, draft, planner.reader)
  if (site.role.startsWith('singleton')) return 'singleton'
  if (site.role === 'item-part') return method === 'GET' || method === 'HEAD' ? 'passthrough' : 'action'
  if (joining(member, draft, planner.reader) !== undefined) return 'action'
  if (site.role === 'collection' && changesOf(act, draft.schema, planner.reader) !== undefined) return 'bulk'
  if (site.role === 'collection') return collectionKind(act, draft, planner.reader)
  if (site.role === 'item') return itemKind(member, draft, planner)
  if (site.role === 'item-view')
    return method === 'GET' || method === 'HEAD'
      ? 'read'
      : method === 'PUT'
        ? 'replace'
        : method === 'DELETE'
          ? 'action'
          : 'update'
  if (site.role === 'item-verb') return itemVerbKind(member, planner.reader)
  return collectionVerbKind(member, draft, planner.reader)
}

/** QUERY asks with a body and changes nothing (OpenAPI 3.2, draft-ietf-httpbis-safe-method-w-body). */
function queryKind({ act, site }: Member, draft: TypeDraft, reader: Reader): OperationKind {
  const isAboutMany = site.role === 'collection' || site.role === 'collection-verb'
  return isAboutMany && listOf(act, draft.hints, reader) !== undefined ? 'search' : 'passthrough'
}

/** `getOrders`, and not what only ends so (`postOrderDetails`) or makes as well (`getOrCreate`); what answers 201 made something. */
function isCalledRead({ op, answer }: Act): boolean {
  const [first = ''] = words(op.id).filter((word) => word !== 'post')
  return meaningOf(first) === 'read' && !/(or|and)_?(create|add|make|insert)/i.test(op.id) && answer.status !== '201'
}

function collectionKind(act: Act, draft: TypeDraft, reader: Reader): OperationKind {
  const { method, id } = act.op
  if (method === 'GET' || method === 'HEAD') {
    if (act.answer.nature === 'file') return 'passthrough'
    return 'list'
  }
  if (isRelationship(act.shape.parts) && draft.families.length > 1) return 'bulk'
  if (method === 'POST') {
    const meaning = meaningOfId(id)
    const asks = meaning === 'search' || meaning === 'list' || isCalledRead(act)
    if (asks && listOf(act, draft.hints, reader) !== undefined) return 'search'
    if (isMany(act, draft, reader) || (meaning === 'bulk' && !isAddressable(draft))) return 'bulk'
    return isUpload(act) ? 'upload' : 'create'
  }
  if (method === 'PUT' && saysCreate(act.op)) return isMany(act, draft, reader) ? 'bulk' : 'create'
  if (method === 'DELETE') return keyInRequest(act, draft, reader) === undefined ? 'bulk' : 'delete'
  if (method !== 'PUT' && method !== 'PATCH') return 'passthrough'
  if (isMany(act, draft, reader)) return 'bulk'
  return keyInRequest(act, draft, reader) === undefined ? 'bulk' : method === 'PATCH' ? 'update' : 'replace'
}

function isAddressable(draft: TypeDraft): boolean {
  return draft.families.some((f) => f.members.some((m) => m.site.role === 'item' && m.act.op.method === 'GET'))
}

/** True when the request body is an array of records and nothing else, or has one and nothing of a record itself. */
function isMany(act: Act, draft: TypeDraft, reader: Reader): boolean {
  const body = requestSchema(act.op)
  if (body === undefined) return false
  if (manyBeside(act, draft, reader) !== undefined) return true
  return reader.isArray(body) && !draft.hints.names.includes('')
}

function isUpload(act: Act): boolean {
  const types = Object.keys(act.op.requestBody?.content ?? {})
  return (
    types.length > 0 &&
    types.every((type) =>
      /^multipart\/|octet-stream|^(image|audio|video)\/|application\/(zip|pdf|x-tar|gzip)/i.test(type),
    )
  )
}

function itemKind(member: Member, draft: TypeDraft, { reader, statuses }: Planner): OperationKind {
  const { act } = member
  switch (act.op.method) {
    case 'GET':
    case 'HEAD':
      if (act.answer.nature === 'file') return 'passthrough'
      return listOnly(act, draft, reader) ? 'list' : 'read'
    case 'PUT':
      return isUpload(act) ? 'upload' : putKind(member, draft, reader)
    case 'PATCH':
      return 'update'
    case 'DELETE':
      return 'delete'
    case 'POST':
      if (isUpload(act)) return 'upload'
      if (act.op.requestBody === undefined && isActionWord(act.op.id) && meaningOfId(act.op.id) === undefined)
        return 'action'
      if (comesToState(act, draft.name, statuses.get(draft))) return 'action'
      return madeByPost(member, draft) ? 'create' : 'update'
    default:
      return 'passthrough'
  }
}

const RENEWS = /^(update|replace)$/

/** `submitOrder` of an order that knows the state `SUBMITTED`; what is called a change, or after its own noun, is none. */
function comesToState({ op }: Act, type: string, status: ResourcePlan['status']): boolean {
  const [verb = ''] = words(op.id)
  if (status === undefined || meaningOf(verb) !== undefined || verb.length < 3) return false
  if ([...words(op.id), ...words(op.summary ?? '')].some((word) => RENEWS.test(meaningOf(word) ?? ''))) return false
  if (words(type).some((word) => sameThing(word, verb))) return false
  const [, ...done] = doneForms(verb)
  return status.values.some((value) => done.includes(plain(value)))
}

/** GET /x/{key} that answers with an array: the parameter narrows a list. */
function listOnly(act: Act, draft: TypeDraft, reader: Reader): boolean {
  const schema = act.answer.media?.schema
  return (
    schema !== undefined &&
    reader.isArray(schema) &&
    !draft.families.some((f) => f.members.some((m) => m.site.role === 'item' && m.act.op.method === 'DELETE'))
  )
}

/** POST /x/{id} makes the record when nothing else does and the item can be seen or removed, but not changed otherwise. */
function madeByPost(member: Member, draft: TypeDraft): boolean {
  if (saysMaking(member.act.op, draft.hints.names)) return true
  if (madeFrom(member, draft)) return true
  if (draft.families.some((f) => f.creates)) return false
  const items = draft.families.flatMap((f) => f.members).filter((m) => m.site.role === 'item')
  if (items.every((m) => m.act.op.method === 'POST')) return true
  const put = items.find((m) => m.act.op.method === 'PUT')
  if (put !== undefined) return answersMade(member) && !answersMade(put) && put.act.op.path === member.act.op.path
  return (
    meaningOfId(member.act.op.id) === 'create' ||
    (member.act.op.requestBody === undefined && items.some((m) => m.act.op.method === 'DELETE'))
  )
}

/** The declared success is that of a creation alone. */
function answersMade({ act }: Member): boolean {
  return act.answer.status === '201'
}

/** `createBookFromDraft` at `/books/drafts/{draft_id}`, where books have a path of their own: made from what it names. */
function madeFrom({ act, site }: Member, { home, families }: TypeDraft): boolean {
  const own = families.find((family) => family.key === site.family)
  if (own === undefined || own === home || !home.creates || meaningOfId(act.op.id) !== 'create') return false
  return own.members.every((m) => m.act.op.method === 'POST')
}

/** PUT replaces, unless the description shows that it merges. */
function putKind(member: Member, draft: TypeDraft, reader: Reader): OperationKind {
  const { op } = member.act
  const text = `${op.summary ?? ''} ${op.description ?? ''}`
  if (
    /sparse|partial(ly)?\b|only (the )?(fields|properties|attributes|values)|(not|n't) (provided|specified|included|supplied)[^.]{0,40}(unchanged|remain|not be)|omitted|\b(keeps?|retains?) (its|their) (existing|current|old|previous)/i.test(
      text,
    )
  )
    return 'update'
  if (/\b(replace|overwrite)/i.test(`${text} ${op.id}`) || /^(replace|set)[A-Z_-]/.test(op.id)) return 'replace'
  const items = draft.families.flatMap((f) => f.members).filter((m) => m.site.role === 'item')
  if (items.some((m) => m.act.op.method === 'PATCH' && m.act.op.path === op.path)) return 'replace'
  const create = draft.families
    .flatMap((f) => f.members)
    .find((m) => m.site.role === 'collection' && m.act.op.method === 'POST')
  if (create === undefined) return 'replace'
  const made = findRecord(requestSchema(create.act.op), draft.hints, reader)
  const put = findRecord(requestSchema(op), draft.hints, reader)
  if (put === undefined && op.requestBody === undefined && CHANGES.test((op.summary ?? op.description ?? '').trim()))
    return 'update'
  if (made === undefined || put === undefined) return 'replace'
  const wanted = reader.view(made.schema).required
  const isOwn = (name: string): boolean =>
    /^_?(id|uuid)$/i.test(name) || reader.view(reader.properties(put.schema).get(name)).keywords['readOnly'] === true
  const { required, discriminator } = reader.view(put.schema)
  const asked = new Set([...required].filter((name) => !isOwn(name) && name !== discriminator?.property))
  return asked.size > 0 && [...wanted].every((name) => asked.has(name) || !reader.properties(put.schema).has(name))
    ? 'replace'
    : 'update'
}

/** "Update an issue", where nothing is said of what is sent. */
const CHANGES = /^(updates?|modif(y|ies)|changes?|edits?)\b/i

/** `destroy` that answers with the record, which has a state `DESTROYED`: it stays, and says so. */
function leavesIt(act: Act, reader: Reader): boolean {
  return [...reader.properties(act.answer.media?.schema)].some(([name, property]) => {
    const { enum: values } = reader.view(property).keywords
    return (
      /^(status|state)$/i.test(name) && Array.isArray(values) && values.some((one) => /^destroy/i.test(String(one)))
    )
  })
}

function itemVerbKind({ act, site }: Member, reader: Reader): OperationKind {
  const { method } = act.op
  const meaning = meaningOf(site.verb ?? '')
  if (act.answer.nature === 'file' || method === 'HEAD') return 'passthrough'
  if (method === 'GET') return meaning === 'read' ? 'read' : 'passthrough'
  const said = words(site.verb ?? '')
  if (method === 'POST' && DELETES.test(said.join(' ')))
    return said.length === 1 && said[0] === 'destroy' && leavesIt(act, reader) ? 'action' : 'delete'
  if (method === 'POST' && meaning === 'update' && said.length === 1) return 'update'
  if (method === 'POST' && meaning === 'replace' && said.length === 1) return 'replace'
  return isUpload(act) && (meaning === 'upload' || !isActionWord(site.verb ?? '')) ? 'upload' : 'action'
}

function collectionVerbKind(member: Member, draft: TypeDraft, reader: Reader): OperationKind {
  const { act, site } = member
  const meaning = meaningOf(site.verb ?? '')
  const many = listOf(act, draft.hints, reader)
  switch (meaning) {
    case 'create':
      return isMany(act, draft, reader) ? 'bulk' : isUpload(act) ? 'upload' : 'create'
    case 'upload':
      return act.op.method === 'GET' ? 'passthrough' : 'upload'
    case 'list':
      return 'list'
    case 'search':
      return many === undefined ? 'passthrough' : 'search'
    case 'read':
    case 'update':
    case 'replace':
    case 'delete':
      if (meaning === 'read' && many !== undefined && keyInRequest(act, draft, reader) === undefined) return 'search'
      return meaning
    case 'bulk':
      return 'bulk'
    case 'count':
    case 'exists':
      return 'passthrough'
    default:
      return many !== undefined && act.op.method === 'GET' ? 'list' : 'action'
  }
}

/** What is left of a kind that needs a record when the request names none. */
export function withoutTarget(kind: OperationKind, { act }: Member): OperationKind {
  if (kind === 'update' || kind === 'replace' || kind === 'delete')
    return act.op.method === 'GET' ? 'passthrough' : 'bulk'
  if (kind === 'action') return 'passthrough'
  return kind === 'read' ? 'passthrough' : kind
}
