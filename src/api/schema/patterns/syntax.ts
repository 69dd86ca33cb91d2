/** Reads an ECMA-262 pattern into a tree. Only for patterns that RegExp has accepted: it does not look for mistakes. */
import { type CharSet, charSet, complement, digits, lineEnds, type Range, space, word } from './char-set.ts'

export type Tree =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'sequence'; readonly parts: readonly Tree[] }
  | { readonly kind: 'choice'; readonly options: readonly Tree[] }
  | { readonly kind: 'repeat'; readonly body: Tree; readonly min: number; readonly max: number }
  | { readonly kind: 'group'; readonly body: Tree; readonly number: number; readonly name?: string }
  | { readonly kind: 'look'; readonly body: Tree; readonly ahead: boolean; readonly negative: boolean }
  | { readonly kind: 'edge'; readonly at: '^' | '$' | 'b' | 'B' }
  | { readonly kind: 'back'; readonly to: number | string }

/** Groups nested deeper than this are not read. */
const DEPTH = 200

/** The tree of a pattern; undefined when it uses something we do not read. */
export function parsePattern(source: string, unicode: boolean): Tree | undefined {
  try {
    return new Reader(source, unicode).read()
  } catch (error) {
    if (error instanceof Unread) return undefined
    throw error
  }
}

class Unread extends Error {}

const CONTROL: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 }

class Reader {
  private readonly source: string
  private readonly unicode: boolean
  private readonly groupCount: number
  private readonly named: boolean
  private at = 0
  private groups = 0
  private depth = 0

  constructor(source: string, unicode: boolean) {
    this.source = source
    this.unicode = unicode
    const plain = source.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g, '')
    this.groupCount = [...plain.matchAll(/\((?!\?)|\(\?<(?![=!])/g)].length
    this.named = plain.includes('(?<') && /\(\?<(?![=!])/.test(plain)
  }

  read(): Tree {
    const tree = this.choice()
    if (this.at < this.source.length) throw new Unread()
    return tree
  }

  private choice(): Tree {
    if (++this.depth > DEPTH) throw new Unread()
    const options = [this.sequence()]
    while (this.take('|')) options.push(this.sequence())
    this.depth--
    const [only] = options
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options }
  }

  private sequence(): Tree {
    const parts: Tree[] = []
    while (this.at < this.source.length && !this.sees('|') && !this.sees(')')) parts.push(this.repeated(this.term()))
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : { kind: 'sequence', parts }
  }

  private repeated(body: Tree): Tree {
    const range = this.quantifier()
    if (range === undefined) return body
    this.take('?')
    return { kind: 'repeat', body, min: range[0], max: range[1] }
  }

  private quantifier(): Range | undefined {
    if (this.take('*')) return [0, Number.POSITIVE_INFINITY]
    if (this.take('+')) return [1, Number.POSITIVE_INFINITY]
    if (this.take('?')) return [0, 1]
    const found = this.match(/\{(\d+)(?:(,)(\d*))?\}/y)
    if (found === undefined) return undefined
    const min = Number(found[1])
    if (found[2] === undefined) return [min, min]
    return [min, found[3] === '' || found[3] === undefined ? Number.POSITIVE_INFINITY : Number(found[3])]
  }

  private term(): Tree {
    const char = this.next()
    switch (char) {
      case '^':
      case '$':
        return { kind: 'edge', at: char }
      case '(':
        return this.group()
      case '[':
        return { kind: 'set', set: this.characterClass() }
      case '.':
        return { kind: 'set', set: charSet(lineEnds, [], true) }
      case '\\':
        return this.escape()
      default:
        return one(char.codePointAt(0) ?? 0)
    }
  }

  private group(): Tree {
    const opened = this.match(/\?(?:<?[=!]|:|<([^>]*)>)/y)
    if (opened === undefined && this.sees('?')) throw new Unread()
    const number = opened === undefined || opened[1] !== undefined ? ++this.groups : 0
    const body = this.choice()
    if (!this.take(')')) throw new Unread()
    const sort = opened?.[0] ?? ''
    if (sort === '?:') return body
    if (opened?.[1] !== undefined) return { kind: 'group', body, number, name: opened[1] }
    if (sort === '') return { kind: 'group', body, number }
    return { kind: 'look', body, ahead: !sort.includes('<'), negative: sort.endsWith('!') }
  }

  private escape(): Tree {
    if (this.take('b')) return { kind: 'edge', at: 'b' }
    if (this.take('B')) return { kind: 'edge', at: 'B' }
    const back = this.backReference()
    return back ?? { kind: 'set', set: setOf(this.classEscape()) }
  }

  private backReference(): Tree | undefined {
    if (this.unicode || this.named) {
      const name = this.match(/k<([^>]*)>/y)
      if (name?.[1] !== undefined) return { kind: 'back', to: name[1] }
    }
    const start = this.at
    const number = this.match(/[1-9]\d*/y)
    if (number === undefined) return undefined
    if (this.unicode || Number(number[0]) <= this.groupCount) return { kind: 'back', to: Number(number[0]) }
    this.at = start
    return undefined
  }

  private characterClass(): CharSet {
    const negated = this.take('^')
    const ranges: Range[] = []
    const properties: string[] = []
    while (!this.take(']')) {
      const from = this.classAtom()
      if (this.sees('-') && this.source[this.at + 1] !== ']') {
        const dash = this.at++
        const to = this.classAtom()
        if (typeof from === 'number' && typeof to === 'number') {
          ranges.push([from, to])
          continue
        }
        this.at = dash + 1
        add(from, ranges, properties)
        add(45, ranges, properties)
        continue
      }
      add(from, ranges, properties)
    }
    return charSet(ranges, properties, negated)
  }

  private classAtom(): Atom {
    if (this.at >= this.source.length) throw new Unread()
    if (!this.take('\\')) return this.next().codePointAt(0) ?? 0
    if (this.take('b')) return 8
    if (this.take('-')) return 45
    return this.classEscape()
  }

  /** What stands behind a backslash and means characters. */
  private classEscape(): Atom {
    const char = this.next()
    const shorthand = SHORTHANDS[char]
    if (shorthand !== undefined) return shorthand
    if ((char === 'p' || char === 'P') && this.unicode) {
      const found = this.match(/\{[^}]*\}/y)
      if (found !== undefined) return { property: `\\${char}${found[0]}` }
    }
    if (char === 'x' || char === 'u') return this.codeEscape(char)
    if (char === 'c') {
      const letter = this.match(/[A-Za-z]/y)
      if (letter !== undefined) return letter[0].charCodeAt(0) % 32
      this.at--
      return 92
    }
    if (char >= '0' && char <= '7') return this.octal(char)
    return CONTROL[char] ?? char.codePointAt(0) ?? 0
  }

  private codeEscape(char: 'x' | 'u'): number {
    if (char === 'x') {
      const found = this.match(/[0-9a-fA-F]{2}/y)
      return found === undefined ? 120 : Number.parseInt(found[0], 16)
    }
    const braced = this.unicode ? this.match(/\{([0-9a-fA-F]+)\}/y) : undefined
    if (braced?.[1] !== undefined) return Number.parseInt(braced[1], 16)
    const pair = this.unicode ? this.match(/([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/y) : undefined
    if (pair?.[1] !== undefined && pair[2] !== undefined)
      return ((Number.parseInt(pair[1], 16) - 0xd800) << 10) + Number.parseInt(pair[2], 16) - 0xdc00 + 0x10000
    const found = this.match(/[0-9a-fA-F]{4}/y)
    return found === undefined ? 117 : Number.parseInt(found[0], 16)
  }

  private octal(first: string): number {
    if (this.unicode) return 0
    const rest = this.match(first <= '3' ? /[0-7]{0,2}/y : /[0-7]?/y)
    return Number.parseInt(first + (rest?.[0] ?? ''), 8)
  }

  private next(): string {
    const code = this.source.codePointAt(this.at)
    if (code === undefined) throw new Unread()
    const char = this.unicode ? String.fromCodePoint(code) : this.source.charAt(this.at)
    this.at += char.length
    return char
  }

  private sees(char: string): boolean {
    return this.source[this.at] === char
  }

  private take(char: string): boolean {
    if (!this.sees(char)) return false
    this.at++
    return true
  }

  private match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at
    const found = sticky.exec(this.source)
    if (found === null) return undefined
    this.at += found[0].length
    return found
  }
}

/** A code point, a shorthand class, or a Unicode property. */
type Atom = number | readonly Range[] | { readonly property: string }

const SHORTHANDS: Readonly<Record<string, readonly Range[]>> = Object.assign(Object.create(null), {
  d: digits,
  D: complement(digits),
  w: word,
  W: complement(word),
  s: space,
  S: complement(space),
})

function add(atom: Atom, ranges: Range[], properties: string[]): void {
  if (typeof atom === 'number') ranges.push([atom, atom])
  else if ('property' in atom) properties.push(atom.property)
  else ranges.push(...atom)
}

function setOf(atom: Atom): CharSet {
  const ranges: Range[] = []
  const properties: string[] = []
  add(atom, ranges, properties)
  return charSet(ranges, properties)
}

function one(code: number): Tree {
  return { kind: 'set', set: charSet([[code, code]]) }
}
