/**
 * What may not be shown to others: judged by the name of a header field, a
 * parameter or a property, and where a name says too little by the value. The
 * one place for this: journals, traces, recordings and rules ask here.
 */
import { textOf } from '../support/json.ts'
import { decodePercent } from './percent.ts'

/** Where something with a name was sent. */
export type SecretPlace = 'header' | 'query' | 'body'

/** Names of what somebody proves with who they are, without case and separators, as alternatives of a pattern. */
export const PASSWORDS = 'password|passwd|passphrase|passcode|pin|secret|clientsecret|apisecret'

/** The fields that carry credentials whatever a description says (RFC 9110 11, RFC 6265), in lower case. */
export const CREDENTIAL_FIELDS: readonly string[] = ['authorization', 'proxy-authorization', 'cookie', 'x-tool-token']

/** `secret`: whatever it holds; `number`, `key`: where the value is that of a card, or drawn by chance; `code`: unless it is that of an error; `ticket`: unless it is that of a help desk. */
type Verdict = 'secret' | 'number' | 'key' | 'code' | 'ticket' | 'open'

/** Names are brought to words with underscores before they are judged. */
const SECRET_WORD = new RegExp(
  `(^|_)(${PASSWORDS}|passwords|secrets|pwd|authorization|authentication|cookies?|credentials?|cvc|cvv|csc|ssn|pan|jwt|otp|totp|csrf|xsrf|mnemonic|keystore|saml_(?:response|request))(_|$)`,
)
const SECRET_END =
  /(api|access|private|secret|auth|signing|session|encryption|account|webhook|client|subscription|consumer|master)_?(key|token|secret)$|token$|secret$|(password|passcode|passphrase)$|assertion$|(recovery|backup)_codes?$|security_answer$|(seed|recovery)_phrase$|connection_string$|licen[cs]e_key$|id_token_hint$/
const SECRET_NAME = /^((x_)?(auth|token|apikey|pass|signature|sig|code|code_verifier|card_?number)|iban)$/
/** What a session is known by; those of shops and trainings (`checkout_session_id`) are ordinary. */
const SESSION = /^((x|user|auth|login|web|browser|http|php|j|asp|net)_?)*sess(ion)?_?id$|^connect_sid$/
/** Fields and parameters of signed requests and URLs, and keys: in a body these words mean other things, too. */
const OUTSIDE_BODIES = /(^|_)(signature|sig|hmac)(_?\d+)?$|^(x_)?(key|sid)$/
const SESSION_FIELD = /(^|_)sess(ion)?_?id$/
/** What is said about a secret, and is none. */
const ABOUT =
  /_(ids?|names?|types?|kind|at|on|date|time|expiry|expires|expires_in|ttl|polic(y|ies)|count|length|version|status|state|enabled|required|changed|strength|format|method|prefix|label|title|description|urls?|uri|href|path|limit)$/
/** Where a list goes on. */
const PAGING =
  /(^|_)(page|next|prev|previous|continuation|continue|sync|cursor|start|skip|resume|pagination|delta|change|marker|offset|scroll)_?token$/

/** Longer names are judged by their begin. */
const LONGEST_NAME = 256
const MOST_KNOWN = 10_000

const known = {
  header: new Map<string, Verdict>(),
  query: new Map<string, Verdict>(),
  body: new Map<string, Verdict>(),
} satisfies Record<SecretPlace, Map<string, Verdict>>

/** True when what has this name may not be shown; `value` is looked at where the name alone does not say. */
export function isSecretNamed(name: string, place: SecretPlace, value: unknown): boolean {
  const verdict = verdictOn(name, place)
  if (verdict === 'number') return isCardNumber(value)
  if (verdict === 'code') return !isCodeOfError(value)
  if (verdict === 'ticket') return !/^(?:[A-Z]{1,8}-)?\d{1,9}$/.test(textOf(value))
  return verdict === 'secret' || (verdict === 'key' && isDrawn(value))
}

function verdictOn(name: string, place: SecretPlace): Verdict {
  const verdicts = known[place]
  const found = verdicts.get(name)
  if (found !== undefined) return found
  const verdict = judged(name.slice(0, LONGEST_NAME), place)
  if (name.length <= LONGEST_NAME && verdicts.size < MOST_KNOWN) verdicts.set(name, verdict)
  return verdict
}

/** `card[number]` and `card.number` are judged by each of their parts. */
function judged(name: string, place: SecretPlace): Verdict {
  const parts = name.split(/[[\].]+/).filter((part) => part !== '')
  const verdicts = [...(parts.length > 1 ? parts : []), name].map((part) => ofWords(inWords(part), place))
  return verdicts.find((one) => one === 'secret') ?? verdicts.find((one) => one !== 'open') ?? 'open'
}

function ofWords(name: string, place: SecretPlace): Verdict {
  if (SESSION.test(name) || (place === 'header' && SESSION_FIELD.test(name))) return 'secret'
  if (ABOUT.test(name) || PAGING.test(name)) return 'open'
  if (name === 'code' && place === 'body') return 'code'
  if (SECRET_WORD.test(name) || SECRET_END.test(name) || SECRET_NAME.test(name)) return 'secret'
  if (place !== 'body' && OUTSIDE_BODIES.test(name)) return 'secret'
  if (name === 'ticket' && place !== 'body') return 'ticket'
  if (name === 'number') return 'number'
  return name === 'key' ? 'key' : 'open'
}

/** What one record never shows of another, whatever it holds. */
const OF_ANOTHER =
  /password|passwd|passphrase|passcode|secret|token|credential|(?:^|[a-z_])(?:keys?|pin|cvc|cvv|otp|hash|salt|digest)$/i

/** True when a property of this name is not shown of a record beside another, as of the author of a post. */
export function isHiddenBeside(name: string): boolean {
  return OF_ANOTHER.test(name)
}

/** `X-Amz-Signature` and `xAmzSignature` are both x_amz_signature. */
function inWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase()
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
