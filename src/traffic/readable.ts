/**
 * Which values may be written down as they are. That a value was seen often does not make it one: the nickname of the one
 * customer of a test account is seen often, too. It must be made of words of the trade, stand under a name that holds
 * choices, or be declared.
 */
import { isSecretNamed, type SecretPlace } from '../http/secrets.ts'
import { countsThings, verdictOfName } from './personal.ts'
import { isVocabularyText } from './vocabulary.ts'

/** What the description of an upstream says about values. */
export interface DeclaredValues {
  /** Values of enumerations and constants. */
  readonly values: ReadonlySet<string>
  /** Names of properties and parameters whose values are enumerated: others of that form may be read, too. */
  readonly fields: ReadonlySet<string>
}

export const NOTHING_KNOWN: DeclaredValues = { values: new Set(), fields: new Set() }

/** One case, no digits: what programs write for one of few. */
const CHOICE = /^(?:[A-Z]{1,4}|[a-z]+(?:[-_.:/][a-z]+)*|[A-Z]+(?:[-_.:/][A-Z]+)*)$/
const LONGEST_CHOICE = 48
const DECLARED_CHOICE = /^[A-Za-z][\w.:/ -]{0,47}$/
/** `.`, `>=`, `*`: signs alone say nothing of anybody. */
const SIGNS = /^[!-/:-@[-`{-~]{1,3}$/
const VERSION =
  /^(?:v?\d{1,4}(?:\.\d{1,4}){0,3}(?:[-.]?(?:alpha|beta|rc|preview)[-.]?\d{0,3})?|20\d\d-\d\d(?:-\d\d)?(?:[-.][a-z]{1,12})?)$/i
const LANGUAGE = /^(?:[A-Za-z]{2}|[A-Z]{3})(?:[-_][A-Za-z0-9]{2,4}){0,2}$/
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
  if (declared.values.has(value)) return true
  if (declared.fields.has(name) && DECLARED_CHOICE.test(value) && !/\d{4}/.test(value)) return true
  const verdict = verdictOfName(name)
  if (verdict === 'personal') return false
  if (verdict === 'choice' && value.length <= LONGEST_CHOICE && CHOICE.test(value)) return true
  if (verdict === 'version' && VERSION.test(value)) return true
  if (verdict === 'language' && (LANGUAGE.test(value) || REGION.test(value))) return true
  return SIGNS.test(value) || isVocabularyText(value) || DURATION.test(value) || MEDIA.test(value)
}

/** Numbers below it tell nobody from others. */
export const SMALL = 100
const MOST_COUNTED = 1_000_000

/** True for a number that is written with its own digits where it stands: small ones, and what is counted. */
export function isReadableNumber(name: string, text: string): boolean {
  if (text.includes('.') || verdictOfName(name) === 'personal') return false
  const size = Math.abs(Number(text))
  return size < SMALL || (size <= MOST_COUNTED && countsThings(name))
}

/** True for what stands in a recording in place of a value whose form could not be kept. Other values that are not `isReadable` are stand-ins of the same form. */
export function isWithheld(value: unknown): boolean {
  return typeof value === 'string' && /^<(?:redacted:[0-9a-f]{8}|text:\d+)>$/.test(value)
}
