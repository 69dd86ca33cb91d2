/** What is written in place of one value. */
import { decodePercent } from '../http/percent.ts'
import { isSecretNamed, type SecretPlace } from '../http/secrets.ts'
import { withoutSecrets } from '../http/secrets-in-text.ts'
import { exactOf, isNumeric, scalarText } from '../support/exact-number.ts'
import { remembered } from '../support/remembered.ts'
import { SHORT_NAMES, verdictOfName } from './personal.ts'
import { type DeclaredValues, isReadable, isReadableNumber, SMALL } from './readable.ts'
import { isKnownName } from './schema-words.ts'
import { makeTokens, type Tokens } from './tokens.ts'
import { isVocabulary, isVocabularyText } from './vocabulary.ts'

/** Where a value stands. */
export interface Standing {
  /** That of the property, parameter or field; '' where it has none. */
  readonly name: string
  readonly place: SecretPlace
  /** When the exchange was, milliseconds since the epoch. */
  readonly at: number
  /** Below a name that holds secrets. */
  readonly isSecret?: boolean
  /** Below a name that holds what is about a person. */
  readonly isPersonal?: boolean
}

export interface StandIns {
  readonly tokens: Tokens
  readonly declared: DeclaredValues
  /** True for a word that many clients have shown. */
  isShared(word: string): boolean
  isSecret(value: unknown, standing: Standing): boolean
  text(value: string, standing: Standing): string
  /** A number of the same kind, or a placeholder. */
  number(value: number | string, standing: Standing): unknown
  /** Set by `redact-address.ts`, which asks here for the parts of an address. */
  address(value: string, at: number): string
}

const MOST_KNOWN = 8_192
const LONGEST_KNOWN = 256
const LONGEST_WORD = 2_048
const MOST_LISTED = 100

export function makeStandIns(
  salt: Uint8Array,
  declared: DeclaredValues,
  secretNames: ReadonlySet<string>,
  address: (value: string, at: number) => string,
  isShared: (word: string) => boolean = () => false,
): StandIns {
  const made = makeTokens(salt)
  const tokens: Tokens = {
    ...made,
    placeholder: remembered(made.placeholder, MOST_KNOWN, LONGEST_KNOWN),
    number: remembered(made.number, MOST_KNOWN),
  }
  const word = remembered((value) => wordOf(value, tokens), MOST_KNOWN, LONGEST_KNOWN)
  const isSecret = (value: unknown, { name, place, ...standing }: Standing): boolean =>
    standing.isSecret === true || secretNames.has(name.toLowerCase()) || isSecretNamed(name, place, value)
  const isShown = (value: string, { name, place }: Standing): boolean =>
    isReadable(name, value, place, declared) || (isShared(value) && verdictOfName(name) !== 'personal')
  const text = (value: string, standing: Standing): string => {
    if (value === '') return ''
    if (isSecret(value, standing) || CREDENTIAL.test(value)) return tokens.placeholder(value)
    if (standing.isPersonal !== true && isShown(value, standing)) return value
    if (isNumber(value)) return scalarText(numberOf(value, standing, tokens))
    const moment = momentOf(value, standing, tokens)
    if (moment !== undefined) return moment
    if (ADDRESS.test(value)) return address(value, standing.at)
    if (value.length > LONGEST_WORD || withoutSecrets(value, () => '') !== value) return textOf(value)
    const items = WORD.test(value) && value.includes(',') ? value.split(',') : []
    if (items.length > 1 && items.length <= MOST_LISTED) return items.map((item) => text(item, standing)).join(',')
    return WORD.test(value) && WORD.test(decodePercent(value)) ? word(value) : textOf(value)
  }
  return {
    tokens,
    declared,
    isShared,
    isSecret,
    text,
    number: (value, standing) =>
      isSecret(value, standing) ? tokens.placeholder(scalarText(value)) : numberOf(scalarText(value), standing, tokens),
    address,
  }
}

/** Free text: how long it is and nothing else. */
export function textOf(value: string): string {
  return `<text:${[...value].length}>`
}

/** The forms of keys that providers give out. */
const CREDENTIAL =
  /^(?:(?:sk|pk|rk|whsec)[_-](?:live|test|proj|ant)?|gh[opusr]_|github_pat_|glpat-|xox[a-z]-|AKIA|ASIA|AIza|ya29\.|SG\.|dop_v1_|npm_|pypi-|shpat_|hf_|EAAC)[\w.-]{12,}$|^eyJ[\w-]{8,}\.|-----BEGIN/
/** An address, or a path of one. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|\/(?!\/)[\w.~%!$&'()*+,;=:@/-]*(?:[?#/]|$))\S*$/i
const WORD = /^[\w.:+/=~@,%!$*|-]+$/
const NUMBER = /^-?\d{1,64}(?:\.\d{1,64})?$/

function isNumber(value: string): boolean {
  return NUMBER.test(value)
}

const DAY = 86_400_000
/** Moments as near as this are of what happens, those farther away may be of a life. */
const NEAR = 2 * 366 * DAY

/** A number of the same kind, sign, length and first digit. */
function numberOf(text: string, { name, at, isPersonal = false }: Standing, tokens: Tokens): number | string {
  const own = exactOf(withoutZeros(text))
  const value = Number(text)
  const verdict = verdictOfName(name)
  if (isPersonal || verdict === 'personal')
    return shownAs(text, Math.abs(value) < SMALL && !text.includes('.') ? smallOf(text, tokens) : tokens.number(text))
  if (isReadableNumber(name, text)) return shownAs(text, own)
  if (verdict === 'time') {
    const unit = value > 1e11 ? 1 : 1_000
    const near = Math.abs(value * unit - at) < NEAR && Number.isInteger(value)
    if (near) return shownAs(text, Math.floor((value * unit) / DAY) * (DAY / unit))
  }
  return shownAs(text, tokens.number(text))
}

/** Texts of numbers keep their form; numbers are numbers. */
function shownAs(text: string, token: number | string): number | string {
  const shown = scalarText(token)
  return /^-?0\d/.test(text)
    ? text.slice(0, text.length - withoutZeros(text).length) + withoutZeros(shown)
    : isNumeric(token)
      ? token
      : exactOf(shown)
}

function withoutZeros(text: string): string {
  return text.replace(/^(-?)0+(?=\d)/, '$1')
}

/** Ages and days of birth: another number of as many digits. */
function smallOf(text: string, tokens: Tokens): string {
  return text.replace(/\d/g, (digit, at: number) =>
    digit === '0' ? digit : String(1 + (tokens.bits(`${text}${at}`, 16) % 9)),
  )
}

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:([Tt ])(\d\d):(\d\d)(:\d\d)?(\.\d{1,9})?(Z|z|[+-]\d\d:?\d\d)?)?$/
const TIME_OF_DAY = /^\d\d:\d\d(:\d\d)?$/
const FIRST_DAY = Date.UTC(2000, 0, 1)
const DAYS = 10_000

/** Dates in their own form: what is near by its day, all else as another day. */
function momentOf(value: string, { name, at, isPersonal }: Standing, tokens: Tokens): string | undefined {
  if (TIME_OF_DAY.test(value)) return value.replace(/\d/g, '0')
  const found = MOMENT.exec(value)
  if (found === null) return undefined
  const [, , , , between, , , seconds, fraction, zone] = found
  const time = Date.parse(`${value.slice(0, 10)}T00:00:00Z`)
  const isNear =
    between !== undefined && Math.abs(time - at) < NEAR && isPersonal !== true && verdictOfName(name) !== 'personal'
  const day = isNear ? value.slice(0, 10) : dayOf(tokens.bits(value, 32))
  if (between === undefined) return day
  return `${day}${between}00:00${seconds === undefined ? '' : ':00'}${(fraction ?? '').replace(/\d/g, '0')}${zoneOf(zone)}`
}

function dayOf(drawn: number): string {
  return new Date(FIRST_DAY + (drawn % DAYS) * DAY).toISOString().slice(0, 10)
}

/** The form of a zone, not the part of the world that it tells. */
function zoneOf(zone: string | undefined): string {
  return (zone ?? '').replace(/\d/g, '0')
}

const EMAIL = /^[^\s@,]{1,64}@[^\s@,]+\.[^\s@,]+$/
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/
const IPV6 = /^(?=.*:.*:)(?:[0-9a-f]{0,4}:){2,7}[0-9a-f.]{0,15}$/i
const MAC = /^(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const HEX = /^(?=.*\d)(?=.*[a-f])(?:[0-9a-f]{8,}|(?=.*[A-F])[0-9A-F]{8,})$/
const PREFIXED = /^([A-Za-z]{2,12}(?:[_-](?:live|test|prod))?[_-])([A-Za-z0-9_-]*\d[A-Za-z0-9_-]*)$/

/** A text without blanks, in its own form. */
function wordOf(value: string, tokens: Tokens): string {
  const hex = (bits: number): string =>
    tokens
      .bits(value, bits)
      .toString(16)
      .padStart(bits / 4, '0')
  if (UUID.test(value) || MAC.test(value) || HEX.test(value)) return tokens.hex(value)
  if (EMAIL.test(value)) return `u${hex(40)}@example.com`
  if (IPV4.test(value)) return `198.18.${tokens.bits(value, 8)}.${tokens.bits(`${value} `, 8)}`
  if (IPV6.test(value)) return `2001:db8::${hex(16)}`
  const [, prefix = '', rest = value] = PREFIXED.exec(value) ?? []
  const kept = isPrefix(prefix) ? prefix : ''
  const own = kept === '' ? value : rest
  let token = kept + tokens.word(decodePercent(own))
  // By chance it may be a word that would be taken for the value itself.
  for (let turn = 0; turn < MOST_TURNS && isTaken(token); turn++)
    token = kept + tokens.word(own.replace(/^./, `$&${'_'.repeat(turn + 1)}`)).replace(/_/g, '')
  return token
}

const MOST_TURNS = 20
/** Others are names of a schema by no chance. */
const LETTERS = /^[A-Za-z_.-]{4,40}$/

function isTaken(token: string): boolean {
  return isVocabularyText(token) || (LETTERS.test(token) && isKnownName(token))
}

/** Prefixes of ids that are no word of the trade. */
const PREFIXES = new Set(['acct', 'chatcmpl', 'ftjob', 'asst', 'modr', 'price', 'prod', 'cs', 'sess'])
const LONGEST_PREFIX = 4

function isPrefix(prefix: string): boolean {
  const word = /^[A-Za-z]+/.exec(prefix)?.[0].toLowerCase() ?? ''
  if (word === '') return false
  return isVocabulary(word) || PREFIXES.has(word) || (word.length <= LONGEST_PREFIX && !SHORT_NAMES.has(word))
}
