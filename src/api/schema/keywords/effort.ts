/**
 * Bounds one validation, whatever the schema: references open at once, and steps in all. A step is a schema asked of a
 * value, some ten nanoseconds. Steps are counted where there may be many: a list of items, a reference, members that
 * are marked; for each as many as `weight.ts` says.
 */
const DEPTH = 500
const STEPS = 80_000_000

/** How many times as long it takes to say what is wrong, and to tell what has been looked at. */
export const EXPLAINING = 8
export const MARKING = 32

/** Thrown when a value cannot be judged within the bounds. */
export class TooComplex extends Error {}

let depth = 0
let steps = 0
let most = STEPS

export const effort = {
  /** Begins a validation that may take so many steps, where that is less than any may. */
  start(room: number): void {
    depth = 0
    steps = 0
    most = Math.min(STEPS, room)
  },
  /** Follows a reference to what takes so many steps. */
  enter(cost: number): void {
    steps += cost
    if (++depth > DEPTH || steps > most) throw new TooComplex()
  },
  spend(more: number): void {
    steps += more
    if (steps > most) throw new TooComplex()
  },
  get steps(): number {
    return steps
  },
  leave(): void {
    depth--
  },
}
