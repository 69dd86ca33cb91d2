/** A value as the bytes of its media type, with the fields that go with them. */
import type { MediaType } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { encodeBody } from '../../http/body.ts'
import type { HttpResponse } from '../../http/message.ts'

export interface Encodable {
  readonly status: number
  /** As declared; undefined when the answer declares no content. */
  readonly mediaType: string | undefined
  readonly media: MediaType | undefined
  readonly value: unknown
  /** A record that is the whole answer; then `value` counts for nothing. */
  readonly record?: { readonly text: string; readonly value: unknown }
  readonly fields: readonly string[]
  readonly view: (schema: Schema | undefined) => SchemaView
}

export function encodeAnswer(answer: Encodable): HttpResponse {
  const { status, fields, mediaType } = answer
  if (status === 204 || status === 205 || status === 304 || status < 200) return { status, fields, body: '' }
  if (mediaType === undefined) return { status, fields, body: '' }
  if (/^application\/json\s*(;|$)/i.test(mediaType))
    return { status, fields: ['Content-Type', mediaType, ...fields], body: jsonText(answer) }
  const schema = answer.media?.schema
  const shape = schema === undefined ? undefined : { schema, view: answer.view }
  const encoded = encodeBody(answer.record?.value ?? answer.value, concrete(mediaType), shape)
  return { status, fields: ['Content-Type', encoded.contentType, ...fields], body: encoded.body }
}

function jsonText(answer: Encodable): string {
  return answer.record?.text ?? JSON.stringify(answer.value ?? null)
}

/** A media range is answered with a type of it. */
function concrete(mediaType: string): string {
  if (!mediaType.includes('*')) return mediaType
  const [type] = mediaType.split('/')
  if (type === 'text') return 'text/plain'
  if (type === '*' || type === 'application') return 'application/json'
  return type === 'image' ? 'image/png' : `${type}/octet-stream`
}
