/**
 * Parameters as OpenAPI lays them out on the wire: `style` and `explode`, or a
 * whole document in `content`. What comes out is raw: texts, arrays and objects
 * of texts, which the schema then makes into numbers and flags.
 */
import { splitText, withoutMark } from '../support/exact-number.ts'
import { decodeBody } from './body.ts'
import { nest } from './brackets.ts'
import {
  assignment,
  delimiterFor,
  divided,
  fromPieces,
  jsonOf,
  looksJson,
  objectOf,
  type ParameterKind,
  type ParameterStyle,
  type SentText,
} from './parameter-styles.ts'
import { decodePercent } from './percent.ts'
import type { Pair } from './query.ts'

export interface ParameterForm {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly style: ParameterStyle
  readonly explode: boolean
  /** In the query a plus is a plus, for what is reserved stands as it is (RFC 6570, 3.2.3). Absent: it is a space. */
  readonly allowReserved?: boolean
  /** Set when the parameter is a document of this media type. */
  readonly mediaType?: string
  /** The document is the whole query (OpenAPI 3.2, `in: querystring`). */
  readonly whole?: boolean
}

/** What a request carries, decoded. */
export interface ParameterSource {
  readonly path: ReadonlyMap<string, string>
  readonly query: readonly Pair[]
  readonly header: (name: string) => string | undefined
  readonly cookies: readonly Pair[]
  /** A value of path, query or cookie as it was sent, percent-encoded; undefined where that is not known. */
  readonly raw?: (place: 'path' | 'query' | 'cookie', name: string) => string | undefined
  /** The whole query as it was sent. */
  readonly search?: string
}

/** The raw value of a parameter; undefined when it was not sent. A document that cannot be read stays text. */
export function decodeParameter(form: ParameterForm, kind: ParameterKind, source: ParameterSource): unknown {
  if (form.whole === true) return source.search ? documentIn(decodePercent(source.search), form) : undefined
  if (form.in === 'query') return fromPairs(form, kind, source.query, source)
  if (form.in === 'cookie') return fromPairs(form, kind, cookiesFor(form, kind, source.cookies), source)
  const text = form.in === 'path' ? source.path.get(form.name) : source.header(form.name.toLowerCase())
  if (text === undefined) return undefined
  if (form.mediaType !== undefined) return documentIn(text, form)
  if (form.in === 'header') return fromPieces(fieldPieces(text, form), text, kind, form.explode)
  const raw = kind.array || kind.object ? source.raw?.('path', form.name) : undefined
  return fromSegment(form, kind, { text, raw })
}

/** Spaces around the values of a header field are none of theirs; where spaces divide, several are one. */
function fieldPieces(text: string, { style }: ParameterForm): readonly string[] {
  if (style === 'spaceDelimited') return text.trim().split(/ +/)
  return text.split(delimiterFor(style)).map((piece) => piece.trim())
}

function spreads(form: ParameterForm, kind: ParameterKind): boolean {
  return (form.style === 'form' || form.style === 'cookie') && form.explode && kind.object && !kind.array
}

/** An exploded form stands in one cookie, its pairs divided by ampersands (OpenAPI 3.2, 4.12.5.1); other clients send a cookie each. */
function cookiesFor(form: ParameterForm, kind: ParameterKind, cookies: readonly Pair[]): readonly Pair[] {
  if (form.style !== 'form' || !form.explode || !(kind.array || kind.object)) return cookies
  return cookies.flatMap(([name, value]): Pair[] => {
    const [first = '', ...others] = splitText(value, '&')
    if (others.length === 0 || !others.every((piece) => piece.includes('='))) return [[name, value]]
    return [[name, first], ...others.map(assignment)]
  })
}

function fromPairs(form: ParameterForm, kind: ParameterKind, pairs: readonly Pair[], source: ParameterSource): unknown {
  const own = pairs.filter(([name]) => name === form.name).map(([, value]) => value)
  const sent = own.length === 1 ? asSent(form, kind, own[0] ?? '', source) : undefined
  if (form.mediaType !== undefined) return own[0] === undefined ? undefined : documentIn(own[0], form)
  if (form.style === 'deepObject' || own.length === 0) {
    const bracketed = fromBrackets(form, pairs)
    if (bracketed !== undefined) return bracketed
  }
  if (own.length === 0) return spreads(form, kind) ? fromProperties(form, kind, pairs) : undefined
  if (sent === undefined) return own
  if (!kind.array && !kind.object) return sent.text
  if (looksJson(sent.text)) return jsonOf(sent.text)
  return fromDelimited(form, kind, sent)
}

/** The one value, with what was sent for it where that tells more. */
function asSent(form: ParameterForm, kind: ParameterKind, text: string, source: ParameterSource): SentText {
  const tells = kind.array || kind.object || form.allowReserved === true || form.style === 'cookie'
  const raw = tells && form.in !== 'header' ? source.raw?.(form.in, form.name) : undefined
  if (raw === undefined) return { text }
  // A cookie of that style is written without any encoding.
  if (form.style === 'cookie') return { text: raw }
  return form.allowReserved === true && raw.includes('+') ? { text: decodePercent(raw), raw } : { text, raw }
}

function fromDelimited(form: ParameterForm, kind: ParameterKind, sent: SentText): unknown {
  const delimiter = delimiterFor(form.style)
  if (delimiter === ',' && form.explode && kind.array) return [sent.text]
  return fromPieces(divided(sent, delimiter, kind), sent.text, kind, false)
}

/** `name[a][b]=1`, `name[]=1`, `name[0]=1`: deepObject as it is declared, and as clients write arrays whatever is declared. */
function fromBrackets(form: ParameterForm, pairs: readonly Pair[]): unknown {
  const start = `${form.name}[`
  const own = pairs.filter(([name]) => name.startsWith(start) && name.includes(']'))
  if (own.length === 0) return undefined
  return nest(own.map(([name, value]) => [`_${name.slice(form.name.length)}`, value]))['_']
}

/** An exploded form object stands in the query under the names of its properties. */
function fromProperties(form: ParameterForm, kind: ParameterKind, pairs: readonly Pair[]): unknown {
  const takesOthers = form.in === 'query' && kind.open
  const mine = pairs.filter(([name]) => {
    const own = name.replace(/\[.*/, '')
    return kind.names.has(name) || kind.names.has(own) || (takesOthers && kind.others?.has(own) !== true)
  })
  return mine.length > 0 ? nest(mine) : undefined
}

function fromSegment(form: ParameterForm, kind: ParameterKind, sent: SentText): unknown {
  if (form.style === 'label') return fromLabel(form, kind, withoutStart(sent, '.'))
  if (form.style === 'matrix') return fromMatrix(form, kind, sent)
  if (!kind.array && !kind.object) return sent.text
  return fromPieces(divided(sent, delimiterFor(form.style), kind), sent.text, kind, form.explode)
}

function withoutStart({ text, raw }: SentText, mark: string): SentText {
  return {
    text: text.startsWith(mark) ? withoutMark(text.slice(1)) : text,
    raw: raw?.startsWith(mark) === true ? raw.slice(1) : raw,
  }
}

function fromLabel(form: ParameterForm, kind: ParameterKind, sent: SentText): unknown {
  if (!kind.array && !kind.object) return sent.text
  const separator = form.explode || !sent.text.includes(',') ? '.' : ','
  return fromPieces(divided(sent, separator, kind), sent.text, kind, form.explode)
}

/** `;color=a,b` or, exploded, `;color=a;color=b` and for objects `;R=1;G=2`. */
function fromMatrix(form: ParameterForm, kind: ParameterKind, sent: SentText): unknown {
  const pairs = divided(sent, ';')
    .filter((piece) => piece !== '')
    .map(assignment)
  if (kind.object && form.explode) return objectOf(pairs)
  const own = pairs.filter(([name]) => name === form.name).map(([, value]) => value)
  if (kind.array && form.explode) return own
  const text = own[0] ?? sent.text
  const start = `;${form.name}=`
  const raw = sent.raw?.startsWith(start) === true ? sent.raw.slice(start.length) : undefined
  return fromPieces(divided({ text, raw }, ',', kind), text, kind, false)
}

/** The document that a text holds, read by its media type; the text where it is none. */
function documentIn(text: string, { mediaType }: ParameterForm): unknown {
  const read = decodeBody(new TextEncoder().encode(text), mediaType)
  if (read.ok && read.value.files.length === 0) return read.value.value
  return looksJson(text) ? jsonOf(text) : text
}
