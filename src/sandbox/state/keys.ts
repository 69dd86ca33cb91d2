/**
 * The layout of a sandbox's store: one letter for the kind of entry, then its
 * parts. Parts are separated by U+0001, which is escaped inside parts, so no id
 * from outside can reach into another entry. Long parts are hashed.
 */
import { createHash } from 'node:crypto'

const SEPARATOR = '\u0001'
/** The code unit after the separator: the end of a range over one prefix. */
const AFTER = '\u0002'
const LONGEST_PART = 200

export type EntryKind =
  /** A record: type, key. */
  | 'r'
  /** Order index: type, link, position → record key. */
  | 'o'
  /** Joins: type, key → the links to parents under which it was not made. */
  | 'j'
  /** Alternate key: type, property, value → record key. Others that have the value as well: type, property, '', digest of the value, digest of the key → record key. */
  | 'a'
  /** Head of a type: sequence, version, count. */
  | 'h'
  /** Last number given of those that count in each parent: type, parents. */
  | 'l'
  /** Count under a link: type, link. */
  | 'n'
  /** Population made: type, scope. */
  | 'p'
  /** Deleted: type, key. */
  | 'd'
  /** What was deleted and may be brought back: type, key. */
  | 'b'
  /** Seed data of the user: number. */
  | 's'
  /** Idempotency answer: operation, key. */
  | 'i'
  /** Token: access, refresh or code. */
  | 't'
  /** What expires: time, key of the entry → that key. */
  | 'x'
  /** The virtual clock. */
  | 'k'
  /** Content of an uploaded file: type, key, and which where there are several. */
  | 'c'
  /** Amount taken out of a record that does not say so itself: verb, type, key; with `state`, the state it had before. What a record took out of another: '', type, key. */
  | 'u'
  /** State that a verb led away from, where another verb takes it back: type, key. */
  | 'v'
  /** Digest of the secret of one who logs in: type, key. Under the type alone: somebody registered. */
  | 'q'
  /** Armed fault: number. */
  | 'f'
  /** Window of a fault or a rule: its id, digest of whose it is → matches, firings, start. Beside them, under names with `#`, in what order they were begun, and numbers that were drawn. */
  | 'w'
  /** The mode that is set. */
  | 'm'
  /** A webhook delivery that has not ended: number. Alone: how many events there were. */
  | 'e'

export function entryKey(kind: EntryKind, ...parts: readonly string[]): string {
  let key: string = kind
  for (const part of parts) key = keyBelow(key, part)
  return key
}

/** The key with one more part. */
export function keyBelow(key: string, part: string): string {
  return key + SEPARATOR + (isPlain(part) ? part : escapePart(part))
}

/** What stands under a key, as a person may be told: `record "12" of book`. */
export function entryInWords(key: string): string {
  const [kind = '', type = '', name = ''] = key.split(SEPARATOR)
  if (kind === 'r') return `record ${JSON.stringify(name)} of ${type}`
  const what = WORDS[kind] ?? 'entry'
  return type === '' || kind === 'x' || kind === 't' || kind === 'i' ? what : `${what} of ${type}`
}

const WORDS: Readonly<Record<string, string>> = {
  o: 'order',
  a: 'index',
  h: 'head',
  n: 'count',
  c: 'uploaded content',
  s: 'seed data',
  i: 'idempotency answer',
  t: 'token',
  k: 'clock',
  f: 'armed fault',
  m: 'mode',
  e: 'webhook delivery',
}

/** Short and of ASCII letters, digits and marks only: stands in a key as it is. */
function isPlain(part: string): boolean {
  if (part.length > LONGEST_PART) return false
  for (let i = 0; i < part.length; i++) {
    const unit = part.charCodeAt(i)
    if (unit <= 0x20 || unit >= 0x7f || unit === 0x25) return false
  }
  return true
}

/** The half-open range of all entries whose first parts are these. */
export function rangeOf(kind: EntryKind, ...parts: readonly string[]): { from: string; to: string } {
  const prefix = entryKey(kind, ...parts)
  return { from: prefix + SEPARATOR, to: prefix + AFTER }
}

function escapePart(part: string): string {
  const short = part.length <= LONGEST_PART ? part : hashed(part)
  return UNSAFE.test(short) ? escapeUnits(short) : short
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not stand in a key
const UNSAFE = /[\u0000-\u0002%\ud800-\udfff\uffff]/
const UNSAFE_UNITS = new RegExp(UNSAFE.source, 'g')

/** Each unsafe code unit as %XXXX: one to one, also for lone surrogates. */
function escapeUnits(text: string): string {
  return text.replace(UNSAFE_UNITS, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function hashed(part: string): string {
  return `#${createHash('sha256').update(part).digest('base64url')}`
}
