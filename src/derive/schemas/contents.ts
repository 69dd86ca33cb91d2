/** Where the bodies of one operation hold its type's record, and what else they show of it. */
import type { OperationKind, OperationPlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isJobName } from '../lifecycle/long-running-operation.ts'
import { plain, sameThing, words } from '../naming/words.ts'
import type { Planner } from '../operations/planner.ts'
import { manyBeside } from '../operations/several-records.ts'
import { isCalled } from '../paths/paths.ts'
import type { Act } from '../paths/sites.ts'
import type { Member } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { type Found, findRecord, isDeletionMarker } from './bodies.ts'
import { WRAPPER } from './envelope-words.ts'
import type { Reader } from './reader.ts'
import { requestMediaType, requestSchema, saysNothing } from './requests.ts'
import { listOf, recordOf } from './shown.ts'

export function inputOf(
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
  if (schema === undefined || (kind !== 'bulk' && saysNothing(schema, reader))) return { input: [] }
  const several = kind === 'bulk' ? (severalIn(schema, reader) ?? manyBeside(act, draft, reader)) : undefined
  if (several !== undefined) return { input: [several], inputForm: 'array' }
  const put = kind === 'create' && isCalled(act.op.path) ? putIn(schema, draft, reader) : undefined
  if (put !== undefined) return { input: [put], inputForm: 'array' }
  const part = kind === 'upload' ? partAbout(schema, draft, reader) : undefined
  if (part !== undefined) return { input: [part] }
  const wrapped = freePart(schema, draft, reader)
  if (wrapped !== undefined) return { input: [wrapped] }
  const found = findRecord(schema, draft.hints, reader)
  if (found === undefined) return {}
  if (isHeldInside(found, draft, reader)) return { input: [] }
  return { input: found.place, ...(found.form !== 'one' && { inputForm: found.form }) }
}

/** `{vectors: {…}}` of what is shown as `{status, config: {vectors: {…}}}`: a property that the record keeps inside, no envelope. */
function isHeldInside({ place, schema }: Found, { schema: record, hints }: TypeDraft, reader: Reader): boolean {
  const [name, ...others] = place
  const component = reader.component(schema)
  if (name === undefined || others.length > 0 || component === undefined || WRAPPER.has(plain(name))) return false
  if (hints.names.some((one) => sameThing(one, name))) return false
  return [...reader.properties(record).values()].some(
    (property) => reader.component(reader.properties(property).get(name)) === component,
  )
}

/** The one object beside the file of an upload, where most of what it holds is the record's: `attributes`, `metadata`. */
function partAbout(schema: Schema, draft: TypeDraft, reader: Reader): string | undefined {
  const properties = [...reader.properties(schema)]
  const [only, ...others] = properties.filter(([, property]) => reader.isObject(property))
  const isBytes = properties.some(([, property]) => reader.view(property).keywords['format'] === 'binary')
  if (only === undefined || others.length > 0 || !isBytes) return undefined
  const names = [...reader.properties(only[1]).keys()]
  const known = names.filter((name) => draft.hints.known?.has(plain(name)) === true)
  return known.length > 0 && known.length * 2 > names.length && !draft.hints.known?.has(plain(only[0]))
    ? only[0]
    : undefined
}

/** `{shelfName, books: [{…}]}` of `PutBooks`: the array that is called after the records and holds what they show. */
function putIn(schema: Schema, draft: TypeDraft, reader: Reader): string | undefined {
  const { required, properties } = reader.view(schema)
  const own = reader.properties(draft.schema)
  const names = [draft.name, draft.home.literal, ...draft.hints.names]
  return [...required].find((name) => {
    const array = properties.get(name)
    if (array === undefined || !reader.isArray(array) || own.has(name)) return false
    const each = [...reader.properties(reader.view(array).items).keys()]
    return names.some((one) => sameThing(one, name)) && each.length > 0 && each.every((inner) => own.has(inner))
  })
}

/** `{prefs: {…}}` for what is shown as `{…}`, whose properties nobody declares. */
function freePart(schema: Schema, draft: TypeDraft, reader: Reader): string | undefined {
  const [only, ...others] = reader.properties(schema)
  if (only === undefined || others.length > 0 || !saysNothing(draft.schema, reader)) return undefined
  const [name, property] = only
  return reader.isObject(property) && draft.hints.names.some((one) => sameThing(one, name)) ? name : undefined
}

/** The only property that a body must have, where it is an array of objects: those are the records. */
function severalIn(schema: Schema, reader: Reader): string | undefined {
  const { required, properties } = reader.view(schema)
  const [name] = required
  const array = name === undefined || required.size > 1 ? undefined : properties.get(name)
  const { items } = reader.view(array)
  return array !== undefined && reader.isArray(array) && items !== undefined && reader.isObject(items)
    ? name
    : undefined
}

export function outputOf(
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
  const mentions =
    found === undefined
      ? []
      : [
          ...mentionsIn(found, draft, planner),
          ...stubIn(schema, draft, planner),
          ...(kind === 'create' ? receiptIn(found, draft, planner) : []),
        ]
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
  if (component !== undefined && isJob(component, draft, ids)) return false
  const known = draft.hints.known
  if (known === undefined) return true
  const properties = reader.properties(schema)
  if (properties.size === 0) return true
  const id = ids.get(draft)?.plan.place ?? ['id']
  if (isDeletionMarker(schema, reader)) return true
  let shared = 0
  for (const name of properties.keys()) if (known.has(plain(name))) shared++
  if (id[0] !== undefined && id.length === 1 && properties.has(id[0])) return shared / properties.size >= 0.3
  return shared / properties.size >= (component === undefined ? 0.5 : 0.75)
}

/** What goes on in the background has an id and a status of its own, as much as it is called like the record. */
function isJob(component: string, draft: TypeDraft, ids: Planner['ids']): boolean {
  return [...ids.keys()].some(
    (other) =>
      other !== draft && !other.singleton && isJobName(other.name) && other.hints.components?.has(component) === true,
  )
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
  const last = plain(id.at(-1) ?? 'id')
  const names = new Set([
    ...draft.hints.names.flatMap((n) => [plain(n) + last, `${plain(n)}id`]),
    ...(ids.get(draft)?.plan.aliases ?? []).map((alias) => plain(alias.at(-1) ?? '')),
    ...(draft.hints.params ?? []).map(plain).filter((param) => param !== 'id'),
  ])
  const shown = [...reader.properties(found.schema).keys()]
  const arn = ids.get(draft)?.alternateKeys.find(([name = '']) => /^arn$/i.test(name))
  const ownArn = shown.find((name) => plain(name) === `${plain(draft.home.literal)}arn`)
  return [
    ...shown.filter((name) => names.has(plain(name))).map((name) => ({ place: [...found.place, name], property: id })),
    ...(arn !== undefined && ownArn !== undefined ? [{ place: [...found.place, ownArn], property: arn }] : []),
  ]
}

/** `{id, href}` as the answer to a create: nothing but what names the record, whatever its key is called. */
function receiptIn(
  { schema, place }: Found,
  draft: TypeDraft,
  { reader, ids }: Planner,
): NonNullable<OperationPlan['mentions']> {
  const id = ids.get(draft)?.plan.place ?? ['id']
  const properties = reader.properties(schema)
  const names = [...properties.keys()]
  const isReceipt =
    names.length <= 6 &&
    names.every((name) => /^name$/i.test(name) || NAMING.test(name) || BESIDE_RECEIPTS.test(plain(name)))
  const other = names.find((name) => ANY_ID.test(plain(name)))
  const shown = [id.at(-1) ?? 'id', 'id', 'uuid', other].find(
    (name) => name !== undefined && reader.isScalar(properties.get(name)),
  )
  return isReceipt && shown !== undefined ? [{ place: [...place, shown], property: id }] : []
}

/** What names a record, and says nothing else of it. */
const NAMING = /(id|uuid)$|^(href|self|slug|key|url|uri)$/i
/** What says how the creation went, or where the record is. */
const BESIDE_RECEIPTS = /^(location|link|ok|success|warnings?|errors?|messages?|status)$/
/** The id of whatever was made. */
const ANY_ID = /^(entity|resource|object|record|item|element|new|created|inserted|generated)id$/

/** `{status, operation, data: {id}}`: an object that has nothing but the id, and other names of the record, stands for it. */
function stubIn(schema: Schema, draft: TypeDraft, { reader, ids }: Planner): NonNullable<OperationPlan['mentions']> {
  const id = ids.get(draft)?.plan.place ?? ['id']
  const [key] = id
  if (key === undefined || id.length !== 1) return []
  const stubs = [...reader.properties(schema)].filter(([name, property]) => {
    const isOwn = WRAPPER.has(plain(name)) || draft.hints.names.some((own) => sameThing(own, name))
    const inner = reader.properties(property)
    const names = [...inner.keys()].every((one) => NAMING.test(one))
    return isOwn && !reader.isArray(property) && inner.size <= 4 && names && reader.isScalar(inner.get(key))
  })
  return stubs.length === 1 ? stubs.map(([name]) => ({ place: [name, key], property: id })) : []
}
