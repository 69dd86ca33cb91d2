/**
 * What may not be shown to others: judged by the name of a header field, a
 * parameter or a property, and where a name says too little by the value. The
 * one place for this: journals, traces, recordings and rules ask here.
 */
import { isNumeric } from '../support/exact-number.ts'
import { textOf } from '../support/json.ts'
import { wordsOf } from './name-words.ts'
import { decodePercent } from './percent.ts'
import { type SecretPlace, verdictOn } from './secret-names.ts'

export type { SecretPlace }

/** Names of what somebody proves with who they are, without case and separators, as alternatives of a pattern. */
export const PASSWORDS = 'password|passwd|passphrase|passcode|pin|secret|clientsecret|apisecret'

/** The fields that carry credentials whatever a description says (RFC 9110 11, RFC 6265), in lower case. */
export const CREDENTIAL_FIELDS: readonly string[] = ['authorization', 'proxy-authorization', 'cookie', 'x-tool-token']

/** True when what has this name may not be shown; `value`, and what stands `beside` it, are looked at where the name alone does not say. */
export function isSecretNamed(name: string, place: SecretPlace, value: unknown, beside?: object): boolean {
  const verdict = verdictOn(name, place)
  if (verdict === 'open' || verdict === 'secret') return verdict === 'secret'
  if (verdict === 'number') return isCardNumber(value)
  if (verdict === 'code') return !isCodeOfError(value)
  if (verdict === 'ticket') return !/^(?:[A-Z]{1,8}-)?\d{1,9}$/.test(textOf(value))
  if (verdict === 'postal') return !(isPostal(value) && isAddress(beside))
  if (verdict === 'texts') return !isCounted(value)
  return verdict === 'factor' ? /^(?=.*\d)[\w-]{4,}$/.test(textOf(value)) : isDrawn(value)
}

/** What one record never shows of another, whatever it holds. */
const OF_ANOTHER =
  /password|passwd|passphrase|passcode|secret|token|credential|(?:^|[a-z_])(?:keys?|pin|cvc|cvv|otp|hash|salt|digest)$/i

/** True when a property of this name is not shown of a record beside another, as of the author of a post. */
export function isHiddenBeside(name: string): boolean {
  return OF_ANOTHER.test(name)
}

/** 12 to 19 digits whose last is the check digit (ISO/IEC 7812-1). */
function isCardNumber(value: unknown): boolean {
  const digits = textOf(value).replace(/[ -]/g, '')
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    sum += i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)
  }
  return sum % 10 === 0
}

/** `card_declined` or 404: a word, or so few digits as no code that is sent to somebody has. */
function isCodeOfError(value: unknown): boolean {
  return /^(?:[a-z]+(?:_[a-z]+)*|[A-Z]+(?:_[A-Z]+)+|\d{1,3})$/.test(textOf(value))
}

/** Postal codes of India are called PIN codes. */
function isPostal(value: unknown): boolean {
  return /^[1-9]\d{2} ?\d{3}$/.test(textOf(value))
}

const OF_ADDRESSES = new Set([
  'city',
  'state',
  'street',
  'district',
  'country',
  'line1',
  'address',
  'locality',
  'landmark',
])

function isAddress(beside: object | undefined): boolean {
  return (
    beside !== undefined && Object.keys(beside).some((name) => wordsOf(name).some((word) => OF_ADDRESSES.has(word)))
  )
}

/** `tokens: 512`, and `tokens: {"prompt": 17}`. */
function isCounted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || isNumeric(value)) return isNumeric(value) || value === null
  return Object.values(value).every(isNumeric)
}

/** Letters and digits in no order that a person would write. */
function isDrawn(value: unknown): boolean {
  return typeof value === 'string' && /^(?=.*\d)(?=.*[A-Za-z])[\w.~+=-]{16,}$/.test(value)
}

/** What none of the patterns below finds anything in. */
const SUSPECT = /[?&;#]|:\/\/|eyJ|-----BEGIN|^\s*b(?:earer|asic)\s/i

const IN_ADDRESS = /([?&;#]|^)([A-Za-z_][\w.[\]-]{0,63})=([^&;#\s"'<>]+)/g
const USER_INFO = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#:@]{0,256}:)([^\s/?#@]{1,256})@/gi
const JWT = /\beyJ[\w-]{8,1024}\.eyJ[\w-]{4,16384}\.[\w-]*/g
const PEM = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g
const SCHEME = /^(\s*(bearer|basic)\s+)([\w.~+/-]{8,}=*)\s*$/i

/** What follows a scheme in longer texts is no credential. */
const LONGEST_CREDENTIAL = 8192

/** A text without what is secret by itself: in addresses signatures, tokens and passwords; signed tokens; private keys; what follows `Bearer`. */
export function withoutSecrets(text: string, placeholder: (secret: string) => string): string {
  if (!SUSPECT.test(text)) return text
  let safe = text
  if (safe.includes('=') && /[?&;#]/.test(safe))
    safe = safe.replace(IN_ADDRESS, (whole, before: string, name: string, value: string) =>
      isSecretNamed(name, 'query', value) && !isPlaceholder(value)
        ? `${before}${name}=${placeholder(decodePercent(value))}`
        : whole,
    )
  if (safe.includes('://'))
    safe = safe.replace(USER_INFO, (_, before: string, password: string) => `${before}${placeholder(password)}@`)
  if (safe.includes('eyJ')) safe = safe.replace(JWT, placeholder)
  if (safe.includes('-----BEGIN')) safe = safe.replace(PEM, placeholder)
  return safe.length > LONGEST_CREDENTIAL
    ? safe
    : safe.replace(SCHEME, (whole, before: string, scheme: string, value: string) =>
        isCredential(scheme, value) ? `${before}${placeholder(value)}` : whole,
      )
}

function isPlaceholder(value: string): boolean {
  return value.startsWith('<redacted:')
}

/** "Basic membership" is no credential. */
function isCredential(scheme: string, value: string): boolean {
  if (scheme.toLowerCase() === 'bearer') return value.length >= 16 && /\d/.test(value)
  return Buffer.from(value, 'base64').toString('latin1').includes(':')
}
