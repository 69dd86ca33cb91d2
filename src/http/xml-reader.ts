/**
 * XML as a tree of elements. The parser refuses whatever is not well-formed; here
 * document type definitions are refused as well, and with them every entity but
 * the five of XML itself, and what nests too deep or holds too much.
 */

import { type SaxesAttributePlain, SaxesParser } from 'saxes'
import { withoutMark } from '../support/exact-number.ts'
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

/** How deep elements may nest, how many of them, their attributes and `SIGNS` there may be, and how long a name may be. */
const MAX = { depth: 100, elements: 250_000, attributes: 250_000, signs: 4_000_000, name: 512 }

/** At each of these the parser may put a text together from two: a body of nothing else would take it seconds and a gigabyte. */
const SIGNS = new Set([...'\r\n&<"\'?]-'].map((sign) => sign.charCodeAt(0)))

/** The root element of an XML text, or a clause that says what is wrong with it. */
export function readXml(text: string): Result<Element, string> {
  if (hasTooManySigns(text)) return err(`has more than ${MAX.signs} line breaks and signs of markup`)
  const reader = idle ?? new Reader()
  idle = undefined
  const root = reader.read(text)
  if (root.ok) idle = reader
  return root
}

function hasTooManySigns(text: string): boolean {
  if (text.length <= MAX.signs) return false
  let signs = 0
  for (let i = 0; i < text.length; i++) if (SIGNS.has(text.charCodeAt(i)) && ++signs > MAX.signs) return true
  return false
}

/** A reader that has come to an end begins anew: making one costs as much as reading some hundred characters. */
let idle: Reader | undefined

/** Thrown through the parser, which would go on after a mistake. */
class Refused extends Error {}

function refuse(clause: string): never {
  throw new Refused(clause)
}

interface Open extends Element {
  attributes: Map<string, string>
  readonly children: Element[]
  text: string
}

/** Most elements have none, and share them. */
const NO_ATTRIBUTES = new Map<string, string>()

function element(name: string): Open {
  return { name, attributes: NO_ATTRIBUTES, children: [], text: '' }
}

class Reader {
  private readonly parser = new SaxesParser({ position: false })
  private open: Open[] = []
  /** The innermost open element; outermost is one without a name, which stands around the root. */
  private top = element('')
  private elements = 0
  private attributes = 0

  constructor() {
    const { parser } = this
    parser.on('error', ({ message }) => refuse(`is not well-formed (${clauseOf(message)})`))
    parser.on('doctype', () => refuse('has a document type definition, which is not read,'))
    parser.on('opentagstart', ({ name }) => this.start(name))
    parser.on('attribute', (attribute) => this.attribute(attribute))
    parser.on('closetag', () => this.end())
    parser.on('text', (characters) => this.add(characters))
    parser.on('cdata', (characters) => this.add(characters))
  }

  read(text: string): Result<Element, string> {
    this.top = element('')
    this.open = []
    this.elements = 0
    this.attributes = 0
    try {
      this.parser.write(text).close()
    } catch (problem) {
      const clause = problem instanceof Refused ? problem.message : 'is not well-formed'
      return err(`${clause} at line ${this.parser.line}, column ${this.parser.column}`)
    }
    const [root] = this.top.children
    this.top = element('')
    return root === undefined ? err('has no element') : ok(root)
  }

  private start(qualified: string): void {
    if (this.open.length >= MAX.depth) refuse(`nests deeper than ${MAX.depth} elements`)
    if (++this.elements > MAX.elements) refuse(`has more than ${MAX.elements} elements`)
    const child = element(localName(qualified))
    this.top.children.push(child)
    this.open.push(this.top)
    this.top = child
  }

  private attribute({ name, value }: SaxesAttributePlain): void {
    if (++this.attributes > MAX.attributes) refuse(`has more than ${MAX.attributes} attributes`)
    if (name === 'xmlns' || name.startsWith('xmlns:')) return
    const { top } = this
    if (top.attributes === NO_ATTRIBUTES) top.attributes = new Map()
    top.attributes.set(localName(name), withoutMark(value))
  }

  private end(): void {
    this.top.text = withoutMark(this.top.text)
    this.top = this.open.pop() ?? element('')
  }

  private add(characters: string): void {
    this.top.text += characters
  }
}

/** What the parser says, which may repeat a name of any length. */
function clauseOf(message: string): string {
  return message.length > 200 ? `${message.slice(0, 200)}…` : message.replace(/\.$/, '')
}

function localName(qualified: string): string {
  if (qualified.length > MAX.name) refuse(`has a name of more than ${MAX.name} characters`)
  return qualified.slice(qualified.indexOf(':') + 1)
}
