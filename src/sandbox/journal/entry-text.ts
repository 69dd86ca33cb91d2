/** Entries of the journal as JSON: a body is held as text, and need not be read to be written. */
import { shownJson } from '../../support/exact-json.ts'
import type { JournalEntry } from './journal.ts'

/** The JSON text of an entry's body, where that is how it is held. */
const BODY_TEXT = Symbol('body text')

export function withBodyText(entry: JournalEntry, text: unknown): JournalEntry {
  return Object.defineProperty(entry, BODY_TEXT, { value: text })
}

/** As `JSON.stringify` writes the entry, `nearest` at its end. */
export function entryText(entry: JournalEntry, nearest?: readonly string[]): string {
  const text = (entry as { [BODY_TEXT]?: unknown })[BODY_TEXT]
  const body = shownJson(typeof text === 'string' ? text : JSON.stringify(entry.body))
  const { seq, method, path, template, status, headers, query } = entry
  const { operation, at_ms, duration_ms, violations, rule, faults, scope, retry_after, reason } = entry
  const before = JSON.stringify({ seq, method, path, template, status, headers, query })
  const told = { at_ms, duration_ms, violations, rule, faults, scope, retry_after, reason, nearest }
  return `${before.slice(0, -1)},"body":${body},${JSON.stringify({ operation, ...told }).slice(1)}`
}
