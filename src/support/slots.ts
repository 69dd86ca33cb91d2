/**
 * Places for work that waits on others, of which there are so many. Nobody may hold more than a few times as many as are
 * free: one that waits on many, or on whom many wait, leaves room for the rest.
 */

export interface Claim {
  /** Who asks; those who wait are served in turn. */
  readonly by: unknown
  /** Whom it will wait on, where many may wait on the same. */
  readonly on?: string
}

/** Gives the place back. */
export type Leave = () => void

type Begin = (leave: Leave | undefined) => void

interface Waiter {
  readonly claim: Claim
  readonly begin: Begin
}

/** Places that one may hold for each that is free. */
const SHARE = 4

export class Slots {
  #free: number
  /** Places held, by who asked and by whom they wait on. */
  readonly #held = new Map<unknown, number>()
  /** By who asks; who was served last is last. */
  readonly #waiting = new Map<unknown, Set<Waiter>>()

  constructor(most: number) {
    this.#free = most
  }

  /** Resolves once there is room; to undefined where whoever asked has left before. */
  take(claim: Claim): Promise<Leave | undefined> {
    if (this.hasRoom(claim)) return Promise.resolve(this.#hold(claim))
    return new Promise((begin) => {
      const waiting = this.#waiting.get(claim.by) ?? new Set()
      waiting.add({ claim, begin })
      this.#waiting.set(claim.by, waiting)
    })
  }

  /** How many wait, of one or of all. */
  waiting(by?: unknown): number {
    if (by !== undefined) return this.#waiting.get(by)?.size ?? 0
    return [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /** What waits of somebody is given up; what has begun goes on. */
  giveUp(by: unknown): void {
    const waiting = this.#waiting.get(by)
    this.#waiting.delete(by)
    for (const { begin } of waiting ?? []) begin(undefined)
  }

  /** It would be given a place at once. */
  hasRoom({ by, on }: Claim): boolean {
    return this.#mayHold(by) && (on === undefined || this.#mayHold(on))
  }

  #mayHold(one: unknown): boolean {
    return (this.#held.get(one) ?? 0) < SHARE * this.#free
  }

  #hold({ by, on }: Claim): Leave {
    this.#free -= 1
    const held = on === undefined ? [by] : [by, on]
    for (const one of held) this.#held.set(one, (this.#held.get(one) ?? 0) + 1)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.#free += 1
      for (const one of held) {
        const left = (this.#held.get(one) ?? 1) - 1
        if (left > 0) this.#held.set(one, left)
        else this.#held.delete(one)
      }
      this.#serve()
    }
  }

  /** One of each in turn, as long as there is room. */
  #serve(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.begin(this.#hold(next.claim))
  }

  #next(): Waiter | undefined {
    for (const [by, waiting] of this.#waiting) {
      if (!this.#mayHold(by)) continue
      for (const waiter of waiting) {
        if (!this.hasRoom(waiter.claim)) continue
        waiting.delete(waiter)
        this.#waiting.delete(by)
        if (waiting.size > 0) this.#waiting.set(by, waiting)
        return waiter
      }
    }
    return undefined
  }
}
