/** Bounds one validation, whatever the schema: references open at once, and steps in all: references followed, alternatives and names tried, members marked. */
const DEPTH = 500
const STEPS = 10_000_000

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
  enter(): void {
    if (++depth > DEPTH || ++steps > most) throw new TooComplex()
  },
  /** Steps that pass no reference. */
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
