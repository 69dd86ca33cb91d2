/**
 * What is read of request bodies in one turn of the event loop. Of a connection that sends fast, node reads megabytes
 * in a turn, and of hundreds as much of each: beyond a bound connections wait, and go on some at a time.
 */
import type { IncomingMessage } from 'node:http'

const MOST_IN_A_TURN = 2 * 1024 * 1024
/** Connections that go on in a turn. */
const MOST_GOING_ON = 32
/** What a piece costs besides its bytes, as if it had so many more. */
const PIECE = 512

export class Intake {
  #bytes = 0
  #isScheduled = false
  #waiting: IncomingMessage[] = []

  /** A piece of a body has come. The message is told to wait, not its socket: node would let that go on. */
  add(message: IncomingMessage, bytes: number): void {
    this.#bytes += bytes + PIECE
    if (!this.#isScheduled) {
      this.#isScheduled = true
      setImmediate(this.#turn)
    }
    if (this.#bytes <= MOST_IN_A_TURN || message.isPaused()) return
    message.pause()
    this.#waiting.push(message)
  }

  readonly #turn = (): void => {
    this.#bytes = 0
    const going = this.#waiting.splice(0, MOST_GOING_ON)
    for (const message of going) if (!message.destroyed) message.resume()
    this.#isScheduled = this.#waiting.length > 0
    if (this.#isScheduled) setImmediate(this.#turn)
  }
}

/** One for all: they share the event loop. */
export const intake: Intake = new Intake()
