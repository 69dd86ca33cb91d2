/** Answers that may be long, made as the client takes them: what waits for it is one batch at most. */
import { Buffer } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import type { PiecedAnswer } from '../control/endpoint.ts'
import type { HttpResponse } from '../http/message.ts'

/** Characters that are made at one go. */
const BATCH = 64 * 1024
/** What a list that goes on takes besides, in bytes, roughly: where its items stand. */
const OVERHEAD = 128 * 1024

export interface PiecesOptions {
  /** Ends the connection after it. */
  readonly close: boolean
  /** Sends what turned out short. */
  readonly whole: (answer: ServerResponse, response: HttpResponse) => void
  /** The answer holds so much until it has left or its connection ends. */
  readonly holds: (answer: ServerResponse, bytes: number) => void
  /** Told of pieces that cannot be made once the head has left. */
  readonly failed: (answer: ServerResponse, error: unknown) => void
}

/** Throws what keeps the first batch from being made. */
export function sendPieces(
  answer: ServerResponse,
  { status, fields, pieces }: PiecedAnswer,
  options: PiecesOptions,
): void {
  const first = nextBatch(pieces)
  if (first.isLast) {
    options.whole(answer, { status, fields, body: first.text })
    return
  }
  if (answer.destroyed || answer.headersSent) return
  answer.writeHead(status, [...fields, ...(options.close ? ['Connection', 'close'] : [])])
  if (answer.req.method === 'HEAD') {
    answer.end()
    return
  }
  options.holds(answer, BATCH + OVERHEAD)
  new Flow(answer, pieces, options.failed).write(first)
}

interface Batch {
  readonly text: string
  readonly isLast: boolean
}

function nextBatch(pieces: PiecedAnswer['pieces']): Batch {
  const parts: string[] = []
  let length = 0
  while (length < BATCH) {
    const { done, value } = pieces.next()
    if (done === true) return { text: parts.join(''), isLast: true }
    parts.push(value)
    length += value.length
  }
  return { text: parts.join(''), isLast: false }
}

class Flow {
  readonly #answer: ServerResponse
  readonly #pieces: PiecedAnswer['pieces']
  readonly #failed: PiecesOptions['failed']

  constructor(answer: ServerResponse, pieces: PiecedAnswer['pieces'], failed: PiecesOptions['failed']) {
    this.#answer = answer
    this.#pieces = pieces
    this.#failed = failed
    answer.on('error', () => {})
  }

  write({ text, isLast }: Batch): void {
    // Bytes: as text it would be copied once more on its way, and stay until it was collected.
    const bytes = Buffer.from(text)
    if (isLast) this.#answer.end(bytes)
    // Others have their turn between two batches, also where the client takes all at once.
    else if (this.#answer.write(bytes)) setImmediate(this.#next)
    else this.#answer.once('drain', this.#next)
  }

  readonly #next = (): void => {
    if (this.#answer.destroyed) return
    try {
      this.write(nextBatch(this.#pieces))
    } catch (error) {
      this.#failed(this.#answer, error)
    }
  }
}
