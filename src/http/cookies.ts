import { decodePercent } from './percent.ts'

/** Pairs beyond this are not read. */
const MAX_COOKIES = 300

/** The cookies of a Cookie field by name; the first of a name counts (RFC 6265 5.4 sends the closest first). */
export function parseCookies(field: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const piece of (field ?? '').split(/[;,]\s*/, MAX_COOKIES)) {
    const equals = piece.indexOf('=')
    if (equals <= 0) continue
    const name = piece.slice(0, equals).trim()
    if (name !== '' && !cookies.has(name)) cookies.set(name, unquote(piece.slice(equals + 1).trim()))
  }
  return cookies
}

function unquote(value: string): string {
  const quoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"')
  return decodePercent(quoted ? value.slice(1, -1) : value)
}
