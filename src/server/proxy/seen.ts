/** What is kept of a message to be looked at: its fields as they came and the begin of its body. */
import { Buffer } from 'node:buffer'
import { MOST_SEEN, type SeenMessage } from '../../traffic/exchange.ts'
import { TOKEN_FIELD } from '../receive.ts'

/** Bytes that all exchanges under way keep together. */
export interface Kept {
  bytes: number
  readonly limit: number
}

/** A piece that is smaller is copied to others when there are many. */
const SMALL = 1024
const FEW = 16
/** What a piece may pin beside its own bytes. */
const SLACK = 256
const BLOCK = 8 * 1024

/** A body as it passes. Nothing is copied, but for pieces that are small or would pin a much larger buffer. */
export class SeenBody {
  length = 0
  readonly #all: Kept
  #kept = 0
  #pieces: Uint8Array[] = []
  #block: Buffer | undefined
  #filled = 0

  constructor(all: Kept) {
    this.#all = all
  }

  add(chunk: Uint8Array): void {
    this.length += chunk.length
    if (this.#kept + chunk.length < this.length) return
    const room = Math.min(MOST_SEEN - this.#kept, this.#all.limit - this.#all.bytes)
    if (room <= 0) return
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk
    this.#kept += part.length
    this.#all.bytes += part.length
    const pins = part.buffer.byteLength > 2 * part.length + SLACK
    if (!pins && (part.length >= SMALL || this.#pieces.length < FEW)) {
      this.#closeBlock()
      this.#pieces.push(part)
    } else this.#copy(part)
  }

  /** What was seen; what it kept is no more counted among the exchanges under way. */
  take(rawFields: readonly string[], isWhole: boolean): SeenMessage {
    this.#closeBlock()
    this.#all.bytes -= this.#kept
    const truncated = !isWhole || this.#kept < this.length
    return { fields: withoutToken(rawFields), body: this.#pieces, length: this.length, truncated }
  }

  #copy(part: Uint8Array): void {
    let rest = part
    while (rest.length > 0) {
      this.#block ??= Buffer.allocUnsafeSlow(this.#pieces.length === 0 ? rest.length : Math.max(BLOCK, rest.length))
      const fits = rest.subarray(0, this.#block.length - this.#filled)
      this.#block.set(fits, this.#filled)
      this.#filled += fits.length
      rest = rest.subarray(fits.length)
      if (this.#filled === this.#block.length) this.#closeBlock()
    }
  }

  #closeBlock(): void {
    if (this.#block === undefined) return
    const filled = this.#block.subarray(0, this.#filled)
    // A block that is mostly empty would be kept whole.
    this.#pieces.push(this.#filled * 2 < this.#block.length ? Uint8Array.from(filled) : filled)
    this.#block = undefined
    this.#filled = 0
  }
}

function withoutToken(raw: readonly string[]): readonly string[] {
  for (let i = 0; i < raw.length; i += 2) if (isToken(raw[i])) return filtered(raw)
  return raw
}

function filtered(raw: readonly string[]): string[] {
  return raw.filter((_, i) => !isToken(raw[i - (i % 2)]))
}

function isToken(name: string | undefined): boolean {
  return name !== undefined && name.length === TOKEN_FIELD.length && name.toLowerCase() === TOKEN_FIELD
}
