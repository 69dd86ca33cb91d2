import { isUtf8 } from 'node:buffer'
import { MultipartPart } from '@remix-run/multipart-parser'
import { withoutMark } from '../support/exact-number.ts'
import { err, ok, type Result } from '../support/result.ts'
import { nest } from './brackets.ts'
import { decodeText } from './charset.ts'
import { parseSentJson } from './json-text.ts'
import { isJson, parseMediaType } from './media-type.ts'
import { divideMultipart, type Part } from './multipart-parts.ts'

/** A file that came with a request. */
export interface UploadedFile {
  /** Name of the form field; '' when the whole body is the file. */
  readonly field: string
  readonly name: string | undefined
  readonly mediaType: string | undefined
  readonly bytes: Uint8Array
}

export interface MultipartBody {
  /** Fields by name, nested as their brackets say; a file stands by its name, the bytes are in `files`. */
  readonly value: object
  readonly files: readonly UploadedFile[]
}

const MAX_PARTS = 1_000
const MAX_HEADER = 16_384

/** Reads a multipart body: texts, JSON parts as values, files. */
export function parseMultipart(bytes: Uint8Array, boundary: string): Result<MultipartBody, string> {
  if (boundary === '' || boundary.length > 256 || /[^\x20-\x7e]/.test(boundary)) return err('has no usable boundary')
  const parts = divideMultipart(bytes, boundary, MAX_PARTS)
  if (parts === undefined) return err('is cut off or not divided by its boundary')
  if (parts.length > MAX_PARTS) return err(`has more than ${MAX_PARTS} parts`)
  const pairs: [string, unknown][] = []
  const files: UploadedFile[] = []
  for (const { header, content } of parts) {
    if (header.length > MAX_HEADER) return err(`has a part with a header of more than ${MAX_HEADER} bytes`)
    if (!isUtf8(header)) return err('has a part whose header is not UTF-8')
    const part = new MultipartPart(unfolded(header), [content])
    const read = readPart(part, files)
    if (!read.ok) return read
    if (part.name !== undefined) pairs.push([part.name, read.value])
  }
  return ok({ value: nest(pairs), files })
}

/** Long lines of a header may go on in lines that begin with white space (RFC 5322, 2.2.3). */
function unfolded(header: Part['header']): Uint8Array {
  const text = Buffer.from(header.buffer, header.byteOffset, header.byteLength).toString('latin1')
  return /\r\n[ \t]/.test(text) ? Buffer.from(text.replace(/\r\n[ \t]+/g, ' '), 'latin1') : header
}

function readPart(part: MultipartPart, files: UploadedFile[]): Result<unknown, string> {
  const media =
    part.mediaType === undefined ? undefined : parseMediaType(part.headers['content-type'] ?? part.mediaType)
  const isFile = part.filename !== undefined
  const isText = media === undefined || media.type === 'text' || isJson(media)
  if (isFile || !isText) {
    const field = part.name ?? ''
    files.push({ field, name: part.filename, mediaType: part.mediaType, bytes: part.bytes })
    if (isFile || media === undefined || !isJson(media)) return ok(part.filename ?? field)
  }
  const text = decodeText(part.bytes, media)
  if (!text.ok) return err(`has a part ${JSON.stringify(part.name ?? '')} that is not text`)
  if (media === undefined || !isJson(media)) return ok(withoutMark(text.value))
  const parsed = parseSentJson(text.value)
  return parsed.ok ? parsed : err(`has a part ${JSON.stringify(part.name ?? '')} whose JSON ${parsed.error}`)
}
