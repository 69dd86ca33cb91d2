/** The success answer of an operation: the one the provider would choose, and what sort of body it has. */
import type { MediaType, Operation, ResponseDescription } from '../../api/description.ts'

type Answering = Pick<Operation, 'method' | 'responses'>

export interface SuccessAnswer {
  /** A status in digits, also where the document says 2XX or default. */
  readonly status: string
  readonly response?: ResponseDescription
  readonly mediaType?: string
  readonly media?: MediaType
  /** 'empty' holds no body, 'data' is JSON, form or XML, 'file' are bytes, 'stream' are events, 'text' is the rest. */
  readonly nature: 'empty' | 'data' | 'file' | 'stream' | 'text'
}

const CREATING = ['201', '200', '202', '203', '207', '204', '205', '206', '226']
const OTHERWISE = ['200', '201', '202', '203', '204', '207', '206', '205', '226']

/** The success answer of an operation: a 2xx with a body before one without, a redirect when there is no 2xx. */
export function successAnswer(op: Answering): SuccessAnswer {
  const declared = Object.keys(op.responses)
  const order = op.method === 'POST' ? CREATING : OTHERWISE
  const found = order.filter((status) => declared.includes(status))
  const other = declared.find((status) => /^2\d\d$/.test(status) && !order.includes(status))
  const status = found.find((s) => hasBody(op.responses[s])) ?? found[0] ?? other
  if (status !== undefined) return answerOf(op, status, status)
  const range = declared.find((s) => /^2xx$/i.test(s))
  if (range !== undefined) return answerOf(op, range, '200')
  const redirect = declared.find((s) => /^3(0[12378]|xx)$/i.test(s))
  if (redirect !== undefined) return answerOf(op, redirect, /x/i.test(redirect) ? '302' : redirect)
  if (declared.includes('default') && !looksLikeError(op.responses['default'])) return answerOf(op, 'default', '200')
  const switching = declared.find((s) => s === '101')
  if (switching !== undefined) return answerOf(op, switching, '101')
  return { status: '200', nature: 'empty' }
}

function hasBody(response: ResponseDescription | undefined): boolean {
  return response !== undefined && Object.keys(response.content).length > 0
}

/** An answer for all statuses that its words or the name of its schema call an error. */
export function looksLikeError(response: ResponseDescription | undefined): boolean {
  if (response === undefined) return true
  if (/error|unexpected|fail|invalid|problem|(?<!de)fault/i.test(response.description)) return true
  return Object.values(response.content).some((media) => {
    const reference = typeof media.schema === 'object' ? media.schema['$ref'] : undefined
    return typeof reference === 'string' && /error|problem|(?<!de)fault|exception/i.test(reference)
  })
}

function answerOf(op: Answering, declared: string, status: string): SuccessAnswer {
  const response = op.responses[declared]
  const mediaType = preferredMediaType(Object.keys(response?.content ?? {}))
  const media = mediaType === undefined ? undefined : response?.content[mediaType]
  return {
    status,
    nature: natureOf(mediaType, media),
    ...(response && { response }),
    ...(mediaType !== undefined && { mediaType }),
    ...(media && { media }),
  }
}

const PREFERENCE = [
  /^application\/json(?![\w+-])/i,
  /[+/]json(?![\w+-])/i,
  /^\*\/\*/,
  /^application\/x-www-form-urlencoded/i,
  /^multipart\/form-data/i,
  /[+/]xml\b/i,
  /event-stream|ndjson|json-seq|jsonl/i,
  /^text\//i,
]

/** The media type that carries data best: JSON before forms before XML before text. */
export function preferredMediaType(types: readonly string[]): string | undefined {
  for (const wanted of PREFERENCE) {
    const found = types.find((type) => wanted.test(type))
    if (found !== undefined) return found
  }
  return types[0]
}

function natureOf(mediaType: string | undefined, media: MediaType | undefined): SuccessAnswer['nature'] {
  if (mediaType === undefined) return 'empty'
  if (/event-stream|ndjson|json-seq|jsonl|x-json-stream/i.test(mediaType)) return 'stream'
  const schema = media?.schema
  const format = typeof schema === 'object' ? schema['format'] : undefined
  if (format === 'binary') return 'file'
  if (/json|urlencoded|form-data|xml|\*\/\*/i.test(mediaType)) return 'data'
  return /^text\/|yaml/i.test(mediaType) ? 'text' : 'file'
}
