/** Answers of several parts (RFC 2046, 5.1; RFC 2387; RFC 7578): one for each property, or for each item of a list. */
import type { Encoding, MediaType } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { encodeBody } from '../../http/body.ts'
import { parseMediaType } from '../../http/media-type.ts'
import { formatMultipart, type WrittenPart, writtenMultipart } from '../../http/multipart-text.ts'
import { isPlainText } from '../../support/exact-number.ts'
import { isObject } from '../../support/json.ts'
import type { Runtime } from '../runtime.ts'

export function isMultipart(mediaType: string): boolean {
  return /^multipart\//i.test(mediaType)
}

/** The value under its media type, which names the boundary. */
export function multipartAnswer(
  value: unknown,
  mediaType: string,
  media: MediaType | undefined,
  { view }: Pick<Runtime, 'view'>,
): { readonly contentType: string; readonly body: string | Uint8Array } {
  const type = (mediaType.split(';')[0] ?? mediaType).trim()
  const full = /\/\*$/.test(type) ? 'multipart/mixed' : type
  const written = typeof value === 'string' ? writtenMultipart(value) : undefined
  if (written !== undefined) return { contentType: named(full, written.boundary, undefined), body: written.body }
  const parts = partsOf(value, full, media, view)
  const { boundary, body } = formatMultipart(parts, parseMediaType(mediaType)?.parameters.get('boundary'))
  return { contentType: named(full, boundary, parts[0]), body }
}

/** `multipart/related` says what its first part is (RFC 2387, 3.1). */
function named(type: string, boundary: string, first: WrittenPart | undefined): string {
  const quoted = /^[\w'+.-]+$/.test(boundary) ? boundary : `"${boundary}"`
  const root = /related$/i.test(type) ? first?.fields[1]?.split(';')[0] : undefined
  return `${type}; boundary=${quoted}${root === undefined ? '' : `; type="${root}"`}`
}

type View = (schema: Schema | undefined) => SchemaView

function partsOf(value: unknown, type: string, media: MediaType | undefined, view: View): readonly WrittenPart[] {
  const whole = view(media?.schema)
  if (Array.isArray(value)) {
    const schema = media?.itemSchema ?? whole.items
    return value.map((item) => partOf({ item, schema, view }))
  }
  if (!isObject(value)) return [partOf({ item: value, schema: media?.schema, view })]
  const isForm = /form-data$/i.test(type)
  return Object.entries(value).flatMap(([name, of]) => {
    const schema = whole.properties.get(name)
    const encoding = media?.encoding[name]
    const inner = view(schema).items
    // Each item of a list is a part of its own (RFC 7578, 4.3; OpenAPI, Encoding Object).
    const items =
      Array.isArray(of) && inner !== undefined ? of.map((item) => [item, inner] as const) : [[of, schema] as const]
    return items.map(([item, one]) => partOf({ item, schema: one, view, name, isForm, ...(encoding && { encoding }) }))
  })
}

interface Piece {
  readonly item: unknown
  readonly schema: Schema | undefined
  readonly view: View
  /** Absent: it is a part by its place alone. */
  readonly name?: string
  readonly isForm?: boolean
  readonly encoding?: Encoding
}

function partOf({ item, schema, view, name, isForm = false, encoding }: Piece): WrittenPart {
  const { contentType, body } = encodeBody(item, partType(item, schema, view, encoding))
  return { fields: ['Content-Type', contentType, ...(name === undefined ? [] : naming(name, isForm))], content: body }
}

function naming(name: string, isForm: boolean): readonly string[] {
  const text = encodeURI(name).replaceAll('"', '%22')
  if (isForm) return ['Content-Disposition', `form-data; name="${text}"`]
  return ['Content-ID', `<${text.replace(/[<>]/g, '')}>`, 'Content-Disposition', `inline; name="${text}"`]
}

/** What the encoding says; else JSON for structures, bytes for what is binary, and text. */
function partType(item: unknown, schema: Schema | undefined, view: View, encoding: Encoding | undefined): string {
  const [said] = (encoding?.contentType ?? '').split(',').filter((type) => !type.includes('*'))
  if (said !== undefined && said.trim() !== '') return said.trim()
  const { keywords } = view(schema)
  const { contentMediaType, format } = keywords
  if (typeof contentMediaType === 'string') return contentMediaType
  if (!isPlainText(item)) return 'application/json'
  return format === 'binary' || format === 'byte' ? 'application/octet-stream' : 'text/plain'
}
