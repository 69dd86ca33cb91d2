/** Bytes as text by the charset of a Content-Type. */
import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { err, ok, type Result } from '../support/result.ts'
import type { MediaType } from './media-type.ts'

export type CharsetProblem = 'malformed' | 'unknown'

/** The text of a body: UTF-8 unless the media type names another charset; a byte order mark is dropped. */
export function decodeText(bytes: Uint8Array, media: MediaType | undefined): Result<string, CharsetProblem> {
  const label = byteOrder(bytes) ?? media?.parameters.get('charset') ?? 'utf-8'
  if (/^utf-?8$/i.test(label)) return isUtf8(bytes) ? ok(utf8(bytes)) : err('malformed')
  const decoder = decoderFor(label)
  if (decoder === undefined) return err('unknown')
  try {
    return ok(decoder.decode(bytes))
  } catch {
    return err('malformed')
  }
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    return undefined
  }
}

/** Several times faster than a decoder for the bodies that nearly all requests have. */
function utf8(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', marked ? 3 : 0)
}

/** A UTF-16 byte order mark speaks louder than the field. */
function byteOrder(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}
