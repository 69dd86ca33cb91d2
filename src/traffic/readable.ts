/**
 * Which values may be written down as they are. That a value was seen often does not make it one: the nickname of the one
 * customer of a test account is seen often, too, and a one-time code has the form of a choice. It must be made of words
 * of the trade, have a form that says nothing of anybody, or be listed by the description.
 */
import { isSecretNamed, type SecretPlace } from '../http/secrets.ts'
import { countsThings, verdictOfName } from './personal.ts'
import { isVocabularyText } from './vocabulary.ts'

/** What the description of an upstream says about values. */
export interface DeclaredValues {
  /** Values of enumerations and constants. */
  readonly values: ReadonlySet<string>
  /** Names of properties and parameters whose values are enumerated. */
  readonly fields: ReadonlySet<string>
  /** Names of properties, parameters and header fields. Absent: none. */
  readonly names?: ReadonlySet<string>
}

export const NOTHING_KNOWN: DeclaredValues = { values: new Set(), fields: new Set() }

/** `EUR`, `usd`. */
const CURRENCY = /^[A-Za-z]{3}$/
/** `.`, `>=`, `*`: signs alone say nothing of anybody. */
const SIGNS = /^[!-/:-@[-`{-~]{1,3}$/
const VERSION =
  /^(?:v?\d{1,4}(?:\.\d{1,4}){0,3}(?:[-.]?(?:alpha|beta|rc|preview)[-.]?\d{0,3})?|20\d\d-\d\d(?:-\d\d)?(?:[-.][a-z]{1,12})?)$/i
const LANGUAGE = /^(?:[A-Za-z]{2}|[A-Z]{3})(?:[-_][A-Z][a-z]{3})?(?:[-_](?:[A-Za-z]{2}|419))?$/
const REGION = /^[a-z]{2}(?:-[a-z]{2,12}){1,2}-?\d$/
const DURATION = /^P(?=\d|T\d)(?:\d{1,3}[YMWD]){0,4}(?:T(?:\d{1,4}[HMS]){1,3})?$/
const MEDIA =
  /^(?:application|text|image|audio|video|font|multipart)\/(?:json|xml|html|plain|csv|pdf|zip|gzip|png|jpe?g|gif|webp|svg\+xml|mpeg|mp[34]|wav|webm|ogg|octet-stream|form-data|x-www-form-urlencoded|problem\+json|[\w.-]{0,20}event-stream|x-ndjson)$/

/** True for a text that says nothing about a person where it stands, and no secret. */
export function isReadable(
  name: string,
  value: string,
  place: SecretPlace = 'body',
  declared: DeclaredValues = NOTHING_KNOWN,
): boolean {
  if (value === '') return true
  if (isSecretNamed(name, place, value)) return false
  const verdict = verdictOfName(name)
  if (declared.values.has(value) && (verdict !== 'personal' || declared.fields.has(name))) return true
  if (verdict === 'personal') return false
  if (verdict === 'choice' && CURRENCY.test(value) && isCurrencyNamed(name)) return true
  if (verdict === 'version' && VERSION.test(value)) return true
  if (verdict === 'language' && (LANGUAGE.test(value) || REGION.test(value))) return true
  return SIGNS.test(value) || isVocabularyText(value) || DURATION.test(value) || MEDIA.test(value)
}

/** True where nothing but a choice can be meant, however short. */
function isCurrencyNamed(name: string): boolean {
  return /currenc(?:y|ies)/i.test(name)
}

/** Numbers below it tell nobody from others. */
export const SMALL = 100
const MOST_COUNTED = 1_000_000

/** Zeros before a number say that it is a code. */
const WHOLE = /^-?(?:0\d?|[1-9]\d*)$/

/** True for a number that is written with its own digits where it stands: small ones, and what is counted. */
export function isReadableNumber(name: string, text: string): boolean {
  if (!WHOLE.test(text) || verdictOfName(name) === 'personal') return false
  const size = Math.abs(Number(text))
  return size < SMALL || (size <= MOST_COUNTED && countsThings(name))
}

/** True for what stands in a recording in place of a value whose form could not be kept. Other values that are not `isReadable` are stand-ins of the same form. */
export function isWithheld(value: unknown): boolean {
  return typeof value === 'string' && /^<(?:redacted:[0-9a-f]{8}|text:\d+)>$/.test(value)
}
