import { decodePercent } from './percent.ts'
import type { Pair } from './query.ts'

/** Pairs beyond this are not read. */
const MAX_COOKIES = 300

/**
 * The cookies of a Cookie field in the order sent; of two with one name, clients send the closest first (RFC 6265 5.4).
 * Only a semicolon divides them (4.2.1), within quotes too.
 */
export function parseCookies(field: string | undefined): Pair[] {
  const cookies: Pair[] = []
  for (const piece of (field ?? '').split(';', MAX_COOKIES)) {
    const equals = piece.indexOf('=')
    const name = equals === -1 ? '' : piece.slice(0, equals).trim()
    if (name !== '') cookies.push([name, unquote(piece.slice(equals + 1).trim())])
  }
  return cookies
}

/** The value of a cookie as it stands in the field; undefined where there is none of that name. */
export function rawCookie(field: string, name: string): string | undefined {
  for (const piece of field.split(';', MAX_COOKIES)) {
    const equals = piece.indexOf('=')
    if (equals !== -1 && piece.slice(0, equals).trim() === name) return piece.slice(equals + 1).trim()
  }
  return undefined
}

/** Quotes stand around the whole of a value or belong to it (RFC 6265 4.1.1); servers take them away, as here. */
function unquote(value: string): string {
  const quoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"')
  return decodePercent(quoted ? value.slice(1, -1) : value)
}
