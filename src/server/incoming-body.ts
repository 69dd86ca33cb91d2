/** A body on its way in: what came of it, counted as it comes. */
import { Buffer } from 'node:buffer'
import { NO_BODY } from '../http/message.ts'
import type { Budget, Holder } from '../support/budget.ts'

/** What became of a body: its bytes, or why there are none. */
export type Received = Uint8Array | Refused | 'gone'

export type Refused = 'too-large' | 'no-room' | 'crumbs'

/** What a piece takes beside its bytes. */
const PIECE = 256
/** So many pieces, of fewer bytes than this on average, are no body that anybody means: to take each apart costs more than what is in it. */
const MOST_CRUMBS = 8_192
const CRUMB = 16
/** Less is not worth counting again. */
const STEP = 8 * 1024
/** Pieces are made one when there are so many: a client may send each byte alone. */
const MOST_PIECES = 256

export class IncomingBody implements Holder {
  held = 0
  readonly #budget: Budget
  readonly #limit: number
  readonly #received: (body: Received) => void
  #whole: Buffer[] = []
  #pieces: Buffer[] = []
  #size = 0
  #count = 0
  #isDone = false

  constructor(budget: Budget, limit: number, received: (body: Received) => void) {
    this.#budget = budget
    this.#limit = limit
    this.#received = received
  }

  add(chunk: Buffer): void {
    if (this.#isDone) return
    this.#size += chunk.length
    if (this.#size > this.#limit) {
      this.stop('too-large')
      return
    }
    this.#count += 1
    if (this.#count > MOST_CRUMBS && this.#size < CRUMB * this.#count) {
      this.stop('crumbs')
      return
    }
    this.#pieces.push(chunk)
    if (this.#pieces.length === MOST_PIECES) {
      this.#whole.push(Buffer.concat(this.#pieces))
      this.#pieces = []
    }
    const holds = this.#size + PIECE * (this.#pieces.length + this.#whole.length)
    if (this.held > 0 && Math.abs(holds - this.held) < STEP) return
    // Who sends on is not the one to give way.
    if (this.held > 0) this.#budget.enter(this)
    this.#budget.hold(this, holds)
  }

  /** All has come. It counts until `release`. */
  end(): void {
    if (this.#isDone) return
    this.#isDone = true
    const pieces = this.#whole.length === 0 ? this.#pieces : [...this.#whole, ...this.#pieces]
    const [first = NO_BODY] = pieces
    this.#drop()
    this.#received(pieces.length > 1 ? Buffer.concat(pieces, this.#size) : first)
  }

  stop(why: Refused | 'gone'): void {
    if (this.#isDone) return
    this.#isDone = true
    this.#drop()
    this.release()
    this.#received(why)
  }

  letGo(): void {
    this.stop('no-room')
  }

  /** Whoever was given the bytes needs them no more. */
  release(): void {
    this.#budget.leave(this)
  }

  #drop(): void {
    this.#whole = []
    this.#pieces = []
  }
}
