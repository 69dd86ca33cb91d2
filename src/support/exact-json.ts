/**
 * JSON read and written with every digit of its numbers (`exact-number.ts`). Nearly all texts hold none that a double
 * would change: they cost a look at every sixteenth character and one search for an exponent.
 */
import { exactOf, MARK, MARK_CODE } from './exact-number.ts'

/** The value of a JSON text. Throws as `JSON.parse` does. */
export function readJson(text: string): unknown {
  return JSON.parse(mayHoldExact(text) ? marked(text) : text)
}

/** A value as JSON text; undefined for what JSON cannot say. */
export function jsonText(value: unknown, indent?: number): string {
  const text = indent === undefined ? JSON.stringify(value) : JSON.stringify(value, undefined, indent)
  return text === undefined ? 'null' : shownJson(text)
}

/** A JSON text as `JSON.stringify` wrote it of values that we hold, with the digits of its numbers. */
export function shownJson(text: string): string {
  return text.includes(MARK) ? text.replace(HELD, '$1') : text
}

/** A number in the JSON text of what we hold; a quotation mark inside of a text has a backslash before it. */
const HELD = /(?<!\\)"\uFDD0([-+.\deE]+)"/g

/** So many digits in a row, the point among them, are no more than a double says. */
const SURE = 15
const HALF = 8
const LARGE_EXPONENT = /\d[eE][-+\d]\d\d/
const ESCAPED_MARK = /\\u[fF][dD][dD]0/

function mayHoldExact(text: string): boolean {
  return hasManyDigits(text) || LARGE_EXPONENT.test(text) || text.includes(MARK) || mayEscapeMark(text)
}

/** More than `SURE` digits and points in a row, of which every sixteenth character of a text meets one. */
function hasManyDigits(text: string): boolean {
  for (let i = SURE; i < text.length; i += SURE + 1)
    // The longer side of so many has half of them.
    if (isDigit(text.charCodeAt(i)) && (isDigit(text.charCodeAt(i - HALF)) || isDigit(text.charCodeAt(i + HALF))))
      if (digitsAround(text, i) > SURE) return true
  return false
}

function digitsAround(text: string, at: number): number {
  let from = at
  while (isDigit(text.charCodeAt(from - 1))) from--
  let to = at + 1
  while (isDigit(text.charCodeAt(to))) to++
  return to - from
}

/** A digit, a point, or the slash between them, which stands in no number. */
function isDigit(code: number): boolean {
  return code >= 0x2e && code <= 0x39
}

function mayEscapeMark(text: string): boolean {
  return text.includes('\\u') && ESCAPED_MARK.test(text)
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const BLANK = /[ \t\r\n]*/y

/** The same text, with the numbers that a double would change as marked texts, and no other text that begins with the mark. */
function marked(text: string): string {
  let whole = ''
  let from = 0
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i)
    if (code === 0x22) {
      const begins = markLength(text, i + 1)
      if (begins > 0) {
        whole += `${text.slice(from, i + 1)}\uFFFD`
        from = i + 1 + begins
      }
      i = endOfText(text, i)
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = endOf(NUMBER, text, i)
      // No JSON.
      if (end === i) return text
      const number = text.slice(i, end)
      const held = end - i > SURE || /e/i.test(number) ? exactOf(number) : 0
      // Where a name is wanted a number is a mistake, and stays one.
      if (typeof held === 'string' && text[endOf(BLANK, text, end)] !== ':') {
        whole += `${text.slice(from, i)}"${held}"`
        from = end
      }
      i = end
    } else i++
  }
  return whole + text.slice(from)
}

/** How many characters write the mark here; 0 where it does not stand here. */
function markLength(text: string, at: number): number {
  if (text.charCodeAt(at) === MARK_CODE) return 1
  return text.charCodeAt(at) === 0x5c && ESCAPED_MARK.test(text.slice(at, at + 6)) ? 6 : 0
}

/** Behind the quotation mark that ends a text. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === 0x5c) before--
    if ((end - before) % 2 === 1) return end + 1
  }
  return text.length
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
