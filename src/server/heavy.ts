/**
 * Requests of a kind that took long lately wait in a line of their own: between two of them the event loop goes
 * round, and all others are answered. Costs a request next to nothing while none is known to take long.
 */

/** What takes longer than this, so often in a row, is heavy; once it does not, it is no more. */
const LONG_MS = 20
const TIMES = 3
/** How long the line goes on at least before others have their turn; where theirs took longer, as long as that. */
const GO_MS = 20
const MOST_KINDS = 1024
/** Characters of a path that tell kinds apart. */
const LONGEST = 256

export class HeavyRequests {
  /** How often in a row requests of a kind took long. */
  readonly #kinds = new Map<string, number>()
  readonly #now: () => number
  #line: (() => void)[] = []
  #next = 0
  /** When the line stood still last. */
  #left = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether such a request has to wait in the line. */
  holds(method: string | undefined, path: string): boolean {
    return this.#kinds.size > 0 && (this.#kinds.get(kindOf(method, path)) ?? 0) >= TIMES
  }

  /** Says how long a request took. */
  took(method: string | undefined, path: string, ms: number): void {
    if (ms < LONG_MS) {
      if (this.#kinds.size > 0) this.#kinds.delete(kindOf(method, path))
      return
    }
    const kind = kindOf(method, path)
    if (this.#kinds.size >= MOST_KINDS) this.#kinds.clear()
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1)
  }

  /** The task must not throw. */
  add(task: () => void): void {
    this.#line.push(task)
    if (this.#line.length > 1) return
    this.#left = this.#now()
    setImmediate(this.#go)
  }

  readonly #go = (): void => {
    const began = this.#now()
    const end = began + Math.max(GO_MS, began - this.#left)
    while (this.#next < this.#line.length && this.#now() < end) this.#line[this.#next++]?.()
    this.#left = this.#now()
    if (this.#next < this.#line.length) {
      setImmediate(this.#go)
      return
    }
    this.#line = []
    this.#next = 0
  }
}

function kindOf(method = 'GET', path: string): string {
  return `${method} ${path.length > LONGEST ? path.slice(0, LONGEST) : path}`
}
