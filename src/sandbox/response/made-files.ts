/**
 * The smallest whole files of kinds that programs open: pictures of one pixel, a PDF of one empty page, an archive with
 * nothing in it. PNG: the PNG specification, 5 and 11. JPEG: ITU-T T.81, annex B. GIF: GIF89a. WebP: RFC 9649. SVG:
 * SVG 2, 5.1. PDF: ISO 32000-1, 7.5. ZIP: APPNOTE 4.3.16.
 */
import type { Schema } from '../../api/schema/schema.ts'
import { essenceOf, parseMediaType } from '../../http/media-type.ts'
import type { Runtime } from '../runtime.ts'

interface FileKind {
  /** What every file of the kind begins with. */
  readonly begins: RegExp
  readonly base64: string
}

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000052 00000 n 
0000000101 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
164
%%EOF
`

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n'

const JPEG: FileKind = {
  begins: /^\u00ff\u00d8\u00ff/,
  base64: `/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEB${'AQEB'.repeat(20)}AQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z`,
}

const kinds: ReadonlyMap<string, FileKind> = new Map<string, FileKind>([
  [
    'image/png',
    {
      begins: /^\u0089PNG\r\n/,
      base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==',
    },
  ],
  ['image/jpeg', JPEG],
  ['image/jpg', JPEG],
  ['image/gif', { begins: /^GIF8[79]a/, base64: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==' }],
  ['image/webp', { begins: /^RIFF.{4}WEBP/s, base64: 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==' }],
  ['image/svg+xml', { begins: /^\s*</, base64: btoa(SVG) }],
  ['application/pdf', { begins: /^%PDF-/, base64: btoa(PDF) }],
  ['application/zip', { begins: /^PK/, base64: `UEsFBg${'A'.repeat(24)}==` }],
])

/** A text that stands for a file and is none, or what stands there where no schema does, as a whole file of its media type; what is one stays, and so does all else. */
export function asFile(
  value: unknown,
  mediaType: string,
  schema: Schema | undefined,
  { view }: Pick<Runtime, 'view'>,
): unknown {
  const kind = kindOf(mediaType)
  if (kind === undefined || value instanceof Uint8Array) return value
  const { keywords } = view(schema)
  const saysNothing = schema === undefined || Object.keys(schema).length === 0
  if (!saysNothing && !(typeof value === 'string' || value === undefined || value === null)) return value
  const bounds = ['pattern', 'enum', 'const', 'maxLength', 'minLength'].some((name) => keywords[name] !== undefined)
  if (bounds) return value
  const isEncoded = /^(byte|base64)$/.test(`${keywords['contentEncoding'] ?? keywords['format'] ?? ''}`)
  const said = typeof value === 'string' ? value : ''
  const text = isEncoded ? Buffer.from(said, 'base64').toString('latin1') : said
  if (kind.begins.test(text)) return value
  return isEncoded ? kind.base64 : new Uint8Array(Buffer.from(kind.base64, 'base64'))
}

function kindOf(mediaType: string): FileKind | undefined {
  const media = parseMediaType(mediaType)
  return media === undefined ? undefined : kinds.get(essenceOf(media))
}
