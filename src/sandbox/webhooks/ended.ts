/**
 * Deliveries that have ended, the newest of them, in the order in which they did. Of one that was sent it holds the
 * number alone. An event that nothing is sent of stands here whole, in columns: most events of most sandboxes are
 * such, nobody asks for them, and a request that causes one pays for a few numbers and no object that outlives it.
 */
import type { Instant } from '../../support/clock.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Occurrence } from './occurrence.ts'
import { Unsent, type Withheld } from './unsent.ts'

/** Ended deliveries that are kept. */
export const CAPACITY = 1000
/** Places at first, and how much more there are whenever those do not suffice. */
const FIRST_PLACES = 64
const MORE = 4

/** An event that nothing is sent of, or that is not sent to one target. */
export interface UnsentEvent {
  readonly occurrence: Occurrence
  readonly sandbox: Sandbox
  /** Of the event, among those of the sandbox. */
  readonly number: number
  /** In the sandbox's time and in real time. */
  readonly happened: Instant
  readonly at: Instant
  /** What its values hold, in bytes. */
  readonly weight: number
  /** Absent: no target takes it. */
  readonly withheld?: Withheld | undefined
}

export class Ended {
  size = 0
  /** A power of two. */
  #places = 0
  #oldest = 0
  /** 0 where a place is empty. */
  #seqs = new Float64Array(0)
  #numbers = new Float64Array(0)
  #happened = new Float64Array(0)
  #ats = new Float64Array(0)
  #weights = new Float64Array(0)
  /** Undefined for a delivery that was sent. */
  #occurrences: (Occurrence | undefined)[] = []
  #sandboxes: (Sandbox | undefined)[] = []
  #withheld: (Withheld | undefined)[] = []

  /** A delivery that was sent. There is room: fewer than `CAPACITY` are here. */
  add(seq: number): void {
    this.#seqs[this.#next()] = seq
  }

  /** The same with an event that nothing is sent of. */
  addUnsent(seq: number, { occurrence, sandbox, number, happened, at, weight, withheld }: UnsentEvent): void {
    const place = this.#next()
    this.#seqs[place] = seq
    this.#numbers[place] = number
    this.#happened[place] = happened
    this.#ats[place] = at
    this.#weights[place] = weight
    this.#occurrences[place] = occurrence
    this.#sandboxes[place] = sandbox
    this.#withheld[place] = withheld
  }

  /** The number of the oldest; there is one. */
  get oldest(): number {
    return this.#seqs[this.#oldest] ?? 0
  }

  /** What the oldest holds, where nothing was sent of it; undefined for one that was sent. */
  get oldestWeight(): number | undefined {
    return this.#occurrences[this.#oldest] === undefined ? undefined : this.#weights[this.#oldest]
  }

  takeOldest(): void {
    this.#empty(this.#oldest)
    this.#oldest = (this.#oldest + 1) & (this.#places - 1)
    this.size -= 1
  }

  /** Nothing where it is not here. */
  delete(seq: number): void {
    const found = this.#seqs.indexOf(seq)
    if (found < 0) return
    const last = this.#placeOf(this.size - 1)
    for (let place = found; place !== last; ) {
      const next = (place + 1) & (this.#places - 1)
      this.#move(next, place)
      place = next
    }
    this.#empty(last)
    this.size -= 1
  }

  /** The event with this number, where nothing is sent of it. */
  unsent(seq: number): Unsent | undefined {
    const found = this.#seqs.indexOf(seq)
    return found < 0 ? undefined : this.#unsentAt(found)
  }

  /** All that nothing is sent of, by their numbers. */
  *allUnsent(): Generator<Unsent, void, undefined> {
    for (let i = 0; i < this.size; i++) {
      const unsent = this.#unsentAt(this.#placeOf(i))
      if (unsent !== undefined) yield unsent
    }
  }

  /** An event that nothing is sent of is kept elsewhere from now on; its number stays. */
  release(seq: number): void {
    const found = this.#seqs.indexOf(seq)
    if (found < 0) return
    this.#occurrences[found] = undefined
    this.#sandboxes[found] = undefined
    this.#withheld[found] = undefined
  }

  #unsentAt(place: number): Unsent | undefined {
    const occurrence = this.#occurrences[place]
    const sandbox = this.#sandboxes[place]
    if (occurrence === undefined || sandbox === undefined) return undefined
    const [number = 0, happened = 0] = [this.#numbers[place], this.#happened[place]]
    const [at = 0, weight = 0] = [this.#ats[place], this.#weights[place]]
    const withheld = this.#withheld[place]
    return new Unsent(this.#seqs[place] ?? 0, { occurrence, sandbox, number, happened, at, weight, withheld })
  }

  #placeOf(index: number): number {
    return (this.#oldest + index) & (this.#places - 1)
  }

  #next(): number {
    if (this.size === this.#places) this.#grow()
    const place = this.#placeOf(this.size)
    this.size += 1
    return place
  }

  #empty(place: number): void {
    this.#seqs[place] = 0
    this.#occurrences[place] = undefined
    this.#sandboxes[place] = undefined
    this.#withheld[place] = undefined
  }

  #move(from: number, to: number): void {
    for (const column of [this.#seqs, this.#numbers, this.#happened, this.#ats, this.#weights])
      column.copyWithin(to, from, from + 1)
    this.#occurrences[to] = this.#occurrences[from]
    this.#sandboxes[to] = this.#sandboxes[from]
    this.#withheld[to] = this.#withheld[from]
  }

  /** The oldest first, and as many empty places behind them as there are more. */
  #grow(): void {
    const { size } = this
    const places = size === 0 ? FIRST_PLACES : size * MORE
    const order = Array.from({ length: size }, (_, index) => this.#placeOf(index))
    const numbers = (old: Float64Array) => {
      const column = new Float64Array(places)
      order.forEach((place, index) => {
        column[index] = old[place] ?? 0
      })
      return column
    }
    const things = <T>(old: readonly (T | undefined)[]): (T | undefined)[] =>
      Array.from({ length: places }, (_, index) => (index < size ? old[order[index] ?? 0] : undefined))
    this.#seqs = numbers(this.#seqs)
    this.#numbers = numbers(this.#numbers)
    this.#happened = numbers(this.#happened)
    this.#ats = numbers(this.#ats)
    this.#weights = numbers(this.#weights)
    this.#occurrences = things(this.#occurrences)
    this.#sandboxes = things(this.#sandboxes)
    this.#withheld = things(this.#withheld)
    this.#places = places
    this.#oldest = 0
  }
}
