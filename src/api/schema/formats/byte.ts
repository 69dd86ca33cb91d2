/** Base64 text (RFC 4648, section 4), or in the alphabet for URLs (section 5), as many clients send it; padded or not. */
import { Buffer } from 'node:buffer'
import { between, type Format, textFormat } from './format.ts'

function isBase64(text: string): boolean {
  if (!/^([A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/.test(text)) return false
  return text.endsWith('=') ? text.length % 4 === 0 : text.length % 4 !== 1
}

function sampleBytes(next: () => number): Buffer {
  return Buffer.from(Array.from({ length: 12 }, () => between(next, 0, 255)))
}

export const byte: Format = textFormat('byte', isBase64, (next) => sampleBytes(next).toString('base64'))

export const base64url: Format = textFormat(
  'base64url',
  (text) => /^[A-Za-z0-9_-]*={0,2}$/.test(text),
  (next) => sampleBytes(next).toString('base64url'),
)
