/** What sort of value a segment of a path is, told from its text alone. Words are none: whether they are values, their siblings tell. */
import { singularName } from '../../derive/naming/words.ts'
import { decodeSegment } from '../../http/path-template.ts'
import { isCollection, isLikelyStep } from './vocabulary.ts'

export type ValueClass =
  | 'number'
  | 'uuid'
  | 'hex'
  | 'date'
  | 'email'
  | 'prefixed'
  | 'token'
  | 'coordinates'
  | 'locale'
  | 'list'
  | 'slug'
  | 'text'

/** Segments that hold digits and are words all the same. */
const WORDS_WITH_DIGITS =
  /^(oauth[12]|oauth1a|s3|ec2|k8s|i18n|l10n|a11y|md5|sha(1|256|512)|base(32|64)|utf8|ipv?[46]|x509|http2|mp[34]|h26[45]|web[23]|3ds2?|2fa|mfa2|p2p|b2[bc]|e2e|a2p|10dlc|top\d{1,3}|win(32|64)|x86(_64)?|arm64|amd64|log4j|auth0|neo4j|d3|saml2?|scim2?|pkcs\d{1,2}|w9|w2|1099|24h|7d|30d)$/i
const VERSION = /^v\d{1,3}([._-]\d{1,3}){0,3}((alpha|beta|rc|preview|p)\d*)*$/i

/** In the order in which they are asked; the first that fits is the class. */
const CLASSES: readonly (readonly [ValueClass, (text: string) => boolean])[] = [
  ['number', (text) => /^[-+]?\d+(\.\d+)?$/.test(text)],
  ['uuid', (text) => /^\{?[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i.test(text)],
  ['date', (text) => /^\d{4}-\d{2}(-\d{2}([T ].*)?)?$|^\d{8}T\d{4,6}|^\d{4}-?[QW]\d{1,2}$/i.test(text)],
  ['email', (text) => /^[^@\s]+@[^@\s]+$/.test(text)],
  ['coordinates', (text) => /^-?\d+\.\d+[,;x]-?\d+\.\d+$/.test(text)],
  ['locale', (text) => /^[a-z]{2}[-_][A-Z]{2}$/.test(text)],
  ['list', (text) => /^[\w.-]+([,;|][\w.-]+)+$/.test(text)],
  ['hex', (text) => /^(0x)?[0-9a-f]{7,}$/i.test(text) && /\d/.test(text)],
  ['prefixed', isPrefixed],
  ['slug', isNumberedSlug],
  ['token', isToken],
  ['text', (text) => /[^\x21-\x7e]|["'<>{}[\]\\^|`]/.test(text)],
]

/** The class of a decoded segment; undefined for a word. */
export function valueClass(text: string): ValueClass | undefined {
  if (text === '' || VERSION.test(text) || WORDS_WITH_DIGITS.test(text)) return undefined
  if (text.length > 200) return 'token'
  return CLASSES.find(([, fits]) => fits(text))?.[0]
}

/** A segment as the tree of paths knows it: a word, or a value with what is fixed behind it (`{}.json`, `{}:cancel`). */
export interface ReadSegment {
  /** '' where all of it is a value. */
  readonly word: string
  readonly isValue: boolean
  /** What stands behind a value: `.json`, `:cancel`; '' for nothing. */
  readonly behind: string
}

const FILE =
  /^[^/]+\.(?:json|xml|csv|pdf|png|jpe?g|gif|svg|html?|txt|ya?ml|zip|gz|ics|md|docx?|xlsx?|mp[34]|webp|bin)$/i
const BEHIND =
  /^(.+?)((?:\.(?:json|xml|csv|pdf|png|jpe?g|gif|svg|html?|txt|ya?ml|zip|gz|ics|ndjson|atom|rss))|:[A-Za-z][A-Za-z-]*)$/

/** `sent` is percent-encoded as it came; `before` is the step before it, undefined for the first one. */
export function readSegment(sent: string, before: string | undefined): ReadSegment {
  const text = decodeSegment(sent)
  const isFirst = before === undefined
  if (before !== undefined && isValueBehind(text, before)) return { word: '', isValue: true, behind: '' }
  const [, stem = text, behind = ''] = BEHIND.exec(text) ?? []
  const found = valueClass(stem)
  if (found !== undefined && !(isFirst && isApiVersion(stem))) return { word: '', isValue: true, behind }
  if (valueClass(text) !== undefined && behind === '' && !isFirst) return { word: '', isValue: true, behind: '' }
  return { word: text, isValue: false, behind: '' }
}

/** `/videos/video_aXk`, `/domains/example.com`. */
function isValueBehind(text: string, before: string): boolean {
  if (isHost(text)) return /domain|host|zone|site|dns|email/i.test(before)
  if (FILE.test(text)) return isCollection(before) && valueClass(text.replace(/\.\w+$/, '')) === undefined
  const one = singularName(before)
  if (one.length < 3 || one === before.toLowerCase() || text.length <= one.length + 1) return false
  return text.startsWith(one) && /[-_]/.test(text.charAt(one.length)) && !isLikelyStep(text.slice(one.length + 1))
}

/** `/1/boards`, `/2.0/files`, `/2010-04-01/Accounts`: the first step of all paths of an API. */
function isApiVersion(text: string): boolean {
  return /^\d(\.\d{1,2})?$|^20\d\d-\d\d(-\d\d)?$/.test(text)
}

function isHost(text: string): boolean {
  return /^(?:[\w-]+\.)+(?:com|net|org|io|dev|app|co|test|local|info|biz|edu|gov|eu|de|uk|fr)$/i.test(text)
}

/** `cus_9s6XKzkNRiz8i3`, `ord-1234`, `SKU123`, `urn:li:person:3`. */
function isPrefixed(text: string): boolean {
  if (/^[A-Za-z]{1,8}[-_#]?\d{2,}$/.test(text)) return true
  if (/^(urn|arn|did):/.test(text)) return true
  if (/^[a-z]{2,6}_(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9]{8,}$/.test(text)) return true
  const tail = /^[A-Za-z]{1,12}(?:[-_][A-Za-z]{2,8}){0,2}[-_:]([A-Za-z0-9]{4,})$/.exec(text)?.[1]
  return tail !== undefined && ((/\d/.test(tail) && (tail.length > 5 || /\d.*\d/.test(tail))) || isScrambled(tail))
}

/** `blue-lamp-42`, `invoice_2024_07`, `1.2.3`: of the pieces one is a number, or half a number. */
function isNumberedSlug(text: string): boolean {
  const pieces = text.split(/[-_.~+]/)
  if (pieces.length < 2) return false
  return (
    pieces.some(
      (piece) => /^\d{2,}$/.test(piece) || (/^[a-z]*\d\w*$/i.test(piece) && /\d\D*\d/.test(piece) && piece.length >= 5),
    ) || /^\d+(\.\d+)+/.test(text)
  )
}

/** Letters and digits in no order that a word has. */
function isToken(text: string): boolean {
  if (!/^[\w=.~:+-]+$/.test(text)) return false
  const digits = text.replace(/\D/g, '').length
  if (digits >= 2 && text.length >= 6 && !/^[a-z]+\d{1,2}$/i.test(text)) return true
  if (digits >= 1 && text.length >= 8 && !/^[a-z-_]+\d$|\d(d|g|p|k|fa|factor)\b/i.test(text))
    return isScrambled(text) || digits >= 2
  return isScrambled(text)
}

/** Capitals where no word has them, or more consonants in a row than words have. */
function isScrambled(text: string): boolean {
  if (text.length < 8 || /^[A-Za-z]?[a-z]+([A-Z][a-z]+)*\d{0,2}$/.test(text))
    return /[bcdfghjklmnpqrstvwxz]{7,}/i.test(text)
  if (/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9]+$/.test(text)) return true
  if (/[bcdfghjklmnpqrstvwxz]{7,}/i.test(text) && !text.includes('_')) return true
  const changes = (text.match(/[A-Z](?=[a-z])|[a-z](?=[A-Z])|\d(?=[A-Za-z])|[A-Za-z](?=\d)/g) ?? []).length
  return text.length >= 10 && changes / text.length > 0.36
}
