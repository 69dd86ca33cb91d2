/** Content codings of request bodies (RFC 9110 8.4): gzip, deflate and br are decoded, others refused. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { isTextual } from '../../http/body.ts'
import { parseMediaType, splitList } from '../../http/media-type.ts'
import type { Matched } from '../exchange.ts'
import type { Refusal } from '../operation/kind.ts'

const FIELD = 'content-encoding'

/** Bytes that a body may have once it is decoded. */
const MOST = 32 * 1024 * 1024

const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** The request with its body decoded, or why that cannot be; as it is where the operation keeps the bytes as they are. */
export function uncoded(matched: Matched): Matched | { readonly refuse: Refusal } {
  const { request, compiled } = matched
  const sent = request.fields.get(FIELD)
  if (sent === undefined) return matched
  const codings = splitList(sent).filter((coding) => coding.toLowerCase() !== 'identity')
  if (codings.length === 0 || areKept(request.fields.get('content-type'))) return matched
  if (compiled.operation.parameters.some((p) => p.in === 'header' && p.name.toLowerCase() === FIELD)) return matched
  const [only = '', ...others] = codings.map((coding) => coding.toLowerCase())
  const decode = others.length === 0 && Object.hasOwn(DECODERS, only) ? DECODERS[only] : undefined
  if (decode === undefined) return { refuse: unknown(codings.join(', ')) }
  try {
    const { method, path, search, fields } = request
    const body = decode(request.body, { maxOutputLength: MOST })
    return { ...matched, request: { method, path, search, fields, body } }
  } catch (error) {
    return { refuse: broken(only, (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') }
  }
}

function unknown(codings: string): Refusal {
  return {
    status: 415,
    message: `Content-Encoding ${codings.slice(0, 200)} is not read here: send gzip, deflate, br, or the body without it`,
    code: 'unsupported_media_type',
    param: 'Content-Encoding',
    fields: ['Accept-Encoding', 'gzip, deflate, br'],
  }
}

function broken(coding: string, isLarge: boolean): Refusal {
  const param = 'Content-Encoding'
  if (isLarge)
    return {
      status: 413,
      message: `Request body has more than ${MOST} bytes once decoded`,
      code: 'invalid_request',
      param,
    }
  return {
    status: 400,
    message: `Request body is not valid ${coding}, as Content-Encoding says`,
    code: 'invalid_request',
    param,
  }
}

/** Neither text nor parts: nothing reads them. */
function areKept(contentType: string | undefined): boolean {
  const media = contentType === undefined ? undefined : parseMediaType(contentType)
  return media !== undefined && media.type !== 'multipart' && !isTextual(media)
}
