/**
 * What of a request may be remembered. Secrets become placeholders that are
 * equal for equal values, so that a reader sees that two requests carried the
 * same credential without seeing it.
 */

import { createHmac } from 'node:crypto'
import { PASSWORDS } from '../../derive/naming/words.ts'
import { decodeSegment } from '../../http/path-template.ts'
import { apart } from '../../support/apart.ts'
import { isNumeric, scalarText } from '../../support/exact-number.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { ISSUED, ISSUED_LENGTH } from '../auth/tokens.ts'

export interface Redactor {
  /** The very list of last time gives the very copy. */
  headers(sent: readonly (readonly [string, string])[]): Readonly<Record<string, string>>
  query(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string | readonly string[]>>
  body(value: unknown): unknown
  text(value: string): string
  /** The same, also for what is percent-encoded. */
  path(value: string): string
  /** The same for the same bytes, and nothing of what they are. */
  digest(bytes: Uint8Array): string
  /** A piece of a document that nobody could read as a whole. */
  fragment(value: string): string
}

const MAX_HEADERS = 64
const MAX_QUERY = 64
const MAX_VALUE = 2048
/** Values looked at in one body, and how deep. */
const MAX_NODES = 4096
const MAX_DEPTH = 32
/** Placeholders remembered, so that the same credential is digested once. */
const MAX_KNOWN = 256
/** Names and values that are longer are not remembered. */
const MAX_REMEMBERED = 1024

/** Words between separators. */
const SECRET_WORD = new RegExp(
  `(^|[-_.[])(${PASSWORDS}|authorization|cookie|pwd|credentials?|cvc|cvv|csc|ssn|pan)($|[-_.\\]])`,
  'i',
)
const SECRET =
  /(api|access|private|secret|auth|signing|session|encryption|account|webhook|client)[-_]?(key|token|secret)|^(x[-_]?)?(token|key|apikey|sid|jwt|otp|signature|sig|code|code_verifier|card_?number|iban|number)$|\[(number|key|token|code)\]$|token$|secret$|(password|passcode|passphrase)$|assertion$/i

/** A name and its value as JSON, YAML and forms write them. */
const NAMED_VALUE =
  /(?<![\w.-])(["']?)([A-Za-z_][\w.-]{0,63})\1(\s{0,8}[:=]\s{0,8})("(?:[^"\\]|\\.)*"?|'[^']*'?|[^&\s,;}\]]+)/g

/** Whether what has a name is secret: by the description, or by the words of the name. */
function secretNames(names: readonly string[]): (name: string) => boolean {
  const declared = new Set(names.map((name) => name.toLowerCase()))
  const verdicts = new Map<string, boolean>()
  return (name) => {
    let verdict = verdicts.get(name)
    if (verdict === undefined) {
      verdict = declared.has(name.toLowerCase()) || SECRET_WORD.test(name) || SECRET.test(name)
      if (verdicts.size < 10_000 && name.length <= MAX_REMEMBERED) verdicts.set(name, verdict)
    }
    return verdict
  }
}

/** Placeholders that are equal for equal values. */
function placeholdersOf(key: string): (value: string) => string {
  const placeholders = new Map<string, string>()
  return (value) => {
    let text = placeholders.get(value)
    if (text === undefined) {
      text = `<redacted:${createHmac('sha256', key).update(value).digest('hex').slice(0, 8)}>`
      if (value.length > MAX_REMEMBERED) return text
      if (placeholders.size >= MAX_KNOWN) placeholders.clear()
      placeholders.set(value, text)
    }
    return text
  }
}

interface Hiding {
  readonly isSecret: (name: string) => boolean
  readonly placeholder: (value: string) => string
  /** A text without the credentials that stand in it, cut where it is long. */
  readonly text: (value: string) => string
}

function hidingOf(key: string, credential: string, names: readonly string[]): Hiding {
  const placeholder = placeholdersOf(key)
  /** What begins to be secret where a value is cut is known as such. */
  const beyond = Math.max(credential.length, ISSUED_LENGTH)
  return {
    isSecret: secretNames(names),
    placeholder,
    text(value) {
      const known = value.length > MAX_VALUE ? value.slice(0, MAX_VALUE + beyond) : value
      const bare = known.includes(credential) ? known.replaceAll(credential, placeholder(credential)) : known
      const safe = bare.length < ISSUED_LENGTH ? bare : bare.replace(ISSUED, placeholder)
      return safe.length > MAX_VALUE ? apart(`${safe.slice(0, MAX_VALUE)}…`) : safe
    },
  }
}

/** A value at all depths; `hidden`: under a name that says what is below is secret. */
function walk(value: unknown, hiding: Hiding, depth: number, budget: { left: number }, hidden = false): unknown {
  const { isSecret, placeholder, text } = hiding
  if (isNumeric(value)) return hidden ? placeholder(scalarText(value)) : value
  if (typeof value === 'string') return hidden ? placeholder(value) : text(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH || budget.left <= 0) return '…'
  if (value instanceof Uint8Array) return `<${value.length} bytes>`
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) {
      if (--budget.left <= 0) break
      items.push(walk(item, hiding, depth + 1, budget, hidden))
    }
    return items
  }
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    if (--budget.left <= 0) break
    const inner = (value as Record<string, unknown>)[name]
    setOwn(copy, name, walk(inner, hiding, depth + 1, budget, hidden || isSecret(name)))
  }
  return copy
}

/** Header fields; several of one name are one value. */
function shownHeaders(
  entries: readonly (readonly [string, string])[],
  named: (name: string, value: string) => string,
): Readonly<Record<string, string>> {
  const copy: Record<string, string> = {}
  for (const [name, value] of entries.slice(0, MAX_HEADERS)) {
    const shown = named(name, value)
    setOwn(copy, name, Object.hasOwn(copy, name) ? `${copy[name]}, ${shown}` : shown)
  }
  return copy
}

function shownQuery(
  pairs: readonly (readonly [string, string])[],
  named: (name: string, value: string) => string,
): Readonly<Record<string, string | string[]>> {
  const copy: Record<string, string | string[]> = {}
  for (const [name, value] of pairs.slice(0, MAX_QUERY)) {
    const shown = named(name, value)
    const before = Object.hasOwn(copy, name) ? copy[name] : undefined
    setOwn(copy, name, before === undefined ? shown : [...(Array.isArray(before) ? before : [before]), shown])
  }
  return copy
}

/** `key` makes the placeholders this sandbox's own; `names` are the declared names that carry credentials. */
export function makeRedactor(key: string, credential: string, names: readonly string[]): Redactor {
  const hiding = hidingOf(key, credential, names)
  const { isSecret, placeholder, text } = hiding
  const named = (name: string, value: string): string => (isSecret(name) ? placeholder(value) : text(value))
  /** A step of a path, as it was sent unless it means a secret. */
  const step = (sent: string): string => {
    const meant = decodeSegment(sent)
    const shown = text(meant)
    return shown === meant || meant.length > MAX_VALUE ? sent : shown
  }
  let lastSent: object | undefined
  let lastShown: Readonly<Record<string, string>> = {}
  return {
    fragment: (value) =>
      text(
        value.replace(NAMED_VALUE, (whole, quote: string, name: string, between: string, said: string) =>
          isSecret(name) ? `${quote}${name}${quote}${between}${placeholder(said)}` : whole,
        ),
      ),
    digest: (bytes) => createHmac('sha256', key).update(bytes).digest('hex').slice(0, 8),
    headers(sent) {
      if (sent !== lastSent) lastShown = shownHeaders(sent, named)
      lastSent = sent
      return lastShown
    },
    query: (pairs) => shownQuery(pairs, named),
    body: (value) => walk(value, hiding, 0, { left: isObject(value) || Array.isArray(value) ? MAX_NODES : 1 }),
    text,
    path: (value) => text(value.includes('%') ? value.split('/').map(step).join('/') : value),
  }
}
