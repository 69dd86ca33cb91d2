/**
 * What the styles of parameters mean in one text: which mark divides its values, how an object stands between such
 * marks, and both the other way round. OpenAPI 3.2, 4.12.5 ("Style Examples"); Swagger 2.0, `collectionFormat`.
 */
import { jsonText } from '../support/exact-json.ts'
import { scalarText, splitText, withoutMark } from '../support/exact-number.ts'
import { isObject, isScalar, setOwn } from '../support/json.ts'
import { parseJson } from './json-text.ts'
import { decodePercent } from './percent.ts'
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
  'cookie',
] as const

export type ParameterStyle = (typeof parameterStyles)[number]

/** What the schema says a parameter is. */
export interface ParameterKind {
  readonly array: boolean
  readonly object: boolean
  /** Property names of an object. */
  readonly names: ReadonlySet<string>
  /** An object may have other properties too. */
  readonly open: boolean
  /** Names beside it that are none of its properties, where its properties stand beside others. Absent: none. */
  readonly others?: ReadonlySet<string>
  /** What divides values belongs to the one value where it was sent encoded. Absent: it divides all the same. */
  readonly undivided?: true
}

/** A text decoded and, where it is known, as it was sent: there what divides values differs from what belongs to one. */
export interface SentText {
  readonly text: string
  readonly raw?: string | undefined
}

const DELIMITERS: Partial<Record<ParameterStyle, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
}

/** What divides the values of a list in one text. */
export function delimiterFor(style: ParameterStyle): string {
  return DELIMITERS[style] ?? ','
}

const FORMATS: Readonly<Record<string, string>> = { csv: ',', ssv: ' ', tsv: '\t', pipes: '|' }

/** What a `collectionFormat` of Swagger 2.0 divides by; undefined for what is none, or divides nothing. */
export function delimiterOf(format: unknown): string | undefined {
  return typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
}

/**
 * Divides a text. Where the mark stands in it as such, an encoded one belongs to a value; where it stands there only
 * encoded, it divides all the same, for many clients encode whatever they send. Spaces and bars have to be encoded.
 */
export function divided({ text, raw }: SentText, delimiter: string, kind?: ParameterKind): readonly string[] {
  if (kind?.undivided === true && raw?.includes(delimiter) === false) return [text]
  const isPlain = delimiter !== ' ' && delimiter !== '|' && delimiter !== '\t'
  if (isPlain && raw?.includes('%') === true && raw.includes(delimiter)) return raw.split(delimiter).map(decodePercent)
  return splitText(text, delimiter)
}

/** Values as an array, as an object (`k,v,k,v` or `k=v,k=v`), or the text as it was. */
export function fromPieces(pieces: readonly string[], text: string, kind: ParameterKind, explode: boolean): unknown {
  if (kind.array) return text === '' ? [] : pieces
  if (!kind.object) return text
  if (looksJson(text)) return jsonOf(text)
  if (text === '') return {}
  if (explode || pieces.every((piece) => piece.includes('='))) return objectOf(pieces.map(assignment))
  if (pieces.length % 2 === 1) return text
  const pairs: Pair[] = []
  for (let i = 0; i < pieces.length; i += 2) pairs.push([pieces[i] ?? '', pieces[i + 1] ?? ''])
  return objectOf(pairs)
}

/** `name=value`; what has no value has the empty one. */
export function assignment(piece: string): Pair {
  const equals = piece.indexOf('=')
  return equals === -1 ? [piece, ''] : [piece.slice(0, equals), withoutMark(piece.slice(equals + 1))]
}

export function objectOf(pairs: readonly Pair[]): object {
  const object: Record<string, string> = {}
  for (const [name, value] of pairs) setOwn(object, name, value)
  return object
}

export function looksJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

export function jsonOf(text: string): unknown {
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : text
}

/** How a value of a header field is written. Absent: style simple, not exploded. */
export interface FieldForm {
  readonly style?: ParameterStyle
  readonly explode?: boolean
  /** Set when the value is a document of this media type. */
  readonly mediaType?: string
}

/** A value as it stands in a header field; undefined where it cannot. What no style can nest is written in JSON. */
export function writeField(value: unknown, form: FieldForm = {}): string | undefined {
  const text = textIn(value, form)
  return text !== undefined && /^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? text : undefined
}

function textIn(value: unknown, { style = 'simple', explode = false, mediaType }: FieldForm): string | undefined {
  if (value === undefined || (value === null && mediaType === undefined)) return undefined
  if (mediaType !== undefined && /[/+]json\b/i.test(mediaType))
    return typeof value === 'string' && looksJson(value) ? value : jsonText(value)
  const delimiter = delimiterFor(style)
  if (Array.isArray(value)) return value.map(pieceOf).join(delimiter)
  if (!isObject(value)) return isScalar(value) ? scalarText(value) : String(value)
  return Object.entries(value)
    .map(([name, inner]) => `${name}${explode ? '=' : delimiter}${pieceOf(inner)}`)
    .join(delimiter)
}

function pieceOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return isScalar(value) ? scalarText(value) : jsonText(value)
}
