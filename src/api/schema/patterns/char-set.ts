/** Sets of characters, as ranges of code points. */

/** First and last code point, both inside. */
export type Range = readonly [number, number]

export interface CharSet {
  /** Sorted and apart. Of a Unicode property only the part below U+3000 is spelled out. */
  readonly ranges: readonly Range[]
  /** The same set, whole, in the syntax of RE2. */
  readonly text: string
}

const LAST = 0x10ffff

export const digits: readonly Range[] = [[48, 57]]
export const word: readonly Range[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
]
export const space: readonly Range[] = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
export const lineEnds: readonly Range[] = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
]

/** A set of these ranges and Unicode properties (`\p{L}`, `\P{L}`), or of everything else. */
export function charSet(ranges: readonly Range[], properties: readonly string[] = [], negated = false): CharSet {
  const whole = union([...ranges, ...properties.flatMap(rangesOfProperty)])
  const items = [
    ...union(ranges).map(([from, to]) => `\\x{${from.toString(16)}}-\\x{${to.toString(16)}}`),
    ...properties.map(re2Property),
  ]
  const text =
    items.length === 0 ? (negated ? '(?s:.)' : '[^\\x{0}-\\x{10ffff}]') : `[${negated ? '^' : ''}${items.join('')}]`
  return { ranges: negated ? complement(whole) : whole, text }
}

export function union(ranges: readonly Range[]): Range[] {
  const out: [number, number][] = []
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1)
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else out.push([from, to])
  }
  return out
}

export function complement(ranges: readonly Range[]): Range[] {
  const out: Range[] = []
  let next = 0
  for (const [from, to] of union(ranges)) {
    if (from > next) out.push([next, from - 1])
    next = to + 1
  }
  if (next <= LAST) out.push([next, LAST])
  return out
}

export function intersect(a: readonly Range[], b: readonly Range[]): Range[] {
  const out: Range[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x, y] = [a[i] as Range, b[j] as Range]
    const [from, to] = [Math.max(x[0], y[0]), Math.min(x[1], y[1])]
    if (from <= to) out.push([from, to])
    if (x[1] < y[1]) i++
    else j++
  }
  return out
}

export function overlaps(a: CharSet, b: CharSet): boolean {
  return intersect(a.ranges, b.ranges).length > 0
}

const spelled = new Map<string, readonly Range[]>()

function rangesOfProperty(property: string): readonly Range[] {
  let ranges = spelled.get(property)
  if (ranges === undefined) {
    const one = new RegExp(`^${property}$`, 'u')
    const found: Range[] = []
    for (let code = 0; code <= 0x3000; code++) if (one.test(String.fromCodePoint(code))) found.push([code, code])
    ranges = union(found)
    spelled.set(property, ranges)
  }
  return ranges
}

function re2Property(property: string): string {
  return property.replace(/\{(?:Script|sc|General_Category|gc)=/, '{')
}
