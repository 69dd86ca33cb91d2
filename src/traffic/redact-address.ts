/** Paths and addresses as they are written down: static segments stay, all else becomes a stand-in. */
import { decodeSegment, type ParsedTemplate, parsePathTemplate } from '../http/path-template.ts'
import { decodePercent, encodePercent } from '../http/percent.ts'
import { parseQuery } from '../http/query.ts'
import { remembered } from '../support/remembered.ts'
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

/** A template and how far its literals are believed: those of a description are, those that were learned may be names. */
export interface KnownTemplate {
  readonly template: ParsedTemplate
  readonly isDeclared: boolean
  /** It was learned from enough exchanges. */
  readonly isSettled: boolean
}

export function redactPath(path: string, standIns: StandIns, at: number, from?: KnownTemplate): string {
  const template = from?.template
  const segments = path.split('/')
  const known = template !== undefined && fits(segments.slice(1).map(decodeSegment), template) ? template : undefined
  const shown = segments.slice(0, MOST_SEGMENTS).map((segment, i) => {
    const own = i === 0 ? undefined : known?.segments[i - 1]
    if (segment === '' || (own?.kind === 'literal' && isBelieved(segment, segments[i - 1] ?? '', from))) return segment
    const name = own?.kind === 'parameter' || own?.kind === 'rest' ? own.name : ''
    return redactSegment(segment, name, standIns, at)
  })
  return segments.length > MOST_SEGMENTS ? `${shown.join('/')}/…` : shown.join('/')
}

/** Behind the name of a collection stands what is one of it. */
function isBelieved(segment: string, before: string, from: KnownTemplate | undefined): boolean {
  if (from?.isDeclared === true) return true
  return from?.isSettled === true && LEARNED.test(segment) && !(before.endsWith('s') && isVocabularyText(before))
}

const LEARNED = /^[a-z]{2,24}(?:[_-][a-z]{1,24}){0,4}$/i

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
  return `${name}=${encodeSegment(standIns.text(text.slice(equals + 1), { name, place: 'query', at }))}`
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
    if (value === '')
      return [isVocabularyText(name) ? name : standIns.text(name, { ...standing, name: '' }), ''] as const
    return [redactName(name, standIns, at), meant === value ? own : standIns.text(meant, standing)] as const
  })
}

const NAME = /^[A-Za-z_$@][A-Za-z0-9_$@.:[\]-]{0,79}$/
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

/** Names of properties and parameters are those of a schema, unless they are the keys of a map: ids, addresses, dates. */
export function redactName(name: string, standIns: StandIns, at: number): string {
  if (isNameOfSchema(name)) return name
  return standIns.text(name, { name: '', place: 'body', at })
}

const isNameOfSchema = remembered((name: string): boolean => {
  if (name === '' || /^\d{1,2}$/.test(name)) return true
  if (!NAME.test(name) || /^[^@]+@[^@]+$/.test(name)) return false
  const parts = name.match(PARTS) ?? []
  const digits = parts.filter((part) => /\d/.test(part))
  if (digits.some((part) => part.length > 3) || digits.length > 2) return false
  // `sha256sum` is a name, `NffrFeUfNV2Hib` is none.
  if (name.length >= 12 && /\d[A-Za-z]/.test(name)) return false
  const letters = parts.filter((part) => !/\d/.test(part))
  // Signs in no order that a person would write change their case every other one.
  return letters.length <= 3 || letters.join('').length / letters.length >= 2.5
})
