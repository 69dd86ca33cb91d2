/** What follows a name of a secret in a text and is none: sentences, places in a file, the rest of a query. */
import type { Span } from './secret-forms.ts'

interface Found {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly meant: string
}

/** What is also said of other things; what stands behind `password` is one, whatever it is. */
const MEANING_MORE = /^(?:token|auth|secret|code|key|pass)$/i
/** Words of sentences, and hardly of a phrase that somebody chose as a secret. */
const OF_SENTENCES = new Set(
  'a an the to of in from for with and or not how by at on you your it must see was were has have'.split(' '),
)
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|php|cs|c|cc|cpp|hpp?|swift|exs?|scala|vue|svelte|dart|lua|html?)$/i
const LEAST_WORDS = 4
/** Longer values are not taken for one sentence. */
const LONGEST = 512

/** A place in a file (`token.js:12:5`), a share (`pass: 85%`), a sentence about something else. */
export function isNoSecret({ name, meant }: Found): boolean {
  if (SOURCE.test(name) && /^\d{1,6}(?::\d{1,6})?$/.test(meant)) return true
  return /^pass$/i.test(name) && /^\d{1,3}(?:\.\d{1,3})?%$/.test(meant)
}

/** `Token: a short story in 3 parts` */
export function isSentence({ name, meant }: Found): boolean {
  if (!MEANING_MORE.test(name) || meant.length > LONGEST) return false
  const words = meant.toLowerCase().split(/\s+/)
  if (words.length < LEAST_WORDS || words.includes('is')) return false
  return words.filter((word) => OF_SENTENCES.has(word)).length > 1
}

/** What in a sentence looks drawn is a secret still. */
export function drawnIn(text: string, { start, end }: Found): readonly Span[] {
  return [...text.slice(start, end).matchAll(/[^\s,;"'()]{4,}/g)]
    .filter(({ 0: word }) => isDrawn(word))
    .map(({ index, 0: meant }) => ({ start: start + index, end: start + index + meant.length, meant }))
}

function isDrawn(word: string): boolean {
  if (/^[\d.:/%-]+$/.test(word)) return /^\d{4,}$/.test(word.replace(/[.:]$/, ''))
  return /\d/.test(word) || /[a-z][A-Z]/.test(word) || /[^\p{L}.:!?-]/u.test(word)
}

/** The value as far as a query of SQL does not go on behind it: `code = 12 ORDER BY id`. */
export function beforeClause(meant: string): string {
  return /^(\S{1,64})\s{1,8}(?:order|and|or|group|limit|having|union|returning)\b/i.exec(meant)?.[1] ?? meant
}
