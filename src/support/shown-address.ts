/** Addresses as they are shown: what may be a secret in them is left out. */

/** An address, of whatever scheme, without user name and password and without the values of its query; any other text as it is. */
export function shownAddress(location: string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#]*@)?([^?#]*)\?([^#]*)(.*)$/is.exec(location)
  if (parts === null) return location.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
  const [, scheme, place, query = '', rest] = parts
  return `${scheme}${place}?${query.split('&').map(nameAlone).join('&')}${rest}`
}

/** A part without a name may be a secret itself. */
function nameAlone(part: string): string {
  const end = part.indexOf('=')
  return end === -1 ? '…' : `${part.slice(0, end)}=…`
}
