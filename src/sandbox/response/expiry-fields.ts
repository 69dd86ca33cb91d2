/** Header fields that say when something expires: later than now. */
import { textOf } from '../../support/json.ts'
import type { Runtime } from '../runtime.ts'
import { momentIn } from '../state/moments.ts'
import type { DeclaredHeader } from './declared-fields.ts'

const NAMED =
  /(expires|expiresafter|expiresat|expireson|expiresin|expireat|expirydate|expirytime|expirationdate|expirationtime|validuntil)$/
const SAID =
  /\b(?:when|date|time|moment|timestamp)\b.{0,60}\bexpir(?:es?|y|ation)\b|\bexpir(?:es|y|ation)\b.{0,30}\b(?:dates?|times?|at|timestamp)\b/i
const HTTP_DATE = /\brfc ?-?(?:822|850|1123|2616|2822|5322|7231|9110)\b|\bhttp[- ]date\b|\bgmt\b/i
const SINCE = /\bepoch\b|\bunix\b|\btimestamp\b|\bsince\b/i
const LASTING = /\b(?:milli)?seconds\b|\bminutes\b|\bhours\b/i
const LENGTH = /\b(\d{1,5})[ -]?(second|minute|hour|day|week)s?\b/i

/** A field says first what it holds. */
const FIRST_WORDS = 60
const SECOND = 1000
const UNITS: ReadonlyMap<string, number> = new Map([
  ['second', SECOND],
  ['minute', 60 * SECOND],
  ['hour', 3600 * SECOND],
  ['day', 86_400 * SECOND],
  ['week', 604_800 * SECOND],
])
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

/** What the field says, in the form that it declares; undefined where it is about something else, or shows what is good. */
export function expiryValue(
  { word, header }: Pick<DeclaredHeader, 'word' | 'header'>,
  shown: unknown,
  now: number,
  runtime: Pick<Runtime, 'view' | 'accepts'>,
): unknown {
  const { types, keywords } = runtime.view(header.schema)
  const words = [header.description, keywords['description']].map(textOf).join(' ').slice(0, 500)
  if (!NAMED.test(word) && !SAID.test(words.slice(0, FIRST_WORDS))) return undefined
  // What is shown and is no moment is something else.
  if (typeof shown === 'string' && momentIn(shown) === undefined) return undefined
  const lasts = lifetimeIn(words)
  const isNumber = types.some((type) => type === 'integer' || type === 'number')
  if (isNumber && isLasting(word, words)) return shown === undefined ? inUnit(lasts, words) : undefined
  if ((momentIn(shown) ?? Number.NEGATIVE_INFINITY) > now) return undefined
  const moment = now + lasts
  const value = isNumber
    ? Math.floor(moment / (/\bmilliseconds\b/i.test(words) ? 1 : SECOND))
    : written(moment, textOf(keywords['format'] ?? ''), words)
  return value !== undefined && runtime.accepts(header.schema ?? true, value) ? value : undefined
}

function written(moment: number, format: string, words: string): string | undefined {
  if (format === 'http-date' || (format === '' && HTTP_DATE.test(words))) return new Date(moment).toUTCString()
  if (format === 'date-time' || format === '') return new Date(moment).toISOString()
  return format === 'date' ? new Date(moment + DAY).toISOString().slice(0, 10) : undefined
}

/** An hour, where the words say no other time. */
function lifetimeIn(words: string): number {
  const [, count = '1', unit = 'hour'] = LENGTH.exec(words) ?? []
  return (Number(count) || 1) * (UNITS.get(unit.toLowerCase()) ?? HOUR)
}

/** A number of seconds from now. */
function isLasting(word: string, words: string): boolean {
  return word.endsWith('expiresin') || (LASTING.test(words) && !SINCE.test(words))
}

function inUnit(lasts: number, words: string): number {
  const unit = /\bmilliseconds\b/i.test(words)
    ? 1
    : /\bin minutes\b|\bminutes until\b/i.test(words)
      ? 60 * SECOND
      : SECOND
  return Math.max(1, Math.round(lasts / unit))
}
