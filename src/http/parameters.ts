/**
 * Parameters as OpenAPI lays them out on the wire: `style` and `explode`, or a
 * whole document in `content`. What comes out is raw: texts, arrays and objects
 * of texts, which the schema then makes into numbers and flags.
 */
import { setOwn } from '../support/json.ts'
import { nest } from './brackets.ts'
import { parseJson } from './json-text.ts'
import type { Pair } from './query.ts'

/** The styles of OpenAPI, and the tabs of Swagger 2.0's `collectionFormat`. */
export const parameterStyles = [
  'simple',
  'form',
  'matrix',
  'label',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
] as const

export type ParameterStyle = (typeof parameterStyles)[number]

export interface ParameterForm {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly style: ParameterStyle
  readonly explode: boolean
  /** Set when the parameter is a document of this media type. */
  readonly mediaType?: string
}

/** What the schema says a parameter is. */
export interface ParameterKind {
  readonly array: boolean
  readonly object: boolean
  /** Property names of an object. */
  readonly names: ReadonlySet<string>
  /** An object may have other properties too. */
  readonly open: boolean
}

/** What a request carries, decoded. */
export interface ParameterSource {
  readonly path: ReadonlyMap<string, string>
  readonly query: readonly Pair[]
  readonly header: (name: string) => string | undefined
  readonly cookies: readonly Pair[]
}

/** The raw value of a parameter; undefined when it was not sent. A document that cannot be read stays text. */
export function decodeParameter(form: ParameterForm, kind: ParameterKind, source: ParameterSource): unknown {
  if (form.in === 'query') return fromPairs(form, kind, source.query)
  if (form.in === 'cookie') return fromPairs(form, kind, source.cookies)
  const text = form.in === 'path' ? source.path.get(form.name) : source.header(form.name.toLowerCase())
  if (text === undefined) return undefined
  if (form.mediaType !== undefined) return document(text)
  return form.in === 'path'
    ? fromSegment(form, kind, text)
    : fromList(text.split(',').map(trim), text, kind, form.explode)
}

function spreads(form: ParameterForm, kind: ParameterKind): boolean {
  return form.style === 'form' && form.explode && kind.object && !kind.array
}

function fromPairs(form: ParameterForm, kind: ParameterKind, pairs: readonly Pair[]): unknown {
  const own = pairs.filter(([name]) => name === form.name).map(([, value]) => value)
  if (form.mediaType !== undefined) return own[0] === undefined ? undefined : document(own[0])
  if (form.style === 'deepObject' || own.length === 0) {
    const bracketed = fromBrackets(form, pairs)
    if (bracketed !== undefined) return bracketed
  }
  if (own.length === 0) return spreads(form, kind) ? fromProperties(form, kind, pairs) : undefined
  const [first] = own
  if (own.length > 1 || first === undefined) return own
  if (!kind.array && !kind.object) return first
  if (looksJson(first)) return document(first)
  return fromDelimited(form, kind, first)
}

function fromDelimited(form: ParameterForm, kind: ParameterKind, text: string): unknown {
  const delimiter = delimiters[form.style]
  if (delimiter === undefined) {
    if (form.explode && kind.array) return [text]
    return fromList(text.split(','), text, kind, false)
  }
  return fromList(text.split(text.includes(delimiter) ? delimiter : ','), text, kind, false)
}

const delimiters: Partial<Record<ParameterForm['style'], string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
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
  const mine = pairs.filter(([name]) => kind.names.has(name) || kind.names.has(name.replace(/\[.*/, '')))
  if (mine.length > 0) return nest(mine)
  return form.in === 'query' && kind.open && kind.names.size === 0 && pairs.length > 0 ? nest(pairs) : undefined
}

function fromSegment(form: ParameterForm, kind: ParameterKind, segment: string): unknown {
  if (form.style === 'label') return fromLabel(form, kind, segment.startsWith('.') ? segment.slice(1) : segment)
  if (form.style === 'matrix') return fromMatrix(form, kind, segment)
  return fromList(segment.split(','), segment, kind, form.explode)
}

function fromLabel(form: ParameterForm, kind: ParameterKind, text: string): unknown {
  if (!kind.array && !kind.object) return text
  const separator = form.explode || !text.includes(',') ? '.' : ','
  return fromList(text.split(separator), text, kind, form.explode)
}

/** `;color=a,b` or, exploded, `;color=a;color=b` and for objects `;R=1;G=2`. */
function fromMatrix(form: ParameterForm, kind: ParameterKind, segment: string): unknown {
  const pairs = segment
    .split(';')
    .filter((piece) => piece !== '')
    .map((piece): Pair => {
      const equals = piece.indexOf('=')
      return equals === -1 ? [piece, ''] : [piece.slice(0, equals), piece.slice(equals + 1)]
    })
  if (kind.object && form.explode) return objectOf(pairs)
  const own = pairs.filter(([name]) => name === form.name).map(([, value]) => value)
  if (kind.array && form.explode) return own
  const text = own[0] ?? segment
  return fromList(text.split(','), text, kind, false)
}

/** Pieces as an array, as an object (`k,v,k,v` or `k=v,k=v`), or the text as it was. */
function fromList(pieces: readonly string[], text: string, kind: ParameterKind, explode: boolean): unknown {
  if (kind.array) return text === '' ? [] : pieces
  if (!kind.object) return text
  if (looksJson(text)) return document(text)
  if (explode || pieces.every((piece) => piece.includes('=')))
    return objectOf(
      pieces.map((piece): Pair => {
        const equals = piece.indexOf('=')
        return equals === -1 ? [piece, ''] : [piece.slice(0, equals), piece.slice(equals + 1)]
      }),
    )
  if (pieces.length % 2 === 1) return text
  const pairs: Pair[] = []
  for (let i = 0; i < pieces.length; i += 2) pairs.push([pieces[i] ?? '', pieces[i + 1] ?? ''])
  return objectOf(pairs)
}

function objectOf(pairs: readonly Pair[]): object {
  const object: Record<string, string> = {}
  for (const [name, value] of pairs) setOwn(object, name, value)
  return object
}

function looksJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

function document(text: string): unknown {
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : text
}

function trim(text: string): string {
  return text.trim()
}
