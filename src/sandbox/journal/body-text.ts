/** The bodies that nobody read, as text: those of refused requests, and the begins of long ones. */
import { isUtf8 } from 'node:buffer'
import { isTextual } from '../../http/body.ts'
import { decodeText } from '../../http/charset.ts'
import { parseMediaType } from '../../http/media-type.ts'
import type { HttpRequest } from '../../http/message.ts'
import { withoutMark } from '../../support/exact-number.ts'

/** Bytes of a body that are looked at to tell whether it is text. */
const SAMPLE = 16 * 1024

/** Nobody reads as text what is none: names and values in it have no signs between them. */
export function isBinary({ body, fields }: HttpRequest): boolean {
  const media = parseMediaType(fields.get('content-type') ?? '')
  if (media !== undefined && isTextual(media)) return false
  const begin = body.subarray(0, SAMPLE)
  return charsetOf(begin, undefined) === 'utf-8' && !isText(begin, body.length > SAMPLE)
}

/** The last character may be cut in its middle. */
function isText(bytes: Uint8Array, isCut: boolean): boolean {
  if (!isCut) return isUtf8(bytes)
  return [0, 1, 2, 3].some((less) => isUtf8(bytes.subarray(0, bytes.length - less)))
}

/** The begin of a body as text, in the charset that it is in. A character that is cut in its middle is left out. */
export function textOf({ body, fields }: HttpRequest, most: number): string {
  const bytes = body.subarray(0, most)
  const media = parseMediaType(fields.get('content-type') ?? '')
  const charset = charsetOf(bytes, media?.parameters.get('charset'))
  const read = body.length <= most && charset === 'utf-8' ? decodeText(bytes, media) : undefined
  if (read?.ok) return withoutMark(read.value)
  return withoutMark(new TextDecoder(charset).decode(bytes, { stream: body.length > most }))
}

/** Texts in UTF-16 without a word about it have a zero beside each letter. */
function charsetOf(bytes: Uint8Array, declared: string | undefined): string {
  const sample = bytes.subarray(0, 64)
  const isZero = (odd: number): boolean => sample.length > 3 && sample.every((byte, i) => i % 2 !== odd || byte === 0)
  if (isZero(1) || (sample[0] === 0xff && sample[1] === 0xfe)) return 'utf-16le'
  if (isZero(0) || (sample[0] === 0xfe && sample[1] === 0xff)) return 'utf-16be'
  const known =
    declared !== undefined && /^(?:utf-16(?:le|be)?|iso-8859-\d{1,2}|windows-125\d|us-ascii)$/i.test(declared)
  return known && isLabel(declared) ? declared : 'utf-8'
}

function isLabel(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== ''
  } catch {
    return false
  }
}
