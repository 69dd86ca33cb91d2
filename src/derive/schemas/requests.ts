/** The body a request carries, by the media type that shows most. */
import type { Operation } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { Reader } from './reader.ts'
import { preferredMediaType } from './success.ts'

export function requestMediaType(op: Pick<Operation, 'requestBody'>): string | undefined {
  return preferredMediaType(Object.keys(op.requestBody?.content ?? {}))
}

/** The schema of the request body; undefined when none is declared. */
export function requestSchema(op: Pick<Operation, 'requestBody'>): Schema | undefined {
  const type = requestMediaType(op)
  return type === undefined ? undefined : op.requestBody?.content[type]?.schema
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
