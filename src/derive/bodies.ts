/**
 * What an operation's bodies hold: the success answer the provider would choose,
 * and where in an answer or a request the record, or the array of records, stands.
 */
import type { MediaType, ResponseDescription } from '../api/description.ts'
import type { DescribedOperation } from '../api/model.ts'
import type { Place } from '../api/plan.ts'
import type { Schema } from '../api/schema/schema.ts'
import type { Reader } from './reader.ts'
import { flat, isPlural, sameThing, words } from './words.ts'

export interface SuccessAnswer {
  /** A status in digits, also where the document says 2XX or default. */
  readonly status: string
  readonly response?: ResponseDescription
  readonly mediaType?: string
  readonly media?: MediaType
  /** 'empty' holds no body, 'data' is JSON, form or XML, 'file' are bytes, 'stream' are events, 'text' is the rest. */
  readonly nature: 'empty' | 'data' | 'file' | 'stream' | 'text'
}

const CREATING = ['201', '200', '202', '203', '207', '204', '205', '206', '226']
const OTHERWISE = ['200', '201', '202', '203', '204', '207', '206', '205', '226']

/** The success answer of an operation: a 2xx with a body before one without, a redirect when there is no 2xx. */
export function successAnswer(op: DescribedOperation): SuccessAnswer {
  const declared = Object.keys(op.responses)
  const order = op.method === 'POST' ? CREATING : OTHERWISE
  const found = order.filter((status) => declared.includes(status))
  const other = declared.find((status) => /^2\d\d$/.test(status) && !order.includes(status))
  const status = found.find((s) => hasBody(op.responses[s])) ?? found[0] ?? other
  if (status !== undefined) return answerOf(op, status, status)
  const range = declared.find((s) => /^2xx$/i.test(s))
  if (range !== undefined) return answerOf(op, range, '200')
  const redirect = declared.find((s) => /^3(0[12378]|xx)$/i.test(s))
  if (redirect !== undefined) return answerOf(op, redirect, /x/i.test(redirect) ? '302' : redirect)
  if (declared.includes('default') && !looksLikeError(op.responses['default'])) return answerOf(op, 'default', '200')
  const switching = declared.find((s) => s === '101')
  if (switching !== undefined) return answerOf(op, switching, '101')
  return { status: '200', nature: 'empty' }
}

function hasBody(response: ResponseDescription | undefined): boolean {
  return response !== undefined && Object.keys(response.content).length > 0
}

function looksLikeError(response: ResponseDescription | undefined): boolean {
  if (response === undefined) return true
  if (/error|unexpected|fail|invalid|problem|fault/i.test(response.description)) return true
  return Object.values(response.content).some((media) => {
    const reference = typeof media.schema === 'object' ? media.schema['$ref'] : undefined
    return typeof reference === 'string' && /error|problem|fault|exception/i.test(reference)
  })
}

function answerOf(op: DescribedOperation, declared: string, status: string): SuccessAnswer {
  const response = op.responses[declared]
  const mediaType = preferredMediaType(Object.keys(response?.content ?? {}))
  const media = mediaType === undefined ? undefined : response?.content[mediaType]
  return {
    status,
    nature: natureOf(mediaType, media),
    ...(response && { response }),
    ...(mediaType !== undefined && { mediaType }),
    ...(media && { media }),
  }
}

const PREFERENCE = [
  /^application\/json\b/i,
  /[+/]json\b/i,
  /^\*\/\*/,
  /^application\/x-www-form-urlencoded/i,
  /^multipart\/form-data/i,
  /[+/]xml\b/i,
  /event-stream|ndjson|json-seq|jsonl/i,
  /^text\//i,
]

/** The media type that carries data best: JSON before forms before XML before text. */
export function preferredMediaType(types: readonly string[]): string | undefined {
  for (const wanted of PREFERENCE) {
    const found = types.find((type) => wanted.test(type))
    if (found !== undefined) return found
  }
  return types[0]
}

function natureOf(mediaType: string | undefined, media: MediaType | undefined): SuccessAnswer['nature'] {
  if (mediaType === undefined) return 'empty'
  if (/event-stream|ndjson|json-seq|jsonl|x-json-stream/i.test(mediaType)) return 'stream'
  const schema = media?.schema
  const format = typeof schema === 'object' ? schema['format'] : undefined
  if (format === 'binary') return 'file'
  if (/json|urlencoded|form-data|xml|\*\/\*/i.test(mediaType)) return 'data'
  return /^text\/|yaml/i.test(mediaType) ? 'text' : 'file'
}

/** What is known about the record before its place is. */
export interface RecordHints {
  /** Names of the thing: the collection's segment, the type's name. */
  readonly names: readonly string[]
  /** Components known to be the record. */
  readonly components?: ReadonlySet<string>
  /** Names of the path parameter that means its id. */
  readonly params?: readonly string[]
  /** The request asks for pages, so the answer most likely holds a list. */
  readonly paged?: boolean
  /** Property names of the record, flat, when they are known. */
  readonly known?: ReadonlySet<string>
}

export interface Found {
  readonly place: Place
  /** The record's schema. */
  readonly schema: Schema
  /** 'array': the records are elements of an array at `place`; 'map': they are values of an object there. */
  readonly form: 'one' | 'array' | 'map'
}

const WRAPPER = new Set([
  'data',
  'result',
  'response',
  'item',
  'record',
  'payload',
  'body',
  'content',
  'object',
  'entity',
  'resource',
  'value',
  'output',
  'd',
])
const LISTS = new Set([
  'data',
  'items',
  'results',
  'records',
  'values',
  'entries',
  'value',
  'list',
  'rows',
  'content',
  'contents',
  'resources',
  'elements',
  'objects',
  'result',
  'hits',
  'docs',
  'nodes',
  'edges',
  'collection',
  'documents',
  'matches',
  'feed',
  'members',
  'payload',
  'entities',
  'response',
  'embedded',
])
/** Parts of an envelope that are never the record. */
const ASIDE = new Set([
  'ok',
  'success',
  'successful',
  'errors',
  'error',
  'warnings',
  'warning',
  'meta',
  'metadata',
  'links',
  'link',
  'message',
  'messages',
  'status',
  'code',
  'statuscode',
  'included',
  'jsonapi',
  'cursor',
  'relatedobjects',
  'requestid',
  'responsemetadata',
  'pagination',
  'paging',
  'page',
  'pageinfo',
  'total',
  'count',
  'hasmore',
  'object',
  'url',
  'next',
  'previous',
  'prev',
  'self',
  'first',
  'last',
  'nextcursor',
  'nextpagetoken',
  'timestamp',
  'version',
  'apiversion',
  'kind',
  'providername',
  'datetimeutc',
  'debug',
  'extensions',
  'facets',
  'notices',
  'idmappings',
  'time',
  'responseinfo',
  'resultinfo',
  'offset',
  'limit',
  'size',
  'type',
  'idempotencykey',
  'totalcount',
  'totalpages',
  'perpage',
  'pagesize',
  'nextpage',
  'prevpage',
  'facetcounts',
  'done',
  'iterator',
  'previterator',
  'notice',
  'needed',
  'provided',
])
const ERRORS = new Set([
  'errors',
  'warnings',
  'messages',
  'notices',
  'faults',
  'relatedobjects',
  'included',
  'links',
  'facets',
  'idmappings',
  'validationerrors',
  'aggregations',
  'filters',
])

/** Where the one record stands in a body; undefined when the body holds none. */
export function findRecord(
  schema: Schema | undefined,
  hints: RecordHints,
  reader: Reader,
  depth = 0,
): Found | undefined {
  if (schema === undefined || schema === true || schema === false) return undefined
  if (reader.isArray(schema)) return undefined
  const single = singleVariant(schema, hints, reader)
  if (single !== undefined && single !== schema) return findRecord(single, hints, reader, depth + 1)
  const properties = reader.properties(schema)
  if (properties.size === 0) return reader.isObject(schema) ? { place: [], schema, form: 'one' } : undefined
  if (depth > 6 || isKnown(schema, hints, reader)) return { place: [], schema, form: 'one' }
  const step = wrapperOf(schema, properties, hints, reader)
  if (step === undefined) return { place: [], schema, form: 'one' }
  const inner = properties.get(step)
  if (reader.isArray(inner)) {
    const items = reader.view(inner).items
    return items === undefined ? undefined : { place: [step], schema: items, form: 'array' }
  }
  const found = findRecord(inner, hints, reader, depth + 1)
  return found === undefined ? undefined : { ...found, place: [step, ...found.place] }
}

/** The variant that is the record: the one left when markers of deletion are set aside, or the one that holds a single record. */
function singleVariant(schema: Schema, hints: RecordHints, reader: Reader): Schema | undefined {
  const { variants, properties, discriminator } = reader.view(schema)
  if (variants.length === 0 || properties.size > 0 || discriminator !== undefined) return undefined
  const alive = variants.filter((v) => !isDeletionMarker(v, reader) && reader.isObject(v))
  if (alive.length === 1) return alive[0]
  const known = alive.filter((v) => isKnown(v, hints, reader))
  if (known.length === 1) return known[0]
  // one-or-many: variants that wrap different properties of the same thing
  const wrapping = alive.filter((v) => {
    const step = wrapperOf(v, reader.properties(v), hints, reader)
    return (
      step !== undefined &&
      hints.names.some((name) => sameThing(name, step)) &&
      !reader.isArray(reader.properties(v).get(step))
    )
  })
  return wrapping.length > 0 && wrapping.length < alive.length ? wrapping[0] : undefined
}

/** True for `{id, deleted: true}` and its like. */
export function isDeletionMarker(schema: Schema, reader: Reader): boolean {
  const properties = reader.properties(schema)
  const deleted = properties.get('deleted') ?? properties.get('is_deleted')
  return (
    deleted !== undefined &&
    properties.size <= 6 &&
    (reader.view(schema).required.has('deleted') || properties.size <= 4)
  )
}

function isKnown(schema: Schema, hints: RecordHints, reader: Reader): boolean {
  const component = reader.component(schema)
  return component !== undefined && hints.components?.has(component) === true
}

/** The property that holds the record; undefined when the object is the record itself. */
function wrapperOf(
  schema: Schema,
  properties: ReadonlyMap<string, Schema>,
  hints: RecordHints,
  reader: Reader,
): string | undefined {
  const entries = [...properties]
  const objects = entries.filter(([, property]) => reader.isObject(property))
  const known = objects.find(([, property]) => isKnown(property, hints, reader))
  const own = overlap(properties.keys(), hints)
  if (known !== undefined && own * 2 < Math.max(2, properties.size) && !addressed(properties, hints, reader))
    return known[0]
  const named = objects.find(([name]) => hints.names.some((n) => sameThing(n, name) && !isPlural(name)))
  const others = (step: string) => entries.filter(([name]) => name !== step && !ASIDE.has(flat(name)))
  if (named !== undefined && (others(named[0]).length === 0 || isOutweighed(named[1], properties, hints, reader)))
    return named[0]
  if (named !== undefined && objects.length === 1 && hints.known === undefined && !addressed(properties, hints, reader))
    return named[0]
  if (addressed(properties, hints, reader) || hasNestedId(properties, reader)) return undefined
  if (properties.size === 1 && entries[0] !== undefined && objects.length === 1)
    return wrapsAlone(entries[0], hints, reader) ? entries[0][0] : undefined
  const wrapper = objects.find(([name]) => WRAPPER.has(flat(name)))
  if (wrapper !== undefined && others(wrapper[0]).length === 0) return wrapper[0]
  const candidates = objects.filter(([name, property]) => !ASIDE.has(flat(name)) || isThing(name, property, reader))
  const [only] = candidates
  if (candidates.length === 1 && only !== undefined && others(only[0]).length === 0 && own === 0 && !hasId(properties))
    return only[0]
  return arrayOfOne(schema, entries, hints, reader)
}

function wrapsAlone([name, property]: readonly [string, Schema], hints: RecordHints, reader: Reader): boolean {
  if (hints.known?.has(flat(name)) === true) return overlap(reader.properties(property).keys(), hints) > 1
  return reader.properties(property).size > 0
}

/** True when the property's object knows more of the record than the object around it. */
function isOutweighed(
  property: Schema,
  around: ReadonlyMap<string, Schema>,
  hints: RecordHints,
  reader: Reader,
): boolean {
  if (hints.known === undefined) return !hasId(around) && hasId(reader.properties(property))
  return overlap(reader.properties(property).keys(), hints) > overlap(around.keys(), hints)
}

function overlap(names: Iterable<string>, hints: RecordHints): number {
  if (hints.known === undefined) return 0
  let count = 0
  for (const name of names) if (hints.known.has(flat(name))) count++
  return count
}

function hasId(properties: ReadonlyMap<string, Schema>): boolean {
  for (const name of properties.keys()) if (/^_?(id|uuid|guid|sid|gid|uid)$/i.test(name)) return true
  return false
}

/** A `count` or `status` that is an object with an id is a record and no part of an envelope. */
function isThing(name: string, property: Schema, reader: Reader): boolean {
  return (
    !/^(meta|metadata|links?|errors?|included|paging|pagination)$/i.test(name) && hasId(reader.properties(property))
  )
}

/** `metadata: {name, uid}`: the identity of the object around it. */
function hasNestedId(properties: ReadonlyMap<string, Schema>, reader: Reader): boolean {
  const inner = properties.get('metadata')
  if (inner === undefined) return false
  const names = reader.properties(inner)
  return names.has('name') || hasId(names)
}

function addressed(properties: ReadonlyMap<string, Schema>, hints: RecordHints, reader: Reader): boolean {
  if (hasId(properties)) return true
  const params = (hints.params ?? []).map(flat)
  for (const [name, property] of properties)
    if (params.includes(flat(name)) && !reader.isObject(property) && !reader.isArray(property)) return true
  return false
}

/** `{Invoices: [{...}]}` as the answer about one invoice. */
function arrayOfOne(
  schema: Schema,
  entries: readonly (readonly [string, Schema])[],
  hints: RecordHints,
  reader: Reader,
): string | undefined {
  const arrays = entries.filter(
    ([name, property]) =>
      !ERRORS.has(flat(name)) && reader.isArray(property) && reader.isObject(reader.view(property).items),
  )
  const known = (name: string): boolean => hints.known?.has(flat(name)) === true
  const rest = (step: string): number => entries.filter(([name]) => name !== step && !isEnvelopeWord(name)).length
  const named = arrays.find(([name]) => hints.names.some((n) => sameThing(n, name)) && isPlural(name))?.[0]
  if (named !== undefined && (rest(named) === 0 || isListName(reader.component(schema), named))) return named
  if (
    named !== undefined &&
    hints.known !== undefined &&
    overlap(
      entries.map(([name]) => name),
      hints,
    ) === 0
  ) {
    const items = reader.properties(reader.view(entries.find(([name]) => name === named)?.[1]).items)
    if (items.size > 0 && overlap(items.keys(), hints) * 2 >= items.size) return named
  }
  const usual = arrays.find(([name]) => LISTS.has(flat(name)) && !known(name))?.[0]
  return usual !== undefined && rest(usual) === 0 ? usual : undefined
}

function isListName(component: string | undefined, property: string): boolean {
  if (component === undefined) return false
  return (
    (sameThing(component, property) && isPlural(component)) ||
    /list|response|result|envelope|collection/i.test(component)
  )
}

/** Where the array (or map) of records stands in a body; undefined when it is no list. */
export function findList(schema: Schema | undefined, hints: RecordHints, reader: Reader): Found | undefined {
  if (typeof schema !== 'object') return undefined
  if (reader.isArray(schema)) return arrayAt([], schema, reader)
  let best: { found: Found; score: number } | undefined
  for (const candidate of arraysIn(schema, reader)) {
    const score = scoreOf(candidate, schema, hints, reader)
    if (score > 0 && (best === undefined || score > best.score)) best = { found: candidate.found, score }
  }
  if (best !== undefined) return best.found
  return mapIn(schema, hints, reader)
}

interface Candidate {
  readonly name: string
  readonly found: Found
}

/** An object with more properties than this is no envelope; its objects are not looked into. */
const ENVELOPE = 40

function* arraysIn(schema: Schema, reader: Reader): Generator<Candidate> {
  const around = reader.properties(schema)
  for (const [name, property] of around) {
    if (reader.isArray(property)) {
      const found = arrayAt([name], property, reader)
      if (found !== undefined) yield { name, found }
      continue
    }
    if (around.size > ENVELOPE || ERRORS.has(flat(name)) || !reader.isObject(property)) continue
    const inside = reader.properties(property)
    if (inside.size > ENVELOPE || hasId(inside)) continue
    for (const [inner, deep] of inside) {
      const found = reader.isArray(deep) ? arrayAt([name, inner], deep, reader) : undefined
      if (found !== undefined) yield { name: inner, found }
    }
  }
}

function arrayAt(place: Place, schema: Schema, reader: Reader): Found | undefined {
  const { items } = reader.view(schema)
  return { place, schema: items ?? true, form: 'array' }
}

function scoreOf({ name, found }: Candidate, schema: Schema, hints: RecordHints, reader: Reader): number {
  const named = hints.names.some((n) => sameThing(n, name))
  const records = reader.isObject(found.schema)
  const component = reader.component(found.schema)
  const around = reader.properties(schema)
  let score = 0
  if (named) score += 6
  if (LISTS.has(flat(name))) score += 5
  if (component !== undefined && hints.components?.has(component)) score += 6
  if (ERRORS.has(flat(name)) && !named && !isSubstantial(found.schema, reader)) score -= 8
  if (hints.paged === true && records) score += 4
  if (records) score += 2
  else if (!named && !LISTS.has(flat(name))) return 0
  if (found.place.length === 1 && around.size <= 2) score += 1
  if (found.place.length > 1)
    score -= WRAPPER.has(flat(found.place[0] ?? '')) || /^_?(embedded|response)$/i.test(found.place[0] ?? '') ? 1 : 4
  if (hasId(around) && !named) score -= 6
  const rest = [...around.keys()].filter((n) => n !== found.place[0] && !isEnvelopeWord(n))
  return score - Math.min(5, rest.length)
}

/** Messages that are things of their own, and no notices about the request. */
function isSubstantial(schema: Schema, reader: Reader): boolean {
  const component = reader.component(schema)
  return reader.properties(schema).size >= 6 && (component === undefined || !/error|warning|notice/i.test(component))
}

/** True for names that wrap any record or list: `data`, `result`, `items`. */
export function isEnvelope(name: string): boolean {
  return WRAPPER.has(flat(name)) || LISTS.has(flat(name))
}

/** True for a property that tells about the page and not about a record. */
function isEnvelopeWord(name: string): boolean {
  if (ASIDE.has(flat(name))) return true
  return words(name).some((w) =>
    /^(page|pages|pagination|paging|next|prev|previous|cursor|total|count|limit|offset|has|first|last|token|took|duration|query|ms)$/.test(
      w,
    ),
  )
}

/** Records as the values of an object, keyed by their ids. */
function mapIn(schema: Schema, hints: RecordHints, reader: Reader): Found | undefined {
  const { additional, properties } = reader.view(schema)
  if (typeof additional === 'object' && reader.isObject(additional) && properties.size === 0)
    return { place: [], schema: additional, form: 'map' }
  for (const [name, property] of properties) {
    const inner = reader.view(property)
    if (typeof inner.additional !== 'object' || inner.properties.size > 0 || !reader.isObject(inner.additional))
      continue
    if (hints.names.some((n) => sameThing(n, name)) || LISTS.has(flat(name)) || properties.size === 1)
      return { place: [name], schema: inner.additional, form: 'map' }
  }
  return undefined
}
