/** Percent-encoding that never fails: what is not valid stays as it came. */

import { withoutMark } from '../support/exact-number.ts'

/** Decodes every percent-encoded run of valid UTF-8 and leaves the rest alone. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return withoutMark(text)
  try {
    return withoutMark(decodeURIComponent(text))
  } catch {
    return withoutMark(text.replace(/(?:%[0-9A-Fa-f]{2})+/g, decodeRun))
  }
}

/** As in forms and queries, where a plus is a space. */
export function decodeFormText(text: string): string {
  return decodePercent(text.includes('+') ? withSpaces(text) : text)
}

/** Texts beyond this are changed unit by unit: replacing millions of matches takes seconds. */
const LONG = 100_000

function withSpaces(text: string): string {
  if (text.length <= LONG) return text.replaceAll('+', ' ')
  const units = Buffer.from(text, 'utf16le')
  for (let i = 0; i < units.length; i += 2) if (units[i] === 0x2b && units[i + 1] === 0) units[i] = 0x20
  return units.toString('utf16le')
}

/** Halves of surrogate pairs without the other half. */
const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const UNRESERVED = /^[\w.~-]*$/

/** Percent-encodes all but unreserved characters (RFC 3986, 2.3); lone surrogates become U+FFFD. */
export function encodePercent(text: string): string {
  if (UNRESERVED.test(text)) return text
  return encodeURIComponent(text.replace(LONE, '\uFFFD')).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return run.replace(/%[0-7][0-9A-Fa-f]/g, decodeURIComponent)
  }
}
