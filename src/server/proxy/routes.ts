/** Which upstream a request is for. Paths are compared as bytes: what is percent-encoded in a route's place is no route. */
import type { Upstream } from '../../agent/upstream.ts'

export interface Routed<T> {
  readonly to: T
  /** Path and query below the route, as sent: '' or beginning with '/' or '?'. */
  readonly below: string
}

/** Follows a list that is replaced when it changes. `make` is called once for each upstream, `drop` when it is in the list no more. */
export class Routes<T> {
  readonly #upstreams: () => readonly Upstream[]
  readonly #make: (upstream: Upstream) => T
  readonly #drop: (made: T) => void
  #last: readonly Upstream[] = []
  #made = new Map<Upstream, T>()
  /** By the first segment of the route, longer routes first. */
  #byFirst = new Map<string, { readonly route: string; readonly to: T }[]>()

  constructor(upstreams: () => readonly Upstream[], make: (upstream: Upstream) => T, drop: (made: T) => void) {
    this.#upstreams = upstreams
    this.#make = make
    this.#drop = drop
  }

  /** `target` begins with '/'. */
  find(target: string): Routed<T> | undefined {
    const upstreams = this.#upstreams()
    if (upstreams !== this.#last) this.#follow(upstreams)
    const candidates = this.#byFirst.get(target.slice(0, firstEnd(target)))
    if (candidates === undefined) return undefined
    for (const { route, to } of candidates)
      if (target.startsWith(route) && isEnd(target.charCodeAt(route.length)))
        return { to, below: target.slice(route.length) }
    return undefined
  }

  close(end: (made: T) => void): void {
    for (const made of this.#made.values()) end(made)
    this.#made.clear()
    this.#byFirst.clear()
    this.#last = []
  }

  #follow(upstreams: readonly Upstream[]): void {
    const before = this.#made
    this.#made = new Map()
    this.#byFirst = new Map()
    for (const upstream of upstreams) {
      const to = before.get(upstream) ?? this.#make(upstream)
      before.delete(upstream)
      this.#made.set(upstream, to)
      const first = upstream.listen.slice(0, firstEnd(upstream.listen))
      const same = this.#byFirst.get(first) ?? []
      same.push({ route: upstream.listen, to })
      this.#byFirst.set(
        first,
        same.sort((a, b) => b.route.length - a.route.length),
      )
    }
    for (const gone of before.values()) this.#drop(gone)
    this.#last = upstreams
  }
}

/** Where the first segment ends. */
function firstEnd(target: string): number {
  for (let i = 1; i < target.length; i++) if (isEnd(target.charCodeAt(i))) return i
  return target.length
}

/** '/', '?' or nothing more. */
function isEnd(code: number): boolean {
  return code === 47 || code === 63 || Number.isNaN(code)
}
