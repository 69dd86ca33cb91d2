/** What one value of a recording shows: its type, whether it is what was sent, and which format it has. */

import { isSecretNamed } from '../http/secrets.ts'
import { isNumeric, isWhole } from '../support/exact-number.ts'
import { verdictOfName } from '../traffic/personal.ts'
import { isReadable, isReadableNumber } from '../traffic/readable.ts'

export type SeenType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

export function typeOf(value: unknown): SeenType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isNumeric(value)) return isWhole(value) ? 'integer' : 'number'
  return typeof value === 'boolean' ? 'boolean' : typeof value === 'string' ? 'string' : 'object'
}

const PLACEHOLDER = /^<redacted:[0-9a-f]+>|^<redacted>$|^…$/

/** True for what stands in the place of a value that was not kept. */
export function isRedacted(value: unknown): boolean {
  return typeof value === 'string' && (value.startsWith('<') || value.startsWith('…')) && PLACEHOLDER.test(value)
}

const FORMATS: readonly (readonly [format: string, pattern: RegExp])[] = [
  ['date-time', /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[-+]\d{2}:\d{2})$/],
  ['date', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/],
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['uri', /^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i],
  ['email', /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/],
]

/** The format that a text has; undefined for a text like others. */
export function formatOf(text: string): string | undefined {
  return FORMATS.find(([, pattern]) => pattern.test(text))?.[0]
}

/** Where a value of a body stands, as redaction judges it. */
export interface SeenPlace {
  /** Of the property that holds it, also through lists; '' at the root. */
  readonly name: string
  /** Below a name of which all is about a person. */
  readonly isPersonal: boolean
}

/** Texts that only a description, or many clients, make readable; 'all': nothing is a stand-in. */
export type Choices = ReadonlySet<string> | 'all'

/** True for a value that is certainly what was sent, and may be told: stand-ins have the form of what they stand for, and may look like words. */
export function isAsSent(value: unknown, { name, isPersonal }: SeenPlace, choices: Choices): boolean {
  if (choices === 'all') return !isPersonal && verdictOfName(name) !== 'personal' && !isSecretNamed(name, 'body', value)
  if (typeof value === 'string')
    return (
      choices.has(value) ||
      (!isPersonal && (isReadable(name, value) || (isCode(value) && isReadableNumber(name, value))))
    )
  return typeof value === 'number' && !isPersonal && isReadableNumber(name, String(value))
}

/** `.`, `>=`, `*`. */
const SIGNS = /^[!-/:-@[-`{-~]{1,3}$/

/** A word that a provider would list, and no identifier, token, name of a person or sentence. */
export function isListed(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 1e6
  if (typeof value !== 'string' || isRedacted(value)) return false
  if (SIGNS.test(value)) return true
  return /^[A-Za-z][A-Za-z0-9]*(?:[ _.:/+-][A-Za-z0-9]+)*$/.test(value) && value.length <= 48 && !isIdentifier(value)
}

/** Short ones are told from words by a digit. */
const HEX = /^(?=.*\d)[0-9a-f]{8,}$/i

/** `01`: a text of few digits, which is listed where others such are. */
export function isCode(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,3}$/.test(value)
}

/** True for what is made by a machine to name one thing: digits, hex, UUIDs, words with many digits in them. */
export function isIdentifier(text: string): boolean {
  if (
    isRedacted(text) ||
    HEX.test(text) ||
    /^\d+$/.test(text) ||
    formatOf(text) === 'uuid' ||
    /^[0-9a-f]{16,}$/i.test(text)
  )
    return true
  const digits = text.replace(/\D/g, '').length
  return digits >= 3 && text.length >= 8 && digits / text.length > 0.2
}
