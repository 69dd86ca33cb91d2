/** What a declared response field says: what the description shows, else what is true of it, else a made value. */
import type { HeaderDescription } from '../../api/description.ts'
import { generate } from '../../api/schema/generate.ts'
import { writeField } from '../../http/parameter-styles.ts'
import type { DeclaredAnswer } from '../operation/answers/declared-answers.ts'
import { corsText } from './cors-fields.ts'
import type { DeclaredHeader, FieldContext } from './declared-fields.ts'
import { expiryValue } from './expiry-fields.ts'
import { linkText, locationText } from './link-fields.ts'
import { cookieTexts } from './set-cookie.ts'
import { shownValue } from './shown-value.ts'

/** The field lines of a declared header, one text each; [] where there is nothing to say. */
export function fieldTexts(declared: DeclaredHeader, answer: DeclaredAnswer, context: FieldContext): readonly string[] {
  const { lower, header } = declared
  const shown = shownValue(header, context.runtime)
  if (lower === 'set-cookie') return cookieTexts(several(shown), answer, context).filter(isFieldText)
  const isCors = lower.startsWith('access-control-')
  const text = writeField(isCors ? corsText(lower, shown) : said(declared, shown, answer, context), header)
  return text === undefined ? NOTHING : [text]
}

const NOTHING: readonly string[] = []

function said(declared: DeclaredHeader, shown: unknown, answer: DeclaredAnswer, context: FieldContext): unknown {
  const own = special(declared, shown, answer, context)
  return own === undefined ? (shown ?? made(declared, answer, context)) : own
}

/** What some fields say whatever is shown, or where nothing is; null: nothing is said; undefined: they are like any other. */
function special(declared: DeclaredHeader, shown: unknown, answer: DeclaredAnswer, context: FieldContext): unknown {
  const { word, lower, header } = declared
  const now = context.resources.clock.now()
  if (word.includes('ratelimit')) return limitValue(word, header, shown, answer, context)
  if (lower === 'last-modified') return new Date(now).toUTCString()
  if (lower === 'etag') return null
  if (lower === 'link') return linkText(shown, context)
  if (lower === 'location') return locationText(shown, () => generated(URI, lower, answer, context), answer, context)
  const own = shown === undefined ? usual(lower, now) : undefined
  return own ?? (isOfHttp(lower) ? undefined : expiryValue(declared, shown, now, context.runtime))
}

const URI = { type: 'string', format: 'uri' }

/** How much a client may ask, and how much of it is left. */
function limitValue(
  word: string,
  header: HeaderDescription,
  shown: unknown,
  answer: DeclaredAnswer,
  context: FieldContext,
): unknown {
  const now = context.resources.clock.now()
  const isSpent = answer.status === 429
  if (word.includes('remaining') && isSpent) return 0
  if (word.endsWith('reset'))
    return typeof header.example === 'number' && header.example < 1e6 ? header.example : Math.floor(now / 1000) + 3600
  if (shown !== undefined) return undefined
  if (word === 'ratelimitpolicy') return '1000;w=3600'
  if (word === 'ratelimit') return `limit=1000, remaining=${isSpent ? 0 : 999}, reset=3600`
  return word.includes('remaining') ? 999 : 1000
}

/** What fields of HTTP say where nothing is shown: a made word would mean nothing in them. */
function usual(lower: string, now: number): string | undefined {
  if (lower === 'expires' || lower === 'sunset') return new Date(now + HOUR).toUTCString()
  return USUAL.get(lower)
}

/** What is shown in them is theirs: `Expires: 0`. */
function isOfHttp(lower: string): boolean {
  return lower === 'expires' || lower === 'sunset' || USUAL.has(lower)
}

const HOUR = 3_600_000

const USUAL = new Map([
  ['retry-after', '1'],
  ['cache-control', 'no-cache'],
  ['content-disposition', 'attachment'],
  ['content-language', 'en'],
  ['accept-ranges', 'none'],
  ['vary', 'Accept'],
  ['www-authenticate', 'Bearer'],
  ['proxy-authenticate', 'Bearer'],
  ['pragma', 'no-cache'],
  ['age', '0'],
])

function made({ name, header }: DeclaredHeader, answer: DeclaredAnswer, context: FieldContext): unknown {
  return generated(header.schema ?? { type: 'string' }, name, answer, context)
}

function generated(
  schema: NonNullable<HeaderDescription['schema']>,
  name: string,
  answer: DeclaredAnswer,
  { runtime, resources, compiled }: FieldContext,
): unknown {
  const now = resources.clock.now()
  return generate(schema, {
    ...runtime.generating,
    dice: resources.dice,
    key: `header/${compiled.operation.id}/${answer.status}/${name}/${now}`,
    now,
    sources: [],
    fill: 'required',
  })
}

function several(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return all.flatMap((one) => writeField(one) ?? [])
}

/** True for what may stand in a field (RFC 9110 5.5). */
function isFieldText(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
}
