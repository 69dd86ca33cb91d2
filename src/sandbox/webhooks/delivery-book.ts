/** The deliveries of a sandbox, the newest of them: what became of each, and how many came to which end. Lives in memory. */
import type { Budget, Holder } from '../../support/budget.ts'
import type { Delivery, Target } from './delivery.ts'

/** Ended deliveries that are kept. */
const CAPACITY = 1000
/** What a delivery holds beside its body, in bytes, roughly. */
const OVERHEAD = 512

export interface SinkCounters {
  readonly delivered: number
  readonly failed: number
  readonly dropped: number
  /** '' while nothing failed. */
  readonly lastError: string
}

/** A delivery as it is kept; its body may be made only when somebody asks. */
export interface Kept extends Omit<Delivery, 'payload'> {
  readonly payload: () => string
  /** What made its address a target; absent: it has none. */
  readonly by?: Target['by'] | undefined
  /** What it holds in memory, in bytes. */
  readonly weight: number
}

type Ended = (delivery: Kept) => void

function listed(kept: Kept): Delivery {
  const { id, event, seq, target, status, attempts, at, duration_ms, response_status, error, signature, faults } = kept
  const told = { id, event, seq, target, status, attempts, at, duration_ms, response_status, error }
  return { ...told, payload: kept.payload(), signature, faults }
}

export class DeliveryBook implements Holder {
  held = 0
  readonly #budget: Budget
  /** By number, in the order in which they came. */
  readonly #all = new Map<number, Kept>()
  #over = new Ends()
  readonly #listeners = new Set<Ended>()
  readonly #counters = { delivered: 0, failed: 0, dropped: 0, lastError: '' }
  /** Of the newest delivery; 0 where there was none. */
  seq = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  get counters(): SinkCounters {
    return { ...this.#counters }
  }

  /** Newest last, each made when it is asked for: what is gone by then is left out. */
  *list(): Generator<Delivery, void, undefined> {
    for (const seq of Float64Array.from(this.#all.keys())) {
      const kept = this.#all.get(seq)
      if (kept !== undefined) yield listed(kept)
    }
  }

  /** What is known of all without their bodies, newest last. */
  all(): Iterable<Kept> {
    return this.#all.values()
  }

  get(seq: number): Kept | undefined {
    return this.#all.get(seq)
  }

  /** Deliveries of the event with this id. */
  of(id: string): readonly Kept[] {
    return [...this.#all.values()].filter((one) => one.id === id)
  }

  add(delivery: Kept): void {
    const before = this.#all.get(delivery.seq)
    this.seq = Math.max(this.seq, delivery.seq)
    this.#all.set(delivery.seq, before === undefined ? delivery : { ...delivery, attempts: before.attempts })
    this.#weigh(delivery.weight - (before === undefined ? -OVERHEAD : before.weight))
    if (before !== undefined && before.status !== 'pending') this.#over.delete(delivery.seq)
    this.#end(delivery)
  }

  /** What became of a delivery, where it is kept. */
  change(seq: number, changes: Partial<Kept> & Pick<Kept, 'status'>): void {
    const before = this.#all.get(seq)
    if (before === undefined) return
    const after = { ...before, ...changes }
    this.#all.set(seq, after)
    if (after.status === 'failed' || (after.error !== '' && after.status === 'pending'))
      this.#counters.lastError = after.error
    if (before.status === 'pending') this.#end(after)
    else if (after.status === 'pending') this.#over.delete(seq)
  }

  /** Those after this one did not happen after all. */
  forgetAfter(last: number): void {
    for (let seq = last + 1; seq <= this.seq; seq++) this.#forget(seq)
    this.seq = Math.min(this.seq, last)
  }

  #forget(seq: number): void {
    const before = this.#all.get(seq)
    if (before === undefined) return
    if (before.status !== 'pending') {
      this.#over.delete(seq)
      this.#counters[before.status] -= 1
    }
    this.#all.delete(seq)
    this.#weigh(-before.weight - OVERHEAD)
  }

  /** One that ended, and is not under way once more after all. */
  restore(ended: Kept): void {
    const { seq, status } = ended
    const now = this.#all.get(seq)
    if (now === undefined || status === 'pending') return
    this.#all.set(seq, ended)
    this.#over.add(seq)
    this.#weigh(ended.weight - now.weight)
    if (this.#over.size > CAPACITY) this.#dropOldest()
  }

  /** Makes all bodies that are still to be made: what they are made of will not be there any more. */
  settle(): void {
    for (const [seq, kept] of this.#all) {
      const { payload, ...rest } = listed(kept)
      this.#all.set(seq, { ...rest, by: kept.by, weight: kept.weight, payload: () => payload })
    }
  }

  /** Nothing will be asked of it any more. */
  end(): void {
    this.#budget.leave(this)
    this.#all.clear()
    this.#over = new Ends()
    this.#listeners.clear()
  }

  /** Calls back for each delivery that ends until the returned function is called. */
  onEnded(listener: Ended): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  letGo(): void {
    if (this.#over.size === 0) this.#budget.leave(this)
    else this.#dropOldest()
  }

  #end(delivery: Kept): void {
    const { status, error, seq } = delivery
    if (status === 'pending') return
    this.#over.add(seq)
    this.#counters[status] += 1
    if (status === 'failed') this.#counters.lastError = error
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener(delivery)
    if (this.#over.size > CAPACITY) this.#dropOldest()
  }

  #dropOldest(): void {
    const seq = this.#over.takeOldest()
    const before = this.#all.get(seq)
    if (before === undefined) return
    this.#all.delete(seq)
    this.#weigh(-before.weight - OVERHEAD)
  }

  #weigh(by: number): void {
    this.#budget.hold(this, Math.max(0, this.held + by))
  }
}

/**
 * Numbers of deliveries that have ended, in the order in which they did. A set of those would be searched from its
 * begin for the oldest, through all that were taken before.
 */
class Ends {
  #queue: number[] = []
  #first = 0
  /** Of numbers that ended and are under way once more, how many of their places in the queue count no more. */
  readonly #void = new Map<number, number>()
  size = 0

  add(seq: number): void {
    this.#queue.push(seq)
    this.size += 1
  }

  /** Of one that has ended; it may end again. */
  delete(seq: number): void {
    this.#void.set(seq, (this.#void.get(seq) ?? 0) + 1)
    this.size -= 1
  }

  /** There is one. */
  takeOldest(): number {
    for (;;) {
      const seq = this.#queue[this.#first++] ?? 0
      if (this.#first > MOST_TAKEN) {
        this.#queue = this.#queue.slice(this.#first)
        this.#first = 0
      }
      const isVoid = this.#void.get(seq)
      if (isVoid === undefined) {
        this.size -= 1
        return seq
      }
      if (isVoid === 1) this.#void.delete(seq)
      else this.#void.set(seq, isVoid - 1)
    }
  }
}

/** Places of the queue that are empty before it is moved up. */
const MOST_TAKEN = CAPACITY
