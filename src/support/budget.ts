/** Something that holds memory, and can let go of some. */
export interface Holder {
  /** In bytes; the budget's to change. */
  held: number
  /** Lets go of something at once, and tells the budget so. */
  letGo(): void
}

/**
 * A bound of what all holders of one kind hold together. Beyond it one that
 * holds more than an equal share lets go, of several the one that entered first:
 * what few take does not push out the many.
 */
export class Budget {
  readonly limit: number
  used = 0
  /** How often something was let go. */
  letGo = 0
  readonly #holders = new Set<Holder>()
  #isRelieving = false
  /** Who let go last likely has more. */
  #last: Holder | undefined

  constructor(limit: number) {
    this.limit = limit
  }

  /** Last of all from now on, also where it is there already. */
  enter(holder: Holder): void {
    this.#holders.delete(holder)
    this.#holders.add(holder)
  }

  /** What it holds now, in place of what it held; it may have let go of that before this returns. */
  hold(holder: Holder, bytes: number): void {
    if (holder.held === 0) this.#holders.add(holder)
    this.used += bytes - holder.held
    holder.held = bytes
    if (this.used > this.limit && !this.#isRelieving) this.#relieve()
  }

  /** It holds nothing any more. */
  leave(holder: Holder): void {
    this.used -= holder.held
    holder.held = 0
    this.#holders.delete(holder)
    if (this.#last === holder) this.#last = undefined
  }

  #relieve(): void {
    this.#isRelieving = true
    while (this.used > this.limit) {
      const holder = this.#aboveShare()
      if (holder === undefined) break
      const { held } = holder
      this.letGo += 1
      this.#last = holder
      holder.letGo()
      // One that only says so would be asked for ever.
      if (holder.held >= held) this.leave(holder)
    }
    this.#isRelieving = false
  }

  #aboveShare(): Holder | undefined {
    const share = this.limit / this.#holders.size
    if (this.#last !== undefined && this.#last.held > share) return this.#last
    for (const holder of this.#holders) if (holder.held > share) return holder
    return undefined
  }
}
