/** Paths and addresses as they are written down: static segments stay, all else becomes a stand-in. */
import { decodeSegment, type ParsedTemplate, parsePathTemplate } from '../http/path-template.ts'
import { decodePercent, encodePercent } from '../http/percent.ts'
import { parseQuery } from '../http/query.ts'
import { isWithheld } from './readable.ts'
import { isKnownName } from './schema-words.ts'
import type { StandIns } from './stand-in.ts'
import { textOf } from './stand-in.ts'
import { isVocabularyText } from './vocabulary.ts'

/** The template of a path where one is known: what is literal there is readable. */
export type TemplateOf = (path: string) => ParsedTemplate | undefined

/** Times that a value is decoded until it says what it means. */
const MOST_DECODED = 3
const MOST_SEGMENTS = 100

/** Looks up templates by the number of their segments; of those that fit the one with most literals. */
export function templatesOf(templates: readonly string[]): TemplateOf {
  const byLength = new Map<number, ParsedTemplate[]>()
  for (const template of templates) {
    const parsed = parsePathTemplate(template)
    const list = byLength.get(parsed.segments.length) ?? []
    byLength.set(parsed.segments.length, [...list, parsed])
  }
  for (const list of byLength.values()) list.sort((a, b) => literals(b) - literals(a))
  return (path) => {
    const segments = path.slice(1).split('/').map(decodeSegment)
    return byLength.get(segments.length)?.find((template) => fits(segments, template))
  }
}

function literals({ segments }: ParsedTemplate): number {
  return segments.filter(({ kind }) => kind === 'literal').length
}

function fits(segments: readonly string[], template: ParsedTemplate): boolean {
  return template.segments.every((segment, i) => segment.kind !== 'literal' || segment.text === segments[i])
}

/** A template: the literals of one of a description are believed, those that were learned may be names of people. */
export interface KnownTemplate {
  readonly template: ParsedTemplate
  readonly isDeclared: boolean
}

export function redactPath(path: string, standIns: StandIns, at: number, from?: KnownTemplate): string {
  const template = from?.template
  const segments = path.split('/')
  const known = template !== undefined && fits(segments.slice(1).map(decodeSegment), template) ? template : undefined
  const shown = segments.slice(0, MOST_SEGMENTS).map((segment, i) => {
    const own = i === 0 ? undefined : known?.segments[i - 1]
    if (segment === '' || (own?.kind === 'literal' && (from?.isDeclared === true || standIns.isShared(own.text))))
      return segment
    const name = own?.kind === 'parameter' || own?.kind === 'rest' ? own.name : ''
    return redactSegment(segment, name, standIns, at)
  })
  return segments.length > MOST_SEGMENTS ? `${shown.join('/')}/…` : shown.join('/')
}

/** `123:cancel`, `report.json`, `lists;kind=open` and `1,2` in their parts. */
function redactSegment(sent: string, name: string, standIns: StandIns, at: number): string {
  const meant = decodedFully(sent)
  if (name === '' && isVocabularyText(meant)) return sent
  const [, before = '', behind = ''] = /^(.+)([:.][A-Za-z]{2,16})$/.exec(meant) ?? []
  if (before !== '' && isVocabularyText(behind.slice(1))) return `${redactSegment(before, name, standIns, at)}${behind}`
  const [first = '', ...parameters] = meant.split(';')
  if (parameters.length > 0 && parameters.every((one) => /^[A-Za-z]\w*=/.test(one)))
    return [redactSegment(first, name, standIns, at), ...parameters.map((one) => redactPair(one, standIns, at))].join(
      ';',
    )
  const token = standIns.text(meant, { name, place: 'query', at })
  return token === meant ? sent : encodeSegment(token)
}

function redactPair(text: string, standIns: StandIns, at: number): string {
  const equals = text.indexOf('=')
  const name = text.slice(0, equals)
  const value = standIns.text(text.slice(equals + 1), { name, place: 'query', at })
  return `${encodeSegment(redactName(name, standIns, at))}=${encodeSegment(value)}`
}

/** The signs that may stand in a segment stay (RFC 3986 3.3). */
function encodeSegment(text: string): string {
  return encodePercent(text).replace(/%(3A|40|2C|3D|2B|24|21|2A)/g, (one) => decodePercent(one))
}

function decodedFully(text: string): string {
  let meant = text
  for (let turn = 0; turn < MOST_DECODED && meant.includes('%'); turn++) meant = decodePercent(meant)
  return meant
}

const ADDRESS = /^(?:([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^/?#:]*|\[[^\]]*\])(:\d{1,5})?)?([^?#]*)(?:\?([^#]*))?/i
const OPEN_SCHEMES = /^(https?|wss?|ftp|s3|gs)$/i

/** An absolute address, or a path with a query. Who stands before the host and the fragment are left out. */
export function redactAddress(value: string, standIns: StandIns, at: number): string {
  const [, scheme, host = '', port = '', path = '', search] = ADDRESS.exec(value) ?? []
  if (scheme !== undefined && !OPEN_SCHEMES.test(scheme)) return textOf(value)
  const origin = scheme === undefined ? '' : `${scheme.toLowerCase()}://${hostOf(host, standIns)}${port}`
  const query =
    search === undefined ? '' : `?${redactQuery(parseQuery(search, 200), standIns, at).map(asText).join('&')}`
  return `${origin}${redactPath(path, standIns, at)}${query}`
}

function asText([name, value]: readonly [string, string]): string {
  return `${encodePercent(name)}=${encodePercent(value)}`
}

function hostOf(host: string, { tokens }: StandIns): string {
  return `h${tokens.bits(host.toLowerCase(), 32).toString(16).padStart(8, '0')}.example`
}

const MOST_PAIRS = 1_000

export function redactQuery(
  pairs: readonly (readonly [string, string])[],
  standIns: StandIns,
  at: number,
  place: 'query' | 'body' = 'query',
): readonly (readonly [string, string])[] {
  return pairs.slice(0, MOST_PAIRS).map(([name, value]) => {
    const standing = { name, place, at }
    const own = standIns.text(value, standing)
    const meant = own === value ? value : decodedFully(value)
    if (value === '') return [redactName(name, standIns, at), ''] as const
    return [redactName(name, standIns, at), meant === value ? own : standIns.text(meant, standing)] as const
  })
}

/** Names of properties and parameters are those of a schema, unless they are the keys of a map: names of people, ids, addresses, dates. */
export function redactName(name: string, standIns: StandIns, at: number): string {
  if (isKnownName(name) || standIns.declared.names?.has(name) === true || standIns.isShared(name)) return name
  const shown = standIns.text(name, { name: '', place: 'body', at })
  // Of texts only the length is shown: two keys of one length would be one.
  return shown === name || isWithheld(shown) ? standIns.tokens.placeholder(name) : shown
}
