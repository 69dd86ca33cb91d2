/** Where in a body the records of a list stand: an array, or an object that holds them under their ids. */
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain, sameThing } from '../naming/words.ts'
import type { Found, RecordHints } from './bodies.ts'
import { ERRORS, hasId, isEnvelopeWord, LISTS, WRAPPER } from './envelope-words.ts'
import type { Reader } from './reader.ts'

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
    if (around.size > ENVELOPE || ERRORS.has(plain(name)) || !reader.isObject(property)) continue
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

/** `ticketIds`: the ids of the records stand for them. */
const ID_LIST = /^(.+?)_?(?:id|key|name|arn)s$/i

/** `bookSummaries` tells of books. */
const ABOUT = /^(.+?)_?(?:metadata|summar(?:y|ies)|list|infos?|details|descriptions?|set)$/i

function scoreOf({ name, found }: Candidate, schema: Schema, hints: RecordHints, reader: Reader): number {
  const records = reader.isObject(found.schema)
  const of = records ? name : (ID_LIST.exec(name)?.[1] ?? name)
  const told = (records && ABOUT.exec(of)?.[1]) || of
  const named = hints.names.some((n) => sameThing(n, of) || sameThing(n, told))
  const component = reader.component(found.schema)
  const around = reader.properties(schema)
  let score = 0
  if (named) score += 6
  if (LISTS.has(plain(name))) score += 5
  if (component !== undefined && hints.components?.has(component)) score += 6
  if (ERRORS.has(plain(name)) && !named && !isSubstantial(found.schema, reader)) score -= 8
  if (hints.paged === true && records) score += 4
  if (records) score += 2
  else if (!named && !LISTS.has(plain(name))) return 0
  if (found.place.length === 1 && around.size <= 2) score += 1
  if (found.place.length > 1)
    score -= WRAPPER.has(plain(found.place[0] ?? '')) || /^_?(embedded|response)$/i.test(found.place[0] ?? '') ? 1 : 4
  if (hasId(around) && !named && !tellsOfPages(around)) score -= 6
  const rest = [...around.keys()].filter((n) => n !== found.place[0] && !isEnvelopeWord(n))
  return score - Math.min(5, rest.length)
}

/** The numbers of this page and of another, or whether there is one: an `id` beside them names what the list is about. */
function tellsOfPages(around: ReadonlyMap<string, Schema>): boolean {
  const names = [...around.keys()].map(plain)
  return names.some((name) => OTHER_PAGE.test(name)) && names.some((name) => THIS_PAGE.test(name))
}

const OTHER_PAGE = /^(hasnext|hasmore|hasnextpage|nextpage|nextpagenumber|previouspagenumber|totalpages|pagecount)$/
const THIS_PAGE = /^(page|pagenumber|currentpage|pagenum|perpage|pagesize)$/

/** Messages that are things of their own, and no notices about the request. */
function isSubstantial(schema: Schema, reader: Reader): boolean {
  const component = reader.component(schema)
  return reader.properties(schema).size >= 6 && (component === undefined || !/error|warning|notice/i.test(component))
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
    if (hints.names.some((n) => sameThing(n, name)) || LISTS.has(plain(name)) || properties.size === 1)
      return { place: [name], schema: inner.additional, form: 'map' }
  }
  return undefined
}
