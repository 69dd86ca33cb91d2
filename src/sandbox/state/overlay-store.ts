/**
 * Forks of a store, copy-on-write in both directions: what the fork writes stays
 * in the fork, and what the base writes later is hidden from it, because the
 * base notes each value it is about to change for the forks that still look.
 */
import { ToolError } from '../../support/errors.ts'
import { SortedMap } from '../../support/sorted-map.ts'
import { PinnedValues } from './pinned-values.ts'
import { type Fork, type Held, isFork, type Pin, type RangeQuery, type Store } from './store.ts'
import { UndoLog } from './undo-log.ts'

/** Values by key; undefined says that the key is absent, whatever lies below. */
export type Layer = SortedMap<string | undefined>

type Entries = readonly (readonly [key: string, value: string])[]
type Below = (query: RangeQuery) => Entries

/** What a base may change under its forks, in code units; forks beyond it are lost. */
const MOST_NOTED = 64 * 1024 * 1024
/** What an entry costs beside its texts. */
const ENTRY = 64

function unitsOf(key: string, value: string | undefined): number {
  return ENTRY + key.length + (value === undefined ? 0 : value.length)
}

/** What the base held before it changed since one moment; shared by all forks of that moment. */
class Epoch implements Held {
  readonly before: Layer = new SortedMap()
  /** The epoch that began after this one; this one notes nothing more then. */
  next: Epoch | undefined
  units = 0
  /** Too much has changed to be kept. */
  isLost = false

  note(key: string, value: string | undefined): void {
    this.before.set(key, value)
    this.units += unitsOf(key, value)
    if (this.units > MOST_NOTED) this.lose()
  }

  /** Takes over the epochs that are closed, so that reading looks into two at most. */
  settle(): void {
    while (!this.isLost && this.next?.next !== undefined) this.absorb(this.next)
    if (this.next?.isLost === true) this.lose()
  }

  private absorb(closed: Epoch): void {
    this.next = closed.next
    if (closed.isLost) this.lose()
    for (const [key, value] of closed.before.all()) {
      if (this.isLost) return
      if (!this.before.has(key)) this.note(key, value)
    }
  }

  lose(): void {
    this.isLost = true
    this.before.clear()
    this.units = 0
    this.next = undefined
  }
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
    if (epoch !== undefined && !epoch.isLost && !epoch.before.has(key)) epoch.note(key, read(key))
  }

  /** True while a fork may look at what was here. */
  get areWatched(): boolean {
    const epoch = this.newest?.deref()
    return epoch !== undefined && !epoch.isLost
  }

  /** The epoch that starts now. */
  current(): Epoch {
    const last = this.newest?.deref()
    if (last !== undefined && !last.isLost && last.before.size === 0) return last
    const epoch = new Epoch()
    if (last !== undefined && !last.isLost) last.next = epoch
    this.newest = new WeakRef(epoch)
    return epoch
  }
}

/** A fork of `base`, whose changes from now on are noted in `epochs`. */
export function createFork(base: Store, epochs: Epochs, most: number = Number.POSITIVE_INFINITY): Fork {
  return new OverlayStore(base, epochs.current(), most)
}

/** Stands for "what lies below" where undefined would say that a key is absent. */
const BELOW = Symbol('below')
type Own = string | undefined | typeof BELOW

class OverlayStore implements Fork {
  readonly base: Store
  private readonly epoch: Epoch
  private readonly most: number
  private readonly layer: Layer = new SortedMap()
  private readonly weight = { units: 0 }
  /** What of that are values: what was only taken out from below never fills a fork, so that one that is full can be emptied. */
  private written = 0
  private readonly epochs: Epochs = new Epochs()
  /** Of what the fork itself has. */
  private readonly undo = new UndoLog<Own>((key, value) => this.takeBack(key, value))
  private readonly read = (key: string): string | undefined => this.get(key)
  private readonly readOwn = (key: string): Own => (this.layer.has(key) ? this.layer.get(key) : BELOW)

  constructor(base: Store, epoch: Epoch, most: number) {
    this.base = base
    this.epoch = epoch
    this.most = most
  }

  get dirty(): boolean {
    return !this.undo.isEmpty
  }

  get isLost(): boolean {
    this.epoch.settle()
    return this.epoch.isLost
  }

  get own(): Held {
    return this.weight
  }

  get held(): readonly Held[] {
    const { base, epoch, weight } = this
    epoch.settle()
    const noted = epoch.next === undefined ? [epoch] : [epoch, epoch.next]
    return [weight, ...noted, ...(isFork(base) ? base.held : [])]
  }

  get(key: string): string | undefined {
    const { layer } = this
    if (layer.size > 0) {
      const written = layer.get(key)
      if (written !== undefined || layer.has(key)) return written
    }
    return this.before(key)
  }

  size(key: string): number {
    return this.passes(key) ? this.base.size(key) : (this.get(key)?.length ?? 0)
  }

  passes(key: string): boolean {
    this.look()
    const { before, next } = this.epoch
    return !(this.layer.has(key) || before.has(key) || next?.before.has(key) === true)
  }

  put(key: string, value: string): void {
    const { written } = this
    this.change(key, value)
    if (this.written > written && this.written > this.most) throw new ToolError('unavailable', FULL)
  }

  remove(key: string): void {
    if (this.get(key) !== undefined) this.change(key, this.before(key) === undefined ? BELOW : undefined)
  }

  range(query: RangeQuery): Entries {
    this.look()
    const base: Below = (q) => this.base.range(q)
    const { before, next } = this.epoch
    const now: Below = next === undefined ? base : (q) => layered(next.before, base, q)
    const then: Below = (q) => layered(before, now, q)
    return layered(this.layer, then, query)
  }

  pin(keys: Iterable<string>): Pin {
    const own = new Map<string, string | undefined>()
    const below: string[] = []
    for (const key of keys) {
      if (this.passes(key)) below.push(key)
      else own.set(key, this.get(key))
    }
    return new PinnedValues(own, this.base.pin(below))
  }

  fork(most?: number): Fork {
    return createFork(this, this.epochs, most)
  }

  commit(): void {
    this.undo.commit()
  }

  rollback(): void {
    this.undo.rollback()
  }

  savepoint(): number {
    return this.undo.savepoint()
  }

  backTo(savepoint: number): void {
    this.undo.backTo(savepoint)
  }

  mark(): void {
    this.undo.mark()
  }

  revert(): void {
    this.undo.revert()
  }

  close(): void {}

  /** What fitted into the base once fits again, in whatever order it comes: no bound is asked on the way. */
  restoreBase(): void {
    this.look()
    const changed = new Set([...this.epoch.before.all(), ...(this.epoch.next?.before.all() ?? [])].map(([key]) => key))
    for (const key of changed) {
      const value = this.before(key)
      if (value === this.base.get(key)) continue
      if (value === undefined) this.base.remove(key)
      else if (this.base instanceof OverlayStore) this.base.change(key, value)
      else this.base.put(key, value)
    }
  }

  /** What the base held when the fork was made. */
  private before(key: string): string | undefined {
    this.look()
    const { before, next } = this.epoch
    if (before.size > 0 && before.has(key)) return before.get(key)
    if (next?.before.has(key) === true) return next.before.get(key)
    return this.base.get(key)
  }

  private look(): void {
    const { epoch } = this
    if (epoch.next !== undefined) epoch.settle()
    if (epoch.isLost) throw new ToolError('not-found', LOST)
  }

  private takeBack(key: string, value: Own): void {
    this.epochs.changing(key, this.read)
    this.keep(key, value)
  }

  private change(key: string, value: Own): void {
    this.epochs.changing(key, this.read)
    this.undo.changing(key, this.readOwn)
    this.keep(key, value)
  }

  private keep(key: string, value: Own): void {
    if (this.layer.has(key)) this.weigh(key, this.layer.get(key), -1)
    if (value === BELOW) {
      this.layer.delete(key)
      return
    }
    this.weigh(key, value, 1)
    this.layer.set(key, value)
  }

  private weigh(key: string, value: string | undefined, sign: 1 | -1): void {
    const units = sign * unitsOf(key, value)
    this.weight.units += units
    if (value !== undefined) this.written += units
  }
}

const LOST = `This fork is gone: what it was made from has changed by more than ${MOST_NOTED / 1024 / 1024} MiB since`
const FULL = 'This fork is full: reset it, or make a new one'

/** The entries of a range as they are with `layer` on top of what lies below. */
export function layered(layer: Layer, below: Below, query: RangeQuery): Entries {
  const { from, to, reverse = false, offset = 0, limit = ENDLESS, units = ENDLESS } = query
  if (layer.size === 0) return below(query)
  const above = layer.entries(from, to, reverse)
  let top = above.next()
  if (top.done === true) return below(query)

  const comesFirst = reverse ? (a: string, b: string) => a > b : (a: string, b: string) => a < b
  const found: (readonly [string, string])[] = []
  let passed = 0
  let read = 0
  const add = (entry: readonly [string, string]): void => {
    if (passed++ < offset) return
    found.push(entry)
    read += entry[1].length
  }
  const lower = pages(below, query)
  let bottom = lower.next()
  while (found.length < limit && read < units && !(top.done === true && bottom.done === true)) {
    if (top.done === true || (bottom.done !== true && comesFirst(bottom.value[0], top.value[0]))) {
      if (bottom.done !== true) add(bottom.value)
      bottom = lower.next()
      continue
    }
    const [key, value] = top.value
    if (bottom.done !== true && bottom.value[0] === key) bottom = lower.next()
    if (value !== undefined) add([key, value])
    top = above.next()
  }
  return found
}

const ENDLESS = Number.POSITIVE_INFINITY
const SMALLEST_PAGE = 32
const LARGEST_PAGE = 1_000

/** Reads what lies below piece by piece: how much of it is hidden is not known before. */
function* pages(
  below: Below,
  { offset = 0, ...query }: RangeQuery,
): Generator<readonly [string, string], void, undefined> {
  if (query.limit === undefined && query.units === undefined) {
    yield* below(query)
    return
  }
  const size = Math.max((query.limit ?? LARGEST_PAGE) + offset, SMALLEST_PAGE)
  let { from, to } = query
  for (;;) {
    const page = below({ ...query, from, to, limit: size })
    yield* page
    const last = page.at(-1)
    if (last === undefined || (page.length < size && query.units === undefined)) return
    if (query.reverse === true) to = last[0]
    else from = `${last[0]}\0`
  }
}
