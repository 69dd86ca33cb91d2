/** Where in a body the one record stands: bare, in one key, in `data`, beside flags and errors, in an array of one. */
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isPlural, plain, sameThing, words } from '../naming/words.ts'
import { ASIDE, ERRORS, hasId, isEnvelopeWord, LISTS, WRAPPER } from './envelope-words.ts'
import type { Reader } from './reader.ts'

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
  /** Property names of the record, plain, when they are known. */
  readonly known?: ReadonlySet<string>
}

export interface Found {
  readonly place: Place
  /** The record's schema. */
  readonly schema: Schema
  /** 'array': the records are elements of an array at `place`; 'map': they are values of an object there. */
  readonly form: 'one' | 'array' | 'map'
}

/** Where the one record stands in a body; undefined when the body holds none. */
export function findRecord(
  schema: Schema | undefined,
  hints: RecordHints,
  reader: Reader,
  depth = 0,
  around: ReadonlySet<string> = NOTHING,
): Found | undefined {
  if (schema === undefined || schema === true || schema === false) return undefined
  if (reader.isArray(schema)) return undefined
  const single = singleVariant(schema, hints, reader)
  if (single !== undefined && single !== schema) return findRecord(single, hints, reader, depth + 1, around)
  const properties = reader.properties(schema)
  if (properties.size === 0) return reader.isObject(schema) ? { place: [], schema, form: 'one' } : undefined
  const isRecord = isKnown(schema, hints, reader) && !wrapsItself(schema, properties, hints, reader)
  if (depth > 6 || isRecord || saysAgain(properties, around)) return { place: [], schema, form: 'one' }
  const step = wrapperOf(schema, properties, hints, reader)
  if (step === undefined) return { place: [], schema, form: 'one' }
  const inner = properties.get(step)
  if (reader.isArray(inner)) {
    const items = reader.view(inner).items
    return items === undefined ? undefined : { place: [step], schema: items, form: 'array' }
  }
  const envelope = WRAPPER.has(plain(step)) ? new Set([...properties.keys()].filter((name) => name !== step)) : NOTHING
  const found = findRecord(inner, hints, reader, depth + 1, envelope)
  return found === undefined ? undefined : { ...found, place: [step, ...found.place] }
}

const NOTHING: ReadonlySet<string> = new Set()

/** `{status, result: {status, config}}`: of what an envelope says itself, the object in it speaks as of its own. */
function saysAgain(properties: ReadonlyMap<string, Schema>, around: ReadonlySet<string>): boolean {
  return [...properties.keys()].some((name) => around.has(name) && OWN_WORDS.test(name))
}

const OWN_WORDS = /^(status|code|message|type|kind|version|timestamp|time)$/i

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

/** `Product: {product: {id, …}}`: a component that is called like the record, and is only around it. */
function wrapsItself(
  schema: Schema,
  properties: ReadonlyMap<string, Schema>,
  hints: RecordHints,
  reader: Reader,
): boolean {
  const [only, ...others] = [...properties]
  if (only === undefined || others.length > 0 || !reader.isObject(only[1])) return false
  const names = [...hints.names, ...words(reader.component(schema) ?? '').slice(-1), reader.component(schema) ?? '']
  return names.some((name) => sameThing(name, only[0])) && hasId(reader.properties(only[1]))
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
  const called = [...hints.names, ...stems(hints)]
  const named = objects.find(([name]) => called.some((n) => sameThing(n, name) && !isPlural(name)))
  const others = (step: string) => entries.filter(([name]) => name !== step && !ASIDE.has(plain(name)))
  if (named !== undefined && (others(named[0]).length === 0 || isOutweighed(named[1], properties, hints, reader)))
    return named[0]
  if (named !== undefined && objects.length === 1 && hints.known === undefined && !addressed(properties, hints, reader))
    return named[0]
  if (named !== undefined && hints.known !== undefined && own === 0 && objects.length === entries.length)
    return named[0]
  const info = objects.find(([name]) => called.some((n) => sameThing(n, name.replace(INFO, ''))))
  if (info !== undefined && hints.known !== undefined && isOutweighed(info[1], properties, hints, reader))
    return info[0]
  const beside = resultBesideId(properties, reader)
  if (beside !== undefined) return beside
  if (addressed(properties, hints, reader) || hasNestedId(properties, reader)) return undefined
  const bearer = bearerOfId(entries, hints, reader)
  if (bearer !== undefined) return bearer
  if (properties.size === 1 && entries[0] !== undefined && objects.length === 1)
    return wrapsAlone(schema, entries[0], hints, reader) ? entries[0][0] : undefined
  const wrapper = objects.find(([name]) => WRAPPER.has(plain(name)))
  if (wrapper !== undefined && others(wrapper[0]).length === 0) return wrapper[0]
  const candidates = objects.filter(([name, property]) => !ASIDE.has(plain(name)) || isThing(name, property, reader))
  const [only] = candidates
  if (candidates.length === 1 && only !== undefined && others(only[0]).length === 0 && own === 0 && !hasId(properties))
    return only[0]
  return arrayOfOne(schema, entries, hints, reader)
}

/** `{Id: {id}}`, `{id, result: {…}}`: answers that tell the id apart, and say nothing else but words of envelopes. */
function resultBesideId(properties: ReadonlyMap<string, Schema>, reader: Reader): string | undefined {
  const [only, ...more] = [...properties]
  if (only !== undefined && more.length === 0 && plain(only[0]) === 'id' && hasId(reader.properties(only[1])))
    return only[0]
  const inner = reader.properties(properties.get('result'))
  if (inner.size === 0 || !properties.has('id')) return undefined
  const others = [...properties.keys()].filter((name) => name !== 'id' && name !== 'result')
  const isRecord = inner.has('id') || reader.component(properties.get('result') ?? true) !== undefined
  const isAside = (name: string): boolean => OF_COLUMNS.test(name) || (isEnvelopeWord(name) && !OF_RECORDS.test(name))
  return isRecord && others.every(isAside) ? 'result' : undefined
}

const OF_RECORDS =
  /^(jsonrpc|error|name|type|kind|object|self)$|stat(e|us)|creat|updat|modif|start|end|date|time|_(at|on|by)$/i
/** What an envelope says of how the record is shown. */
const OF_COLUMNS = /_(columns|titles?|labels|fields)$/

/** `user_info` beside `action`: what follows the name of the thing. */
const INFO = /(?<=.)[_-]?(info(rmation)?|data|details|attributes|params|input|update)$/i

/** What a path parameter calls the record: `submission_batch` of `{submission_batch_id}`. */
function stems({ params = [] }: RecordHints): readonly string[] {
  return params.flatMap((param) => /^(.{2,}?)[_-]?(?:id|uuid|guid|sid)$/i.exec(param)?.[1] ?? [])
}

function wrapsAlone(
  schema: Schema,
  [name, property]: readonly [string, Schema],
  hints: RecordHints,
  reader: Reader,
): boolean {
  const inner = reader.properties(property)
  if (hints.known?.has(plain(name)) === true) {
    const telling = [...inner.keys()].filter((one) => !/^(id|type|kind|object|name)$/i.test(one))
    return overlap(telling, hints) > 0 && overlap(inner.keys(), hints) > 1
  }
  return inner.size > 0 || isBareEnvelope(schema, name, property, reader)
}

/** `{data: {}}`, written in place: an envelope around a record of any form. */
function isBareEnvelope(schema: Schema, name: string, property: Schema, reader: Reader): boolean {
  const { variants } = reader.view(property)
  return /^(data|result)$/i.test(name) && variants.length === 0 && reader.component(schema) === undefined
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
  for (const name of names) if (hints.known.has(plain(name))) count++
  return count
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
  const params = (hints.params ?? []).map(plain)
  for (const [name, property] of properties)
    if (params.includes(plain(name)) && !reader.isObject(property) && !reader.isArray(property)) return true
  return false
}

/** `{links, meta, results: [...], run: {run_uuid}}` read at `{run_uuid}`: the one object that bears the id, among lists and words of envelopes. */
function bearerOfId(
  entries: readonly (readonly [string, Schema])[],
  hints: RecordHints,
  reader: Reader,
): string | undefined {
  const params = (hints.params ?? []).map(plain).filter((param) => !/^(id|uuid|name|key|slug|uid|sid)$/.test(param))
  const things = entries.filter(([name, property]) => !ASIDE.has(plain(name)) && !reader.isArray(property))
  const [only] = things
  if (things.length !== 1 || only === undefined || entries.length === 1 || !reader.isObject(only[1])) return undefined
  return [...reader.properties(only[1]).keys()].some((name) => params.includes(plain(name))) ? only[0] : undefined
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
      !ERRORS.has(plain(name)) && reader.isArray(property) && reader.isObject(reader.view(property).items),
  )
  const known = (name: string): boolean => hints.known?.has(plain(name)) === true
  const rest = (step: string): number => entries.filter(([name]) => name !== step && !isEnvelopeWord(name)).length
  const named = arrays.find(([name]) => hints.names.some((n) => sameThing(n, name)) && isPlural(name))?.[0]
  if (named !== undefined && (rest(named) === 0 || isListName(reader.component(schema), named, hints))) return named
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
  const usual = arrays.find(([name]) => LISTS.has(plain(name)) && !known(name))?.[0]
  return usual !== undefined && rest(usual) === 0 ? usual : undefined
}

/** The words of a list's component, unless the thing itself is called so: a `Collection` that is made, a `Playlist`. */
function isListName(component: string | undefined, property: string, { names }: RecordHints): boolean {
  if (component === undefined) return false
  const said = [...component.matchAll(/list|response|result|envelope|collection/gi)].map(([word]) => word.toLowerCase())
  const own = names.map((name) => words(name).at(-1) ?? '')
  return (
    (sameThing(component, property) && isPlural(component)) ||
    said.some((word) => !own.some((name) => name.includes(word)))
  )
}
