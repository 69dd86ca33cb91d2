/** JSON from outside: bounded in depth, and told where it is broken. */
import { readJson } from '../support/exact-json.ts'
import { err, ok, type Result } from '../support/result.ts'

/** How deep arrays and objects may nest. */
const MAX_DEPTH = 512

/** The value of a JSON text, or a clause that says what is wrong and where. */
export function parseJson(text: string): Result<unknown, string> {
  if (tooDeep(text)) return err(`nests deeper than ${MAX_DEPTH} levels`)
  try {
    return ok(readJson(text))
  } catch {
    return err(describeFault(text))
  }
}

/** Members of all objects of one text, and values in all: each costs time that others wait for. */
const MOST_MEMBERS = 250_000
const MOST_VALUES = 1_000_000
/** No shorter text holds more: `1,` is a value, `"":1,` a member. */
const UNCOUNTED = 2 * Math.min(MOST_VALUES, 2 * MOST_MEMBERS)

/** What clients send: the same, of no more values than are read of one request. */
export function parseSentJson(text: string): Result<unknown, string> {
  const crowd = crowdOf(text)
  return crowd === undefined ? parseJson(text) : err(crowd)
}

/** A clause that says of what a text holds too much to be parsed; undefined where it does not. */
export function crowdOf(text: string): string | undefined {
  if (text.length <= UNCOUNTED) return undefined
  const { members, values } = count(text)
  if (members > MOST_MEMBERS) return `has ${members} members in all: at most ${MOST_MEMBERS} are read`
  if (values > MOST_VALUES) return `has ${values} values: at most ${MOST_VALUES} are read`
  return undefined
}

/** Members and values of a JSON text, by its marks outside of texts; as far as it may nest, for what nests deeper is refused for that. */
function count(text: string): { readonly members: number; readonly values: number } {
  let members = 0
  let values = 1
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length && depth <= MAX_DEPTH; i++) {
    const c = text.charCodeAt(i)
    if (inText) {
      if (c === 0x5c) i++
      else if (c === 0x22) inText = false
    } else if (c === 0x22) inText = true
    else if (c === 0x3a) members++
    else if (c === 0x2c) values++
    else if (c === 0x7b || c === 0x5b) {
      depth++
      // What is written without a blank inside is empty.
      if (text.charCodeAt(i + 1) !== c + 2) values++
    } else if (c === 0x7d || c === 0x5d) depth--
  }
  return { members, values }
}

/** A text shorter than all the brackets it would take cannot be too deep, which spares most bodies the walk. */
function tooDeep(text: string): boolean {
  if (text.length <= MAX_DEPTH || !hasManyBrackets(text)) return false
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inText) {
      if (c === 0x5c) i++
      else if (c === 0x22) inText = false
    } else if (c === 0x22) inText = true
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > MAX_DEPTH) return true
    } else if (c === 0x5d || c === 0x7d) depth--
  }
  return false
}

/** True for a text with more opening brackets than may nest, wherever they stand; to look for them costs less than to look at all. */
function hasManyBrackets(text: string): boolean {
  let found = 0
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++found > MAX_DEPTH) return true
  return false
}

function describeFault(text: string): string {
  if (text.trim() === '') return 'is empty'
  const offset = faultOffset(text)
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  const column = offset - before.lastIndexOf('\n')
  const found = offset >= text.length ? 'ends too early' : `has an unexpected ${named(text, offset)}`
  return `${found} at line ${line}, column ${column}`
}

function named(text: string, offset: number): string {
  const c = String.fromCodePoint(text.codePointAt(offset) ?? 0)
  return c === '"' ? "'\"'" : /[\p{L}\p{N}\p{P}\p{S}]/u.test(c) ? `"${c}"` : `character U+${hex(c)}`
}

function hex(c: string): string {
  return (c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}

const TOKEN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\]:,]/y
const BLANK = /[ \t\r\n]*/y

/** Where the first thing stands that JSON does not allow; the length of the text when it only ends too early. */
function faultOffset(text: string): number {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at = matchEnd(BLANK, text, at)
    if (at >= text.length) return text.length
    const c = text[at] ?? ''
    const next = follow(c, expected, open)
    if (next === undefined) return at
    const token = c === '"' ? readText(text, at) : { end: matchEnd(TOKEN, text, at) }
    if (token.end === undefined) return token.fault
    if (token.end === at) return at
    expected = next
    at = token.end
  }
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end'

/** What may come after a token; undefined when the token may not stand here. */
function follow(c: string, expected: Expected, open: string[]): Expected | undefined {
  const top = open.at(-1)
  if (expected === ':') return c === ':' ? 'value' : undefined
  if (expected === ', or end') {
    if (c === ',' && top !== undefined) return top === '{' ? 'key' : 'value'
    if ((c === '}' && top === '{') || (c === ']' && top === '[')) open.pop()
    else return undefined
    return ', or end'
  }
  if (c === '}' ? expected === 'key or }' : c === ']' && expected === 'value or ]') {
    open.pop()
    return ', or end'
  }
  if (expected === 'key' || expected === 'key or }') return c === '"' ? ':' : undefined
  if (c === '{' || c === '[') {
    open.push(c)
    return c === '{' ? 'key or }' : 'value or ]'
  }
  return c === ']' || c === '}' || c === ':' || c === ',' ? undefined : ', or end'
}

/** Where a quoted text ends, or stops being one. */
function readText(
  text: string,
  start: number,
): { readonly end: number } | { readonly end?: never; readonly fault: number } {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x22) return { end: i + 1 }
    if (c < 0x20) return { fault: i }
    if (c !== 0x5c) continue
    if (!/^\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/.test(text.slice(i, i + 6))) return { fault: Math.min(i + 1, text.length) }
    i++
  }
  return { fault: text.length }
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
