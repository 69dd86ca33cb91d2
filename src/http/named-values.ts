/**
 * Names that are followed by values in a text, in whatever it is written: JSON and what is nearly JSON, YAML, forms and
 * addresses, attributes of XML, arguments of GraphQL, INI, environments, header fields, options of commands. Nothing is
 * parsed: the text may be cut or broken anywhere.
 */
import type { SecretPlace } from './secret-names.ts'
import type { TextSigns } from './text-signs.ts'
import { type ReadValue, type Standing, valueAt } from './value-after-name.ts'

export interface NamedValue extends ReadValue {
  readonly name: string
  readonly place: SecretPlace
  /** Where the name begins. */
  readonly at: number
  /** A name beside a value without a sign that says so: only what looks drawn is one. */
  readonly isLoose: boolean
  /** Nothing more is read: it is all that follows. */
  readonly isRest: boolean
}

export interface Reader {
  /** False where a value under this name need not be read. */
  wants(name: string, place: SecretPlace): boolean
  /** True where the value is done with; else names are looked for inside of it. */
  take(found: NamedValue): boolean
}

/** Values that are read and not done with are read again from inside: so many times the length of a text, then the rest is done with. */
const MOST_READ = 16

const LONGEST_NAME = 256
const NAME_PARTS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.$@[\]%\\+-]/.test(String.fromCharCode(code)) ? 1 : 0,
)

/** A sign between a name and its value. */
const SIGN = /[:=\uff1a\uff1d]|->|["'`]\s{0,8}(,)(?=\s{0,8}\\{0,15}["'`])|([\t|])|(?<=[ \t])(?:is|was)(?=[ \t])/g
/** Behind a colon that ends a text in quotes, as a prompt does. */
const PROMPT_END =
  /^\\{0,15}["']\s{0,8}(?:,\s{0,8}\\{0,15}["'][\w.@$-]{1,64}\\{0,15}["']\s{0,8}:|[}\]]\s{0,8}(?:[,}\]]|$)|$)/
/** An option and its value, and what stands beside a value without a sign. */
const BESIDE =
  /(?<![\w-])(?:(--?[A-Za-z][\w.-]{1,63})|(?:pass(?:word|wd|phrase|code)?|pwd|pw|ssn|secret|token|otp|pin|cv[cv]2?|requirepass|masterauth|authorization|identified by|login_password|code))["'`]?[ \t]{1,8}(?=["'`]?[^\s"'`:=|-])/gi

export function eachNamedValue(text: string, signs: TextSigns, reader: Reader): void {
  if (signs.hasSigns || signs.hasBlanks) eachSign(text, reader)
  if (signs.hasBlanks && (signs.hasDigits || signs.hasOthers || signs.hasDashes)) eachBeside(text, reader)
}

function eachSign(text: string, reader: Reader): void {
  let left = MOST_READ * text.length
  const within: Reader = {
    wants: reader.wants,
    take(found) {
      left -= found.end - found.start
      return reader.take(left < 0 ? { ...found, end: text.length, isRest: true } : found)
    },
  }
  SIGN.lastIndex = 0
  for (let sign = SIGN.exec(text); sign !== null; sign = SIGN.exec(text)) {
    const next = SIGN.lastIndex
    const end = sign[1] === undefined ? sign.index : sign.index + 1
    SIGN.lastIndex = Math.max(next, readBehind(text, end, next, within))
  }
}

function eachBeside(text: string, reader: Reader): void {
  BESIDE.lastIndex = 0
  for (let beside = BESIDE.exec(text); beside !== null; beside = BESIDE.exec(text)) {
    const [whole, option] = beside
    const said = (option ?? whole.trim()).replace(/^-+|["'`]/g, '')
    if (option !== undefined && !reader.wants(said, 'body')) continue
    const name = option !== undefined || reader.wants(said, 'body') ? said : 'password'
    const value = valueAt(text, beside.index + whole.length, BESIDE_IT)
    reader.take(named(value, { name, place: 'body' }, beside.index, option === undefined))
  }
}

const BESIDE_IT: Standing = { before: '', nameAt: 0, isQuoted: false, isWord: true, isLine: false }

/** Reads the value behind a sign; gives where it ends if it is done with, else where it begins. */
function readBehind(text: string, nameEnd: number, signEnd: number, reader: Reader): number {
  const name = nameBefore(text, nameEnd)
  if (name === undefined) return 0
  const sign = text[signEnd - 1] ?? ''
  const isLoose = !/[:=>\uff1a\uff1d]/.test(sign)
  let after = signEnd
  if (!isLoose) while (after < signEnd + 2 && /[:=>]/.test(text[after] ?? '')) after += 1
  const found = wanted(text, name, sign, reader)
  if (found === undefined) return 0
  const { isQuoted, at, before } = name
  if (!isQuoted && PROMPT_END.test(text.slice(after, after + 128))) return 0
  const isLine = /^(?:set-cookie|cookie|(?:proxy-)?authorization)$/i.test(found.name) && sign === ':'
  const value = valueAt(text, after, {
    before,
    nameAt: at,
    isQuoted: isQuoted || /[,|\t]/.test(sign),
    isWord: sign === 's',
    isLine,
  })
  const isTyped = before === '$' && /^\[?[A-Z]\w*[!\]]*$/.test(value.meant)
  if (isTyped) return value.start
  return reader.take(named(value, found, at, isLoose)) ? value.end : value.start
}

function named(
  { start, end, meant }: ReadValue,
  { name, place }: Pick<NamedValue, 'name' | 'place'>,
  at: number,
  isLoose: boolean,
): NamedValue {
  return { name, place, at, start, end, meant, isLoose, isRest: false }
}

interface FoundName {
  readonly name: string
  readonly at: number
  /** What stands before it. */
  readonly before: string
  readonly isQuoted: boolean
}

function nameBefore(text: string, signAt: number): FoundName | undefined {
  let end = signAt
  while (end > 0 && signAt - end < 8 && isBlank(text.charCodeAt(end - 1))) end -= 1
  const last = text[end - 1]
  if (last === '\n' && text[signAt] === ':') return keyAbove(text, end - 1)
  return last === '"' || last === "'" || last === '`' ? quotedName(text, end) : bareName(text, end)
}

/** `? name` of YAML, whose value stands on the line below. */
function keyAbove(text: string, lineEnd: number): FoundName | undefined {
  const from = Math.max(text.lastIndexOf('\n', lineEnd - 1) + 1, lineEnd - LONGEST_NAME)
  const line = text.slice(from, lineEnd).trimEnd()
  return /^[ \t-]{0,64}\?[ \t]/.test(line) ? nameBefore(text, from + line.length) : undefined
}

/** `"name"`, also within texts in quotes: `\"name\"`, `\\\"name\\\"`. */
function quotedName(text: string, end: number): FoundName | undefined {
  const quote = text[end - 1] ?? ''
  let close = end - 1
  while (text[close - 1] === '\\' && end - close <= 16) close -= 1
  const from = Math.max(0, close - LONGEST_NAME)
  const open = text.slice(from, close).lastIndexOf(quote)
  if (open < 0) return undefined
  const name = unescaped(text.slice(from + open + 1, close))
  return name.length < 2 && !/^[knv]$/i.test(name) ? undefined : { name, at: from + open, before: '', isQuoted: true }
}

function bareName(text: string, end: number): FoundName | undefined {
  let at = end
  while (at > 0 && end - at < LONGEST_NAME && isNamePart(text.charCodeAt(at - 1))) at -= 1
  if (end - at < 2) return undefined
  const written = text.slice(at, end)
  const name = unescaped(written.replace(/^(?:[-$@%+.\\]|\\[nrt])+/, ''))
  if (name.length < 2 || !/[A-Za-z\u00a1-\uffff]{2}/.test(name)) return undefined
  const start = end - name.length > at ? end - name.length : at
  return { name, at: start, before: text[start - 1] ?? '', isQuoted: false }
}

/** The full-width colon, equals sign, comma and semicolon, and the signs that end a clause or a sentence. */
const WIDE: ReadonlySet<number> = new Set([0xff1a, 0xff1d, 0xff0c, 0xff1b, 0x3001, 0x3002])

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0xa0
}

function isNamePart(code: number): boolean {
  return code < 128 ? NAME_PARTS[code] === 1 : code > 0xa0 && !WIDE.has(code)
}

/** `p\u0061ssword` is a name, too. */
function unescaped(name: string): string {
  if (!name.includes('\\')) return name
  return name.replace(/\\+u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Last words of names that say of what only with the words before them. */
const LAST_OF_SEVERAL = /^(?:codes?|keys?|number|no|phrase|value|string|answer|pass|auth|id|num|name)$/i

/** The name by which it is wanted, with the words before it where it is the last of several. */
function wanted(
  text: string,
  { name, at, before, isQuoted }: FoundName,
  sign: string,
  reader: Reader,
): { readonly name: string; readonly place: SecretPlace } | undefined {
  const isParameter =
    sign === '=' && !isQuoted && (/[?&;#]/.test(before) || (/^[ ]?$/.test(before) && isPair(text, at)))
  const place = isParameter ? 'query' : 'body'
  if (!isQuoted && /^[ \t]$/.test(before) && LAST_OF_SEVERAL.test(name)) {
    const words = /(?:[A-Za-z0-9-]{1,24}[ \t]){1,2}$/.exec(text.slice(Math.max(0, at - 50), at))?.[0] ?? ''
    if (words !== '' && reader.wants(words + name, 'body')) return { name: words + name, place: 'body' }
  }
  if (reader.wants(name, place)) return { name, place }
  const isField = sign === ':' && !isQuoted && name.includes('-')
  return isField && reader.wants(name, 'header') ? { name, place: 'header' } : undefined
}

/** The first of several: `a=1&b=2`, or one behind a semicolon. */
function isPair(text: string, at: number): boolean {
  return at === 0 ? /[?&;#]/.test(text) : text[at - 2] === ';'
}
