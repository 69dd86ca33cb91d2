/** Is what stands under a path of its own (`/customers/{id}/address`) a part of the record above it? */
import type { PartPlan, Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../naming/words.ts'
import type { Act } from '../paths/sites.ts'
import { WRAPPER } from '../schemas/envelope-words.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'

/** The property of the record that the operations of one path read and write; undefined where they do something else. */
export function partUnder(
  group: readonly Act[],
  literal: string,
  record: Schema | undefined,
  reader: Reader,
): Place | undefined {
  if (!group.every(({ op }) => /^(GET|HEAD|PUT|PATCH|DELETE|OPTIONS)$/.test(op.method))) return undefined
  const properties = [...reader.properties(record)]
  const called = plain(literal)
  const ending = SETTINGS.test(called) ? endingSo(group, called, properties, reader) : undefined
  if (ending !== undefined) return [ending]
  if (!group.some(({ op }) => /^(PUT|PATCH)$/.test(op.method))) return undefined
  const own =
    properties.find(([name]) => plain(name) === called) ??
    properties.find(([name, one]) => isSettings(plain(name), called) && reader.isObject(one))
  if (own === undefined) return undefined
  const [name, property] = own
  const takesOut = group.some(({ op }) => op.method === 'DELETE' && reader.properties(requestSchema(op)).size > 0)
  if (takesOut && reader.isArray(property)) return undefined
  const fits = group.every((act) => {
    if (act.op.method === 'GET') return holderOf(act.answer.media?.schema, name, record, reader) !== undefined
    return !/^(PUT|PATCH)$/.test(act.op.method) || holderOf(requestSchema(act.op), name, record, reader) !== undefined
  })
  return fits ? [name] : undefined
}

const SETTINGS = /^(options|settings|config|configuration|attributes|preferences)$/

/** `SendingOptions` at `/sending` */
function isSettings(name: string, called: string): boolean {
  return name.startsWith(called) && SETTINGS.test(name.slice(called.length))
}

/** `BookConfig` at `/config`: the one object that ends so, where that alone is read and sent there under its own name. */
function endingSo(
  group: readonly Act[],
  called: string,
  properties: readonly (readonly [string, Schema])[],
  reader: Reader,
): string | undefined {
  const [own, ...others] = properties.filter(
    ([name, one]) => plain(name) !== called && plain(name).endsWith(called) && reader.isObject(one),
  )
  if (own === undefined || others.length > 0) return undefined
  const isAlone = (schema: Schema | undefined): boolean => {
    const [only, ...more] = reader.properties(schema)
    return only?.[0] === own[0] && more.length === 0 && isAlike(only[1], own[1], reader)
  }
  const fits = group.every(({ op, answer }) =>
    op.method === 'GET' ? isAlone(answer.media?.schema) : op.method === 'PUT' && isAlone(requestSchema(op)),
  )
  return fits && group.some(({ op }) => op.method === 'GET') ? own[0] : undefined
}

/** What the answer of the create shows: the part is the record itself, beside what else is told of it. */
export function isWhole(part: Schema | undefined, made: Act, reader: Reader): boolean {
  const component = reader.component(part)
  return component !== undefined && component === reader.component(made.answer.media?.schema)
}

/** `/x/{id}/star` that PUT sets and DELETE takes away, and of which GET says with 204 or 404 whether it is set. */
export function saysWhether(group: readonly Act[]): boolean {
  const get = group.find((act) => act.op.method === 'GET')
  return (
    get?.answer.status === '204' &&
    Object.hasOwn(get.op.responses, '404') &&
    group.some((act) => act.op.method === 'PUT') &&
    group.some((act) => act.op.method === 'DELETE')
  )
}

/** Where request and answer hold the part. */
export function partPlan(act: Act, place: Place, record: Schema | undefined, reader: Reader): PartPlan {
  const name = place[0] ?? ''
  const sent = holderOf(requestSchema(act.op), name, record, reader)
  const shown = holderOf(act.answer.media?.schema, name, record, reader)
  return { place, ...(sent !== undefined && { sent }), ...(shown !== undefined && { shown }) }
}

/** The place of the part in a body: the body itself, or its member of that name, unless it shows the whole record. */
function holderOf(
  schema: Schema | undefined,
  name: string,
  record: Schema | undefined,
  reader: Reader,
): Place | undefined {
  const property = reader.properties(record).get(name)
  if (schema === undefined || record === undefined || property === undefined) return undefined
  if (isAlike(schema, property, reader)) return []
  if (reader.properties(schema).size > 1 && isAlike(schema, record, reader)) return undefined
  const members = [...reader.properties(schema)]
  const holder = members.find(
    ([key, member]) =>
      (plain(key) === plain(name) || (members.length === 1 && (WRAPPER.has(plain(key)) || isWords(member, reader)))) &&
      isAlike(member, property, reader),
  )
  return holder === undefined ? undefined : [holder[0]]
}

/** A list of words, which a body calls as it likes: `{names: [...]}` at `/topics`. */
function isWords(schema: Schema, reader: Reader): boolean {
  const { types, items } = reader.view(schema)
  return types.includes('array') && items !== undefined && reader.view(items).types.includes('string')
}

/** The same component, or schemas of the same kind: lists, single values, objects that share most of their properties. */
function isAlike(a: Schema, b: Schema, reader: Reader): boolean {
  const component = reader.component(a)
  if (component !== undefined && component === reader.component(b)) return true
  const [mine, theirs] = [kindOf(a, reader), kindOf(b, reader)]
  if (mine !== theirs || mine === 'unknown') return false
  if (mine === 'array') return isAlikeItem(reader.view(a).items, reader.view(b).items, reader)
  if (mine === 'scalar') return reader.view(a).types.some((type) => reader.view(b).types.includes(type))
  const [own, other] = [reader.properties(a), reader.properties(b)]
  const shared = [...own.keys()].filter((key) => other.has(key)).length
  return own.size > 0 && shared > 0 && shared >= Math.min(own.size, other.size) * 0.6
}

function isAlikeItem(a: Schema | undefined, b: Schema | undefined, reader: Reader): boolean {
  return a === undefined || b === undefined || kindOf(a, reader) === 'unknown' || isAlike(a, b, reader)
}

function kindOf(schema: Schema, reader: Reader): 'array' | 'object' | 'scalar' | 'unknown' {
  const { types } = reader.view(schema)
  if (reader.isObject(schema)) return 'object'
  if (types.includes('array')) return 'array'
  return reader.isScalar(schema) ? 'scalar' : 'unknown'
}
