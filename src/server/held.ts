/** The bound of what copies of sandboxes hold in memory, all of them together. */
import type { Fork, Held } from '../sandbox/state/store.ts'

/** Something that can be let go of. */
export interface Kept {
  readonly store: Fork
  readonly lastUsed: number
  letGo(): void
}

/** What all of them hold, in code units. */
export function heldBy(kept: readonly Kept[]): number {
  return new Scales(kept).units
}

/**
 * Lets go of what was used longest ago until the rest holds no more than `most`
 * code units. A copy that another one looks through is held by that one, too: it
 * goes after it.
 */
export function relieve(kept: readonly Kept[], most: number): void {
  const scales = new Scales(kept)
  const left = scales.units > most ? [...kept].sort((a, b) => a.lastUsed - b.lastUsed) : []
  while (scales.units > most) {
    const gone = left.find(({ store }) => scales.isLeaf(store))
    if (gone === undefined) return
    left.splice(left.indexOf(gone), 1)
    scales.take(gone)
    gone.letGo()
  }
}

/** What is held by how many; what several hold weighs once. */
class Scales {
  private readonly holders = new Map<Held, number>()
  /** As it was found. */
  private readonly heldBy = new Map<Kept, readonly Held[]>()
  units = 0

  constructor(kept: readonly Kept[]) {
    for (const one of kept) {
      const { held } = one.store
      this.heldBy.set(one, held)
      for (const each of held) {
        const count = this.holders.get(each) ?? 0
        if (count === 0) this.units += each.units
        this.holders.set(each, count + 1)
      }
    }
  }

  /** Nothing else looks through it, and what it holds weighs something. */
  isLeaf({ own, held }: Fork): boolean {
    return this.holders.get(own) === 1 && held.some(({ units }) => units > 0)
  }

  take(kept: Kept): void {
    for (const each of this.heldBy.get(kept) ?? []) {
      const count = (this.holders.get(each) ?? 1) - 1
      if (count === 0) this.units -= each.units
      this.holders.set(each, count)
    }
  }
}
