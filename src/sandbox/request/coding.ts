/** Content codings of request bodies (RFC 9110 8.4). None is decoded: what would have to be is refused. */
import { isTextual } from '../../http/body.ts'
import { parseMediaType, splitList } from '../../http/media-type.ts'
import type { Matched } from '../exchange.ts'
import type { Refusal } from '../operation/kind.ts'

const FIELD = 'content-encoding'

/** The refusal of a body in a coding; undefined where there is none, and where the operation keeps the bytes as they are. */
export function refusedCoding({ request, compiled }: Matched): Refusal | undefined {
  const sent = request.fields.get(FIELD)
  if (sent === undefined) return undefined
  const codings = splitList(sent).filter((coding) => coding.toLowerCase() !== 'identity')
  if (codings.length === 0 || areKept(request.fields.get('content-type'))) return undefined
  if (compiled.operation.parameters.some((p) => p.in === 'header' && p.name.toLowerCase() === FIELD)) return undefined
  return {
    status: 415,
    message: `Content-Encoding ${codings.join(', ').slice(0, 200)} is not read here: send the body without it`,
    code: 'unsupported_media_type',
    param: 'Content-Encoding',
    fields: ['Accept-Encoding', 'identity'],
  }
}

/** Neither text nor parts: nothing reads them. */
function areKept(contentType: string | undefined): boolean {
  const media = contentType === undefined ? undefined : parseMediaType(contentType)
  return media !== undefined && media.type !== 'multipart' && !isTextual(media)
}
