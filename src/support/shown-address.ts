/** Addresses as they are shown: what may be a secret in them is left out. */

/** A web address without user name and password and without the values of its query; any other text as it is. */
export function shownAddress(location: string): string {
  const parts = /^(https?:\/\/)(?:[^/?#]*@)?([^?#]*)\?([^#]*)(.*)$/is.exec(location)
  if (parts === null) return location.replace(/^(https?:\/\/)[^/?#]*@/i, '$1')
  const [, scheme, place, query = '', rest] = parts
  return `${scheme}${place}?${query.split('&').map(nameAlone).join('&')}${rest}`
}

/** A part without a name may be a secret itself. */
function nameAlone(part: string): string {
  const end = part.indexOf('=')
  return end === -1 ? '…' : `${part.slice(0, end)}=…`
}
