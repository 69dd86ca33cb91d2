/** What characters a text has, found by looking at each once: nearly all texts that are sent have none with which a secret could begin. */

export interface TextSigns {
  /** Signs between a name and a value, and quotation marks. */
  readonly hasSigns: boolean
  readonly hasBlanks: boolean
  readonly hasLines: boolean
  readonly hasTags: boolean
  /** Characters that may be encoded ones. */
  readonly hasEncoded: boolean
  /** What no sentence is made of: digits, capitals and signs. */
  readonly hasDigits: boolean
  readonly hasCapitals: boolean
  readonly hasOthers: boolean
  readonly hasDashes: boolean
  readonly digits: number
  /** Characters of the longest word. */
  readonly longest: number
}

const [SIGN, BLANK, LINE, TAG, ENCODED, DIGIT, CAPITAL, OTHER, DASH] = [1, 2, 4, 8, 16, 32, 64, 128, 256]
/** Part of a word. */
const WORD = 512

const KINDS = Uint16Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)))

function kindOf(c: string): number {
  if (/[0-9]/.test(c)) return DIGIT | WORD
  if (/[A-Z]/.test(c)) return CAPITAL | WORD
  if (/[a-z_]/.test(c)) return WORD
  if (c === '-') return DASH | WORD
  if (c === '.' || c === '/' || c === '+') return WORD
  if (/[\t|]/.test(c)) return SIGN | BLANK
  if (/[:=>"'`]/.test(c)) return SIGN | OTHER
  if (/[\r\n]/.test(c)) return LINE | BLANK
  if (c === '<') return TAG | SIGN
  if (c === '%' || c === '&') return ENCODED | OTHER
  return c === ' ' ? BLANK : c === ',' ? 0 : OTHER
}

/** Full-width signs and digits are the same as those of ASCII. */
function wideKind(code: number): number {
  if (code === 0xff1a || code === 0xff1d) return SIGN | OTHER
  return code >= 0xff10 && code <= 0xff19 ? DIGIT | WORD : OTHER
}

/** Bits that say that a text must be looked at, whatever its length. */
const TELLING = SIGN | LINE | TAG | ENCODED
const SHORTEST_FORM = 12
const LEAST_CARD = 14
const SHORTEST_ENCODED = 8

/** Undefined where no secret can be in it. */
export function signsOf(text: string): TextSigns | undefined {
  let kinds = 0
  let digits = 0
  let longest = 0
  let begin = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const kind = code < 128 ? (KINDS[code] ?? 0) : wideKind(code)
    kinds |= kind
    if ((kind & DIGIT) !== 0) digits += 1
    if ((kind & WORD) !== 0) continue
    if (i - begin > longest) longest = i - begin
    begin = i + 1
  }
  if (text.length - begin > longest) longest = text.length - begin
  if (!mayHold(kinds, digits, longest)) return undefined
  return {
    hasSigns: (kinds & SIGN) !== 0,
    hasBlanks: (kinds & BLANK) !== 0,
    hasLines: (kinds & LINE) !== 0,
    hasTags: (kinds & TAG) !== 0,
    hasEncoded: (kinds & ENCODED) !== 0,
    hasDigits: (kinds & DIGIT) !== 0,
    hasCapitals: (kinds & CAPITAL) !== 0,
    hasOthers: (kinds & OTHER) !== 0,
    hasDashes: (kinds & DASH) !== 0,
    digits,
    longest,
  }
}

function mayHold(kinds: number, digits: number, longest: number): boolean {
  if ((kinds & TELLING) !== 0 || digits >= LEAST_CARD) return true
  const isDrawn = (kinds & (DIGIT | CAPITAL)) !== 0
  if (longest >= SHORTEST_FORM && isDrawn) return true
  // Beside a name, and behind a scheme.
  if ((kinds & BLANK) === 0) return false
  return (kinds & (DIGIT | OTHER | DASH)) !== 0 || (longest >= SHORTEST_ENCODED && isDrawn)
}
