/** A value as the bytes of its media type, with the fields that go with them. */

import type { MediaType, Operation } from '../../api/description.ts'
import { encodeBody } from '../../http/body.ts'
import type { HttpResponse } from '../../http/message.ts'
import { jsonText, shownJson } from '../../support/exact-json.ts'
import type { Runtime } from '../runtime.ts'
import { asFile } from './made-files.ts'
import { isMultipart, multipartAnswer } from './multipart-answer.ts'
import { xmlAnswer } from './xml-answer.ts'

export interface Encodable {
  readonly status: number
  /** As declared; undefined when the answer declares no content. */
  readonly mediaType: string | undefined
  readonly media: MediaType | undefined
  readonly value: unknown
  /** A record that is the whole answer; then `value` counts for nothing. */
  readonly record?: { readonly text: string; readonly value: unknown }
  readonly fields: readonly string[]
  readonly operation: Operation
  readonly runtime: Pick<Runtime, 'view' | 'api'>
}

export function encodeAnswer(answer: Encodable): HttpResponse {
  const { status, fields, mediaType } = answer
  if (status === 204 || status === 205 || status === 304 || status < 200) return { status, fields, body: '' }
  if (mediaType === undefined) return { status, fields, body: '' }
  if (/^application\/json\s*(;|$)/i.test(mediaType))
    return { status, fields: ['Content-Type', mediaType, ...fields], body: textOf(answer) }
  if (isMultipart(mediaType)) {
    const { contentType, body } = multipartAnswer(
      answer.record?.value ?? answer.value,
      mediaType,
      answer.media,
      answer.runtime,
    )
    return { status, fields: ['Content-Type', contentType, ...fields], body }
  }
  const { value, shape } = shaped(answer)
  const type = concrete(mediaType)
  const whole = status < 300 ? asFile(value, type, answer.media?.schema, answer.runtime) : value
  const encoded = encodeBody(whole, type, shape)
  return { status, fields: ['Content-Type', encoded.contentType, ...fields], body: encoded.body }
}

function shaped({ record, value, media, operation, runtime }: Encodable): ReturnType<typeof xmlAnswer> {
  const whole = record?.value ?? value
  if (media?.schema === undefined) return { value: whole }
  return xmlAnswer(whole, media.schema, operation, runtime)
}

function textOf(answer: Encodable): string {
  return answer.record === undefined ? jsonText(answer.value ?? null) : shownJson(answer.record.text)
}

/** A media range is answered with a type of it. */
function concrete(mediaType: string): string {
  if (!mediaType.includes('*')) return mediaType
  const [type] = mediaType.split('/')
  if (type === 'text') return 'text/plain'
  if (type === '*' || type === 'application') return 'application/json'
  return type === 'image' ? 'image/png' : `${type}/octet-stream`
}
