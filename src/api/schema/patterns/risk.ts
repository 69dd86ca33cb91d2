/**
 * How badly a backtracking matcher can fare with a pattern. The pattern's
 * positions form an automaton (Glushkov's); a loop that reads one text along two
 * ways makes the time exponential, loops one behind another make it polynomial.
 * Where the answer is not plain, the worse one is given.
 */
import { type CharSet, charSet, overlaps, union } from './char-set.ts'
import type { Tree } from './syntax.ts'

/** Infinity for exponential time, else the degree of the polynomial. */
export function riskOf(tree: Tree): number {
  const [leading, rest] = leadingLooks(tree)
  return Math.max(riskWithin(rest), ...leading.map(riskWithin))
}

/** Look-arounds straight behind a leading `^` are tried once, before all else. */
function leadingLooks(tree: Tree): readonly [readonly Tree[], Tree] {
  if (tree.kind !== 'sequence' || !startsAnchored(tree)) return [[], tree]
  const end = tree.parts.findIndex((part, i) => i > 0 && part.kind !== 'look')
  const looks = tree.parts.slice(1, end < 0 ? undefined : end)
  const anchor = tree.parts[0]
  if (looks.length === 0 || anchor?.kind !== 'edge') return [[], tree]
  const bodies = looks.map(
    (look): Tree => ({ kind: 'sequence', parts: [anchor, look.kind === 'look' ? look.body : look] }),
  )
  return [bodies, { kind: 'sequence', parts: [anchor, ...(end < 0 ? [] : tree.parts.slice(end))] }]
}

function riskWithin(tree: Tree): number {
  const automaton = new Automaton()
  const whole = automaton.add(tree)
  const own = automaton.tooLarge ? Number.POSITIVE_INFINITY : automaton.degree()
  const looks = automaton.looks.map(riskOf)
  const main = own + (automaton.looks.length === 0 ? 0 : Math.max(...looks))
  return main === 0 || startsAnchored(tree) || (whole.first.length === 0 && main <= 1) ? main : main + 1
}

function startsAnchored(tree: Tree): boolean {
  switch (tree.kind) {
    case 'edge':
      return tree.at === '^'
    case 'group':
      return startsAnchored(tree.body)
    case 'sequence':
      return tree.parts[0] !== undefined && startsAnchored(tree.parts[0])
    case 'choice':
      return tree.options.every(startsAnchored)
    default:
      return false
  }
}

/** Part of an automaton: which positions it may begin and end with. */
interface Part {
  readonly empty: boolean
  readonly first: readonly number[]
  readonly last: readonly number[]
}

/** The longest chain of loops from some component on, and what they read. */
interface Chain {
  readonly degree: number
  readonly set: CharSet
}

const NOTHING: Part = { empty: true, first: [], last: [] }
const POSITIONS = 400
const PAIR_STEPS = 300_000
/** A counted repetition of so few positions is written out. */
const WRITTEN_OUT = 40
/** So many optional parts, read in two ways, cost as much as a loop. */
const OPTIONALS = 16

class Automaton {
  readonly looks: Tree[] = []
  tooLarge = false
  private readonly sets: CharSet[] = []
  private readonly follow: Set<number>[] = []
  /** Steps that can be taken in two ways. */
  private readonly doubled: (readonly [number, number])[] = []
  private optionals = 0
  private emptyRepeats = false

  add(tree: Tree): Part {
    if (this.sets.length > POSITIONS) this.tooLarge = true
    if (this.tooLarge) return NOTHING
    switch (tree.kind) {
      case 'set':
        return this.position(tree.set)
      case 'group':
        return this.add(tree.body)
      case 'sequence':
        return tree.parts.reduce<Part>((before, part) => this.join(before, this.add(part)), NOTHING)
      case 'choice':
        return this.choice(tree.options.map((option) => this.add(option)))
      case 'repeat':
        return this.repeat(tree)
      case 'look':
        this.looks.push(tree.body)
        return NOTHING
      case 'back':
        return this.loop(this.position(charSet([], [], true)), 0)
      case 'edge':
        return NOTHING
    }
  }

  /** Infinity when some loop reads a text in two ways; else the longest chain of loops that read the same characters. */
  degree(): number {
    const components = this.components()
    const loops = components.filter((component) => this.isLoop(component))
    if (this.emptyRepeats || (this.optionals >= OPTIONALS && this.isAmbiguous())) return Number.POSITIVE_INFINITY
    if (loops.some((loop) => this.readsTwice(new Set(loop)))) return Number.POSITIVE_INFINITY
    return this.longestChain(components)
  }

  private position(set: CharSet): Part {
    const at = this.sets.push(set) - 1
    this.follow.push(new Set())
    return { empty: false, first: [at], last: [at] }
  }

  private join(a: Part, b: Part): Part {
    this.connect(a.last, b.first)
    return {
      empty: a.empty && b.empty,
      first: a.empty ? [...a.first, ...b.first] : a.first,
      last: b.empty ? [...a.last, ...b.last] : b.last,
    }
  }

  private choice(parts: readonly Part[]): Part {
    return {
      empty: parts.some((part) => part.empty),
      first: parts.flatMap((part) => part.first),
      last: parts.flatMap((part) => part.last),
    }
  }

  private repeat({ body, min, max }: Extract<Tree, { kind: 'repeat' }>): Part {
    const before = this.sets.length
    const first = this.add(body)
    if (max === 0) return NOTHING
    if (max === 1) {
      if (min === 0) this.optionals++
      return { ...first, empty: min === 0 || first.empty }
    }
    if (first.empty && min > 8) this.emptyRepeats = true
    const size = this.sets.length - before
    const isRun = size === 1 && min < max
    if (isRun || size * max > WRITTEN_OUT || first.empty) return this.loop(first, min)
    let whole: Part = min === 0 ? { ...first, empty: true } : first
    for (let i = 1; i < max; i++) {
      const copy = this.add(body)
      if (i >= min) this.optionals++
      whole = this.join(whole, i < min ? copy : { ...copy, empty: true })
    }
    return whole
  }

  private loop(body: Part, min: number): Part {
    this.connect(body.last, body.first)
    return { ...body, empty: min === 0 || body.empty }
  }

  private connect(from: readonly number[], to: readonly number[]): void {
    for (const a of from)
      for (const b of to) {
        if (this.follow[a]?.has(b) === true) this.doubled.push([a, b])
        else this.follow[a]?.add(b)
      }
  }

  private isLoop(component: readonly number[]): boolean {
    const [only] = component
    return component.length > 1 || (only !== undefined && this.after(only).has(only))
  }

  private after(position: number): ReadonlySet<number> {
    return this.follow[position] ?? new Set()
  }

  private overlap(a: number, b: number): boolean {
    const [x, y] = [this.sets[a], this.sets[b]]
    return x !== undefined && y !== undefined && overlaps(x, y)
  }

  private isAmbiguous(): boolean {
    return this.doubled.length > 0 || this.sets.some((_set, at) => this.forks([...this.after(at)]))
  }

  private forks(next: readonly number[]): boolean {
    return next.some((a, i) => next.slice(i + 1).some((b) => this.overlap(a, b)))
  }

  /** Whether two different walks from a position of the loop back to it read the same text. */
  private readsTwice(loop: ReadonlySet<number>): boolean {
    if (this.doubled.some(([a, b]) => loop.has(a) && loop.has(b))) return true
    const inside = (at: number): number[] => [...this.after(at)].filter((next) => loop.has(next))
    if (![...loop].some((at) => this.forks(inside(at)))) return false
    return new PairWalk(inside, (a, b) => this.overlap(a, b)).returnsSplit([...loop])
  }

  /** The strongly connected components, each after all that it leads to. */
  private components(): number[][] {
    return stronglyConnected(
      this.sets.map((_set, at) => at),
      (at) => [...this.after(at)],
    )
  }

  private longestChain(components: readonly (readonly number[])[]): number {
    const home = new Map<number, number>()
    components.forEach((component, i) => {
      for (const at of component) home.set(at, i)
    })
    const degrees: Chain[] = []
    for (const component of components) {
      const isLoop = this.isLoop(component)
      const set = { ranges: union(component.flatMap((at) => this.sets[at]?.ranges ?? [])), text: '' }
      let best: Chain = { degree: isLoop ? 1 : 0, set }
      for (const next of new Set(component.flatMap((at) => [...this.after(at)].map((to) => home.get(to))))) {
        const behind = next === undefined ? undefined : degrees[next]
        if (behind === undefined) continue
        const both = { ranges: union([...set.ranges, ...behind.set.ranges]), text: '' }
        if (!isLoop || behind.degree === 0) {
          if (behind.degree > best.degree) best = behind
        } else if (behind.degree + 1 > best.degree && overlaps(set, behind.set))
          best = { degree: behind.degree + 1, set: both }
        else if (behind.degree > best.degree) best = { degree: behind.degree, set: both }
      }
      degrees.push(best)
    }
    return Math.max(0, ...degrees.map(({ degree }) => degree))
  }
}

/** Walks two readers of the same text at once through one loop. */
class PairWalk {
  private readonly next: (at: number) => readonly number[]
  private readonly overlap: (a: number, b: number) => boolean
  private steps = 0

  constructor(next: (at: number) => readonly number[], overlap: (a: number, b: number) => boolean) {
    this.next = next
    this.overlap = overlap
  }

  /** True when both can start together, part, and meet where they started. */
  returnsSplit(loop: readonly number[]): boolean {
    const size = Math.max(...loop) + 1
    const pairs = (pair: number): number[] => {
      const [a, b] = [Math.floor(pair / size), pair % size]
      const out: number[] = []
      for (const x of this.next(a))
        for (const y of this.next(b)) {
          this.steps++
          if (this.steps > PAIR_STEPS) return out
          if (x === y || this.overlap(x, y)) out.push(x * size + y)
        }
      return out
    }
    const together = loop.map((at) => at * size + at)
    const found = stronglyConnected(together, pairs).some(
      (component) =>
        component.some((pair) => Math.floor(pair / size) === pair % size) &&
        component.some((pair) => Math.floor(pair / size) !== pair % size),
    )
    return found || this.steps > PAIR_STEPS
  }
}

/** Tarjan's components of what is reachable from `roots`, without recursion; each after all that it leads to. */
function stronglyConnected(roots: readonly number[], next: (at: number) => readonly number[]): number[][] {
  const index = new Map<number, number>()
  const low = new Map<number, number>()
  const stack: number[] = []
  const onStack = new Set<number>()
  const out: number[][] = []
  const visit = (at: number): { at: number; rest: Iterator<number> } => {
    index.set(at, index.size)
    low.set(at, index.size - 1)
    stack.push(at)
    onStack.add(at)
    return { at, rest: next(at)[Symbol.iterator]() }
  }
  for (const root of roots) {
    if (index.has(root)) continue
    const open = [visit(root)]
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const step = top.rest.next()
      if (step.done !== true) {
        if (!index.has(step.value)) open.push(visit(step.value))
        else if (onStack.has(step.value)) low.set(top.at, Math.min(low.get(top.at) ?? 0, index.get(step.value) ?? 0))
        continue
      }
      open.pop()
      const parent = open.at(-1)
      if (parent !== undefined) low.set(parent.at, Math.min(low.get(parent.at) ?? 0, low.get(top.at) ?? 0))
      if (low.get(top.at) !== index.get(top.at)) continue
      const from = stack.lastIndexOf(top.at)
      const component = stack.splice(from)
      for (const at of component) onStack.delete(at)
      out.push(component)
    }
  }
  return out
}
