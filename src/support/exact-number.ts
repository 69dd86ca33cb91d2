/**
 * Numbers that a double would change: integers beyond 2^53, decimals of more than 17 digits, exponents that are too
 * large. Such a number is held as a text: a mark, then its digits as they were written. The mark is a noncharacter,
 * which Unicode keeps for use inside programs; no text from outside begins with it (`withoutMark`).
 */

export const MARK = '\uFDD0'
export const MARK_CODE = 0xfdd0

declare const kind: unique symbol

/** A number that is held by its digits. */
export type ExactNumber = string & { readonly [kind]: 'number' }

/** True for a number that is held by its digits. */
export function isExact(value: unknown): value is ExactNumber {
  return typeof value === 'string' && value.charCodeAt(0) === MARK_CODE
}

/** True for any number, however it is held. */
export function isNumeric(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || isExact(value)
}

/** True for a text that is no number. */
export function isPlainText(value: unknown): value is string & { readonly [kind]: 'text' } {
  return typeof value === 'string' && value.charCodeAt(0) !== MARK_CODE
}

/** A scalar as text: numbers by their digits. */
export function scalarText(value: string | number | boolean): string {
  return isExact(value) ? value.slice(1) : String(value)
}

/** A text from outside, which is none of our numbers. */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === MARK_CODE ? `\uFFFD${text.slice(1)}` : text
}

/** The pieces of a text from outside, none of which is one of our numbers. */
export function splitText(text: string, delimiter: string): readonly string[] {
  const pieces = text.split(delimiter)
  return text.includes(MARK) ? pieces.map(withoutMark) : pieces
}

/** Of fewer digits a double says them all. */
const SURE_DIGITS = 15

/** The number that a text in the grammar of JSON says. */
export function exactOf(text: string): number | string {
  const number = Number(text)
  return isHeld(text, number) ? number : MARK + text
}

function isHeld(text: string, number: number): boolean {
  if (text.length <= SURE_DIGITS && !/e/i.test(text)) return true
  if (!Number.isFinite(number)) return false
  const shown = String(number)
  if (shown === text) return true
  // Of whole numbers only the digits of one text are right; larger ones would be written with an exponent.
  if (/^-?\d+$/.test(text)) return false
  return compareDecimals(decimalOf(shown), decimalOf(text)) === 0
}

/** Whole numbers and decimals as forms and documents write them: `+5`, `.5`, `007`. */
const WRITTEN = /^([-+]?)0*(?=\d|\.\d)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/
/** Longer texts are no numbers that anybody writes. */
const LONGEST = 1_024

/** The number that a text says; undefined where it says none. */
export function numberIn(text: string): number | string | undefined {
  const match = text.length > LONGEST ? null : WRITTEN.exec(text)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', power] = match
  const digits = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`
  return exactOf(`${sign === '-' ? '-' : ''}${digits}${power === undefined ? '' : `e${power}`}`)
}

/** The nearest double; undefined for what is no number. */
export function doubleOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return isExact(value) ? Number(value.slice(1)) : undefined
}

/** True for a whole number, also where it is written `1.0` or `1e400`. */
export function isWhole(value: unknown): boolean {
  if (typeof value !== 'string') return Number.isInteger(value)
  if (!isExact(value)) return false
  const { digits, point } = decimalOf(value)
  return digits.length <= point
}

/** Negative, zero or positive: two numbers by size. */
export function compareNumbers(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareDecimals(decimalOf(String(a)), decimalOf(String(b)))
}

/** One text for all spellings of a number. */
export function numberKey(number: number | string): string {
  const { isNegative, digits, point } = decimalOf(String(number))
  return digits === '' ? '0' : `${isNegative ? '-' : ''}0.${digits}e${point}`
}

/** A number as its sign, its digits without zeros around them, and where the point stands: 0.digits × 10^point. */
export interface Decimal {
  readonly isNegative: boolean
  /** '' for zero. */
  readonly digits: string
  readonly point: number
}

/** Of a number as it is written, with or without the mark. */
export function decimalOf(text: string): Decimal {
  const bare = isExact(text) ? text.slice(1) : text
  const isNegative = bare.startsWith('-')
  const power = bare.search(/e/i)
  const [whole = '', fraction = ''] = bare.slice(isNegative ? 1 : 0, power < 0 ? undefined : power).split('.')
  const all = whole + fraction
  let [from, to] = [0, all.length]
  while (from < to && all.charCodeAt(from) === 0x30) from++
  while (to > from && all.charCodeAt(to - 1) === 0x30) to--
  return {
    isNegative,
    digits: all.slice(from, to),
    point: from === to ? 0 : whole.length - from + (power < 0 ? 0 : Number(bare.slice(power + 1))),
  }
}

/** Negative, zero or positive. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [signA, signB] = [signOf(a), signOf(b)]
  if (signA !== signB) return signA - signB
  if (a.point !== b.point) return a.point < b.point ? -signA : signA
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -signA : signA
}

function signOf({ isNegative, digits }: Decimal): number {
  return digits === '' ? 0 : isNegative ? -1 : 1
}
