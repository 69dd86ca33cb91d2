/** Does a request say of each of several records whether it is made, changed or deleted? */
import type { ChangesPlan, Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { textOf } from '../../support/json.ts'
import type { Act } from '../paths/sites.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'

export interface Batch extends ChangesPlan {
  readonly schema: Schema
}

const MAKES = /^(create|add|insert|upsert|put)/i
const DELETES = /^(delete|remove)/i

/** `{changes: [{action: CREATE, book: {…}}]}`, in the body or in an object of it, where the word is one of a few. */
function batchOf({ op }: Act, reader: Reader): Batch | undefined {
  if (!/^(POST|PUT|PATCH)$/.test(op.method)) return undefined
  const body = requestSchema(op)
  return body === undefined ? undefined : batchIn(body, [], reader)
}

function batchIn(schema: Schema, place: Place, reader: Reader): Batch | undefined {
  for (const [name, property] of reader.properties(schema)) {
    const here = [...place, name]
    const found = reader.isArray(property)
      ? eachOf(reader.view(property).items, here, reader)
      : place.length === 0 && reader.isObject(property)
        ? batchIn(property, here, reader)
        : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function eachOf(items: Schema | undefined, place: Place, reader: Reader): Batch | undefined {
  const properties = [...reader.properties(items)]
  const [action, another] = properties.filter(([, property]) => saysWhat(reader.view(property).keywords['enum']))
  const [record, other] = properties.filter(([, property]) => reader.isObject(property))
  if (action === undefined || another !== undefined || record === undefined || other !== undefined) return undefined
  return { place, action: action[0], record: record[0], schema: record[1] }
}

function saysWhat(words: unknown): boolean {
  if (!Array.isArray(words) || words.length > 6) return false
  return [MAKES, DELETES].every((meaning) => words.some((word) => meaning.test(textOf(word))))
}

/** The same, where it is records of this schema that are changed. */
export function changesOf(act: Act, schema: Schema, reader: Reader): Batch | undefined {
  const batch = batchOf(act, reader)
  const component = batch === undefined ? undefined : reader.component(batch.schema)
  return component !== undefined && component === reader.component(schema) ? batch : undefined
}

/** Records of the type are changed so: several properties together tell them apart. */
export function changesIn({ families, schema }: TypeDraft, reader: Reader): boolean {
  return families.some(({ members }) => members.some(({ act }) => changesOf(act, schema, reader) !== undefined))
}

/** The array of what such a request changes, in the answer of the one that lists it. */
export function listedOf(group: readonly Act[], reader: Reader): string | undefined {
  const get = group.find(({ op }) => op.method === 'GET')
  const batch = get === undefined ? undefined : group.flatMap((act) => batchOf(act, reader) ?? [])[0]
  const component = batch === undefined ? undefined : reader.component(batch.schema)
  if (get === undefined || component === undefined) return undefined
  return [...reader.properties(get.answer.media?.schema)].find(
    ([, property]) => reader.isArray(property) && reader.component(reader.view(property).items) === component,
  )?.[0]
}
