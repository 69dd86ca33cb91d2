/**
 * Numbers of payment cards wherever they stand: digits of the ranges that issuers have (ISO/IEC 7812), of a length that
 * they have there, with the right check digit. Of ids drawn by chance one in fifty is of that form; moments in
 * milliseconds to nanoseconds and the ids of messages, which begin with 1, never are.
 */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** Visa; Mastercard, Mir; American Express; Diners; JCB; Discover, RuPay; UnionPay; Maestro and domestic ones. */
const ISSUED =
  /^(?:4\d{15}(?:\d{3})?|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720|220[0-4])\d{12}|3[47]\d{13}|(?:30[0-5]|309|36\d|3[89]\d)\d{11}|(?:352[89]|35[3-8]\d)\d{12}(?:\d{3})?|(?:6011|64[4-9]\d|65\d\d|60\d\d|508\d|8[12]\d\d)\d{12}|62\d{14}(?:\d{3})?|(?:50(?:18|20|38)|5893|5019|6304|6759|676[1-3]|9792|636\d)\d{12}(?:\d{2,3})?)$/

/** Digits with at most one sign between two of them, an encoded blank or the end of a line. */
const RUNS = /\d(?:(?:[ .+_\-\u00a0\u2009\u200b\u2011\u202f\u3000\uff0d]|%20|\r?\n)?\d){13,}/g
const GROUPS = /(\D*)(\d+)/g
/** No card begins with 0, 1 or 7. */
const MAY_BEGIN = /^[2-689]/
const [LEAST, MOST] = [14, 19]

export function cardNumbers(text: string): readonly Stretch[] {
  if (text.search(RUNS) < 0) return NONE
  const found: Stretch[] = []
  for (const run of text.matchAll(RUNS)) cardsIn(text, run.index, run[0], found)
  return found
}

const NONE: readonly Stretch[] = []

/** Groups of digits that follow each other and make one number; the same sign stands between all of them. */
function cardsIn(text: string, offset: number, written: string, found: Stretch[]): void {
  const groups = groupsOf(written.replaceAll('%20', '___'))
  for (let first = 0; first < groups.length; first++) {
    const begin = groups[first]
    if (begin === undefined || !MAY_BEGIN.test(begin.digits)) continue
    let digits = begin.digits
    for (let last = first; digits.length <= MOST; last++) {
      const start = offset + begin.index
      const end = offset + (groups[last]?.index ?? 0) + (groups[last]?.digits.length ?? 0)
      if (digits.length >= LEAST && isCard(digits) && standsAlone(text, start, end)) {
        found.push({ start, end })
        first = last
        break
      }
      const next = groups[last + 1]
      if (next === undefined || (last > first && next.sign !== groups[last]?.sign)) break
      // Lines of a card are groups as they are printed: others are numbers below each other.
      if (next.sign.endsWith('\n') && (begin.digits.length !== 4 || !/^\d{4,6}$/.test(next.digits))) break
      digits += next.digits
    }
  }
}

interface Group {
  readonly index: number
  readonly digits: string
  /** What stands before it. */
  readonly sign: string
}

function groupsOf(run: string): readonly Group[] {
  return [...run.matchAll(GROUPS)].map(({ index, 1: sign = '', 2: digits = '' }) => ({
    index: index + sign.length,
    digits,
    sign,
  }))
}

/** Full-width digits are digits. */
export function withAsciiDigits(text: string): string {
  return text.replace(/[\uff10-\uff19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xff10 + 48))
}

export function isCard(digits: string): boolean {
  return ISSUED.test(digits) && hasCheckDigit(digits)
}

/** The last digit is the check digit (ISO/IEC 7812-1, annex B). */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    sum += i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)
  }
  return sum % 10 === 0
}

/** Not within a number or a hexadecimal one: letters around it are those of a word. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = /[0-9A-Za-z]{1,12}$/.exec(text.slice(Math.max(0, start - 12), start))?.[0] ?? ''
  const after = /^[0-9A-Za-z]{1,12}/.exec(text.slice(end, end + 12))?.[0] ?? ''
  if (before === 'B' && text[start - 2] === '%') return true
  return (
    ![before, after].some((letters) => letters !== '' && /^[0-9a-f]+$/i.test(letters)) &&
    !/\d[.]$/.test(text.slice(Math.max(0, start - 2), start))
  )
}
