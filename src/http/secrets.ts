/**
 * What may not be shown to others: judged by the name of a header field, a
 * parameter or a property, and where a name says too little by the value. The
 * one place for this: journals, traces, recordings and rules ask here.
 */
import { isNumeric } from '../support/exact-number.ts'
import { isObject, textOf } from '../support/json.ts'
import { hasCheckDigit } from './card-numbers.ts'
import { wordsOf } from './name-words.ts'
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
  if (verdict === 'number') return isCardNumber(value) || (isLong(value) && isBeside(beside, OF_CARDS))
  if (verdict === 'code') return !isCodeOfError(value)
  if (verdict === 'ticket') return !/^(?:[A-Z]{1,8}-)?\d{1,9}$/.test(textOf(value))
  if (verdict === 'counted') return !isShare(value)
  if (verdict === 'track') return !isObject(value) && textOf(value).replace(/\D/g, '').length >= 6
  if (verdict === 'short_key') return isDrawn(value) || isDrawnShort(value)
  if (verdict === 'postal') return !(isPostal(value) && isBeside(beside, OF_ADDRESSES))
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

/** 12 to 19 digits whose last is the check digit. */
function isCardNumber(value: unknown): boolean {
  const digits = textOf(value).replace(/[ -]/g, '')
  return /^\d{12,19}$/.test(digits) && hasCheckDigit(digits)
}

/** As long as the number of a card. */
function isLong(value: unknown): boolean {
  return textOf(value).replace(/\D/g, '').length >= 12
}

/** `{"pass": 12, "fail": 1}`: how many did. */
function isShare(value: unknown): boolean {
  return typeof value === 'number' && value < 1000
}

/** `card_declined`, `DE` or 404: a word, or so few signs as no code that is sent to somebody has. */
function isCodeOfError(value: unknown): boolean {
  return /^(?:[a-z]+(?:_[a-z]+)*|[A-Z]{2,3}|[A-Z]+(?:_[A-Z]+)+|\d{1,3})$/.test(textOf(value))
}

/** Postal codes of India are called PIN codes. */
function isPostal(value: unknown): boolean {
  return /^[1-9]\d{2} ?\d{3}$/.test(textOf(value))
}

const OF_ADDRESSES = new Set('city state street district country line1 address locality landmark'.split(' '))
/** A number with a wrong digit is one of a card, too, where this stands beside it. */
const OF_CARDS = new Set('cvc cvv cvc2 cvv2 exp expiry expiration expmonth expyear cardholder'.split(' '))

function isBeside(beside: object | undefined, words: ReadonlySet<string>): boolean {
  return beside !== undefined && Object.keys(beside).some((name) => wordsOf(name).some((word) => words.has(word)))
}

/** `tokens: 512`, `tokens=512`, and `tokens: {"prompt": 17}`. */
function isCounted(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isNumeric)
  return value === null || isNumeric(value) || /^\d{1,7}$/.test(textOf(value))
}

/** Of names of keys alone: without signs, which names have. */
function isDrawnShort(value: unknown): boolean {
  return typeof value === 'string' && /^(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{8,}$/i.test(value)
}

/** Letters and digits in no order that a person would write. */
function isDrawn(value: unknown): boolean {
  return typeof value === 'string' && /^(?=.*\d)(?=.*[A-Za-z])[\w.~+=-]{16,}$/.test(value)
}
