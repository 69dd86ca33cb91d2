/** Addresses as they are shown: what may be a secret in them is left out. */

/**
 * An address, of whatever scheme, without user name and password and without the values of its query and its fragment; any
 * other text as it is. What is no address for a mistake in it, or is one to lenient readers alone, holds its secrets too.
 */
export function shownAddress(location: string): string {
  const [, lead, rest] = /^(\s*(?:https?:[\\/]*|[a-z][a-z0-9+.-]*:\/\/))(.*)$/is.exec(location) ?? []
  if (lead === undefined || rest === undefined) return location
  const end = URL.canParse(location) ? rest.search(/[\\/?#]|$/) : rest.length
  const open = rest.slice(rest.lastIndexOf('@', end - 1) + 1)
  const [, place = '', query, fragment] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(open) ?? []
  return `${lead}${place}${query === undefined ? '' : namesAlone(query)}${fragment?.includes('=') === true ? namesAlone(fragment) : (fragment ?? '')}`
}

/** The first character and the names behind it. */
function namesAlone(part: string): string {
  return `${part.slice(0, 1)}${part.slice(1).split('&').map(nameAlone).join('&')}`
}

/** A part without a name may be a secret itself. */
function nameAlone(part: string): string {
  const end = part.indexOf('=')
  return end === -1 ? '…' : `${part.slice(0, end)}=…`
}
