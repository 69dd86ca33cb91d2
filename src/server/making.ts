/**
 * Where long answers wait until there is room for their next piece. Those of all connections and sandboxes together
 * hold so much; who has had a piece for long while others wait lets go of it, and has it made again when its turn comes.
 */

export interface Maker {
  /** There is room now. */
  make(): void
  /** For how many milliseconds the client has taken nothing. */
  readonly stalled: number
  /** Lets go of the piece that it holds. */
  unload(): void
  /** There was no room for long. True when it waits no more. */
  giveUp(): boolean
}

/** Milliseconds: between two looks, for which a piece is held while others wait, and after which an answer that has not begun gives up. */
const LOOK_MS = 50
const STALLED_MS = 100
const TURN_MS = 2_000
const PATIENCE_MS = 20_000
/** Where others wait, nothing is made for so many times as long as the last piece took: more behind one that was made again. */
const REST = 1
const REST_FOR_SLOW = 4
/** Those whose clients took their last piece in time go first; of so many turns one is for the others. */
const FOR_SLOW = 4

interface Held {
  readonly bytes: number
  readonly since: number
}

export class Making {
  readonly #most: number
  readonly #held = new Map<Maker, Held>()
  #used = 0
  /** In the order they came, with when that was. */
  readonly #waiting = new Map<Maker, Held>()
  /** Those that had to let go of a piece. */
  readonly #slow = new Set<Maker>()
  #turn = 0
  #isInvited = false
  #restsUntil = 0
  #timer: NodeJS.Timeout | undefined

  /** @param most bytes of pieces that are made and not yet taken; one is made however large it is. */
  constructor(most: number) {
    this.#most = most
  }

  /** True when nobody waits, and a piece of about so many bytes has room. */
  mayMake(bytes: number): boolean {
    return this.#waiting.size === 0 && this.#hasRoom(bytes)
  }

  #hasRoom(bytes: number): boolean {
    return this.#used === 0 || this.#used + bytes <= this.#most
  }

  /** Is told when there is room for about so many bytes. */
  wait(maker: Maker, bytes: number): void {
    this.#waiting.set(maker, { bytes, since: performance.now() })
    this.#timer ??= setInterval(this.#look, LOOK_MS)
  }

  /** So many bytes of it are made and not yet taken. */
  holds(maker: Maker, bytes: number): void {
    this.#used += bytes - (this.#held.get(maker)?.bytes ?? 0)
    if (bytes > 0) this.#held.set(maker, { bytes, since: performance.now() })
    else if (this.#held.delete(maker)) this.#invite()
  }

  /** It neither waits nor holds anything any more. */
  leave(maker: Maker): void {
    this.#waiting.delete(maker)
    this.#slow.delete(maker)
    this.holds(maker, 0)
  }

  /** One at a time, with time for all else between two. */
  #invite(): void {
    if (this.#waiting.size === 0 || this.#isInvited) return
    this.#isInvited = true
    setTimeout(this.#next, Math.max(0, this.#restsUntil - performance.now()))
  }

  readonly #next = (): void => {
    this.#isInvited = false
    const next = this.#chosen()
    const wanted = next === undefined ? undefined : this.#waiting.get(next)
    if (next === undefined || wanted === undefined || !this.#hasRoom(wanted.bytes)) return
    this.#turn++
    this.#waiting.delete(next)
    const isSlow = this.#slow.delete(next)
    const started = performance.now()
    next.make()
    const ended = performance.now()
    this.#restsUntil = ended + (ended - started) * (isSlow ? REST_FOR_SLOW : REST)
    this.#invite()
  }

  #chosen(): Maker | undefined {
    const isForSlow = this.#turn % FOR_SLOW === 0
    let first: Maker | undefined
    for (const maker of this.#waiting.keys()) {
      if (this.#slow.has(maker) === isForSlow) return maker
      first ??= maker
    }
    return first
  }

  /** What sockets tell that have moved on since is heard first. */
  readonly #look = (): void => void setImmediate(this.#judge)

  readonly #judge = (): void => {
    const now = performance.now()
    if (this.#waiting.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    for (const [maker, { since }] of [...this.#held]) {
      if (now - since < TURN_MS && maker.stalled < STALLED_MS) continue
      this.#slow.add(maker)
      maker.unload()
    }
    for (const [maker, { since }] of [...this.#waiting])
      if (now - since > PATIENCE_MS && maker.giveUp()) this.#waiting.delete(maker)
    this.#invite()
  }
}
