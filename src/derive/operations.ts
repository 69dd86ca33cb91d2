/** What each operation does with which records: its kind, its target, where bodies hold the record. */
import type { OperationKind, OperationPlan, ParentPlan, Place, TargetPlan } from '../api/plan.ts'
import type { Schema } from '../api/schema/schema.ts'
import { type Found, findRecord, isDeletionMarker } from './bodies.ts'
import type { IdFinding } from './ids.ts'
import { propertyFor } from './ids.ts'
import { listPlan } from './lists/index.ts'
import { type ParentFinder, propertyOf } from './parents.ts'
import type { Reader } from './reader.ts'
import { requestMediaType, requestSchema } from './requests.ts'
import { type Member, saysCreate, type TypeDraft } from './resources.ts'
import { type Act, listOf, recordOf } from './sites.ts'
import { isActionWord, meaningOf, meaningOfId } from './verbs.ts'
import { flat, sameThing, snake, stem, words } from './words.ts'

export interface Planner {
  readonly reader: Reader
  readonly parents: ParentFinder
  readonly ids: ReadonlyMap<TypeDraft, IdFinding>
  /** What creates by verb name beside their record, found once for each type. */
  readonly beside: Map<TypeDraft, ReadonlyMap<string, TypeDraft>>
}

/** The plan of an operation that belongs to a type. */
export function planOf(member: Member, draft: TypeDraft, planner: Planner): OperationPlan {
  const kind = kindOf(member, draft, planner)
  const target = targetOf(member, kind, draft, planner)
  const settled = target === undefined ? withoutTarget(kind, member) : kind
  const { act } = member
  const base = {
    type: draft.name,
    ...(target !== undefined && { target }),
    parents: parentsOf(member, target, draft, planner),
    ...inputOf(act, settled, draft, planner.reader),
    success: act.answer.status,
    provenance: 'derived' as const,
    why: reason(member, settled, draft),
  }
  if (settled === 'list' || settled === 'search') {
    const found = listOf(act, draft.hints, planner.reader)
    const id = planner.ids.get(draft)?.plan.place ?? ['id']
    const shown: Found = found ?? { place: [], schema: draft.schema, form: 'array' }
    const holds = found !== undefined || act.answer.media?.schema === undefined
    return {
      kind: settled,
      ...base,
      ...(holds && { output: shown.place, ...(shown.form !== 'array' && { outputForm: shown.form }) }),
      list: listPlan(act.op, act.answer, shown, id, planner.reader),
    }
  }
  return { kind: settled, ...base, ...outputOf(member, settled, draft, planner), ...verbOf(member, settled, draft) }
}

function kindOf(member: Member, draft: TypeDraft, planner: Planner): OperationKind {
  const { act, site } = member
  const { method } = act.op
  if (act.answer.nature === 'stream') return 'stream'
  if (method === 'OPTIONS' || method === 'TRACE') return 'passthrough'
  if (site.role === 'singleton') return 'singleton'
  if (site.role === 'collection') return collectionKind(act, draft, planner.reader)
  if (joining(member, draft) !== undefined) return 'action'
  if (site.role === 'item') return itemKind(member, draft, planner.reader)
  if (site.role === 'item-view')
    return method === 'GET' || method === 'HEAD'
      ? 'read'
      : method === 'PUT'
        ? 'replace'
        : method === 'DELETE'
          ? 'action'
          : 'update'
  if (site.role === 'item-verb') return itemVerbKind(member)
  return collectionVerbKind(member, draft, planner.reader)
}

function collectionKind(act: Act, draft: TypeDraft, reader: Reader): OperationKind {
  const { method, id } = act.op
  if (method === 'GET' || method === 'HEAD') {
    if (act.answer.nature === 'file') return 'passthrough'
    return 'list'
  }
  if (method === 'POST') {
    const meaning = meaningOfId(id)
    if ((meaning === 'search' || meaning === 'list') && listOf(act, draft.hints, reader) !== undefined) return 'search'
    if (isMany(act, draft, reader) || (meaning === 'bulk' && !isAddressable(draft))) return 'bulk'
    return isUpload(act) ? 'upload' : 'create'
  }
  if (method === 'PUT' && saysCreate(act.op)) return isMany(act, draft, reader) ? 'bulk' : 'create'
  if (method === 'DELETE') return keyInRequest(act, draft, reader) === undefined ? 'bulk' : 'delete'
  if (isMany(act, draft, reader)) return 'bulk'
  return keyInRequest(act, draft, reader) === undefined ? 'bulk' : method === 'PATCH' ? 'update' : 'replace'
}

function isAddressable(draft: TypeDraft): boolean {
  return draft.families.some((f) => f.members.some((m) => m.site.role === 'item' && m.act.op.method === 'GET'))
}

/** True when the request body is an array of records and nothing else. */
function isMany(act: Act, draft: TypeDraft, reader: Reader): boolean {
  const body = requestSchema(act.op)
  if (body === undefined) return false
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

function itemKind(member: Member, draft: TypeDraft, reader: Reader): OperationKind {
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
      return madeByPost(member, draft) ? 'create' : 'update'
    default:
      return 'passthrough'
  }
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
  if (draft.families.some((f) => f.creates)) return false
  const items = draft.families.flatMap((f) => f.members).filter((m) => m.site.role === 'item')
  if (items.every((m) => m.act.op.method === 'POST')) return true
  if (items.some((m) => m.act.op.method === 'PUT')) return false
  return (
    meaningOfId(member.act.op.id) === 'create' ||
    (member.act.op.requestBody === undefined && items.some((m) => m.act.op.method === 'DELETE'))
  )
}

/** Operations on a nested item that join a record made elsewhere to a parent, or part them. */
function joining({ act, site }: Member, draft: TypeDraft): 'attach' | 'detach' | undefined {
  const { method } = act.op
  const family = draft.families.find((f) => f.members.some((m) => m.act === act))
  if (site.role !== 'item' || family === undefined || family.creates || family === draft.home) return undefined
  if (!family.parts.some((p) => p.param) || draft.home.parts.some((p) => p.param) || !draft.home.creates)
    return undefined
  const joins = family.members.some(
    (m) => m.site.role === 'item' && /^(PUT|POST)$/.test(m.act.op.method) && m.act.op.requestBody === undefined,
  )
  if (!joins) return undefined
  return method === 'DELETE' ? 'detach' : method === 'PUT' || method === 'POST' ? 'attach' : undefined
}

/** PUT replaces, unless the description shows that it merges. */
function putKind(member: Member, draft: TypeDraft, reader: Reader): OperationKind {
  const { op } = member.act
  const text = `${op.summary ?? ''} ${op.description ?? ''}`
  if (
    /sparse|partial(ly)?\b|only (the )?(fields|properties|attributes|values)|(not|n't) (provided|specified|included|supplied)[^.]{0,40}(unchanged|remain|not be)|omitted/i.test(
      text,
    )
  )
    return 'update'
  if (/\b(replace|overwrite)/i.test(`${text} ${op.id}`) || /^(replace|put|set)[A-Z_-]/.test(op.id)) return 'replace'
  const items = draft.families.flatMap((f) => f.members).filter((m) => m.site.role === 'item')
  if (items.some((m) => m.act.op.method === 'PATCH' && m.act.op.path === op.path)) return 'replace'
  const create = draft.families
    .flatMap((f) => f.members)
    .find((m) => m.site.role === 'collection' && m.act.op.method === 'POST')
  if (create === undefined) return 'replace'
  const made = findRecord(requestSchema(create.act.op), draft.hints, reader)
  const put = findRecord(requestSchema(op), draft.hints, reader)
  if (made === undefined || put === undefined) return 'replace'
  const wanted = reader.view(made.schema).required
  const isOwn = (name: string): boolean =>
    /^_?(id|uuid)$/i.test(name) || reader.view(reader.properties(put.schema).get(name)).keywords['readOnly'] === true
  const asked = new Set([...reader.view(put.schema).required].filter((name) => !isOwn(name)))
  return asked.size > 0 && [...wanted].every((name) => asked.has(name) || !reader.properties(put.schema).has(name))
    ? 'replace'
    : 'update'
}

function itemVerbKind({ act, site }: Member): OperationKind {
  const { method } = act.op
  const meaning = meaningOf(site.verb ?? '')
  if (act.answer.nature === 'file' || method === 'HEAD') return 'passthrough'
  if (method === 'GET') return meaning === 'read' ? 'read' : 'passthrough'
  if (method === 'POST' && meaning === 'delete' && words(site.verb ?? '').length === 1) return 'delete'
  if (method === 'POST' && meaning === 'update' && words(site.verb ?? '').length === 1) return 'update'
  if (method === 'POST' && meaning === 'replace' && words(site.verb ?? '').length === 1) return 'replace'
  return isUpload(act) && meaning === 'upload' ? 'upload' : 'action'
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
function withoutTarget(kind: OperationKind, { act }: Member): OperationKind {
  if (kind === 'update' || kind === 'replace' || kind === 'delete')
    return act.op.method === 'GET' ? 'passthrough' : 'bulk'
  if (kind === 'action') return 'passthrough'
  return kind === 'read' ? 'passthrough' : kind
}

function targetOf(member: Member, kind: OperationKind, draft: TypeDraft, planner: Planner): TargetPlan | undefined {
  const { act, site } = member
  if (kind === 'list' || kind === 'search' || kind === 'bulk' || kind === 'singleton') return undefined
  if (site.target !== undefined)
    return { in: 'path', name: site.target, property: targetProperty(site.target, draft, planner) }
  if (kind === 'create' || (kind === 'upload' && site.role === 'collection') || kind === 'stream') return undefined
  return keyInRequest(act, draft, planner.reader, planner)
}

function targetProperty(param: string, draft: TypeDraft, { ids, reader }: Planner): Place {
  const finding = ids.get(draft)
  const own = propertyFor(param, draft, reader)
  const id = finding?.plan.place ?? ['id']
  if (own === undefined || own.join('.') === id.join('.')) return id
  return finding?.alternateKeys.some((key) => key.join('.') === own.join('.')) === true ? own : id
}

/** The query parameter or body member that names the record, for requests whose path does not. */
function keyInRequest(act: Act, draft: TypeDraft, reader: Reader, planner?: Planner): TargetPlan | undefined {
  const id = planner?.ids.get(draft)?.plan.place ?? propertyFor('id', draft, reader) ?? ['id']
  const names = [
    ...new Set([...draft.hints.names.map((n) => flat(n)), ...draft.hints.names.map((n) => `${flat(n)}id`)]),
  ]
  const rank = (name: string): number => {
    const own = flat(name)
    if (own === flat(id.at(-1) ?? 'id')) return 1
    const at = names.indexOf(own)
    if (at >= 0) return own.endsWith('id') ? 2 : 3
    return own === 'id' ? 1 : sameThing(stem(name), draft.name) ? 4 : 99
  }
  const query = act.op.parameters.filter(
    (p) => p.in === 'query' && (p.schema === undefined || reader.isScalar(p.schema)),
  )
  const best = [...query].sort((a, b) => rank(a.name) - rank(b.name))[0]
  if (best !== undefined && rank(best.name) < 99) return { in: 'query', name: best.name, property: id }
  const body = requestSchema(act.op)
  const record = findRecord(body, draft.hints, reader)
  if (record === undefined) return undefined
  for (const [place, schema] of [
    [record.place, record.schema],
    [[], body],
  ] as const) {
    const scalars = [...reader.properties(schema)].filter(([, property]) => reader.isScalar(property))
    const named = scalars.sort(([a], [b]) => rank(a) - rank(b))[0]
    if (named !== undefined && rank(named[0]) < 99)
      return { in: 'body', name: [...place, named[0]].join('.'), property: id }
  }
  return undefined
}

function parentsOf(
  member: Member,
  target: TargetPlan | undefined,
  draft: TypeDraft,
  planner: Planner,
): readonly ParentPlan[] {
  const { act, site } = member
  const parts = act.shape.parts
  const own =
    site.target === undefined
      ? parts
      : parts.filter((p, i) => !(p.param && p.text === site.target && i >= site.parts.length))
  const before = site.role === 'item' || site.role.startsWith('item-') ? own.slice(0, site.parts.length) : own
  const inPath = planner.parents.inPath(before, draft)
  return [...inPath, ...parentsInRequest(act, target, inPath, draft, planner)]
}

/** RPC style: what a create must name beside the record (`channel` beside `text`) is a parent wherever it is named. */
function parentsInRequest(
  act: Act,
  target: TargetPlan | undefined,
  inPath: readonly ParentPlan[],
  draft: TypeDraft,
  planner: Planner,
): readonly ParentPlan[] {
  if (inPath.length > 0 || target?.in === 'path') return []
  const { reader } = planner
  const names = planner.beside.get(draft) ?? parentNames(draft, planner)
  planner.beside.set(draft, names)
  const sent = (name: string): 'query' | 'body' | undefined =>
    act.op.parameters.some((p) => p.in === 'query' && p.name === name)
      ? 'query'
      : reader.properties(requestSchema(act.op)).has(name)
        ? 'body'
        : undefined
  return [...names].flatMap(([name, type]) => {
    const where = name === target?.name ? undefined : sent(name)
    if (where === undefined) return []
    const property = propertyOf(draft, name, type, reader)
    return [{ in: where, name, link: type.name, type: type.name, ...(property !== undefined && { property }) }]
  })
}

/** Names of required inputs of creates by verb that mean the id of another type. */
function parentNames(draft: TypeDraft, { reader, parents }: Planner): ReadonlyMap<string, TypeDraft> {
  const found = new Map<string, TypeDraft>()
  for (const { act, site } of draft.families.flatMap((family) => family.members)) {
    if (site.role !== 'collection-verb' || meaningOf(site.verb ?? '') !== 'create') continue
    const body = requestSchema(act.op)
    for (const name of reader.view(body).required) {
      const type = reader.isScalar(reader.properties(body).get(name)) ? parents.typeNamed(name) : undefined
      if (type !== undefined && type !== draft && !type.singleton) found.set(name, type)
    }
  }
  return found
}

function inputOf(
  act: Act,
  kind: OperationKind,
  draft: TypeDraft,
  reader: Reader,
): Pick<OperationPlan, 'input' | 'inputForm'> {
  if (
    kind === 'list' ||
    kind === 'read' ||
    kind === 'delete' ||
    kind === 'search' ||
    kind === 'passthrough' ||
    kind === 'stream'
  )
    return {}
  if (requestMediaType(act.op) === undefined || act.op.method === 'GET' || act.op.method === 'HEAD') return {}
  const schema = requestSchema(act.op)
  if (reader.isArray(schema)) return kind === 'bulk' ? { input: [], inputForm: 'array' } : {}
  if (schema === undefined) return { input: [] }
  const found = findRecord(schema, draft.hints, reader)
  if (found === undefined) return {}
  return { input: found.place, ...(found.form !== 'one' && { inputForm: found.form }) }
}

function outputOf(
  member: Member,
  kind: OperationKind,
  draft: TypeDraft,
  planner: Planner,
): Pick<OperationPlan, 'output' | 'outputForm' | 'mentions'> {
  const { reader } = planner
  const { act } = member
  if (act.answer.nature !== 'data' && act.answer.response !== undefined) return {}
  const schema = act.answer.media?.schema
  if (kind === 'bulk') {
    const many = listOf(act, draft.hints, reader)
    return many !== undefined && isRecord(many.schema, draft, planner)
      ? { output: many.place, outputForm: many.form }
      : {}
  }
  if (act.answer.response === undefined && /^(create|read|update|replace)$/.test(kind)) return { output: [] }
  if (schema === undefined) return kind === 'passthrough' || kind === 'delete' ? {} : { output: [] }
  const found = recordOf(act, draft.hints, reader) ?? elementOf(schema, draft, planner)
  if (
    found !== undefined &&
    ((kind === 'read' && words(member.site.verb ?? '').length <= 1) ||
      kind === 'singleton' ||
      isRecord(found.schema, draft, planner))
  )
    return {
      output: found.place,
      ...(found.form !== 'one' && { outputForm: found.form }),
      ...beside(schema, found, draft, planner),
    }
  const mentions = found === undefined ? [] : mentionsIn(found, draft, planner)
  return mentions.length > 0 ? { mentions } : {}
}

/** A bare array as the answer about one record. */
function elementOf(schema: Schema, draft: TypeDraft, planner: Planner): Found | undefined {
  const { reader } = planner
  if (!reader.isArray(schema)) return undefined
  const { items } = reader.view(schema)
  if (items === undefined || !reader.isObject(items) || !isRecord(items, draft, planner)) return undefined
  return { place: [], schema: items, form: 'array' }
}

/** True when the schema shows this type's record, whole or in part. */
function isRecord(schema: Schema, draft: TypeDraft, { reader, ids }: Planner): boolean {
  const component = reader.component(schema)
  if (component !== undefined && draft.hints.components?.has(component) === true) return true
  const known = draft.hints.known
  if (known === undefined) return true
  const properties = reader.properties(schema)
  if (properties.size === 0) return true
  const id = ids.get(draft)?.plan.place ?? ['id']
  if (isDeletionMarker(schema, reader)) return true
  let shared = 0
  for (const name of properties.keys()) if (known.has(flat(name))) shared++
  if (id[0] !== undefined && id.length === 1 && properties.has(id[0])) return shared / properties.size >= 0.3
  return shared / properties.size >= (component === undefined ? 0.5 : 0.75)
}

/** The id once more beside a wrapped record: `{ts, message: {ts, ...}}`. */
function beside(
  schema: Schema,
  found: Found,
  draft: TypeDraft,
  { reader, ids }: Planner,
): Pick<OperationPlan, 'mentions'> {
  const id = ids.get(draft)?.plan.place ?? ['id']
  const [name] = id
  if (found.place.length === 0 || id.length !== 1 || name === undefined) return {}
  const same = reader.properties(schema).get(name)
  return reader.isScalar(same) ? { mentions: [{ place: [name], property: id }] } : {}
}

/** `indexUid` in the answer about a task says which index it is about. */
function mentionsIn(found: Found, draft: TypeDraft, { reader, ids }: Planner): NonNullable<OperationPlan['mentions']> {
  const id = ids.get(draft)?.plan.place ?? ['id']
  const last = flat(id.at(-1) ?? 'id')
  const names = new Set([
    ...draft.hints.names.flatMap((n) => [flat(n) + last, `${flat(n)}id`]),
    ...(ids.get(draft)?.plan.aliases ?? []).map((alias) => flat(alias.at(-1) ?? '')),
    ...(draft.hints.params ?? []).map(flat).filter((param) => param !== 'id'),
  ])
  return [...reader.properties(found.schema).keys()]
    .filter((name) => names.has(flat(name)))
    .map((name) => ({ place: [...found.place, name], property: id }))
}

function verbOf(member: Member, kind: OperationKind, draft: TypeDraft): { readonly verb?: string } {
  if (kind !== 'action') return {}
  const { act, site } = member
  const joins = joining(member, draft)
  if (joins !== undefined) return { verb: joins }
  const said = snake(site.verb ?? '')
  if (said === '') return { verb: words(act.op.id)[0] ?? 'act' }
  return { verb: act.op.method === 'DELETE' ? `un${said}` : said }
}

function reason({ act, site }: Member, kind: OperationKind, draft: TypeDraft): string {
  const { method, path } = act.op
  const where = {
    collection: 'the collection',
    item: 'one',
    'collection-verb': `the collection with the verb ${site.verb ?? ''}`,
    'item-verb': `one with the verb ${site.verb ?? ''}`,
    'item-view': `one, seen as ${site.verb ?? ''}`,
    singleton: 'the only one',
    loose: 'nothing',
  }[site.role]
  return `${method} ${path} is about ${where} of ${draft.name}: ${kind}`
}

/** The plan of an operation that belongs to no type. */
export function loosePlan(act: Act): OperationPlan {
  const kind = act.answer.nature === 'stream' ? 'stream' : 'passthrough'
  return {
    kind,
    parents: [],
    success: act.answer.status,
    provenance: 'derived',
    why: `${act.op.method} ${act.op.path} addresses no collection and no record that the description shows`,
  }
}
