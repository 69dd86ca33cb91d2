/** What a request names: the record it addresses and the parents it stands under, in its path, query or body. */
import type { OperationKind, ParentPlan, Place, TargetPlan } from '../../api/plan.ts'
import { chosenIn, joining, referenceIn } from '../associations/membership.ts'
import { propertyOf, selfWord } from '../associations/parents.ts'
import { propertyFor } from '../identity/id-property.ts'
import { isOnly } from '../identity/usual-keys.ts'
import { meaningOf } from '../naming/verbs.ts'
import { namesEnd, plain, sameThing, stem, words } from '../naming/words.ts'
import { isCalled } from '../paths/paths.ts'
import type { Act } from '../paths/sites.ts'
import { isCreate, type Member } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { findRecord } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import type { Planner } from './planner.ts'

export function targetOf(
  member: Member,
  kind: OperationKind,
  draft: TypeDraft,
  planner: Planner,
): TargetPlan | undefined {
  const { act, site } = member
  if (kind === 'list' || kind === 'search' || kind === 'bulk' || kind === 'singleton') return undefined
  if (site.target !== undefined)
    return {
      in: 'path',
      name: site.target,
      property: targetProperty(act, site.target, draft, planner),
      ...selfWord(act.op, site.target),
    }
  const named = kind === 'action' && joining(member, draft, planner.reader) !== undefined
  const reference = named ? referenceIn(member, draft, planner.reader) : undefined
  if (reference !== undefined)
    return { in: 'body', name: reference, property: planner.ids.get(draft)?.plan.place ?? ['id'] }
  if (kind === 'create' || (kind === 'upload' && site.role === 'collection') || kind === 'stream') return undefined
  return keyInRequest(act, draft, planner.reader, planner)
}

function targetProperty({ op }: Act, param: string, draft: TypeDraft, { ids, reader }: Planner): Place {
  const finding = ids.get(draft)
  const own = propertyFor(param, draft, reader)
  const id = finding?.plan.place ?? ['id']
  if (own === undefined || own.join('.') === id.join('.')) return id
  const takes = op.parameters.find((p) => p.in === 'path' && p.name === param)?.schema
  const isNamed = /id$/i.test(param) || plain(own.at(-1) ?? '') === plain(param)
  if (!isNamed && isOnly('string', takes, reader) && isOnly('integer', reader.at(draft.schema, own), reader)) return id
  return finding?.alternateKeys.some((key) => key.join('.') === own.join('.')) === true ? own : id
}

/** The query parameter or body member that names the record, for requests whose path does not. */
export function keyInRequest(act: Act, draft: TypeDraft, reader: Reader, planner?: Planner): TargetPlan | undefined {
  const id = planner?.ids.get(draft)?.plan.place ??
    keyOfPath(draft, reader) ??
    propertyFor('id', draft, reader) ?? ['id']
  const names = [
    ...new Set([...draft.hints.names.map((n) => plain(n)), ...draft.hints.names.map((n) => `${plain(n)}id`)]),
  ]
  const rank = (name: string): number => {
    const own = plain(name)
    // A name may be what is to be changed: `{config: old, name: new}`.
    if (own === plain(id.at(-1) ?? 'id')) return /^(name|title|label)$/.test(own) ? 3.5 : 1
    const at = names.indexOf(own)
    if (at >= 0) return own.endsWith('id') ? 2 : 3
    if (own === 'id') return 1
    if (sameThing(stem(name), draft.name)) return 4
    // `runId` of a job run.
    if (isCalled(act.op.path) && namesEnd(name, draft.name) && isSameKey(name, id, draft, reader)) return 4.5
    return planner !== undefined && namesType(name, draft, planner) ? 5 : 99
  }
  const query = act.op.parameters.filter(
    (p) => p.in === 'query' && (p.schema === undefined || reader.isScalar(p.schema)),
  )
  const best = [...query].sort((a, b) => rank(a.name) - rank(b.name))[0]
  if (best !== undefined && rank(best.name) < 99) return { in: 'query', name: best.name, property: id }
  const body = requestSchema(act.op)
  const record = findRecord(body, draft.hints, reader)
  if (record === undefined) return undefined
  const { required } = reader.view(body)
  const inside = [record.place, record.schema] as const
  const whole = [[], body] as const
  const isSaidFirst = isCalled(act.op.path) && [...required].some((name) => rank(name) < 99)
  for (const [place, schema] of isSaidFirst ? [whole, inside] : [inside, whole]) {
    const scalars = [...reader.properties(schema)].filter(([, property]) => reader.isScalar(property))
    const named = scalars.sort(([a], [b]) => rank(a) - rank(b))[0]
    if (named !== undefined && rank(named[0]) < 99)
      return { in: 'body', name: [...place, named[0]].join('.'), property: id }
  }
  return undefined
}

/** `runId` where the id is the `Id` of a job run, or a `jobRunId`. */
function isSameKey(name: string, id: Place, { schema }: TypeDraft, reader: Reader): boolean {
  if (!reader.properties(schema).has(id[0] ?? '')) return false
  const own = plain(id.at(-1) ?? '')
  return id.length === 1 && (own === plain(name) || own.endsWith(plain(name)) || own === words(name).at(-1))
}

/** What the paths of single records name them by. */
function keyOfPath(draft: TypeDraft, reader: Reader): Place | undefined {
  for (const { site } of draft.home.members)
    if (site.role === 'item' && site.target !== undefined) return propertyFor(site.target, draft, reader)
  return undefined
}

/** `book_order_id` of what is called `book_order_paper` and has no such property. */
function namesType(name: string, draft: TypeDraft, { reader, parents }: Planner): boolean {
  return /id$/i.test(name) && !reader.properties(draft.schema).has(name) && parents.typeNamed(name) === draft
}

export function parentsOf(
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
  const choice = chosenIn(member, draft)
  if (choice !== undefined) return [{ in: 'path', name: choice, link: choice, always: 'own' }]
  const inPath = planner.parents.inPath(before, draft, act.op)
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
    const property = propertyOf(draft, { name, schema: undefined }, type, reader)
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
    for (const name of namedAtWill(act, draft, reader)) {
      const type = parents.typeNamed(name)
      if (type !== undefined && type !== draft && !type.singleton && isMade(type)) found.set(name, type)
    }
  }
  return found
}

/** What operations that are called by name may say and need not, creates and lists alike: the `shelf` of a book. */
function namedAtWill({ op }: Act, { families }: TypeDraft, reader: Reader): readonly string[] {
  if (!isCalled(op.path)) return []
  const members = families.flatMap((family) => family.members)
  const lists = members.filter(({ act, site }) => meaningOf(site.verb ?? '') === 'list' && isCalled(act.op.path))
  const asked = lists.map(({ act }) => reader.properties(requestSchema(act.op)))
  return [...reader.properties(requestSchema(op))].flatMap(([name, schema]) =>
    reader.isScalar(schema) && asked.some((body) => body.has(name)) ? [name] : [],
  )
}

function isMade({ families }: TypeDraft): boolean {
  return families.some(({ members }) => members.some(isCreate))
}
