/**
 * Seeded chance. Every draw is keyed by what it is for (seed, operation, record,
 * field), never by how many draws came before it, so the same question always
 * gets the same answer in any order of asking.
 */
export interface Dice {
  /** A number in [0, 1) for this key. */
  draw(key: string): number
  /** An independent source whose keys live under `purpose`. */
  of(purpose: string): Dice
  /** A stream of numbers in [0, 1) for one key, for values that need many (ids, patterns). */
  stream(key: string): () => number
}

export function diceFor(seed: string): Dice {
  return keyed(hash(seed, 2166136261))
}

function keyed(basis: number): Dice {
  return {
    draw: (key) => mulberry(hash(key, basis))(),
    of: (purpose) => keyed(hash(`${purpose}\0`, basis)),
    stream: (key) => mulberry(hash(key, basis)),
  }
}

/** mulberry32: small, fast, good enough for values nobody's safety hangs on. */
function mulberry(start: number): () => number {
  let state = start | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** FNV-1a over UTF-16 code units, finished with murmur's mixer. */
function hash(text: string, basis: number): number {
  let h = basis
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) | 0
}

const known = new Map<string, Dice>()

/** The dice of a seed, kept for seeds that come again. */
export function diceOf(seed: string): Dice {
  let dice = known.get(seed)
  if (dice === undefined) {
    if (known.size > 1000) known.clear()
    dice = diceFor(seed)
    known.set(seed, dice)
  }
  return dice
}
