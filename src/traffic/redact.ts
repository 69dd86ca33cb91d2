/**
 * What of a request may be remembered. Secrets become placeholders that are
 * equal for equal values, so that a reader sees that two requests carried the
 * same credential without seeing it.
 */
import { createHmac } from 'node:crypto'
import type { Span } from '../http/secret-forms.ts'
import type { SecretPlace } from '../http/secret-names.ts'
import { namesSecret, ownerOf, roleOf } from '../http/secret-pairs.ts'
import { type How, hiddenIn, type Judge, USUAL } from '../http/secrets-in-text.ts'
import { apart } from '../support/apart.ts'
import { setOwn } from '../support/json.ts'
import { remembered } from '../support/remembered.ts'
import { shownBody } from './redact-body.ts'
import { MAY_BE_STEP, shownSteps } from './redact-path.ts'

/** Names of header fields, parameters and properties that an operation declares to be secret, in lower case. */
export type DeclaredSecrets = ReadonlySet<string>

export interface Redactor {
  /** The very list of last time gives the very copy. */
  headers(sent: Pairs, declared?: DeclaredSecrets): Readonly<Record<string, string>>
  query(pairs: Pairs, declared?: DeclaredSecrets): Readonly<Record<string, string | readonly string[]>>
  body(value: unknown, declared?: DeclaredSecrets): unknown
  text(value: string): string
  /** The same, also for what is percent-encoded; what the path template of its operation says itself is shown. */
  path(value: string, template?: string): string
  /** Characters behind what is shown that `fragment` wants to look at. */
  readonly beyond: number
  /** The same for the same bytes, and nothing of what they are. */
  digest(bytes: Uint8Array): string
  /** Sentences about a request, which may quote what is secret in it. */
  about(sent: Sent, declared?: DeclaredSecrets): (sentence: string) => string
  /** A document that nobody read; where it is longer than `until`, that much of it, and what follows is only looked at. */
  fragment(value: string, declared?: DeclaredSecrets, until?: number): string
}

type Pairs = readonly (readonly [name: string, value: string])[]

interface Sent {
  readonly path: string
  readonly fields: Pairs
  readonly query: Pairs
  /** As it was read, or as text where nobody read it. */
  readonly body: unknown
}

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
/** Placeholders remembered, so that the same credential is digested once. */
const MAX_KNOWN = 256
/** Values that are longer are not remembered. */
const MAX_REMEMBERED = 1024
/** Values of header fields that are remembered, most of which come again, and how long they may be. */
const MAX_FIELDS = 1024
const MAX_FIELD = 256
/** The same of texts in bodies. */
const MAX_SHORT = 64

/** Characters of the texts in a body that are looked at for what is said about it. */
const LOOKED_AT = 16 * 1024
/** Secrets of one request that are looked for in what is said about it. */
const MOST_QUOTED = 64

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

function placesOf(credential: string): (value: string) => readonly Span[] {
  if (credential === '') return () => []
  if (credential.length < WORD_LENGTH)
    return (value) => (value === credential ? [{ start: 0, end: value.length, meant: value }] : [])
  const escaped = credential.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const isSure = credential.length >= SURE_LENGTH
  const word = new RegExp(isSure ? escaped : `(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, 'g')
  return (value) => (value.includes(credential) ? matchesOf(word, value) : [])
}

function matchesOf(pattern: RegExp, text: string): Span[] {
  return [...text.matchAll(pattern)].map(({ index, 0: meant }) => ({ start: index, end: index + meant.length, meant }))
}

/** JSON Web Tokens with many claims are about so long. */
const LONGEST_TOKEN = 4096

interface Hiding extends Judge {
  /** A name of a member, most of which come again. */
  readonly name: (value: string) => string
  readonly placeholder: (value: string) => string
  /** A text without the credentials that stand in it. */
  readonly whole: (value: string) => string
  /** The same, and that much of it where it is longer. */
  readonly piece: (value: string, until: number) => string
  /** Characters behind what is shown that are looked at. */
  readonly beyond: number
  /** The same by another judge. */
  also(judge: Judge): Hiding
  /** The same, telling of all that it would hide, instead of hiding it. */
  telling(tell: (secret: string) => void): Hiding
  /** The same, of all texts together no more than the first so many characters. */
  within(characters: number): Hiding
  /** The same, and these wherever they stand. */
  knowing(secrets: readonly string[]): Hiding
}

/** In place of a secret that is only told. */
const TOLD = '<redacted:>'

const WORDS = /[^\s/"'=&?;,:]{4,300}/g

function hidingOf({ key, credential, names, issued }: Secrets): Hiding {
  const own = new Set(names.map((name) => name.toLowerCase()))
  const credentials = placesOf(credential)
  const known = (value: string): readonly Span[] => {
    const found = credentials(value)
    const isOne = issued?.also?.()
    const isLong = issued !== undefined && value.length >= issued.length
    if (isOne === undefined && !isLong) return found
    const words = isOne === undefined ? [] : matchesOf(WORDS, value).filter(({ meant }) => isOne(meant))
    return [...found, ...words, ...(isLong ? matchesOf(issued.pattern, value) : [])]
  }
  const judge: Judge = {
    isSecret: (name, place, value, beside) =>
      USUAL.isSecret(name, place, value, beside) || (own.size > 0 && own.has(name.toLowerCase())),
    mayBeSecret: (name, place) => USUAL.mayBeSecret(name, place) || (own.size > 0 && own.has(name.toLowerCase())),
  }
  /** What begins to be secret where a value is cut is known as such. */
  const beyond = Math.max(credential.length, issued?.length ?? 0, LONGEST_TOKEN)
  const placeholder = placeholdersOf(key)
  const usual: How = { judge, known, placeholder }
  const name = remembered((one) => hiddenIn(one, usual), MAX_FIELDS)
  const hiding = hidingBy(usual, name, beyond)
  // Short texts come again and again; which of them are tokens that look like nothing is not known for good.
  const short = remembered(hiding.whole, MAX_FIELDS, MAX_SHORT)
  return { ...hiding, whole: (value) => (issued?.also?.() === undefined ? short(value) : hiding.whole(value)) }
}

function hidingBy(how: How, name: Hiding['name'], beyond: number): Hiding {
  return {
    ...how.judge,
    placeholder: how.placeholder,
    beyond,
    name,
    whole: (value) => hiddenIn(value, how),
    piece: (value, until) => hiddenIn(value, { ...how, until }),
    also: (judge) => hidingBy({ ...how, judge }, name, beyond),
    telling(tell) {
      const placeholder = (secret: string): string => {
        tell(secret)
        return TOLD
      }
      return hidingBy({ ...how, placeholder }, name, beyond)
    },
    within(characters) {
      let left = characters
      const whole = (value: string): string => {
        if (left <= 0) return ''
        const looked = value.slice(0, left)
        left -= looked.length
        return hiddenIn(looked, how)
      }
      return { ...hidingBy(how, (one) => one, beyond), whole }
    },
    knowing(secrets) {
      const places = secrets.map(placesOf)
      const known = (text: string): readonly Span[] => [
        ...(how.known?.(text) ?? []),
        ...places.flatMap((inText) => inText(text)),
      ]
      return hidingBy({ ...how, known }, name, beyond)
    },
  }
}

/** Of a value that is longer, its begin. */
function shortened(value: string, { whole, piece, beyond }: Hiding): string {
  if (value.length <= MAX_VALUE) return whole(value)
  return apart(`${piece(value.slice(0, MAX_VALUE + beyond), MAX_VALUE)}…`)
}

/** With what an operation declares besides. */
function withDeclared(hiding: Hiding, declared: DeclaredSecrets): Hiding {
  if (declared.size === 0) return hiding
  return hiding.also({
    isSecret: (name, place, value, beside) =>
      declared.has(name.toLowerCase()) || hiding.isSecret(name, place, value, beside),
    mayBeSecret: (name, place) => declared.has(name.toLowerCase()) || hiding.mayBeSecret(name, place),
  })
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

function shownQuery(pairs: Pairs, hiding: Hiding): Readonly<Record<string, string | string[]>> {
  const shownPairs = pairs.slice(0, MAX_QUERY)
  const paired = pairedIn(shownPairs, hiding)
  const copy: Record<string, string | string[]> = {}
  for (const [name, value] of shownPairs) {
    const isHidden = hiding.isSecret(name, 'query', value) || paired.has(name)
    const shown = isHidden ? hiding.placeholder(value) : shortened(value, hiding)
    const safe = shortened(name, hiding)
    const before = Object.hasOwn(copy, safe) ? copy[safe] : undefined
    setOwn(copy, safe, before === undefined ? shown : [...(Array.isArray(before) ? before : [before]), shown])
  }
  return copy
}

/** Names of the values that stand beside names: `filter[0][name]=password&filter[0][value]=x`. */
function pairedIn(pairs: Pairs, { isSecret }: Hiding): ReadonlySet<string> {
  const owners = new Set<string>()
  for (const [name, value] of pairs)
    if (roleOf(name) === 'name' && namesSecret(name, value, isSecret)) owners.add(ownerOf(name))
  if (owners.size === 0) return NONE_PAIRED
  return new Set(pairs.flatMap(([name]) => (roleOf(name) === 'value' && owners.has(ownerOf(name)) ? [name] : [])))
}

const NONE_PAIRED: ReadonlySet<string> = new Set()

function judging(hiding: Hiding): Parameters<typeof shownSteps>[1] {
  return { ...hiding, shown: (value) => shortened(value, hiding) }
}

export function redactorOf(secrets: Secrets): Redactor {
  const { key } = secrets
  const usual = hidingOf(secrets)
  const text = (value: string): string => shortened(value, usual)
  const namedIn =
    (place: SecretPlace, hiding: Hiding): Named =>
    (name, value) =>
      hiding.isSecret(name, place, value) ? hiding.placeholder(value) : shortened(value, hiding)
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
  let lastSent: object | undefined
  let lastShown: Readonly<Record<string, string>> = {}
  return {
    fragment: (value, declared = NOTHING_DECLARED, until = value.length) =>
      withDeclared(usual, declared).piece(value, until),
    beyond: usual.beyond,
    about({ path, fields: sent, query, body }, declared = NOTHING_DECLARED) {
      const hiding = withDeclared(usual, declared)
      const found = new Set<string>()
      const telling = hiding.telling((secret) => found.add(secret))
      shownSteps(path, judging(telling))
      shownHeaders(sent, namedIn('header', telling))
      shownQuery(query, telling)
      shownBody(body, telling.within(LOOKED_AT + usual.beyond))
      const quoted = [...found].filter(({ length }) => length >= WORD_LENGTH && length <= MAX_REMEMBERED)
      const about = hiding.knowing(quoted.slice(0, MOST_QUOTED))
      return (sentence) => shortened(sentence, about)
    },
    digest: (bytes) => createHmac('sha256', key).update(bytes).digest('hex').slice(0, 8),
    headers(sent, declared = NOTHING_DECLARED) {
      if (declared.size > 0) return shownHeaders(sent, namedIn('header', withDeclared(usual, declared)))
      if (sent !== lastSent) lastShown = shownHeaders(sent, inHeader)
      lastSent = sent
      return lastShown
    },
    query: (pairs, declared = NOTHING_DECLARED) => shownQuery(pairs, withDeclared(usual, declared)),
    body: (value, declared = NOTHING_DECLARED) => shownBody(value, withDeclared(usual, declared)),
    text,
    path: (value, template) =>
      shortened(MAY_BE_STEP.test(value) ? shownSteps(value, judging(usual), template) : value, usual),
  }
}
