import { Buffer } from 'node:buffer'

const MIB = 1024 * 1024

/** Bytes one document may have. */
const DOCUMENT_LIMIT = 64 * MIB

/** Thrown when a stream goes on past the limit. */
export class TooLarge extends Error {
  constructor() {
    super(`it is larger than ${DOCUMENT_LIMIT / MIB} MiB`)
  }
}

/** All that a stream gives, told as it comes; it is left, not drained, when that passes the limit of a document. */
export async function wholeOf(
  stream: AsyncIterable<Uint8Array>,
  received: (bytes: number) => void = () => {},
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > DOCUMENT_LIMIT) throw new TooLarge()
    received(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
