/** The bound of what copies of sandboxes hold in memory, all of them together. */
import type { Fork, Held } from '../sandbox/state/store.ts'

/** Something that can be let go of. */
export interface Kept {
  readonly store: Fork
  readonly lastUsed: number
  letGo(): void
}

/** Lets go of what was used longest ago until the rest holds no more than `most` code units. */
export function relieve(kept: readonly Kept[], most: number): void {
  const left = [...kept].sort((a, b) => a.lastUsed - b.lastUsed)
  while (left.length > 0 && unitsOf(left) > most) left.shift()?.letGo()
}

/** Forks of one moment share what they hold of it: it counts once. */
function unitsOf(kept: readonly Kept[]): number {
  let units = 0
  for (const held of new Set<Held>(kept.flatMap(({ store }) => store.held))) units += held.units
  return units
}
