/**
 * The text that a pattern matches and that is nearest to one that is shown: as few characters as can be are put in or
 * left out. Look-arounds are left to the caller's check.
 */
import { intersect, type Range } from './char-set.ts'
import type { Tree } from './syntax.ts'

/** Steps of a pattern, and characters of a text, beyond which nothing is looked for. */
const STEPS = 1200
const LONGEST = 600
/** Parts of a pattern that are visited, with every repetition. */
const PARTS = 10_000
/** What is tried for one text, by ranges of characters. */
const WORK = 300_000
/** What putting in and leaving out may cost in all. */
const DEAREST = 40
/** What beginning to put in or to leave out costs: few long pieces are nearer than many short ones. */
const PIECE = 3
/** Marks that addresses and names do not hold are put in where nothing else will do. */
const ODD = 12

type Step =
  | { readonly kind: 'set'; readonly ranges: readonly Range[]; readonly put: Put; readonly to: number }
  | { readonly kind: 'free'; readonly to: number }

/** A pattern as steps from state to state; the first state is 0. */
class Steps {
  readonly from: Step[][] = [[]]
  /** Those that were visited. */
  parts = 0

  /** The state behind the tree; undefined where the pattern is too long, or looks back. */
  add(tree: Tree, state: number): number | undefined {
    if (++this.parts > PARTS || this.from.length > STEPS) return undefined
    switch (tree.kind) {
      case 'set':
        return this.set(tree.set.ranges, state)
      case 'sequence':
        return this.sequence(tree.parts, state)
      case 'choice':
        return this.choice(tree.options, state)
      case 'repeat':
        return this.repeat(tree, state)
      case 'group':
        return this.add(tree.body, state)
      case 'back':
        return undefined
      default:
        return state
    }
  }

  private set(ranges: readonly Range[], state: number): number {
    const to = this.from.push([]) - 1
    this.from[state]?.push({ kind: 'set', ranges, put: putIn(ranges), to })
    return to
  }

  private sequence(parts: readonly Tree[], state: number): number | undefined {
    let at: number | undefined = state
    for (const part of parts) {
      at = this.add(part, at)
      if (at === undefined) return undefined
    }
    return at
  }

  private free(state: number, to: number): void {
    this.from[state]?.push({ kind: 'free', to })
  }

  private choice(options: readonly Tree[], state: number): number | undefined {
    const end = this.from.push([]) - 1
    for (const option of options) {
      const last = this.add(option, state)
      if (last === undefined) return undefined
      this.free(last, end)
    }
    return end
  }

  private repeat({ body, min, max }: Extract<Tree, { kind: 'repeat' }>, state: number): number | undefined {
    const at = this.times(min, body, state)
    if (at === undefined) return undefined
    const end = this.from.push([]) - 1
    this.free(at, end)
    if (max === Number.POSITIVE_INFINITY) {
      const last = this.add(body, end)
      if (last === undefined) return undefined
      this.free(last, end)
      return end
    }
    const last = this.times(max - min, body, at, (next) => this.free(next, end))
    return last === undefined ? undefined : end
  }

  /** So often one behind another; a body that holds no character is there once. */
  private times(count: number, body: Tree, state: number, then?: (next: number) => void): number | undefined {
    let at = state
    for (let i = 0; i < count; i++) {
      const next = this.add(body, at)
      if (next === undefined || next === at) return next
      then?.(next)
      at = next
    }
    return at
  }
}

interface Reached {
  readonly state: number
  /** Characters of the shown text that are behind. */
  readonly done: number
  readonly text: string
  /** What was done last. */
  readonly last: Last
}

type Last = 0 | 1 | 2
const [KEPT, LEFT_OUT, PUT_IN] = [0, 1, 2] as const

export interface Nearest {
  /** Undefined where none is near, or looking for it took too long. */
  readonly text: string | undefined
  /** What was tried. */
  readonly work: number
}

/** The nearest text to the one shown. */
export function nearestText(tree: Tree, shown: string): Nearest {
  if (shown.length > LONGEST) return { text: undefined, work: 1 }
  const steps = new Steps()
  const end = steps.add(tree, 0)
  if (end === undefined) return { text: undefined, work: steps.parts }
  const seen = new Uint8Array(steps.from.length * (shown.length + 1) * 3)
  const keyOf = ({ state, done, last }: Reached): number => (state * (shown.length + 1) + done) * 3 + last
  const byCost: Reached[][] = [[{ state: 0, done: 0, text: '', last: KEPT }]]
  let work = steps.parts
  const reach = (cost: number, one: Reached): void => {
    if (cost > DEAREST || seen[keyOf(one)] === 1) return
    byCost[cost] ??= []
    byCost[cost].push(one)
  }
  for (let cost = 0; cost <= DEAREST; cost++) {
    const here = byCost[cost] ?? []
    for (let one = here.pop(); one !== undefined && work < WORK; one = here.pop()) {
      const key = keyOf(one)
      if (seen[key] === 1) continue
      seen[key] = 1
      if (one.state === end && one.done === shown.length) return { text: one.text, work }
      work += follow(one, shown, steps.from[one.state] ?? [], (more, next) => reach(cost + more, next))
    }
  }
  return { text: undefined, work }
}

/** Returns what it took. */
function follow(
  { state, done, text, last }: Reached,
  shown: string,
  steps: readonly Step[],
  reach: (cost: number, next: Reached) => void,
): number {
  const char = shown[done]
  const code = char?.charCodeAt(0) ?? -1
  const piece = (now: Last): number => (now === last ? 0 : PIECE)
  let work = 1
  if (char !== undefined) reach(piece(LEFT_OUT) + 1, { state, done: done + 1, text, last: LEFT_OUT })
  for (const step of steps) {
    work++
    if (step.kind === 'free') {
      reach(0, { state: step.to, done, text, last })
      continue
    }
    work += step.ranges.length
    if (step.ranges.some(([from, to]) => from <= code && code <= to))
      reach(0, { state: step.to, done: done + 1, text: text + char, last: KEPT })
    const [put, cost] = step.put
    if (put !== undefined) reach(piece(PUT_IN) + cost, { state: step.to, done, text: text + put, last: PUT_IN })
  }
  return work
}

type Put = readonly [string | undefined, number]

/** A character that may be put in, and what that costs: one that the pattern says, rather than one that is made up. */
function putIn(ranges: readonly Range[]): Put {
  const usual = intersect(ranges, USUAL)
  const isDot = usual.length === USUAL.length
  const code = isDot ? DOT : (usual[0]?.[0] ?? ranges[0]?.[0])
  const isSaid = isDot || (ranges.length === 1 && ranges[0]?.[0] === ranges[0]?.[1])
  const text = code === undefined ? undefined : String.fromCodePoint(code)
  return [text, usual.length === 0 ? ODD : isSaid ? 1 : 2]
}

const DOT = 46
/** What addresses and names hold. */
const USUAL: readonly Range[] = [
  [38, 38],
  [45, 58],
  [61, 61],
  [63, 63],
  [65, 90],
  [95, 95],
  [97, 122],
]
