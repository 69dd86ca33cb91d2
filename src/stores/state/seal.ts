/**
 * A value as it stands on the disk. It carries checksums of its key and of its text, so that what the disk has changed is
 * told, and never answered as if somebody had said it (CRC-32: any burst of 32 bits or fewer is seen).
 *
 *   0xfe | checksum of the key (4) | checksum of the text, begun with that of the key (4) | text
 *
 * The text is UTF-8; one that UTF-8 cannot carry because of lone surrogates stands as UTF-16 behind 0xff.
 */
import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { entryInWords } from '../../sandbox/state/keys.ts'
import { readKey } from './keys.ts'

export interface Entry {
  readonly key: string
  readonly value: string
}

/** What was found: `text` is undefined where it is damaged. Whether it stands under its own key is looked at when the file is opened. */
export interface Found {
  readonly keySum: number
  readonly text: string | undefined
}

const MARK = 0xfe
/** No UTF-8 begins so. */
const UTF16 = 0xff
const HEAD = 9
const loneSurrogate = /\p{Surrogate}/u

/** Bytes that a value takes besides its text. */
export const SEAL_SIZE: number = HEAD

export function seal({ key, value }: Entry): Buffer {
  const isUtf16 = loneSurrogate.test(value)
  const length = isUtf16 ? 2 * value.length + 1 : Buffer.byteLength(value)
  const bytes = Buffer.allocUnsafe(HEAD + length)
  if (isUtf16) bytes[HEAD] = UTF16
  bytes.write(value, isUtf16 ? HEAD + 1 : HEAD, isUtf16 ? 'utf16le' : 'utf8')
  const keySum = crc32(key)
  bytes[0] = MARK
  bytes.writeUInt32LE(keySum, 1)
  bytes.writeUInt32LE(crc32(bytes.subarray(HEAD), keySum), 5)
  return bytes
}

/** A value over 16 MiB comes as a view of the file, which is no Buffer. */
export function unseal(value: Uint8Array): Found {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (bytes.length < HEAD || bytes[0] !== MARK) return { keySum: -1, text: undefined }
  const keySum = bytes.readUInt32LE(1)
  const body = bytes.subarray(HEAD, bytes.length)
  if (crc32(body, keySum) !== bytes.readUInt32LE(5)) return { keySum, text: undefined }
  return { keySum, text: textOf(body) }
}

/** Reads a value of the versions that stored texts without checksums. */
export function readBare(value: Uint8Array): Found {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return { keySum: -1, text: textOf(bytes) }
}

/** The library hands out a longer buffer with a length of its own. */
function textOf(bytes: Buffer): string {
  const { length } = bytes
  return length > 0 && bytes[0] === UTF16 ? bytes.toString('utf16le', 1, length) : bytes.toString('utf8', 0, length)
}

/** Looks at all entries of a file, as bytes. */
export class EntryJudge {
  readonly damaged: string[] = []
  #sealed = 0
  #bare = 0

  readonly judge = (bytes: Buffer, value: Buffer): string | undefined => {
    const key = readKey(bytes, 0, bytes.length)
    const found = unseal(value)
    if (value[0] === MARK) this.#sealed++
    else if (!isSealedBelow(value)) this.#bare++
    if (found.text === undefined) this.damaged.push(key)
    // The value is what was stored, and stands under another key.
    else if (found.keySum !== crc32(key)) return `the key of the ${entryInWords(key)} is damaged`
    return undefined
  }

  /** An earlier version wrote the file: no value of it carries checksums. */
  get areBare(): boolean {
    return this.#bare > 0 && this.#sealed === 0 && this.#bare === this.damaged.length
  }
}

/** It carries checksums, and its mark alone is damaged. */
function isSealedBelow(value: Buffer): boolean {
  return unseal(Buffer.concat([Buffer.of(MARK), value.subarray(1)])).text !== undefined
}
