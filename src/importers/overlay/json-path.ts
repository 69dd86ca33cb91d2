/**
 * JSONPath (RFC 9535): the text of a query to its syntax. Well-formedness and
 * the types of functions are checked here, so that selecting never fails. A name
 * after a dot may also hold hyphens, as the Overlay specification writes them.
 */
import { err, ok, type Result } from '../../support/result.ts'

export interface Query {
  /** '$' is the document, '@' the node that is being tested. */
  readonly root: '$' | '@'
  readonly segments: readonly Segment[]
}

export interface Segment {
  /** True for `..`: the selectors apply to the node and to all below it. */
  readonly deep: boolean
  readonly selectors: readonly Selector[]
}

export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'every' }
  | { readonly kind: 'index'; readonly index: number }
  | {
      readonly kind: 'slice'
      readonly start: number | undefined
      readonly end: number | undefined
      readonly step: number
    }
  | { readonly kind: 'filter'; readonly test: Test }

export type Test =
  | { readonly kind: 'or' | 'and'; readonly parts: readonly Test[] }
  | { readonly kind: 'not'; readonly test: Test }
  | { readonly kind: 'exists'; readonly query: Query }
  | { readonly kind: 'compare'; readonly left: Operand; readonly operator: Operator; readonly right: Operand }
  | { readonly kind: 'matches'; readonly call: Call }

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>='
export type Operand =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'call'; readonly call: Call }

export interface Call {
  readonly name: 'length' | 'count' | 'value' | 'match' | 'search'
  readonly operands: readonly Operand[]
}

/** What is wrong, and where in the text: zero-based. */
export interface PathProblem {
  readonly offset: number
  readonly message: string
}

const LONGEST = 4096
/** How deep parentheses, filters and calls may nest. */
const DEPTH = 32

export function parseJsonPath(text: string): Result<Query, PathProblem> {
  if (text.length > LONGEST) return err({ offset: LONGEST, message: `it is longer than ${LONGEST} characters` })
  try {
    return ok(new Parser(text).whole())
  } catch (problem) {
    if (problem instanceof Wrong) return err({ offset: problem.offset, message: problem.message })
    throw problem
  }
}

/** Thrown inside the parser only. */
class Wrong extends Error {
  readonly offset: number
  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

const FUNCTIONS: Readonly<
  Record<string, { readonly takes: readonly ('value' | 'nodes')[]; readonly logical: boolean }>
> = {
  length: { takes: ['value'], logical: false },
  count: { takes: ['nodes'], logical: false },
  value: { takes: ['nodes'], logical: false },
  match: { takes: ['value', 'value'], logical: true },
  search: { takes: ['value', 'value'], logical: true },
}

class Parser {
  private readonly text: string
  private at = 0
  private depth = 0

  constructor(text: string) {
    this.text = text
  }

  whole(): Query {
    if (this.text[0] !== '$') this.fail('a path begins with "$"')
    this.at = 1
    const query: Query = { root: '$', segments: this.segments() }
    if (this.at < this.text.length) this.fail(`unexpected ${JSON.stringify(this.text[this.at])}`)
    return query
  }

  private fail(message: string): never {
    throw new Wrong(this.at, message)
  }

  private blanks(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at++
  }

  private take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false
    this.at += token.length
    return true
  }

  private expect(token: string): void {
    this.blanks()
    if (!this.take(token)) this.fail(`"${token}" is missing`)
  }

  private segments(): readonly Segment[] {
    const found: Segment[] = []
    for (;;) {
      const before = this.at
      this.blanks()
      const segment = this.segment()
      if (segment === undefined) {
        this.at = before
        return found
      }
      found.push(segment)
    }
  }

  private segment(): Segment | undefined {
    if (this.take('..'))
      return { deep: true, selectors: this.text[this.at] === '[' ? this.bracketed() : [this.shorthand()] }
    if (this.take('.')) return { deep: false, selectors: [this.shorthand()] }
    return this.text[this.at] === '[' ? { deep: false, selectors: this.bracketed() } : undefined
  }

  private shorthand(): Selector {
    if (this.take('*')) return { kind: 'every' }
    const name = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff-]*/.exec(this.text.slice(this.at))?.[0]
    if (name === undefined) return this.fail('a name or "*" is expected after the dot (other names stand in brackets)')
    this.at += name.length
    return { kind: 'name', name }
  }

  private bracketed(): readonly Selector[] {
    this.expect('[')
    const selectors: Selector[] = []
    do {
      this.blanks()
      selectors.push(this.selector())
      this.blanks()
    } while (this.take(','))
    this.expect(']')
    return selectors
  }

  private selector(): Selector {
    const first = this.text[this.at]
    if (first === '"' || first === "'") return { kind: 'name', name: this.quoted() }
    if (this.take('*')) return { kind: 'every' }
    if (this.take('?')) return { kind: 'filter', test: this.nested(() => this.test()) }
    return this.indexOrSlice()
  }

  private indexOrSlice(): Selector {
    const start = this.wholeNumber()
    const before = this.at
    this.blanks()
    if (!this.take(':')) {
      this.at = before
      if (start === undefined) this.fail('a name in quotes, a number, "*" or "?" is expected in the brackets')
      return { kind: 'index', index: start }
    }
    this.blanks()
    const end = this.wholeNumber()
    this.blanks()
    const step = this.take(':') ? this.stepOf() : 1
    return { kind: 'slice', start, end, step }
  }

  private stepOf(): number {
    this.blanks()
    return this.wholeNumber() ?? 1
  }

  private wholeNumber(): number | undefined {
    const digits = /^(?:0|-?[1-9]\d*)/.exec(this.text.slice(this.at, this.at + 20))?.[0]
    if (digits === undefined) return undefined
    const value = Number(digits)
    if (!Number.isSafeInteger(value)) this.fail('the number is too large')
    this.at += digits.length
    return value
  }

  private quoted(): string {
    const quote = this.text[this.at]
    this.at++
    let value = ''
    for (;;) {
      const character = this.text[this.at]
      if (character === undefined) return this.fail('the quote is not closed')
      if (character < ' ') return this.fail('control characters in quotes are written as escapes')
      this.at++
      if (character === quote) return value
      value += character === '\\' ? this.escaped(quote) : character
    }
  }

  private escaped(quote: string | undefined): string {
    const character = this.text[this.at] ?? ''
    this.at++
    if (character === quote || character === '\\' || character === '/') return character
    const known = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[character]
    if (known !== undefined) return known
    if (character !== 'u') return this.fail(`\\${character} is not an escape`)
    const first = this.unit()
    // Characters beyond U+FFFF are written as two escapes; half of one is no character (RFC 9535, section 2.3.1.1).
    const whole = /[\uD800-\uDBFF]/.test(first) && this.take('\\u') ? first + this.unit() : first
    return isWellFormed(whole) ? whole : this.fail('half of a surrogate pair is not a character')
  }

  /** The four digits of an escape. */
  private unit(): string {
    const hex = /^[0-9A-Fa-f]{4}/.exec(this.text.slice(this.at, this.at + 4))?.[0]
    if (hex === undefined) return this.fail('\\u needs four digits')
    this.at += 4
    return String.fromCharCode(Number.parseInt(hex, 16))
  }

  private nested<T>(read: () => T): T {
    if (++this.depth > DEPTH) this.fail(`it is nested deeper than ${DEPTH}`)
    const value = read()
    this.depth--
    return value
  }

  private test(): Test {
    return this.chain('||', 'or', () => this.chain('&&', 'and', () => this.basic()))
  }

  private chain(token: string, kind: 'or' | 'and', read: () => Test): Test {
    const first = read()
    const parts = [first]
    for (;;) {
      const before = this.at
      this.blanks()
      if (!this.take(token)) {
        this.at = before
        return parts.length === 1 ? first : { kind, parts }
      }
      parts.push(read())
    }
  }

  private basic(): Test {
    this.blanks()
    if (this.take('!')) {
      this.blanks()
      const start = this.at
      const test = this.text[this.at] === '(' ? this.group() : this.compared()
      if (test.kind !== 'compare') return { kind: 'not', test }
      this.at = start
      return this.fail('a comparison after "!" needs parentheses')
    }
    return this.text[this.at] === '(' ? this.group() : this.compared()
  }

  private group(): Test {
    this.expect('(')
    const test = this.nested(() => this.test())
    this.expect(')')
    // A group is no comparison any more: `!(a == b)` is fine.
    return test.kind === 'compare' ? { kind: 'and', parts: [test] } : test
  }

  private compared(): Test {
    const start = this.at
    const left = this.operand()
    const before = this.at
    this.blanks()
    const operator = (['==', '!=', '<=', '>=', '<', '>'] as const).find((token) => this.take(token))
    if (operator !== undefined) {
      this.mustCompare(left, start)
      this.blanks()
      const at = this.at
      const right = this.operand()
      this.mustCompare(right, at)
      return { kind: 'compare', left, operator, right }
    }
    this.at = before
    if (left.kind === 'query') return { kind: 'exists', query: left.query }
    if (left.kind === 'call' && FUNCTIONS[left.call.name]?.logical === true) return { kind: 'matches', call: left.call }
    this.at = start
    return this.fail(
      left.kind === 'call' ? `what ${left.call.name}() gives must be compared` : 'a literal is not a test',
    )
  }

  private mustCompare(operand: Operand, start: number): void {
    const wrong =
      operand.kind === 'query'
        ? !isSingular(operand.query)
        : operand.kind === 'call' && FUNCTIONS[operand.call.name]?.logical === true
    if (!wrong) return
    this.at = start
    this.fail('only what is a single value can be compared')
  }

  private operand(): Operand {
    const first = this.text[this.at]
    if (first === '"' || first === "'") return { kind: 'literal', value: this.quoted() }
    if (this.take('@')) return { kind: 'query', query: { root: '@', segments: this.nested(() => this.segments()) } }
    if (this.take('$')) return { kind: 'query', query: { root: '$', segments: this.nested(() => this.segments()) } }
    const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(this.text.slice(this.at, this.at + 64))?.[0]
    if (number !== undefined) {
      this.at += number.length
      return { kind: 'literal', value: Number(number) }
    }
    const word = /^[a-z][a-z_0-9]*/.exec(this.text.slice(this.at, this.at + 64))?.[0]
    if (word === undefined) return this.fail('a query, a literal or a function is expected')
    const literal = new Map([
      ['true', true],
      ['false', false],
      ['null', null],
    ]).get(word)
    if (literal === undefined) return { kind: 'call', call: this.call(word) }
    this.at += word.length
    return { kind: 'literal', value: literal }
  }

  private call(name: string): Call {
    const signature = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (signature === undefined) return this.fail(`there is no function "${name}"`)
    this.at += name.length
    if (!this.take('(')) this.fail(`"${name}" is a function: "(" is missing`)
    const operands: Operand[] = []
    for (const [index, wanted] of signature.takes.entries()) {
      if (index > 0) this.expect(',')
      this.blanks()
      const start = this.at
      const operand = this.nested(() => this.operand())
      operands.push(operand)
      if (wanted === 'value') this.mustCompare(operand, start)
      else if (operand.kind !== 'query') {
        this.at = start
        this.fail(`${name}() takes a query`)
      }
    }
    this.expect(')')
    // The name is one of the table's.
    return { name: name as Call['name'], operands }
  }
}

/** True for texts without lone surrogates; node 20 has it as a method, the library of types not. */
function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDFFF]/u.test(text)
}

/** True for a query that finds one node at most. */
function isSingular({ segments }: Query): boolean {
  return segments.every(({ deep, selectors }) => {
    const [only] = selectors
    return !deep && selectors.length === 1 && (only?.kind === 'name' || only?.kind === 'index')
  })
}
