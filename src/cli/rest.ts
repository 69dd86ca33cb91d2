/**
 * A server that rests gives its memory back. V8 keeps what its heap has grown to
 * under load until somebody allocates again; here somebody may not, for hours.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often it is looked whether the process rests. */
const LOOK_MS = 2_000
/** Processor time between two looks, below which it rests. */
const RESTING_MS = 20
/** Processor time since memory was given back last, from which on it pays to do so again. */
const WORTH_MS = 50

/** Gives memory back whenever the process has worked and then rests; keeps nothing alive. */
export function restWell(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('globalThis.gc') as (() => void) | undefined
  if (collect !== undefined) setInterval(whenResting(processorTime, collect), LOOK_MS).unref()
}

/** Collections after work, one a look: what the first empties, the next give back. */
const COLLECTIONS = 3

/** To be called time and again; calls `collect` where there was work and is none any more. `used` is in milliseconds. */
export function whenResting(used: () => number, collect: () => void): () => void {
  let before = used()
  let collected = before
  let left = 0
  return () => {
    const now = used()
    const rests = now - before < RESTING_MS
    before = now
    if (now - collected >= WORTH_MS) left = COLLECTIONS
    if (!rests || left === 0) return
    left -= 1
    collect()
    before = used()
    collected = before
  }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
