/** Lists whose answer the description writes as one record, as generators do that name the entity alone. */
import type { DescribedApi, DescribedOperation } from '../../api/model.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isObject } from '../../support/json.ts'
import { listAt } from '../../support/list-at.ts'
import { plain, singularName } from '../naming/words.ts'
import { hasId, LISTS } from './envelope-words.ts'
import { findList } from './find-list.ts'
import { type Reader, readerFor } from './reader.ts'
import { successAnswer } from './success.ts'

type ByPath = ReadonlyMap<string, readonly DescribedOperation[]>

export function withMeantLists(described: DescribedApi): DescribedApi {
  const reader = readerFor(described)
  const byPath = grouped(described.operations)
  const meant = new Set(described.operations.filter((operation) => isMeantAsList(operation, byPath, reader)))
  if (meant.size === 0) return described
  return { ...described, operations: described.operations.map((one) => (meant.has(one) ? asList(one) : one)) }
}

/** Operations by their path without its last parameter: those of a collection and of its items. */
function grouped(operations: readonly DescribedOperation[]): ByPath {
  const groups = new Map<string, DescribedOperation[]>()
  for (const operation of operations) listAt(groups, collectionOf(operation.path)).push(operation)
  return groups
}

function collectionOf(path: string): string {
  return path.replace(/\/\{[^{}/]+\}$/, '')
}

const PAGING = /^(limit|offset|page|page_?size|per_?page|page_?token|cursor|starting_?after)$/i
const MANY = /\b(list|all)\b/i

/** It is asked for in pages, which no record is, and a record beside it has the same form or words speak of a list or of all. */
function isMeantAsList(operation: DescribedOperation, byPath: ByPath, reader: Reader): boolean {
  if (operation.method !== 'GET' || /\{[^/]*$/.test(operation.path)) return false
  if (!operation.parameters.some((p) => p.in === 'query' && PAGING.test(p.name))) return false
  const schema = shownBy(operation)
  const properties = reader.properties(schema)
  const name = operation.path.slice(operation.path.lastIndexOf('/') + 1)
  if (schema === undefined || reader.isArray(schema) || !hasId(properties) || singularName(name) === name) return false
  if ([...properties].some(([one, property]) => LISTS.has(plain(one)) && reader.isArray(property))) return false
  if (findList(schema, { names: [name], paged: true }, reader) !== undefined) return false
  const beside = (byPath.get(operation.path) ?? []).filter((other) => other !== operation)
  if (isReplaced(operation, beside)) return false
  return (
    beside.some((other) => isSame(schema, shownBy(other), reader)) ||
    MANY.test(`${operation.summary ?? ''} ${(operation.description ?? '').slice(0, 80)}`)
  )
}

/** `GET` and `PUT /settings`, with nothing made there and nothing read below: there is one. */
function isReplaced({ path }: DescribedOperation, beside: readonly DescribedOperation[]): boolean {
  const isMade = beside.some((other) => (other.path === path ? other.method === 'POST' : other.method === 'GET'))
  return !isMade && beside.some((other) => other.path === path && /^(PUT|PATCH)$/.test(other.method))
}

/** The same component, or nearly the same properties. */
function isSame(listed: Schema, shown: Schema | undefined, reader: Reader): boolean {
  const component = reader.component(listed)
  if (component !== undefined && component === reader.component(shown)) return true
  const [mine, theirs] = [reader.properties(listed), reader.properties(shown)]
  const shared = [...mine.keys()].filter((name) => theirs.has(name)).length
  return shared >= 3 && shared / mine.size >= 0.8 && shared / theirs.size >= 0.5
}

function shownBy(operation: DescribedOperation): Schema | undefined {
  const { nature, media } = successAnswer(operation)
  return nature === 'data' ? media?.schema : undefined
}

function asList(operation: DescribedOperation): DescribedOperation {
  const { response, media, mediaType } = successAnswer(operation)
  const status = Object.keys(operation.responses).find((one) => operation.responses[one] === response)
  if (response === undefined || media?.schema === undefined || mediaType === undefined || status === undefined)
    return operation
  const examples = Object.entries(media.examples).map(([name, value]) => [name, isObject(value) ? [value] : value])
  const many = { ...media, schema: { type: 'array', items: media.schema }, examples: Object.fromEntries(examples) }
  const content = { ...response.content, [mediaType]: many }
  return { ...operation, responses: { ...operation.responses, [status]: { ...response, content } } }
}
