/**
 * XML 1.0 as a tree of elements, read in one pass without recursion. Document
 * type definitions are refused, and with them every entity but the five of XML
 * itself. Own code because the parsers at hand take seconds for a hostile body
 * of the size we admit, and refuse names such as `__proto__`.
 */
import { err, ok, type Result } from '../support/result.ts'

export interface Element {
  /** Without its prefix. */
  readonly name: string
  /** Without prefixes and namespace declarations. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
  /** The element's own character data, that of its children left out. */
  readonly text: string
}

/** How deep elements may nest, and how many of each there may be. */
const MAX = { depth: 100, elements: 250_000, attributes: 250_000, references: 500_000 }

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()
const NAME = /[^\s<>/=&'"!?]+/y
const ATTRIBUTE = /\s+([^\s<>/=&'"]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y

/** The root element of an XML text, or a clause that says what is wrong with it. */
export function readXml(text: string): Result<Element, string> {
  return new Reader(text).root()
}

interface Open {
  readonly qualified: string
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Element[]
  text: string
}

class Reader {
  private readonly source: string
  private readonly open: Open[] = []
  private at = 0
  private elements = 0
  private attributes = 0
  private references = 0
  private found: Element | undefined

  constructor(source: string) {
    this.source = source
  }

  root(): Result<Element, string> {
    while (this.at < this.source.length) {
      const start = this.source.indexOf('<', this.at)
      const problem =
        this.characters(start === -1 ? this.source.length : start) ?? (start === -1 ? undefined : this.markup())
      if (problem !== undefined) return err(`${problem} ${this.position()}`)
    }
    const unclosed = this.open.at(-1)
    if (unclosed !== undefined) return err(`ends inside <${unclosed.qualified}>`)
    return this.found === undefined ? err('has no element') : ok(this.found)
  }

  private characters(end: number): string | undefined {
    if (end === this.at) return undefined
    const top = this.open.at(-1)
    const text = this.source.slice(this.at, end)
    if (top === undefined && text.trim() !== '') return 'has text outside the root element'
    if (top !== undefined) {
      const plain = this.unescaped(text)
      if (plain === undefined) return TOO_MANY
      top.text += plain
    }
    this.at = end
    return undefined
  }

  private markup(): string | undefined {
    const { source, at } = this
    const next = source[at + 1]
    if (next === '/') return this.close()
    if (next === '?') return this.skipTo('?>', 'an instruction')
    if (next !== '!') return this.start()
    if (source.startsWith('<!--', at)) return this.skipTo('-->', 'a comment')
    if (source.startsWith('<![CDATA[', at)) return this.cdata()
    return 'has a document type definition, which is not read,'
  }

  private skipTo(end: string, what: string): string | undefined {
    const close = this.source.indexOf(end, this.at + 2)
    if (close === -1) return `does not close ${what}`
    this.at = close + end.length
    return undefined
  }

  private cdata(): string | undefined {
    const start = this.at + 9
    const top = this.open.at(-1)
    const problem = this.skipTo(']]>', 'character data')
    if (problem !== undefined || top === undefined) return problem ?? 'has text outside the root element'
    top.text += this.source.slice(start, this.at - 3)
    return undefined
  }

  private start(): string | undefined {
    const qualified = this.match(NAME, this.at + 1)
    if (qualified === undefined) return 'has a "<" that begins no element'
    if (this.found !== undefined) return 'has a second root element'
    if (this.open.length >= MAX.depth) return `nests deeper than ${MAX.depth} elements`
    if (++this.elements > MAX.elements) return `has more than ${MAX.elements} elements`
    let end = this.at + 1 + qualified.length
    let attributes: Map<string, string> | undefined
    for (;;) {
      ATTRIBUTE.lastIndex = end
      const match = ATTRIBUTE.exec(this.source)
      if (match === null) break
      end = ATTRIBUTE.lastIndex
      const name = match[1] ?? ''
      if (name === 'xmlns' || name.startsWith('xmlns:')) continue
      if (++this.attributes > MAX.attributes) return `has more than ${MAX.attributes} attributes`
      const value = this.unescaped(match[2] ?? match[3] ?? '')
      if (value === undefined) return TOO_MANY
      attributes ??= new Map()
      attributes.set(localName(name), value)
    }
    while (isSpace(this.source.charCodeAt(end))) end++
    const empty = this.source[end] === '/'
    if (this.source[empty ? end + 1 : end] !== '>') return `has a start tag <${qualified}> that is not well-formed`
    this.at = end + (empty ? 2 : 1)
    const element: Open = {
      qualified,
      name: localName(qualified),
      attributes: attributes ?? NO_ATTRIBUTES,
      children: [],
      text: '',
    }
    if (empty) this.finish(element)
    else this.open.push(element)
    return undefined
  }

  private close(): string | undefined {
    const qualified = this.match(NAME, this.at + 2)
    const top = this.open.pop()
    if (top === undefined || top.qualified !== qualified)
      return `closes <${qualified ?? ''}> where <${top?.qualified ?? ''}> is open`
    let end = this.at + 2 + qualified.length
    while (isSpace(this.source.charCodeAt(end))) end++
    if (this.source[end] !== '>') return `has an end tag </${qualified}> that is not well-formed`
    this.at = end + 1
    this.finish(top)
    return undefined
  }

  private finish(element: Open): void {
    const parent = this.open.at(-1)
    if (parent === undefined) this.found = element
    else parent.children.push(element)
  }

  /** Undefined where there are too many references: each costs time that others wait for. */
  private unescaped(text: string): string | undefined {
    for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
      if (++this.references > MAX.references) return undefined
    return text.includes('&#') ? unescapeXml(text) : withoutNames(text)
  }

  private match(pattern: RegExp, at: number): string | undefined {
    pattern.lastIndex = at
    const text = pattern.exec(this.source)?.[0]
    return text === undefined || text.length > 512 ? undefined : text
  }

  private position(): string {
    const before = this.source.slice(0, this.at)
    return `at line ${before.split('\n').length}, column ${this.at - before.lastIndexOf('\n')}`
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

const TOO_MANY = `has more than ${MAX.references} character references`

/** The names alone, the ampersand last: what it makes is not read once more. */
function withoutNames(text: string): string {
  if (!text.includes('&')) return text
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9A-Fa-f]{1,6})|#(\d{1,7})|(\w{1,8}));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
