/**
 * How fast events go to one target. A receiver that causes the next event by each that it gets makes a loop, and where
 * it does not say so (X-Tool-Hops) only this tells: when nothing is sent for a moment, nothing happens either. What goes
 * on in such a way is slowed down to a speed that harms nobody; nothing is lost. It is no slower than that, for a test that
 * waits for each webhook before its next request looks the same. Events that happen by themselves are seen to go on.
 */

/** Events in a row before it is looked at, and how much longer after each look that found nothing. */
const FIRST_LOOK = 500
const LATER = 4
const LAST_LOOK = 32_000
/** Slower than so many milliseconds an event, a loop harms nobody. */
const SLOWEST_MS = 120
/** A look takes the time of so many events, within bounds. */
const LOOK_EVENTS = 20
const SHORTEST_LOOK_MS = 200
const LONGEST_LOOK_MS = 2_500
/** What depends on deliveries waits so long before each. */
const WAIT_MS = 100
/** A target that gets nothing for so long begins anew; where events depend on deliveries, a loop never pauses so long. */
const FORGET_MS = 30_000
const FORGET_SLOWED_MS = 1_500

export class Pace {
  #since = 0
  #last = 0
  #count = 0
  #look = FIRST_LOOK
  #wait = 0
  /** What happened before it was first found to depend on deliveries goes as fast as ever. */
  #free = 0
  #isListening = false
  #isFed = false

  /** An event happened. */
  happened(): void {
    if (this.#isListening) this.#isFed = true
  }

  /** How long nothing is sent before this event, in milliseconds; `listen` and `judge` are to be called at half and at the end of it. */
  before(seq: number, now: number): number {
    if (now - this.#last > (this.#wait > 0 ? FORGET_SLOWED_MS : FORGET_MS)) this.#restart(now, FIRST_LOOK)
    this.#last = now
    if (this.#wait > 0) return seq > this.#free ? this.#wait : 0
    this.#count += 1
    if (this.#count < this.#look) return 0
    const each = (now - this.#since) / this.#count
    if (each <= SLOWEST_MS) return Math.min(LONGEST_LOOK_MS, Math.max(SHORTEST_LOOK_MS, LOOK_EVENTS * each))
    this.#restart(now, FIRST_LOOK)
    return 0
  }

  /** What its last delivery may have caused has happened: what happens from now on does so by itself. */
  listen(): void {
    this.#isListening = true
    this.#isFed = false
  }

  /** `newest` is the newest event that waits. */
  judge(newest: number, now: number): void {
    this.#isListening = false
    this.#last = now
    if (this.#isFed) {
      this.#restart(now, Math.min(LAST_LOOK, this.#look * LATER))
      return
    }
    if (this.#wait === 0) {
      this.#free = newest
      this.#wait = WAIT_MS
    }
  }

  #restart(now: number, look: number): void {
    this.#since = now
    this.#count = 0
    this.#look = look
    this.#wait = 0
  }
}
