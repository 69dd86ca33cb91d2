import { splitList } from './media-type.ts'

/** The preferences of a Prefer field (RFC 7240) by name in lower case; a preference without a value is ''. The first of a name counts. */
export function parsePrefer(field: string | undefined): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>()
  if (field === undefined || field.length > 8_192) return preferences
  for (const element of splitList(field).flatMap((e) => e.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/))) {
    const equals = element.indexOf('=')
    const name = (equals === -1 ? element : element.slice(0, equals)).trim().toLowerCase()
    if (name === '' || preferences.has(name)) continue
    preferences.set(name, equals === -1 ? '' : unquote(element.slice(equals + 1).trim()))
  }
  return preferences
}

function unquote(value: string): string {
  const quoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"')
  return quoted ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
}
