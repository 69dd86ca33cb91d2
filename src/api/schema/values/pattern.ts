/**
 * Text that matches an ECMA regular expression: the pattern is read into a tree
 * and walked with drawn numbers. Look-arounds and back-references are passed
 * over, so the caller checks what comes out.
 */

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'set'; readonly ranges: readonly Range[] }
  | { readonly kind: 'all'; readonly parts: readonly Node[] }
  | { readonly kind: 'one'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly min: number; readonly max: number }

type Range = readonly [from: number, to: number]

const DIGIT: readonly Range[] = [[48, 57]]
const WORD: readonly Range[] = [
  [97, 122],
  [48, 57],
  [65, 90],
  [95, 95],
]
const SPACE: readonly Range[] = [[32, 32]]
const ANY: readonly Range[] = [
  [97, 122],
  [48, 57],
]
const PRINTABLE: readonly Range[] = [
  [97, 122],
  [48, 57],
  [65, 90],
  [32, 47],
  [58, 64],
  [91, 96],
  [123, 126],
]
const EMPTY: Node = { kind: 'text', text: '' }
/** Longest pattern read, deepest nesting followed, longest text made. */
const BOUND = { pattern: 4_096, depth: 64, text: 4_096 }

/** How long the text should be; repetitions are stretched or kept short to get there. */
export interface Lengths {
  readonly min: number
  readonly max: number
}

const read = new Map<string, Node | undefined>()

/** A text for the pattern, or undefined when the pattern cannot be read. `next` gives numbers in [0, 1). */
export function textForPattern(pattern: string, next: () => number, lengths: Lengths): string | undefined {
  let tree = read.get(pattern)
  if (tree === undefined && !read.has(pattern)) {
    if (read.size > 2_000) read.clear()
    tree = parse(pattern)
    read.set(pattern, tree)
  }
  if (tree === undefined) return undefined
  for (const stretch of [0, 1, 2, 4, 8, 16, 64, 256]) {
    const text = walk(tree, next, stretch, { left: BOUND.text })
    if (text.length >= lengths.min) return text
  }
  return undefined
}

function walk(node: Node, next: () => number, stretch: number, budget: { left: number }): string {
  if (budget.left <= 0) return ''
  budget.left--
  switch (node.kind) {
    case 'text':
      return node.text
    case 'set':
      return character(node.ranges, next)
    case 'all':
      return node.parts.map((part) => walk(part, next, stretch, budget)).join('')
    case 'one':
      return walk(node.parts[Math.floor(next() * node.parts.length)] ?? EMPTY, next, stretch, budget)
    case 'repeat': {
      const top = Math.min(node.max, Math.max(node.min, node.min === 0 && stretch === 0 ? 1 : node.min) + stretch)
      const often = stretch > 0 ? top : node.min + Math.floor(next() * (Math.min(top, node.max) - node.min + 1))
      let text = ''
      for (let i = 0; i < often && budget.left > 0; i++) text += walk(node.part, next, stretch, budget)
      return text
    }
    default:
      return node satisfies never
  }
}

function character(ranges: readonly Range[], next: () => number): string {
  const [from, to] = ranges[Math.floor(next() * Math.min(ranges.length, 3))] ?? [97, 122]
  return String.fromCodePoint(from + Math.floor(next() * (to - from + 1)))
}

function parse(pattern: string): Node | undefined {
  if (pattern.length > BOUND.pattern) return undefined
  const reader = new Reader(pattern)
  const tree = reader.alternatives(0)
  return reader.done ? tree : undefined
}

class Reader {
  private at = 0
  private broken = false
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  get done(): boolean {
    return !this.broken && this.at >= this.source.length
  }

  alternatives(depth: number): Node {
    if (depth > BOUND.depth) return this.fail()
    const parts = [this.sequence(depth)]
    while (this.take('|')) parts.push(this.sequence(depth))
    return parts.length === 1 ? (parts[0] ?? EMPTY) : { kind: 'one', parts }
  }

  private sequence(depth: number): Node {
    const parts: Node[] = []
    while (!this.broken && this.at < this.source.length && this.peek() !== '|' && this.peek() !== ')') {
      const part = this.repeated(this.atom(depth))
      if (part !== EMPTY) parts.push(part)
    }
    return parts.length === 1 ? (parts[0] ?? EMPTY) : { kind: 'all', parts }
  }

  private atom(depth: number): Node {
    const c = this.source[this.at++] ?? ''
    if (c === '(') return this.group(depth)
    if (c === '[') return this.set()
    if (c === '.') return { kind: 'set', ranges: ANY }
    if (c === '^' || c === '$') return EMPTY
    if (c === '\\') return this.escape()
    return { kind: 'text', text: c }
  }

  private group(depth: number): Node {
    let skipped = false
    if (this.take('?')) {
      const rest = this.source.slice(this.at)
      const head = /^(:|=|!|<=|<!|<[A-Za-z_$][\w$]*>)/.exec(rest)?.[0]
      if (head === undefined) return this.fail()
      this.at += head.length
      skipped = head === '=' || head === '!' || head === '<=' || head === '<!'
    }
    const inner = this.alternatives(depth + 1)
    if (!this.take(')')) return this.fail()
    return skipped ? EMPTY : inner
  }

  private repeated(node: Node): Node {
    const bounds = this.quantifier()
    if (bounds === undefined) return node
    this.take('?')
    return { kind: 'repeat', part: node, min: bounds[0], max: bounds[1] }
  }

  private quantifier(): readonly [number, number] | undefined {
    if (this.take('*')) return [0, 1_000]
    if (this.take('+')) return [1, 1_000]
    if (this.take('?')) return [0, 1]
    const braces = /^\{(\d+)(,(\d*))?\}/.exec(this.source.slice(this.at, this.at + 24))
    if (braces === null) return undefined
    this.at += braces[0].length
    const min = Math.min(Number(braces[1]), 10_000)
    if (braces[2] === undefined) return [min, min]
    return [min, braces[3] === '' ? min + 1_000 : Math.min(Number(braces[3]), 10_000)]
  }

  private set(): Node {
    const negated = this.take('^')
    const ranges: Range[] = []
    while (!this.broken && this.peek() !== ']') {
      if (this.at >= this.source.length) return this.fail()
      const from = this.setMember()
      if (typeof from !== 'number') ranges.push(...from)
      else if (this.peek() === '-' && this.source[this.at + 1] !== ']') {
        this.at++
        const to = this.setMember()
        ranges.push([from, typeof to === 'number' ? Math.max(from, to) : from])
      } else ranges.push([from, from])
    }
    this.at++
    const wanted = negated ? without(ranges) : ranges
    return wanted.length === 0 ? this.fail() : { kind: 'set', ranges: preferred(wanted) }
  }

  private setMember(): number | readonly Range[] {
    const code = this.source.codePointAt(this.at) ?? 0
    this.at += code > 0xffff ? 2 : 1
    if (code !== 92) return code
    const node = this.escape(true)
    if (node.kind === 'set') return node.ranges
    return node.kind === 'text' ? (node.text.codePointAt(0) ?? 0) : 0
  }

  private escape(inSet = false): Node {
    const c = this.source[this.at++] ?? ''
    switch (c) {
      case 'd':
        return { kind: 'set', ranges: DIGIT }
      case 'w':
        return { kind: 'set', ranges: WORD }
      case 's':
        return { kind: 'set', ranges: SPACE }
      case 'D':
        return { kind: 'set', ranges: [[97, 122]] }
      case 'W':
      case 'S':
        return { kind: 'set', ranges: c === 'W' ? [[45, 45]] : ANY }
      case 'n':
        return { kind: 'text', text: '\n' }
      case 't':
        return { kind: 'text', text: '\t' }
      case 'r':
        return { kind: 'text', text: '\r' }
      case 'b':
      case 'B':
        return inSet ? { kind: 'text', text: '\b' } : EMPTY
      case 'p':
      case 'P':
        return this.property()
      case 'x':
        return this.code(/^[0-9A-Fa-f]{2}/)
      case 'u':
        return this.take('{') ? this.code(/^[0-9A-Fa-f]{1,6}(?=\})/, 1) : this.code(/^[0-9A-Fa-f]{4}/)
      default:
        return /[1-9]/.test(c) && !inSet ? EMPTY : { kind: 'text', text: c }
    }
  }

  private property(): Node {
    const name = /^\{([^}]*)\}/.exec(this.source.slice(this.at, this.at + 64))
    if (name === null) return this.fail()
    this.at += name[0].length
    const said = name[1] ?? ''
    if (/^(Lu|Uppercase)/.test(said)) return { kind: 'set', ranges: [[65, 90]] }
    if (/^N|digit/i.test(said)) return { kind: 'set', ranges: DIGIT }
    if (/^P/.test(said)) return { kind: 'set', ranges: [[45, 46]] }
    if (/^Z|space/i.test(said)) return { kind: 'set', ranges: SPACE }
    return { kind: 'set', ranges: [[97, 122]] }
  }

  private code(form: RegExp, after = 0): Node {
    const hex = form.exec(this.source.slice(this.at, this.at + 8))?.[0]
    if (hex === undefined) return { kind: 'text', text: 'u' }
    this.at += hex.length + after
    const point = Number.parseInt(hex, 16)
    return point > 0x10ffff ? this.fail() : { kind: 'text', text: String.fromCodePoint(point) }
  }

  private peek(): string | undefined {
    return this.source[this.at]
  }

  private take(c: string): boolean {
    if (this.source[this.at] !== c) return false
    this.at++
    return true
  }

  private fail(): Node {
    this.broken = true
    this.at = this.source.length
    return EMPTY
  }
}

/** Letters and digits before punctuation, so that drawn text is readable. */
function preferred(ranges: readonly Range[]): readonly Range[] {
  const plain = ranges.filter(([from, to]) => /[A-Za-z0-9]/.test(String.fromCodePoint(from)) && to <= 0x7f)
  return plain.length > 0 ? plain : ranges
}

function without(ranges: readonly Range[]): readonly Range[] {
  const kept: Range[] = []
  for (const [from, to] of PRINTABLE) {
    let start = from
    for (let code = from; code <= to + 1; code++) {
      const excluded = code > to || ranges.some(([a, b]) => code >= a && code <= b)
      if (!excluded) continue
      if (code > start) kept.push([start, code - 1])
      start = code + 1
    }
  }
  return kept
}
