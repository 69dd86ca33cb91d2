/**
 * Content codings undone (RFC 9110 8.4), for looking at bodies only. What comes out is bounded, whatever goes in; a
 * body that ends too early gives what it holds up to there.
 */
import { Buffer } from 'node:buffer'
import * as zlib from 'node:zlib'
import { Decompress } from 'fzstd'
import { splitList } from '../http/media-type.ts'
import { err, ok, type Result } from '../support/result.ts'

export type DecodeProblem = 'undecodable' | 'too-large'

/** Bytes that a decoded body may have. */
const MOST_DECODED = 16 * 1024 * 1024

/** More codings in a row than this are none that a server applies. */
const MOST_CODINGS = 4

/** Takes the bytes and how many may come out; throws `TooMuch` or RangeError beyond, anything else for what it cannot read. */
type Decoder = (bytes: Uint8Array, most: number) => Uint8Array

class TooMuch extends Error {}

/** The bytes of a body without the codings that its Content-Encoding names, the last of which was applied last. */
export function decodeContent(
  body: Uint8Array,
  contentEncoding: string | undefined,
  most: number = MOST_DECODED,
): Result<Uint8Array, DecodeProblem> {
  const codings = splitList(contentEncoding ?? '').map((coding) => coding.toLowerCase())
  const applied = codings.filter((coding) => coding !== 'identity').reverse()
  if (applied.length > MOST_CODINGS) return err('undecodable')
  let bytes = body
  for (const coding of applied) {
    const decoder = DECODERS.get(coding)
    if (decoder === undefined) return err('undecodable')
    if (bytes.length === 0) break
    try {
      bytes = decoder(bytes, most)
    } catch (error) {
      return err(isTooMuch(error) ? 'too-large' : 'undecodable')
    }
  }
  return bytes.length > most ? err('too-large') : ok(bytes)
}

function isTooMuch(error: unknown): boolean {
  return error instanceof TooMuch || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
}

const { constants } = zlib

/** What is cut off is read as far as it goes. */
const options = (most: number): zlib.ZlibOptions => ({
  maxOutputLength: most,
  finishFlush: constants.Z_SYNC_FLUSH,
})

const gunzip: Decoder = (bytes, most) => zlib.gunzipSync(bytes, options(most))

/** Some servers send the bare stream where the coding is one with a head (RFC 9110 8.4.1.2). */
const inflate: Decoder = (bytes, most) =>
  hasZlibHead(bytes) ? zlib.inflateSync(bytes, options(most)) : zlib.inflateRawSync(bytes, options(most))

/** The method is 8, and both bytes are a multiple of 31 (RFC 1950 2.2). */
function hasZlibHead(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  return (first & 0x0f) === 8 && (bytes.length < 2 || (first * 256 + second) % 31 === 0)
}

const brotli: Decoder = (bytes, most) =>
  zlib.brotliDecompressSync(bytes, { maxOutputLength: most, finishFlush: constants.BROTLI_OPERATION_FLUSH })

/** That of newer versions of node. */
interface WithZstd {
  readonly zstdDecompressSync?: (bytes: Uint8Array, options: object) => Uint8Array
  readonly constants: { readonly ZSTD_e_flush?: number }
}

const own = zlib as unknown as WithZstd

const zstd: Decoder = (bytes, most) => {
  refuseLargeWindows(bytes)
  return own.zstdDecompressSync === undefined
    ? readZstd(bytes, most)
    : own.zstdDecompressSync(bytes, { maxOutputLength: most, finishFlush: own.constants.ZSTD_e_flush })
}

function readZstd(bytes: Uint8Array, most: number): Uint8Array {
  const pieces: Uint8Array[] = []
  let size = 0
  const stream = new Decompress((piece) => {
    size += piece.length
    if (size > most) throw new TooMuch()
    pieces.push(Uint8Array.from(piece))
  })
  stream.push(bytes)
  return Buffer.concat(pieces, size)
}

const ZSTD_MAGIC = 0xfd2fb528
/** Decoders need no larger ones (RFC 8878 3.1.1.1.2 asks for 8 MiB). */
const LARGEST_WINDOW = 16 * 1024 * 1024

/** A frame says in its head how much memory its reader takes; frames are walked by the heads of their blocks (RFC 8878 3.1.1). */
function refuseLargeWindows(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length >= 4 && !isFrame(view.getUint32(0, true))) throw new Error('no frame of zstd')
  let at = 0
  while (at + 9 < bytes.length) {
    const magic = view.getUint32(at, true)
    if (isSkipped(magic)) {
      at += 8 + view.getUint32(at + 4, true)
      continue
    }
    if (magic !== ZSTD_MAGIC) return
    at = endOfFrame(view, at + 4)
  }
}

function isFrame(magic: number): boolean {
  return magic === ZSTD_MAGIC || isSkipped(magic)
}

/** Frames that hold what is not content (RFC 8878 3.1.2). */
function isSkipped(magic: number): boolean {
  return magic >>> 4 === 0x184d2a5
}

function endOfFrame(view: DataView, start: number): number {
  const descriptor = view.getUint8(start)
  const isSingle = (descriptor & 0x20) !== 0
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  const idBytes = [0, 1, 2, 4][descriptor & 3] ?? 0
  const sizeAt = start + 1 + (isSingle ? 0 : 1) + idBytes
  const needed = isSingle ? contentSize(view, sizeAt, sizeBytes) : windowOf(view.getUint8(start + 1))
  if (needed > LARGEST_WINDOW) throw new TooMuch()
  let at = sizeAt + sizeBytes
  for (let isLast = false; !isLast && at + 3 <= view.byteLength; ) {
    const head = view.getUint16(at, true) + view.getUint8(at + 2) * 65536
    isLast = (head & 1) === 1
    at += 3 + (((head >> 1) & 3) === 1 ? 1 : head >> 3)
  }
  return at + ((descriptor & 4) === 0 ? 0 : 4)
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3))
  return base + (base / 8) * (descriptor & 7)
}

/** The size of the content where it stands in the head; the little that is missing of a cut one counts as nothing. */
function contentSize(view: DataView, at: number, bytes: number): number {
  if (at + bytes > view.byteLength) return 0
  if (bytes === 1) return view.getUint8(at)
  if (bytes === 2) return view.getUint16(at, true) + 256
  return bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true))
}

const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', brotli],
  ['zstd', zstd],
])
