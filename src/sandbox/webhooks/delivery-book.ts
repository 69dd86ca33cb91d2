/** The deliveries of a sandbox, the newest of them: what became of each, and how many came to which end. Lives in memory. */
import type { Budget, Holder } from '../../support/budget.ts'
import type { Delivery, Target } from './delivery.ts'
import { CAPACITY, Ended, type UnsentEvent } from './ended.ts'
import { Unsent } from './unsent.ts'

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

type Listener = (delivery: Kept) => void

function listed(kept: Kept): Delivery {
  const { id, event, seq, target, status, attempts, at, duration_ms, response_status, error, signature, faults } = kept
  const told = { id, event, seq, target, status, attempts, at, duration_ms, response_status, error }
  return { ...told, payload: kept.payload(), signature, faults }
}

export class DeliveryBook implements Holder {
  held = 0
  readonly #budget: Budget
  /** Those under way, and those of what ended that were sent, by number. */
  readonly #sent = new Map<number, Kept>()
  #ended = new Ended()
  readonly #listeners = new Set<Listener>()
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
    for (const seq of Float64Array.from(this.all(), (one) => one.seq)) {
      const kept = this.get(seq)
      if (kept !== undefined) yield listed(kept)
    }
  }

  /** What is known of all without their bodies, newest last. */
  all(): readonly Kept[] {
    return [...this.#sent.values(), ...this.#ended.allUnsent()].sort((one, other) => one.seq - other.seq)
  }

  get(seq: number): Kept | undefined {
    return this.#sent.get(seq) ?? this.#ended.unsent(seq)
  }

  /** Deliveries of the event with this id. */
  of(id: string): readonly Kept[] {
    return this.all().filter((one) => one.id === id)
  }

  /** One that is under way; it may have ended before. */
  begin(delivery: Kept & { readonly status: 'pending' }): void {
    const { seq, weight } = delivery
    const before = this.get(seq)
    this.seq = Math.max(this.seq, seq)
    if (before !== undefined && before.status !== 'pending') this.#ended.delete(seq)
    this.#sent.set(seq, before === undefined ? delivery : { ...delivery, attempts: before.attempts })
    this.#weigh(weight - (before === undefined ? -OVERHEAD : before.weight))
  }

  /** An event that nothing is sent of. */
  addUnsent(event: UnsentEvent): void {
    this.seq += 1
    const freed = this.#ended.size < CAPACITY ? 0 : this.#takeOldest()
    this.#ended.addUnsent(this.seq, event)
    this.#counters.dropped += 1
    this.#weigh(event.weight + OVERHEAD - freed)
    if (this.#listeners.size > 0) this.#tell(new Unsent(this.seq, event))
  }

  /** What became of a delivery that is under way, or was, where it is kept. */
  change(seq: number, changes: Partial<Kept> & Pick<Kept, 'status'>): void {
    const before = this.#sent.get(seq)
    if (before === undefined) return
    const after = { ...before, ...changes }
    this.#sent.set(seq, after)
    if (after.status === 'failed' || (after.error !== '' && after.status === 'pending'))
      this.#counters.lastError = after.error
    if (before.status === 'pending') this.#end(after)
    else if (after.status === 'pending') this.#ended.delete(seq)
  }

  /** Those after this one did not happen after all. */
  forgetAfter(last: number): void {
    if (last >= this.seq) return
    for (const one of this.all()) if (one.seq > last) this.#forget(one)
    this.seq = last
  }

  #forget({ seq, status, weight }: Kept): void {
    if (status !== 'pending') {
      this.#ended.delete(seq)
      this.#counters[status] -= 1
    }
    this.#sent.delete(seq)
    this.#weigh(-weight - OVERHEAD)
  }

  /** One that ended, and is not under way once more after all. */
  restore(ended: Kept): void {
    const { seq, status } = ended
    const now = this.#sent.get(seq)
    if (now === undefined || status === 'pending') return
    this.#sent.set(seq, ended)
    const freed = this.#place(seq)
    this.#weigh(ended.weight - now.weight - freed)
  }

  /** Makes all bodies that are still to be made: what they are made of will not be there any more. */
  settle(): void {
    for (const { by, weight, ...kept } of this.all().map((one) => ({
      ...listed(one),
      by: one.by,
      weight: one.weight,
    }))) {
      this.#sent.set(kept.seq, { ...kept, by, weight, payload: () => kept.payload })
      this.#ended.release(kept.seq)
    }
  }

  /** Nothing will be asked of it any more. */
  end(): void {
    this.#budget.leave(this)
    this.#sent.clear()
    this.#ended = new Ended()
    this.#listeners.clear()
  }

  /** Calls back for each delivery that ends until the returned function is called. */
  onEnded(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  letGo(): void {
    if (this.#ended.size === 0) this.#budget.leave(this)
    else this.#weigh(-this.#takeOldest())
  }

  #end(delivery: Kept): void {
    const { status, error, seq } = delivery
    if (status === 'pending') return
    this.#counters[status] += 1
    if (status === 'failed') this.#counters.lastError = error
    const freed = this.#place(seq)
    if (freed > 0) this.#weigh(-freed)
    if (this.#listeners.size > 0) this.#tell(delivery)
  }

  #tell(delivery: Kept): void {
    for (const listener of this.#listeners) listener(delivery)
  }

  /** Among those that ended; gives what the oldest held, where it had to go. */
  #place(seq: number): number {
    const freed = this.#ended.size < CAPACITY ? 0 : this.#takeOldest()
    this.#ended.add(seq)
    return freed
  }

  /** Gives what it held. */
  #takeOldest(): number {
    const seq = this.#ended.oldest
    const weight = this.#ended.oldestWeight ?? this.#sent.get(seq)?.weight ?? 0
    this.#sent.delete(seq)
    this.#ended.takeOldest()
    return weight + OVERHEAD
  }

  #weigh(by: number): void {
    this.#budget.hold(this, Math.max(0, this.held + by))
  }
}
