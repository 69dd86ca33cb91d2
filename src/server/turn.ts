/**
 * Answers leave together at the end of a turn of the event loop: working through
 * requests and then through sockets is a third cheaper than changing from one to
 * the other. Writes that come close together reach the disk as one transaction:
 * those of one turn, and of the turns after it while each of them brings more.
 * An answer that rests on a write not yet committed waits for the commit.
 */
import type { ServerResponse } from 'node:http'
import { type HttpResponse, json } from '../http/message.ts'
import { messageOf } from '../support/errors.ts'
import { MOST_IN_A_TURN } from './budgets.ts'
import { Together } from './together.ts'

/** What a turn needs of a store. */
export interface Committing {
  readonly dirty: boolean
  commit(): void
}

/** Lets an answer go; `started` is when its request began, for the books. */
export type Release = (answer: ServerResponse, response: HttpResponse, started: number) => void

export interface TurnEvents {
  committed(): void
  failed(error: unknown): void
  /** The newest `count` answers were not what was sent: it was this status. */
  refused(count: number, status: number): void
}

/** Bounds of what gathers before a commit. */
const MOST_HELD = 64
const LONGEST_HELD_MS = 2

/** Turns of all sandboxes end together. */
const ends = new Together()
/** What answers hold that wait for the end of their turn, all of them together. */
let lengthHeld = 0

interface Held {
  readonly answer: ServerResponse
  readonly response: HttpResponse
  readonly started: number
}

function lengthOf({ body, pieces }: HttpResponse): number {
  return pieces === undefined ? body.length : pieces.weigh(0)
}

export class Turn {
  readonly #store: Committing
  readonly #release: Release
  readonly #events: TurnEvents
  #held: Held[] = []
  /** Long answers that are let go and wait for their place among the tasks of a turn. */
  readonly #long: Held[] = []
  /** The index of the first answer that rests on a write not committed; all later ones do, too. */
  #firstResting = Number.POSITIVE_INFINITY
  #isScheduled = false
  /** How many answers were held when a turn ended last. */
  #heldBefore = 0
  readonly #end = (): void => {
    const { length } = this.#held
    if (
      this.#store.dirty &&
      length > this.#heldBefore &&
      length < MOST_HELD &&
      performance.now() - (this.#held[0]?.started ?? 0) < LONGEST_HELD_MS
    ) {
      this.#heldBefore = length
      ends.add(this.#end)
      return
    }
    this.#isScheduled = false
    this.finish()
  }

  constructor(store: Committing, release: Release, events: TurnEvents) {
    this.#store = store
    this.#release = release
    this.#events = events
  }

  /** Sends the answer when the turn ends and all that was written before it stands on disk. */
  answer(answer: ServerResponse, response: HttpResponse, started: number): void {
    if (this.#store.dirty) this.#firstResting = Math.min(this.#firstResting, this.#held.length)
    this.#held.push({ answer, response, started })
    lengthHeld += lengthOf(response)
    if (lengthHeld > MOST_IN_A_TURN) this.finish()
    if (this.#isScheduled) return
    this.#isScheduled = true
    ends.add(this.#end)
  }

  /** Commits now and lets all held answers go. Never throws: what could not be stored is answered 503. */
  finish(): void {
    this.#letGo(this.#commit())
  }

  /** The same, and of long answers the first piece is made now: the store closes. */
  close(): void {
    this.finish()
    while (this.#long.length > 0) this.#releaseLong()
  }

  readonly #releaseLong = (): void => {
    const next = this.#long.shift()
    if (next !== undefined) this.#release(next.answer, next.response, next.started)
  }

  #letGo(refusal: HttpResponse | undefined): void {
    const held = this.#held
    if (held.length === 0) return
    const resting = Math.min(this.#firstResting, held.length)
    if (refusal !== undefined && resting < held.length) this.#events.refused(held.length - resting, refusal.status)
    this.#firstResting = Number.POSITIVE_INFINITY
    this.#heldBefore = 0
    this.#held = []
    let left = resting
    for (const { answer, response, started } of held) {
      lengthHeld -= lengthOf(response)
      const given = left-- > 0 ? response : (refusal ?? response)
      if (given !== response) response.pieces?.release()
      // The first piece is made when it is sent: that may take long.
      if (given.pieces === undefined) this.#release(answer, given, started)
      else {
        this.#long.push({ answer, response: given, started })
        ends.add(this.#releaseLong)
      }
    }
  }

  #commit(): HttpResponse | undefined {
    if (!this.#store.dirty) return undefined
    try {
      this.#store.commit()
      this.#events.committed()
      return undefined
    } catch (error) {
      this.#events.failed(error)
      return json(503, { message: messageOf(error) })
    }
  }
}
