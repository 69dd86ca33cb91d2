/** Lists whose answer the description leaves out get the envelope of the lists that are paged by the same parameters. */
import type { MediaType } from '../../api/description.ts'
import type { DescribedApi, DescribedOperation } from '../../api/model.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isObject } from '../../support/json.ts'
import { saysNothing } from './inferred-schemas.ts'

/** Parameters that name a page or its size, in one word or more. */
const PAGING = /^(.*[_.[-])?(cursor|page_?token|next_?token|marker|page_?size|per_?page|limit|offset|page)\]?$/i

export function withBorrowedEnvelopes(described: DescribedApi): DescribedApi {
  const envelopes = envelopesOf(described)
  if (envelopes.size === 0) return described
  return { ...described, operations: described.operations.map((operation) => borrowing(operation, envelopes)) }
}

/** What lists answer, by the parameters they are paged by; those that do not agree on where the records stand lend none. */
function envelopesOf(described: DescribedApi): ReadonlyMap<string, Schema> {
  const found = new Map<string, { readonly name: string; readonly schema: Schema } | undefined>()
  for (const operation of described.operations) {
    const key = pagingOf(operation)
    const schema = key === undefined ? undefined : answerOf(operation)?.[1].schema
    const envelope = schema === undefined ? undefined : envelopeIn(schema)
    if (key === undefined || envelope === undefined) continue
    const known = found.get(key)
    if (found.has(key) && known?.name !== envelope.name) found.set(key, undefined)
    else if (!found.has(key)) found.set(key, envelope)
  }
  return new Map([...found].flatMap(([key, envelope]) => (envelope === undefined ? [] : [[key, envelope.schema]])))
}

/** The names of at least two paging parameters of a GET; undefined for any other operation. */
function pagingOf({ method, parameters }: DescribedOperation): string | undefined {
  if (method !== 'GET') return undefined
  const names = parameters.filter((p) => p.in === 'query' && PAGING.test(p.name)).map((p) => p.name)
  return names.length < 2 ? undefined : names.sort().join(' ')
}

function answerOf({
  responses,
}: DescribedOperation): readonly [status: string, media: MediaType, type: string] | undefined {
  for (const [status, { content }] of Object.entries(responses)) {
    const type = status.startsWith('2') ? Object.keys(content).find((name) => /json/i.test(name)) : undefined
    const media = type === undefined ? undefined : content[type]
    if (type !== undefined && media !== undefined) return [status, media, type]
  }
  return undefined
}

/** The one array of objects of an object, with the scalars beside it: all that any list may have around its records. */
function envelopeIn(schema: Schema): { readonly name: string; readonly schema: Schema } | undefined {
  if (!isObject(schema) || !isObject(schema['properties'])) return undefined
  const properties = Object.entries(schema['properties'])
  const arrays = properties.filter(([, property]) => isObject(property) && property['type'] === 'array')
  const [[name, array] = []] = arrays
  if (name === undefined || arrays.length > 1 || !isObject(array) || !isObject(array['items'])) return undefined
  const around = properties.filter(
    ([, property]) =>
      isObject(property) && /^(string|boolean|integer|number|undefined)$/.test(String(property['type'])),
  )
  const records = { type: 'array', items: { type: 'object' } }
  return {
    name,
    schema: { type: 'object', properties: { ...Object.fromEntries(around), [name]: records }, required: [name] },
  }
}

function borrowing(operation: DescribedOperation, envelopes: ReadonlyMap<string, Schema>): DescribedOperation {
  const key = pagingOf(operation)
  const schema = key === undefined ? undefined : envelopes.get(key)
  const answer = schema === undefined ? undefined : answerOf(operation)
  if (schema === undefined || answer === undefined || !saysNothing(answer[1].schema)) return operation
  const [status, media, type] = answer
  const response = operation.responses[status]
  if (response === undefined) return operation
  const content = { ...response.content, [type]: { ...media, schema } }
  return { ...operation, responses: { ...operation.responses, [status]: { ...response, content } } }
}
