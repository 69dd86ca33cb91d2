/**
 * Keys as bytes whose order is the code-unit order of the strings: each UTF-16
 * code unit is written by itself as one to three bytes (CESU-8), so surrogates,
 * paired or lone, sort and return exactly as they came.
 */
import type { Buffer } from 'node:buffer'

/** Bytes that a key may take, the most that LMDB promises on every page size. */
const LONGEST_KEY = 1978

/** True for keys that LMDB takes: not empty, and not too long. */
export function fitsKey(key: string): boolean {
  if (key.length * 3 <= LONGEST_KEY) return key !== ''
  let bytes = 0
  for (let i = 0; i < key.length && bytes <= LONGEST_KEY; i++) {
    const unit = key.charCodeAt(i)
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
  }
  return bytes <= LONGEST_KEY
}

/** Writes the key at `start` and returns where it ends. Throws RangeError when the target is too small. */
export function writeKey(key: string, target: Uint8Array, start: number): number {
  let at = start
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i)
    if (unit < 0x80) target[at++] = unit
    else if (unit < 0x800) {
      target[at++] = 0xc0 | (unit >> 6)
      target[at++] = 0x80 | (unit & 0x3f)
    } else {
      target[at++] = 0xe0 | (unit >> 12)
      target[at++] = 0x80 | ((unit >> 6) & 0x3f)
      target[at++] = 0x80 | (unit & 0x3f)
    }
  }
  if (at > target.byteLength || at - start > LONGEST_KEY) throw new RangeError('Key is too long')
  return at
}

/** The key that stands between `start` and `end`. */
export function readKey(source: Uint8Array, start: number, end: number): string {
  const text = (source as Buffer).toString('latin1', start, end)
  return /^[\0-\x7f]*$/.test(text) ? text : decode(source, start, end)
}

function decode(source: Uint8Array, start: number, end: number): string {
  const units: number[] = []
  let at = start
  const next = () => source[at++] ?? 0
  while (at < end) {
    const first = next()
    if (first < 0x80) units.push(first)
    else if (first < 0xe0) units.push(((first & 0x1f) << 6) | (next() & 0x3f))
    else units.push(((first & 0x0f) << 12) | ((next() & 0x3f) << 6) | (next() & 0x3f))
  }
  return String.fromCharCode(...units)
}
