/** Answers that may be long, made as the client takes them: what waits for it is one batch at most. */
import { Buffer } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import type { HttpResponse, Pieces } from '../http/message.ts'
import type { Maker, Making } from './making.ts'
import { whenOver } from './over.ts'
import { begin } from './send.ts'

/** Characters that are made at one go; a piece that is longer is made by itself. */
const BATCH = 64 * 1024
/** What a list that goes on takes besides, in bytes, roughly: where its items stand. */
const OVERHEAD = 128 * 1024
/** Pieces that are longer need room to be made. */
const LARGE = 1024 * 1024
/** Bytes that are given to the socket at once. */
const PORTION = 256 * 1024
/** A client that takes nothing for so long is not waited for. */
const PATIENCE_MS = 600_000

export interface PiecesOptions {
  /** Ends the connection after it. */
  readonly close: boolean
  /** Sends what turned out short, and what is answered in place of it. */
  readonly whole: (answer: ServerResponse, response: HttpResponse) => void
  /** Says how many bytes the answer holds. */
  readonly holds: (bytes: number) => void
  /** Told of pieces that cannot be made once the head has left. */
  readonly failed: (answer: ServerResponse, error: unknown) => void
  /** Where large pieces wait for room. */
  readonly making: Making
  /** What is answered where there was none for too long. */
  readonly noRoom: HttpResponse
}

export type LongAnswer = HttpResponse & { readonly pieces: Pieces }

/** Throws what keeps the first batch from being made. */
export function sendPieces(answer: ServerResponse, response: LongAnswer, options: PiecesOptions): void {
  const { pieces } = response
  if (answer.destroyed || answer.headersSent) {
    pieces.release()
    return
  }
  answer.on('error', () => {})
  new Flow(answer, response, options).begin()
}

class Flow implements Maker {
  readonly #answer: ServerResponse
  readonly #response: LongAnswer
  readonly #options: PiecesOptions
  /** The first piece of the batch at hand, and the first one behind it. */
  #from = 0
  #next = 0
  /** What is made and not yet given to the socket, and how much of it was given. */
  #batch: Buffer | undefined
  #given = 0
  /** Of the piece that waits for room. */
  #weight = 0
  #isLast = false
  /** What is made once more if the batch is let go of: not of pieces that weigh nothing. */
  #isMadeAgain = false
  /** Since when the client takes nothing. */
  #since: number | undefined
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(answer: ServerResponse, response: LongAnswer, options: PiecesOptions) {
    this.#answer = answer
    this.#response = response
    this.#options = options
  }

  begin(): void {
    whenOver(this.#answer, this.#end)
    if (this.#isOver) return
    try {
      const first = this.#make()
      if (first === undefined) this.#options.making.wait(this, this.#weight)
      else this.#start(first)
    } catch (error) {
      this.#end()
      throw error
    }
  }

  /** There is room for the next piece. */
  readonly make = (): void => {
    this.#attempt(() => {
      const text = this.#make(true)
      if (text === undefined) return
      if (this.#answer.headersSent) this.#take(text)
      else this.#start(text)
    })
  }

  /** There was no room for long: what has not begun is answered otherwise. */
  giveUp(): boolean {
    if (this.#answer.headersSent) return false
    this.#end()
    this.#options.whole(this.#answer, this.#options.noRoom)
    return true
  }

  get stalled(): number {
    return this.#since === undefined ? 0 : performance.now() - this.#since
  }

  /** Lets go of what the client has not taken; it is made again when it does. */
  unload(): void {
    this.#batch = undefined
    this.#tell(0)
  }

  /** The text of the next batch; undefined where there is no room to make it. */
  #make(hasRoom = false): string | undefined {
    const { pieces } = this.#response
    const parts: string[] = []
    let length = 0
    this.#from = this.#next
    this.#isLast = false
    this.#isMadeAgain = false
    while (length < BATCH) {
      const weight = pieces.weigh(this.#next)
      if (weight > LARGE) {
        if (length > 0) break
        this.#weight = weight
        if (!hasRoom && !this.#options.making.mayMake(weight)) {
          pieces.forget()
          return undefined
        }
      }
      const part = pieces.at(this.#next)
      if (part === undefined) {
        this.#isLast = true
        break
      }
      this.#next++
      this.#isMadeAgain ||= weight > 0
      parts.push(part)
      length += part.length
    }
    return parts.length === 1 ? parts[0] : parts.join('')
  }

  #start(text: string): void {
    const { status, fields } = this.#response
    const { close, whole } = this.#options
    if (this.#isLast) {
      this.#end()
      whole(this.#answer, { status, fields, body: text })
      return
    }
    begin(this.#answer, this.#response, close)
    if (this.#answer.req.method !== 'HEAD') {
      this.#take(text)
      return
    }
    this.#end()
    this.#answer.end()
  }

  /** The batch goes to the socket, from where the client has it. */
  #take(text: string): void {
    // Bytes: as text it would be copied once more on its way, and stay until it was collected.
    const bytes = Buffer.from(text)
    this.#batch = bytes
    this.#tell(bytes.length)
    this.#give()
  }

  #tell(bytes: number): void {
    const { making, holds } = this.#options
    making.holds(this, bytes > LARGE && this.#isMadeAgain ? bytes : 0)
    holds((bytes > LARGE ? bytes : BATCH) + OVERHEAD)
  }

  #give(): void {
    const batch = this.#batch
    if (batch === undefined) return
    const portion = batch.subarray(this.#given, this.#given + PORTION)
    this.#given += portion.length
    const isDone = this.#given >= batch.length
    if (isDone) {
      this.#given = 0
      this.unload()
    }
    if (isDone && this.#isLast) {
      this.#end()
      this.#answer.end(portion)
      return
    }
    // Others have their turn between two batches, also where the client takes all at once.
    if (this.#answer.write(portion)) setImmediate(this.#goOn)
    else {
      this.#since = performance.now()
      this.#answer.once('drain', this.#goOn)
      this.#timer = setTimeout(this.#stalled, PATIENCE_MS)
    }
  }

  readonly #goOn = (): void => {
    clearTimeout(this.#timer)
    this.#since = undefined
    if (this.#isOver || this.#answer.destroyed) return
    this.#attempt(() => {
      if (this.#batch !== undefined) {
        this.#give()
        return
      }
      // What was let go of is made once more.
      if (this.#given > 0) this.#next = this.#from
      const text = this.#make()
      if (text === undefined) this.#options.making.wait(this, this.#weight)
      else this.#take(text)
    })
  }

  readonly #stalled = (): void => {
    this.#answer.destroy()
  }

  /** All is made, or nothing more is wanted. */
  readonly #end = (): void => {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#batch = undefined
    this.#options.making.leave(this)
    this.#response.pieces.release()
  }

  #attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#end()
      this.#options.failed(this.#answer, error)
    }
  }
}
