/**
 * Pairs of schemas and what leads from one to another, for one way that values travel. Each pair is looked at once; which
 * pairs lead to a difference is known for all of them before any way is walked, so that a description in which all
 * schemas refer to one another costs no more than its size for each place that is asked about.
 */
import type { Difference, Found, Pair } from './pair.ts'

interface Entry {
  readonly differences: readonly Difference[]
  readonly edges: readonly { readonly to: number; readonly step: string }[]
  /** Where differences are reached; undefined until it is asked for. */
  leads: readonly number[] | undefined
}

/**
 * Pairs walked through for all roots together. Beyond, a pair that was met is not met again: what changed below it is told
 * under the first root that led to it, and under no other.
 */
const MOST_STEPS = 3_000_000

const EMPTY: Entry = { differences: [], edges: [], leads: [] }

/** One walk from a root: whom it met, from where, in which order. */
interface Walk {
  number: number
  readonly seen: Int32Array
  readonly from: Int32Array
  readonly queue: Int32Array
}

/** A difference and where it stands below the pair that was asked about. */
export interface Placed extends Difference {
  readonly steps: readonly string[]
}

export class PairGraph {
  readonly #look: (pair: Pair) => Found
  readonly #indices = new Map<number, number>()
  readonly #pairs: Pair[] = []
  readonly #entries: Entry[] = []
  /** 1 for pairs from which a difference can be reached. */
  readonly #leading: number[] = []
  #steps = 0
  #walk: Walk = { number: 0, seen: new Int32Array(0), from: new Int32Array(0), queue: new Int32Array(0) }

  constructor(look: (pair: Pair) => Found) {
    this.#look = look
  }

  /** Every difference of a pair and of what stands below it, each pair told at the shortest way to it. */
  differences(pair: Pair): readonly Placed[] {
    const root = this.#indexOf(pair)
    this.#explore()
    if (this.#leading[root] !== 1) return []
    const walk = this.#newWalk()
    const placed: Placed[] = []
    const isLong = this.#steps > MOST_STEPS
    let length = 0
    walk.seen[root] = walk.number
    walk.from[root] = -1
    walk.queue[length++] = root
    for (let next = 0; next < length; next++) {
      const at = walk.queue[next] ?? root
      this.#steps++
      const entry = this.#entries[at] ?? EMPTY
      for (const difference of entry.differences) placed.push({ ...difference, steps: this.#stepsTo(at) })
      // What a pair leads to does not change any more once it is explored.
      entry.leads ??= [...new Set(entry.edges.map(({ to }) => to).filter((to) => this.#leading[to] === 1))]
      for (const to of entry.leads) {
        const seen = walk.seen[to] ?? 0
        if (seen === walk.number || (isLong && seen > 0)) continue
        walk.seen[to] = walk.number
        walk.from[to] = at
        walk.queue[length++] = to
      }
    }
    return placed
  }

  #newWalk(): Walk {
    const size = this.#entries.length
    if (this.#walk.seen.length < size) {
      const room = size * 2
      const { number } = this.#walk
      const seen = new Int32Array(room)
      seen.set(this.#walk.seen)
      this.#walk = { number, seen, from: new Int32Array(room), queue: new Int32Array(room) }
    }
    this.#walk.number++
    return this.#walk
  }

  #stepsTo(index: number): readonly string[] {
    const steps: string[] = []
    for (
      let at = index, before = this.#walk.from[at] ?? -1;
      before >= 0;
      at = before, before = this.#walk.from[at] ?? -1
    ) {
      const to = at
      const step = this.#entries[before]?.edges.find((edge) => edge.to === to)?.step ?? ''
      if (step !== '') steps.push(step)
    }
    return steps.reverse()
  }

  #indexOf(pair: Pair): number {
    const key = keyOf(pair)
    let index = this.#indices.get(key)
    if (index === undefined) {
      index = this.#pairs.length
      this.#indices.set(key, index)
      this.#pairs.push(pair)
    }
    return index
  }

  /** Looks at every pair that is known by name alone, and at those it leads to. */
  #explore(): void {
    const first = this.#entries.length
    for (let index = first; index < this.#pairs.length; index++) {
      const pair = this.#pairs[index]
      if (pair === undefined) break
      const { differences, edges } = this.#look(pair)
      this.#leading.push(0)
      this.#entries.push({
        differences,
        edges: edges.map((edge) => ({ to: this.#indexOf(edge), step: edge.step })),
        leads: undefined,
      })
    }
    this.#mark(first)
  }

  /** What older pairs lead to is known: nothing can be added below them. */
  #mark(first: number): void {
    const back = new Map<number, number[]>()
    const queue: number[] = []
    const lead = (index: number): void => {
      if (this.#leading[index] === 1) return
      this.#leading[index] = 1
      queue.push(index)
    }
    for (let index = first; index < this.#entries.length; index++) {
      const { differences = [], edges = [] } = this.#entries[index] ?? {}
      if (differences.length > 0) lead(index)
      for (const { to } of edges) {
        if (to < first && this.#leading[to] === 1) lead(index)
        const known = back.get(to)
        if (known === undefined) back.set(to, [index])
        else known.push(index)
      }
    }
    for (const index of queue) for (const before of back.get(index) ?? []) lead(before)
  }
}

/** One number for a pair: there are fewer than 2^26 schemas in a description. */
export function keyOf({ before, after }: Pair): number {
  return before.id * 2 ** 26 + after.id
}
