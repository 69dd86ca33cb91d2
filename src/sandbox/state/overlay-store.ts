/**
 * Forks of a store, copy-on-write in both directions: what the fork writes stays
 * in the fork, and what the base writes later is hidden from it, because the
 * base notes each value it is about to change for the forks that still look.
 */
import { SortedMap } from '../../support/sorted-map.ts'
import type { RangeQuery, Store } from './store.ts'

/** Values by key; undefined says that the key is absent, whatever lies below. */
export type Layer = SortedMap<string | undefined>

type Entries = readonly (readonly [key: string, value: string])[]
type Below = (query: RangeQuery) => Entries

/** What changed between one fork and the next: the values as they were before. */
class Epoch {
  readonly before: Layer = new SortedMap()
  next: Epoch | undefined
}

/**
 * The memory a store keeps for its forks. Only forks hold epochs, so a store
 * whose forks are gone notes nothing, and a change costs the same for one fork
 * as for a thousand.
 */
export class Epochs {
  private newest: WeakRef<Epoch> | undefined

  /** To be called before the value of a key changes. */
  changing(key: string, read: (key: string) => string | undefined): void {
    const epoch = this.newest?.deref()
    if (epoch !== undefined && !epoch.before.has(key)) epoch.before.set(key, read(key))
  }

  /** The epoch that starts now. */
  current(): Epoch {
    const last = this.newest?.deref()
    if (last !== undefined && last.before.size === 0) return last
    const epoch = new Epoch()
    if (last !== undefined) last.next = epoch
    this.newest = new WeakRef(epoch)
    return epoch
  }
}

/** A fork of `base`, whose changes from now on are noted in `epochs`. */
export function createFork(base: Store, epochs: Epochs): Store {
  return new OverlayStore(base, epochs.current())
}

class OverlayStore implements Store {
  private readonly base: Store
  private epoch: Epoch
  private readonly before: Layer = new SortedMap()
  private readonly own: Layer = new SortedMap()
  private readonly epochs: Epochs = new Epochs()

  constructor(base: Store, epoch: Epoch) {
    this.base = base
    this.epoch = epoch
  }

  get(key: string): string | undefined {
    if (this.own.has(key)) return this.own.get(key)
    this.catchUp()
    if (this.before.has(key)) return this.before.get(key)
    if (this.epoch.before.has(key)) return this.epoch.before.get(key)
    return this.base.get(key)
  }

  put(key: string, value: string): void {
    this.epochs.changing(key, (k) => this.get(k))
    this.own.set(key, value)
  }

  remove(key: string): void {
    this.epochs.changing(key, (k) => this.get(k))
    this.own.set(key, undefined)
  }

  range(query: RangeQuery): Entries {
    this.catchUp()
    const base: Below = (q) => this.base.range(q)
    const now: Below = (q) => layered(this.epoch.before, base, q)
    const then: Below = (q) => layered(this.before, now, q)
    return layered(this.own, then, query)
  }

  fork(): Store {
    return createFork(this, this.epochs)
  }

  /** Takes over the epochs that are closed, so that reading never walks a chain of them. */
  private catchUp(): void {
    while (this.epoch.next !== undefined) {
      for (const [key, value] of this.epoch.before.all()) {
        if (!this.before.has(key)) this.before.set(key, value)
      }
      this.epoch = this.epoch.next
    }
  }
}

/** The entries of a range as they are with `layer` on top of what lies below. */
export function layered(layer: Layer, below: Below, query: RangeQuery): Entries {
  const { from, to, reverse = false, limit = Number.POSITIVE_INFINITY } = query
  if (layer.size === 0) return below(query)
  const above = layer.entries(from, to, reverse)
  let top = above.next()
  if (top.done === true) return below(query)

  const comesFirst = reverse ? (a: string, b: string) => a > b : (a: string, b: string) => a < b
  const found: (readonly [string, string])[] = []
  const lower = pages(below, query)
  let bottom = lower.next()
  while (found.length < limit && !(top.done === true && bottom.done === true)) {
    if (top.done === true || (bottom.done !== true && comesFirst(bottom.value[0], top.value[0]))) {
      if (bottom.done !== true) found.push(bottom.value)
      bottom = lower.next()
      continue
    }
    const [key, value] = top.value
    if (bottom.done !== true && bottom.value[0] === key) bottom = lower.next()
    if (value !== undefined) found.push([key, value])
    top = above.next()
  }
  return found
}

const SMALLEST_PAGE = 32

/** Reads what lies below piece by piece: how much of it is hidden is not known before. */
function* pages(below: Below, query: RangeQuery): Generator<readonly [string, string], void, undefined> {
  if (query.limit === undefined) {
    yield* below(query)
    return
  }
  const size = Math.max(query.limit, SMALLEST_PAGE)
  let { from, to } = query
  for (;;) {
    const page = below({ ...query, from, to, limit: size })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < size) return
    if (query.reverse === true) to = last[0]
    else from = `${last[0]}\0`
  }
}
