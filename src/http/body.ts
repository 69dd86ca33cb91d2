/** Request bodies read and response bodies written, by media type. One line a codec. */

import { jsonText } from '../support/exact-json.ts'
import { isPlainText, withoutMark } from '../support/exact-number.ts'
import { isObject } from '../support/json.ts'
import { err, ok, type Result } from '../support/result.ts'
import { flatten, nest } from './brackets.ts'
import { decodeText } from './charset.ts'
import { formatCsv } from './csv.ts'
import { crowdOf, parseJson } from './json-text.ts'
import { essenceOf, isJson, isJsonLines, isXml, type MediaType, parseMediaType } from './media-type.ts'
import { parseMultipart, type UploadedFile } from './multipart.ts'
import { formatQuery, MAX_PAIRS, parseQuery } from './query.ts'
import { formatXml, parseXml, type XmlSchema } from './xml.ts'

export interface DecodedBody {
  /** JSON values as they are, forms as objects of texts, text as text; undefined when there is no body. */
  readonly value: unknown
  readonly files: readonly UploadedFile[]
  /** Scalars are texts that the schema still has to make into numbers and flags. */
  readonly textual: boolean
}

export interface BodyProblem {
  readonly status: 400 | 413 | 415
  readonly message: string
}

/** What the schema says, for media types that need it to be read or written. */
export type BodySchema<S> = XmlSchema<S>

type Decoded = Result<DecodedBody, BodyProblem>

/** A text of more bytes leaves no room beside it: strings hold 512 Mi code units. */
const MOST_BYTES = 256 * 1024 * 1024

/** Reads a request body by its Content-Type. A body without one is taken for JSON when it looks like it, else for bytes. */
export function decodeBody<S>(
  bytes: Uint8Array,
  contentType: string | undefined,
  schema?: BodySchema<S>,
  maxBytes: number = MOST_BYTES,
): Decoded {
  if (bytes.length > maxBytes) return err({ status: 413, message: `Request body is larger than ${maxBytes} bytes` })
  if (bytes.length === 0) return ok({ value: undefined, files: [], textual: false })
  if (contentType === undefined || contentType.trim() === '') return decodeUnnamed(bytes)
  const media = parseMediaType(contentType)
  if (media === undefined)
    return err({ status: 415, message: `Content-Type ${quoted(contentType)} is not a media type` })
  if (media.type === 'multipart') return decodeMultipart(bytes, media)
  if (!isTextual(media)) return ok(binary(bytes, contentType))
  const text = decodeText(bytes, media)
  if (!text.ok && text.error.kind === 'unknown')
    return err({ status: 415, message: `Charset ${quoted(text.error.charset)} is not known` })
  if (!text.ok) return malformed(`is not valid ${text.error.charset}`)
  return decodeTextual(text.value, media, schema)
}

function decodeTextual<S>(text: string, media: MediaType, schema: BodySchema<S> | undefined): Decoded {
  const crowd = isJsonLines(media) || isJson(media) ? crowdOf(text) : undefined
  if (crowd !== undefined) return crowded(crowd)
  if (isJsonLines(media)) return decodeLines(text)
  if (isJson(media)) return fromResult(parseJson(text), false, 'is not JSON: it ')
  if (isForm(media)) return decodeForm(text)
  if (isXml(media)) return fromResult(parseXml(text, schema), true, 'is not XML we read: it ')
  return ok({ value: withoutMark(text), files: [], textual: true })
}

function fromResult(result: Result<unknown, string>, textual: boolean, problem: string): Decoded {
  return result.ok ? ok({ value: result.value, files: [], textual }) : malformed(problem + result.error)
}

function crowded(clause: string): Decoded {
  return err({ status: 413, message: `Request body ${clause}` })
}

function malformed(clause: string): Decoded {
  return err({ status: 400, message: `Request body ${clause}` })
}

function decodeForm(text: string): Decoded {
  const pairs = parseQuery(text, MAX_PAIRS + 1)
  if (pairs.length > MAX_PAIRS) return malformed(`has more than ${MAX_PAIRS} form fields`)
  return ok({ value: nest(pairs), files: [], textual: true })
}

function decodeMultipart(bytes: Uint8Array, media: MediaType): Decoded {
  const boundary = media.parameters.get('boundary')
  if (boundary === undefined) return malformed('is multipart, but Content-Type names no boundary')
  const read = parseMultipart(bytes, boundary)
  return read.ok ? ok({ ...read.value, textual: true }) : malformed(`is multipart and ${read.error}`)
}

/** JSON lines beyond this are not read. */
const MAX_LINES = 250_000

/** Begins each text of application/json-seq (RFC 7464). */
const RECORD_SEPARATOR = '\u001e'

function decodeLines(text: string): Decoded {
  const values: unknown[] = []
  let number = 0
  const lines = text.replaceAll(RECORD_SEPARATOR, '\n').split('\n', MAX_LINES + 1)
  if (lines.length > MAX_LINES) return malformed(`has more than ${MAX_LINES} lines`)
  for (const line of lines) {
    number++
    if (line.trim() === '') continue
    const parsed = parseJson(line)
    if (!parsed.ok) return malformed(`is not JSON lines: line ${number} ${parsed.error}`)
    values.push(parsed.value)
  }
  return ok({ value: values, files: [], textual: false })
}

function decodeUnnamed(bytes: Uint8Array): Decoded {
  const first = bytes.find((byte) => byte > 0x20)
  if (first === 0x7b || first === 0x5b) {
    const text = decodeText(bytes, undefined)
    const crowd = text.ok ? crowdOf(text.value) : undefined
    if (crowd !== undefined) return crowded(crowd)
    const parsed = text.ok ? parseJson(text.value) : undefined
    if (parsed?.ok) return ok({ value: parsed.value, files: [], textual: false })
  }
  return ok(binary(bytes, undefined))
}

/** Bytes stand in the value as text only in name: the file holds them. */
function binary(bytes: Uint8Array, mediaType: string | undefined): DecodedBody {
  return { value: '', files: [{ field: '', name: undefined, mediaType, bytes }], textual: true }
}

function isForm(media: MediaType): boolean {
  return essenceOf(media) === 'application/x-www-form-urlencoded'
}

/** True for bodies that are read as text of some form; others are bytes. */
export function isTextual(media: MediaType): boolean {
  return (
    media.type === 'text' ||
    isJson(media) ||
    isXml(media) ||
    isForm(media) ||
    isJsonLines(media) ||
    /^(graphql|yaml|x-yaml|javascript|sql|toml)$|\+yaml$/.test(media.subtype)
  )
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}

export interface EncodedBody {
  /** The whole Content-Type, with charset where text needs it. */
  readonly contentType: string
  readonly body: string | Uint8Array
}

/** Writes a response value as a media type wants it. What a type cannot say is said in JSON inside it. */
export function encodeBody<S>(value: unknown, mediaType: string, schema?: BodySchema<S>): EncodedBody {
  const media = parseMediaType(mediaType)
  if (media === undefined) return { contentType: mediaType, body: asText(value) }
  if (value instanceof Uint8Array) return { contentType: mediaType, body: value }
  if (essenceOf(media) === 'text/event-stream')
    return { contentType: withCharset(mediaType, media), body: eventStream(value) }
  if (isJsonLines(media)) return { contentType: mediaType, body: jsonLines(value, media) }
  if (isJson(media)) return { contentType: withCharset(mediaType, media), body: jsonText(value) }
  if (isForm(media))
    return { contentType: mediaType, body: isObject(value) ? formatQuery(flatten(value)) : asText(value) }
  if (isXml(media) && typeof value !== 'string')
    return { contentType: withCharset(mediaType, media), body: formatXml(value, schema) }
  if (media.subtype === 'csv' && typeof value !== 'string')
    return { contentType: withCharset(mediaType, media), body: formatCsv(value) }
  return { contentType: media.type === 'text' ? withCharset(mediaType, media) : mediaType, body: asText(value) }
}

function withCharset(mediaType: string, media: MediaType): string {
  return media.parameters.has('charset') ? mediaType : `${mediaType}; charset=utf-8`
}

/** A line each; in application/json-seq behind a separator (RFC 7464, section 2.2). */
function jsonLines(value: unknown, media: MediaType): string {
  const before = media.subtype.endsWith('json-seq') ? RECORD_SEPARATOR : ''
  return asList(value)
    .map((item) => `${before}${jsonText(item)}\n`)
    .join('')
}

function eventStream(value: unknown): string {
  return asList(value).map(eventFrame).join('')
}

/** An item that has the fields of an event is one; any other is the data of one (HTML, 9.2). */
function eventFrame(item: unknown): string {
  if (!isObject(item) || !Object.hasOwn(item, 'data')) return `${dataLines(asText(item))}\n`
  let frame = ''
  for (const name of ['event', 'id', 'retry'])
    if (Object.hasOwn(item, name) && item[name] !== null)
      frame += `${name}: ${asText(item[name]).replace(/[\r\n]+/g, ' ')}\n`
  return Object.keys(item).every((key) => ['event', 'id', 'retry', 'data', 'comment'].includes(key))
    ? `${frame}${dataLines(asText(item['data']))}\n`
    : `${dataLines(jsonText(item))}\n`
}

function dataLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function asText(value: unknown): string {
  if (isPlainText(value)) return value
  return value === undefined || value === null ? '' : jsonText(value)
}
