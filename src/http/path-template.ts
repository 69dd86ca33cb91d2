/**
 * Path templates as OpenAPI writes them: '/users/{id}', '/files/{name}.json',
 * '/jobs/{id}:cancel', '/legacy?action=list'. A segment is split once, when the
 * description is opened; matching a segment afterwards compares strings.
 */
import { withoutMark } from '../support/exact-number.ts'
import type { Fields } from './message.ts'
import type { Pair } from './query.ts'

export type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  /** Literals and parameters in turn: literals[0] names[0] literals[1] names[1] ... literals[n]; literals may be ''. */
  | { readonly kind: 'partial'; readonly literals: readonly string[]; readonly names: readonly string[] }
  /** `{path+}`, `{path*}`, `{+path}` as the last segment: everything that is left, slashes included. */
  | { readonly kind: 'rest'; readonly name: string }

export interface ParsedTemplate {
  readonly template: string
  readonly segments: readonly Segment[]
  /** Pairs of a query (or fragment) written into the template; a value that is a parameter is undefined: any will do. */
  readonly fixedQuery: readonly (readonly [name: string, value: string | undefined])[]
}

const NONE: ReadonlySet<string> = new Set()

/** Never fails: a brace without its partner is an ordinary character. `greedy` parameters at the end take what is left. */
export function parsePathTemplate(template: string, greedy: ReadonlySet<string> = NONE): ParsedTemplate {
  const cut = template.search(/[?#](?![^{/]*\})/)
  const path = cut < 0 ? template : template.slice(0, cut)
  const texts = (path.startsWith('/') ? path.slice(1) : path).split('/')
  return {
    template,
    segments: texts.map((text, i) => parseSegment(text, i === texts.length - 1, greedy)),
    fixedQuery: cut < 0 ? [] : parseFixedQuery(template.slice(cut + 1)),
  }
}

function parseSegment(text: string, isLast: boolean, greedy: ReadonlySet<string>): Segment {
  const literals: string[] = []
  const names: string[] = []
  let from = 0
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
    const close = closingBrace(text, open)
    if (close < 0) break
    literals.push(text.slice(from, open))
    names.push(text.slice(open + 1, close))
    from = close + 1
  }
  literals.push(text.slice(from))
  const name = names[0]
  if (name === undefined) return { kind: 'literal', text: decodeSegment(text) }
  if (names.length > 1 || literals.some((literal) => literal !== ''))
    return { kind: 'partial', literals: literals.map(asSent), names }
  const rest = isLast ? restName(name, greedy) : undefined
  return rest === undefined ? { kind: 'parameter', name } : { kind: 'rest', name: rest }
}

/** The brace that ends the one at `open`, inner pairs skipped (`{id:[0-9]{3}}`). */
export function closingBrace(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}' && --depth === 0) return i
  }
  return -1
}

function restName(name: string, greedy: ReadonlySet<string>): string | undefined {
  if (greedy.has(name)) return name
  if (name.length < 2) return undefined
  if (name.endsWith('+') || name.endsWith('*')) return name.replace(/[+*]+$/, '')
  return name.startsWith('+') ? name.slice(1) : undefined
}

function parseFixedQuery(text: string): [string, string | undefined][] {
  return text
    .split(/[&#]/)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      const value = at < 0 ? undefined : pair.slice(at + 1)
      const isOpen = value === undefined || value.includes('{')
      return [decodeQueryPart(at < 0 ? pair : pair.slice(0, at)), isOpen ? undefined : decodeQueryPart(value)]
    })
}

/** A literal as clients send it: characters that no path may hold are percent-encoded. */
function asSent(literal: string): string {
  try {
    return encodeURI(decodeSegment(literal))
  } catch {
    return literal
  }
}

/** Percent-decoded; a text whose encoding is bad stays as it is. */
export function decodeSegment(text: string): string {
  if (!text.includes('%')) return withoutMark(text)
  try {
    return withoutMark(decodeURIComponent(text))
  } catch {
    return text
  }
}

function decodeQueryPart(text: string): string {
  return decodeSegment(text.replaceAll('+', ' '))
}

/**
 * The raw values of a partial segment's parameters, each at least one character
 * long; undefined when the text does not fit. Leftmost: `{a}-{b}` reads 'x-y-z'
 * as 'x' and 'y-z'. A literal fits its percent-encoded forms (RFC 3986, 6.2.2).
 */
export function matchPartial(text: string, literals: readonly string[]): string[] | undefined {
  const places = placesIn(text, literals)
  if (places !== undefined) return places.map(([from, to]) => text.slice(from, to))
  if (!text.includes('%')) return undefined
  const { decoded, starts } = decodedWithStarts(text)
  return placesIn(decoded, literals.map(decodeSegment))?.map(([from, to]) => text.slice(starts[from], starts[to]))
}

type Span = readonly [from: number, to: number]

function placesIn(text: string, literals: readonly string[]): Span[] | undefined {
  const prefix = literals[0] ?? ''
  const suffix = literals[literals.length - 1] ?? ''
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) return undefined
  const end = text.length - suffix.length
  const places: Span[] = []
  let from = prefix.length
  for (let i = 1; i < literals.length - 1; i++) {
    const separator = literals[i] ?? ''
    const at = text.indexOf(separator, from + 1)
    if (at < 0 || at + separator.length > end) return undefined
    places.push([from, at])
    from = at + separator.length
  }
  if (end <= from) return undefined
  places.push([from, end])
  return places
}

/** A text decoded and, for each of its units and for its end, where that begins in what was sent. */
function decodedWithStarts(text: string): { readonly decoded: string; readonly starts: readonly number[] } {
  const starts: number[] = []
  let decoded = ''
  let at = 0
  while (at < text.length) {
    const code = text[at] === '%' ? /^(?:%[0-9A-Fa-f]{2}){1,4}/.exec(text.slice(at, at + 12))?.[0] : undefined
    const bytes = code === undefined ? 0 : lengthOfCharacter(Number.parseInt(code.slice(1, 3), 16))
    const piece =
      code !== undefined && bytes > 0 && code.length >= bytes * 3 ? code.slice(0, bytes * 3) : text.charAt(at)
    const character = decodeSegment(piece)
    for (let unit = 0; unit < character.length; unit++) starts.push(at)
    decoded += character
    at += piece.length
  }
  starts.push(text.length)
  return { decoded, starts }
}

/** Bytes of the character that begins with this one in UTF-8; 0 where none does. */
function lengthOfCharacter(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc2) return 0
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
}

/**
 * What a path says for a parameter, still percent-encoded; undefined where that cannot be told. The template stands at
 * the end of the path, behind whatever base path was sent.
 */
export function rawParameter(template: string, path: string, name: string): string | undefined {
  const { segments } = parsePathTemplate(template)
  const at = segments.findIndex((segment) => segment.kind === 'parameter' && segment.name === name)
  const texts = path.replace(/\/$/, '').split('/')
  return at < 0 || segments.some(({ kind }) => kind === 'rest') ? undefined : texts[texts.length - segments.length + at]
}

/** True when every fixed pair is among the pairs that were sent, or is a header field. */
export function holdsFixedPairs(fixed: ParsedTemplate['fixedQuery'], sent: readonly Pair[], fields?: Fields): boolean {
  return fixed.every(([name, value]) => {
    if (sent.some(([n, v]) => n === name && (value === undefined || v === value))) return true
    return value !== undefined && fields?.get(name.toLowerCase()) === value
  })
}
