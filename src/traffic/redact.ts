/**
 * What of a request may be remembered. Secrets become placeholders that are
 * equal for equal values, so that a reader sees that two requests carried the
 * same credential without seeing it.
 */
import { createHmac } from 'node:crypto'
import { decodeSegment } from '../http/path-template.ts'
import { decodeFormText } from '../http/percent.ts'
import { isSecretNamed, type SecretPlace, withoutSecrets } from '../http/secrets.ts'
import { apart } from '../support/apart.ts'
import { isNumeric, scalarText } from '../support/exact-number.ts'
import { isObject, setOwn } from '../support/json.ts'

/** Names of header fields, parameters and properties that an operation declares to be secret, in lower case. */
export type DeclaredSecrets = ReadonlySet<string>

export interface Redactor {
  /** The very list of last time gives the very copy. */
  headers(sent: Pairs, declared?: DeclaredSecrets): Readonly<Record<string, string>>
  query(pairs: Pairs, declared?: DeclaredSecrets): Readonly<Record<string, string | readonly string[]>>
  body(value: unknown, declared?: DeclaredSecrets): unknown
  text(value: string): string
  /** The same, also for what is percent-encoded. */
  path(value: string): string
  /** The same for the same bytes, and nothing of what they are. */
  digest(bytes: Uint8Array): string
  /** A piece of a document that nobody could read as a whole. */
  fragment(value: string, declared?: DeclaredSecrets): string
}

type Pairs = readonly (readonly [name: string, value: string])[]

export interface Secrets {
  /** Makes the placeholders the owner's own. */
  readonly key: string
  /** The credential that was issued. */
  readonly credential: string
  /** Names that carry credentials in all that is sent. */
  readonly names: readonly string[]
  /** Other credentials inside a text, and how long each is; `also` tells words that look like nothing. Absent: there are none. */
  readonly issued?: {
    readonly pattern: RegExp
    readonly length: number
    readonly also?: () => ((word: string) => boolean) | undefined
  }
}

export const NOTHING_DECLARED: DeclaredSecrets = new Set()

const MAX_HEADERS = 64
const MAX_QUERY = 64
/** Characters of one header field or parameter, and of a path. */
const MAX_VALUE = 2048
/** Values looked at in one body, and how deep. */
const MAX_NODES = 16_384
const MAX_DEPTH = 32
/** Placeholders remembered, so that the same credential is digested once. */
const MAX_KNOWN = 256
/** Values that are longer are not remembered. */
const MAX_REMEMBERED = 1024
/** Values of header fields that are remembered, most of which come again, and how long they may be. */
const MAX_FIELDS = 1024
const MAX_FIELD = 256

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

/** Shorter credentials stand in many a text by chance: they are hidden where they stand as words, the shortest where they stand alone. */
const SURE_LENGTH = 6
const WORD_LENGTH = 4

function withoutOne(credential: string, placeholder: (value: string) => string): (value: string) => string {
  if (credential === '') return (value) => value
  if (credential.length >= SURE_LENGTH)
    return (value) => (value.includes(credential) ? value.replaceAll(credential, placeholder(credential)) : value)
  if (credential.length < WORD_LENGTH) return (value) => (value === credential ? placeholder(credential) : value)
  const escaped = credential.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const word = new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, 'g')
  return (value) => (value.includes(credential) ? value.replace(word, () => placeholder(credential)) : value)
}

/** JSON Web Tokens with many claims are about so long. */
const LONGEST_TOKEN = 4096

interface Hiding {
  readonly isSecret: (name: string, place: SecretPlace, value: unknown) => boolean
  readonly placeholder: (value: string) => string
  /** A text without the credentials that stand in it. */
  readonly whole: (value: string) => string
  /** The same, cut where it is long. */
  readonly text: (value: string) => string
}

/** Words that are known, and look like nothing. */
function withoutWords(
  text: string,
  isOne: ((word: string) => boolean) | undefined,
  placeholder: (secret: string) => string,
): string {
  return isOne === undefined ? text : text.replace(WORDS, (word) => (isOne(word) ? placeholder(word) : word))
}

const WORDS = /[^\s/"'=&?;,:]{4,300}/g

function hidingOf({ key, credential, names, issued }: Secrets): Hiding {
  const placeholder = placeholdersOf(key)
  const own = new Set(names.map((name) => name.toLowerCase()))
  /** What begins to be secret where a value is cut is known as such. */
  const beyond = Math.max(credential.length, issued?.length ?? 0, LONGEST_TOKEN)
  const withoutCredential = withoutOne(credential, placeholder)
  const whole = (value: string): string => {
    const bare = withoutCredential(value)
    const told = issued === undefined || bare.length < issued.length ? bare : bare.replace(issued.pattern, placeholder)
    return withoutSecrets(withoutWords(told, issued?.also?.(), placeholder), placeholder)
  }
  return {
    isSecret: (name, place, value) =>
      isSecretNamed(name, place, value) || (own.size > 0 && own.has(name.toLowerCase())),
    placeholder,
    whole,
    text(value) {
      if (value.length <= MAX_VALUE) return whole(value)
      const safe = whole(value.slice(0, MAX_VALUE + beyond))
      return safe.length > MAX_VALUE ? apart(`${safe.slice(0, MAX_VALUE)}…`) : safe
    },
  }
}

/** With what an operation declares besides. */
function withDeclared(hiding: Hiding, declared: DeclaredSecrets): Hiding {
  if (declared.size === 0) return hiding
  return {
    ...hiding,
    isSecret: (name, place, value) => declared.has(name.toLowerCase()) || hiding.isSecret(name, place, value),
  }
}

/** A value at all depths; `hidden`: under a name that says what is below is secret. */
function walk(value: unknown, hiding: Hiding, depth: number, budget: { left: number }, hidden = false): unknown {
  const { isSecret, placeholder, whole } = hiding
  if (isNumeric(value)) return hidden ? placeholder(scalarText(value)) : value
  if (typeof value === 'string') return hidden ? placeholder(value) : whole(value)
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
    setOwn(copy, name, walk(inner, hiding, depth + 1, budget, hidden || isSecret(name, 'body', inner)))
  }
  return copy
}

type Named = (name: string, value: string) => string

/** Header fields; several of one name are one value. */
function shownHeaders(entries: Pairs, named: Named): Readonly<Record<string, string>> {
  const copy: Record<string, string> = {}
  for (const [name, value] of entries.slice(0, MAX_HEADERS)) {
    const shown = named(name, value)
    setOwn(copy, name, Object.hasOwn(copy, name) ? `${copy[name]}, ${shown}` : shown)
  }
  return copy
}

function shownQuery(pairs: Pairs, named: Named): Readonly<Record<string, string | string[]>> {
  const copy: Record<string, string | string[]> = {}
  for (const [name, value] of pairs.slice(0, MAX_QUERY)) {
    const shown = named(name, value)
    const before = Object.hasOwn(copy, name) ? copy[name] : undefined
    setOwn(copy, name, before === undefined ? shown : [...(Array.isArray(before) ? before : [before]), shown])
  }
  return copy
}

/** A name and what stands between it and its value, as JSON, YAML and forms write them. */
const NAME_BEFORE_VALUE = /(?<![\w.-])(["']?)([A-Za-z_][\w.[\]-]{0,63})\1\s{0,8}[:=]\s{0,8}/g
/** A value of one word, or in quotes that may not be closed. */
const VALUE = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[^&\s,;}\]]+/y

/** The pieces of a text with the values of secret names replaced, be they texts, lists or objects. */
function shownFragment(text: string, { isSecret, placeholder, whole }: Hiding): string {
  let shown = ''
  let done = 0
  for (const found of text.matchAll(NAME_BEFORE_VALUE)) {
    const start = found.index + found[0].length
    if (found.index < done) continue
    const end = endOfValue(text, start)
    const said = text.slice(start, end)
    if (said === '' || !isSecret(found[2] ?? '', 'body', meantBy(said))) continue
    const quote = /^["']/.exec(said)?.[0] ?? ''
    shown += `${whole(text.slice(done, start))}${quote}${placeholder(meantBy(said))}${quote}`
    done = end
  }
  return shown + whole(text.slice(done))
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '{' || text[start] === '[') return endOfBrackets(text, start)
  VALUE.lastIndex = start
  return start + (VALUE.exec(text)?.[0].length ?? 0)
}

const PIECE = /"(?:[^"\\]|\\.)*"?|[{}[\]]|[^"{}[\]]+/y

/** Behind the bracket that closes the first one; the end of the text where none does. */
function endOfBrackets(text: string, start: number): number {
  let depth = 0
  PIECE.lastIndex = start
  for (let found = PIECE.exec(text); found !== null; found = PIECE.exec(text)) {
    const [piece] = found
    if (piece === '{' || piece === '[') depth += 1
    if (piece === '}' || piece === ']') depth -= 1
    if (depth === 0) return found.index + piece.length
  }
  return text.length
}

/** What a value means, so that its placeholder is that of the same value elsewhere. */
function meantBy(said: string): string {
  if (said.startsWith('"')) return parsedText(said) ?? said.replaceAll('"', '')
  return said.startsWith("'") ? said.replaceAll("'", '') : decodeFormText(said)
}

function parsedText(said: string): string | undefined {
  try {
    return String(JSON.parse(said))
  } catch {
    return undefined
  }
}

export function redactorOf(secrets: Secrets): Redactor {
  const { key } = secrets
  const usual = hidingOf(secrets)
  const { text } = usual
  const namedIn =
    (place: SecretPlace, { isSecret, placeholder }: Hiding): Named =>
    (name, value) =>
      isSecret(name, place, value) ? placeholder(value) : text(value)
  const fields = new Map<string, string>()
  const field = (value: string): string => {
    const known = fields.get(value)
    if (known !== undefined) return known
    const shown = text(value)
    if (value.length > MAX_FIELD) return shown
    if (fields.size >= MAX_FIELDS) fields.clear()
    fields.set(value, shown)
    return shown
  }
  const inHeader: Named = (name, value) =>
    usual.isSecret(name, 'header', value) ? usual.placeholder(value) : field(value)
  const inQuery = namedIn('query', usual)
  /** A step of a path, as it was sent unless it means a secret. */
  const step = (sent: string): string => {
    const meant = decodeSegment(sent)
    const shown = text(meant)
    return shown === meant || meant.length > MAX_VALUE ? sent : shown
  }
  let lastSent: object | undefined
  let lastShown: Readonly<Record<string, string>> = {}
  return {
    fragment: (value, declared = NOTHING_DECLARED) => shownFragment(value, withDeclared(usual, declared)),
    digest: (bytes) => createHmac('sha256', key).update(bytes).digest('hex').slice(0, 8),
    headers(sent, declared = NOTHING_DECLARED) {
      if (declared.size > 0) return shownHeaders(sent, namedIn('header', withDeclared(usual, declared)))
      if (sent !== lastSent) lastShown = shownHeaders(sent, inHeader)
      lastSent = sent
      return lastShown
    },
    query: (pairs, declared = NOTHING_DECLARED) =>
      shownQuery(pairs, declared.size === 0 ? inQuery : namedIn('query', withDeclared(usual, declared))),
    body(value, declared = NOTHING_DECLARED) {
      const budget = { left: isObject(value) || Array.isArray(value) ? MAX_NODES : 1 }
      return walk(value, withDeclared(usual, declared), 0, budget)
    },
    text,
    path: (value) => text(value.includes('%') ? value.split('/').map(step).join('/') : value),
  }
}
