/** Where the value behind a name begins and ends in a text that may be cut or broken anywhere, and what it means. */
import { decodeFormText } from './percent.ts'

export interface ReadValue {
  /** Without quotation marks. */
  readonly start: number
  readonly end: number
  /** So that an equal value elsewhere means the same. */
  readonly meant: string
}

/** What is known of a value by its name. */
export interface Standing {
  /** The character before the name: a quotation mark there ends the value, too. */
  readonly before: string
  readonly nameAt: number
  /** The name is in quotes: what is not ends where JSON ends it. */
  readonly isQuoted: boolean
  /** One word and no more. */
  readonly isWord: boolean
  /** All of the line, as in a header field of several parts. */
  readonly isLine: boolean
}

const BLANKS = /[ \t\u00a0]*/y
const SPACE = /\s*/y

export function valueAt(text: string, from: number, how: Standing): ReadValue {
  const at = endOf(how.isQuoted ? SPACE : BLANKS, text, from)
  const opening = /^(\\{0,15})(["'`])/.exec(text.slice(at, at + 17))
  if (opening !== null) return quotedValue(text, at, opening[1] ?? '', opening[2] ?? '')
  const first = text[at] ?? ''
  if (!how.isWord && (first === '{' || first === '[')) return wholeOf(text, at, endOfBrackets(text, at))
  if (!how.isQuoted && !how.isWord && startsLines(text, at)) return wholeOf(text, at, endOfLines(text, at, how.nameAt))
  const end = endOfBare(text, at, how)
  const said = text.slice(at, end)
  return { start: at, end, meant: decodeFormText(said) }
}

function startsLines(text: string, at: number): boolean {
  return /^(?:\r?\n|[|>][-+\d]{0,2}[ \t]*\r?\n)/.test(text.slice(at, at + 16))
}

function wholeOf(text: string, start: number, end: number): ReadValue {
  return { start, end, meant: text.slice(start, end) }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

/** Within a text in quotes the quotes of values are escaped: the same number of backslashes ends them. */
function quotedValue(text: string, at: number, escapes: string, quote: string): ReadValue {
  const start = at + escapes.length + 1
  const mark = escapes + quote
  if (text.startsWith(mark + mark, start)) {
    const from = start + 2 * mark.length
    const block = text.indexOf(mark.repeat(3), from)
    const end = block < 0 ? text.length : block
    return { start: from, end, meant: text.slice(from, end).trim() }
  }
  let end = text.indexOf(quote, start)
  while (end >= 0 && isInside(text, start, end, escapes.length, quote))
    end = text.indexOf(quote, end + (text[end + 1] === quote ? 2 : 1))
  const until = end < 0 ? text.length : end - escapes.length
  return { start, end: until, meant: meantBy(text.slice(start, until), escapes.length, quote) }
}

/** A quotation mark that is escaped once more, or written twice, is a character of the value. */
function isInside(text: string, start: number, at: number, escapes: number, quote: string): boolean {
  let before = 0
  while (at - before > start && text[at - 1 - before] === '\\') before += 1
  if (escapes > 0) return before > escapes
  return before % 2 === 1 || (at > start && text[at + 1] === quote && quote !== '`')
}

function meantBy(said: string, escapes: number, quote: string): string {
  if (!said.includes('\\')) return said
  if (quote === "'" && escapes === 0) return said
  let meant = said
  for (let turn = 0; turn <= Math.log2(escapes + 1); turn++) {
    try {
      meant = String(JSON.parse(`"${meant}"`))
    } catch {
      return meant
    }
  }
  return meant
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

/** The lines below a name that stand further in than it, or are items of a list; or the one line that is nothing else. */
function endOfLines(text: string, at: number, nameAt: number): number {
  const lineAt = text.lastIndexOf('\n', nameAt) + 1
  const own = /^[ \t-]*/.exec(text.slice(lineAt, Math.min(nameAt, lineAt + 256)))?.[0].length ?? 0
  let end = text.indexOf('\n', at)
  if (end < 0) return text.length
  for (let first = true; end >= 0 && end < text.length; first = false) {
    const next = text.indexOf('\n', end + 1)
    const line = text.slice(end + 1, next < 0 ? text.length : next)
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
    const isBelow = line.trim() === '' || indent > own || (indent === own && /^\s*- /.test(line))
    if (!isBelow && !(first && /^\S+$/.test(line.trim()) && !/[:=]/.test(line))) return end
    if (next < 0) return text.length
    end = next
  }
  return text.length
}

/** Another name begins. */
const NEXT = /(?:[\s,;&|]|\\[nrt]){1,8}\\{0,15}["'`]?[A-Za-z_$][\w.[\]-]{0,63}\\{0,15}["'`]?[ \t]{0,4}[:=]/y
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' }
const LONGEST_WORD = 4_096

/** What stands in no quotes goes on to the end of its line, or to where another name begins. */
function endOfBare(text: string, at: number, how: Standing): number {
  const window = text.slice(Math.max(0, how.nameAt - 256), how.nameAt)
  const isIn = (close: string): boolean => {
    const open = CLOSING[close]
    return open !== undefined && window.lastIndexOf(open) > window.lastIndexOf(close)
  }
  const isAddress = how.before === '?' || how.before === '&'
  const stops = new RegExp(STOP)
  stops.lastIndex = at
  let end = text.length
  for (let stop = stops.exec(text); stop !== null; stop = stops.exec(text)) {
    if (!ends(text, stop.index, how, { isAddress, isIn }) && !(how.isWord && stop.index - at > LONGEST_WORD)) continue
    end = stop.index
    break
  }
  return at + text.slice(at, end).replace(/[\s"'`,]{1,64}$/, '').length
}

/** What may end a value, each by its own rule. */
const STOP = /[\s,;&|\\"'`)\]}<>#]/g

function ends(
  text: string,
  at: number,
  how: Standing,
  { isAddress, isIn }: { readonly isAddress: boolean; readonly isIn: (close: string) => boolean },
): boolean {
  const c = text[at] ?? ''
  if (c === '\n' || c === '\r' || (c === how.before && /["'`]/.test(c))) return true
  if (how.isQuoted && (/[,;&|}\]]/.test(c) || isLastBlank(text, at))) return true
  if (how.isLine) return false
  if ((how.isWord || isAddress) && /[\s"'<>`]/.test(c)) return true
  if (isAddress && /[&;#]/.test(c)) return true
  if (how.isWord && /[,;|]/.test(c)) return true
  return isIn(c) || (/[\s,;&|\\]/.test(c) && isNext(text, at))
}

/** A blank behind which JSON goes on, or nothing does. */
function isLastBlank(text: string, at: number): boolean {
  return /\s/.test(text[at] ?? '') && /^["'}\]\s]?$/.test(text[at + 1] ?? '')
}

function isNext(text: string, at: number): boolean {
  NEXT.lastIndex = at
  return NEXT.test(text)
}
