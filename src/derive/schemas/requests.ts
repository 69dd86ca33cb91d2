/** The body a request carries, by the media type that shows most, and the record inside it. */
import type { Operation } from '../../api/description.ts'
import type { ModelReader } from '../../api/model-reader.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { oncePer } from '../../support/once-per.ts'
import { plain } from '../naming/words.ts'
import type { Reader } from './reader.ts'
import { preferredMediaType } from './success.ts'

type Viewing = Pick<ModelReader, 'view'>
type Body = NonNullable<Operation['requestBody']>

interface Asking {
  readonly requestBody?: Body | undefined
}

export function requestMediaType({ requestBody }: Asking): string | undefined {
  return requestBody === undefined ? undefined : mediaTypeOf(requestBody)
}

const mediaTypeOf = oncePer(({ content }: Body) => preferredMediaType(Object.keys(content)))

/** The schema of the request body; undefined when none is declared. */
export function requestSchema({ requestBody }: Asking): Schema | undefined {
  const type = requestMediaType({ requestBody })
  return type === undefined ? undefined : requestBody?.content[type]?.schema
}

/** The schema of the record inside the request body, where the plan says that it stands; undefined when none is declared. */
export function recordSchema(op: Operation, { view }: Viewing): Schema | undefined {
  return schemaAt(view, requestSchema(op), op.plan.input ?? [])
}

/** As `recordSchema`; where the body holds several, the schema of each. */
export function eachRecordSchema(op: Operation, viewing: Viewing): Schema | undefined {
  const { view } = viewing
  const { inputForm, changes } = op.plan
  if (changes !== undefined)
    return schemaAt(view, view(schemaAt(view, requestSchema(op), changes.place)).items, [changes.record])
  const found = recordSchema(op, viewing)
  return inputForm === 'array' ? (view(found).items ?? found) : found
}

/** What a request says of a record, by the names of the record: `{value}` sent to `/cards/{id}/name` says its name. */
export function saidProperties(operation: Operation, record: Schema, viewing: Viewing): ReadonlyMap<string, Schema> {
  const sent = allProperties(eachRecordSchema(operation, viewing) ?? true, viewing)
  const [[only, schema] = [], ...others] = sent
  if (only === undefined || schema === undefined || others.length > 0 || !/^value$/i.test(only)) return sent
  const literal = plain(/\}\/(\w+)$/.exec(operation.path)?.[1] ?? '')
  const name = [...allProperties(record, viewing).keys()].find((one) => plain(one) === literal)
  return name === undefined ? sent : new Map([[name, schema]])
}

/** Lists in lists are followed so far: one may hold itself. */
const DEEPEST_LIST = 8

/** A body of which the description says nothing but that there is one. */
export function saysNothing(schema: Schema | undefined, reader: Reader, depth = 0): boolean {
  if (typeof schema !== 'object') return schema === true
  const view = reader.view(schema)
  if (view.types.includes('array'))
    return view.items !== undefined && depth < DEEPEST_LIST && saysNothing(view.items, reader, depth + 1)
  const isPlain = view.types.length === 0 || (view.types.length === 1 && view.types[0] === 'object')
  return isPlain && view.properties.size === 0 && view.variants.length === 0
}
