/**
 * Interim answers (1xx) on their way through. How many an upstream sends is bound
 * by nothing: of one request so many go on, and none to a client that does not
 * take them. Those beyond are dropped, and while they are, their connection is
 * read slowly.
 */

const MOST_ANSWERS = 1_000
const MOST_BYTES = 1024 * 1024
/** Bytes that a client may have not taken yet. */
const MOST_WAITING = 128 * 1024
/** With more beyond its bound than this a request gets no answer. */
const MOST_DROPPED = 1_000_000

/** Why it gets none. */
export const INTERIM_WITHOUT_END = 'the upstream sends interim answers without end'

export class InterimAnswers {
  #count = 0
  #bytes = 0
  #dropped = 0

  /** No answer is to be hoped for. */
  get areEndless(): boolean {
    return this.#dropped > MOST_DROPPED
  }

  /** `waiting`: bytes that the client has not taken yet. */
  admits(bytes: number, waiting: number): boolean {
    if (this.#count >= MOST_ANSWERS || this.#bytes + bytes > MOST_BYTES || waiting > MOST_WAITING) {
      this.#dropped++
      return false
    }
    this.#count++
    this.#bytes += bytes
    return true
  }
}

/** Bytes of a head's fields. */
export function sizeOf(raw: readonly string[]): number {
  let size = 0
  for (const text of raw) size += text.length
  return size
}

/** What is dropped may take such a share of the time of all: milliseconds of rest for each, and for each byte. */
const REST_MS = 0.04
const REST_MS_A_BYTE = 0.00001

/** Of all requests together. */
export class Pace {
  #free = 0

  /** Until when, in milliseconds of `performance.now()`, nothing more should be read where this came from. */
  after(bytes: number): number {
    this.#free = Math.max(this.#free, performance.now()) + REST_MS + bytes * REST_MS_A_BYTE
    return this.#free
  }
}

/** A connection that is not read for a while. */
export class Rest {
  readonly #stop: () => void
  readonly #goOn: () => void
  #until = 0
  #timer: NodeJS.Timeout | undefined

  constructor(stop: () => void, goOn: () => void) {
    this.#stop = stop
    this.#goOn = goOn
  }

  get isOn(): boolean {
    return this.#timer !== undefined
  }

  until(time: number): void {
    this.#until = time
    if (this.#timer !== undefined) return
    this.#stop()
    this.#wait()
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#until > performance.now()) this.#wait()
      else this.#goOn()
    }, this.#until - performance.now()).unref()
  }
}
