/** The body a request carries, by the media type that shows most. */
import type { DescribedOperation } from '../api/model.ts'
import type { Schema } from '../api/schema/schema.ts'
import { preferredMediaType } from './success.ts'

export function requestMediaType(op: DescribedOperation): string | undefined {
  return preferredMediaType(Object.keys(op.requestBody?.content ?? {}))
}

/** The schema of the request body; undefined when none is declared. */
export function requestSchema(op: DescribedOperation): Schema | undefined {
  const type = requestMediaType(op)
  return type === undefined ? undefined : op.requestBody?.content[type]?.schema
}
