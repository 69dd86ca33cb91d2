/** What an entry of the journal holds in memory, in bytes: rather more than less, and cheap to count. */
import type { JournalEntry } from './journal.ts'

/** A row of the tables and the short texts of it. */
const ROW = 256
/** A name and a value, beside their characters. */
const PAIR = 64
/** A character may take two bytes. */
const CHARACTER = 2

/** `body` is its JSON text; null where there is none. */
export function weightOf(entry: JournalEntry, body: string | null): number {
  const { path, scope, violations, reason } = entry
  let characters = path.length + headers.weigh(entry.headers) + query.weigh(entry.query)
  if (body !== null) characters += body.length
  if (scope !== null) characters += scope.length
  if (reason !== undefined) characters += reason.length
  for (const place of violations) characters += PAIR + place.length
  return ROW + CHARACTER * characters
}

type Shown = Readonly<Record<string, string | readonly string[]>>

/** Weighs what it has weighed last without looking: many requests in turn are shown by the same object. */
class Scales {
  #last: Shown | undefined
  #weight = 0

  weigh(shown: Shown): number {
    if (shown !== this.#last) {
      this.#last = shown
      this.#weight = charactersIn(shown)
    }
    return this.#weight
  }
}

const headers = new Scales()
const query = new Scales()

function charactersIn(shown: Shown): number {
  let sum = 0
  for (const name of Object.keys(shown)) {
    const value = shown[name] ?? ''
    sum += PAIR + name.length
    if (typeof value === 'string') sum += value.length
    else for (const each of value) sum += PAIR + each.length
  }
  return sum
}
