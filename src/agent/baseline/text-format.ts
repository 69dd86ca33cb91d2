/** Formats that texts of one field keep to. */

export const TEXT_FORMATS = [
  'text',
  'date-time',
  'date',
  'time',
  'uuid',
  'email',
  'uri',
  'ipv4',
  'ipv6',
  'digits',
] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

const DATE = /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])/
const ZONED_TIME = /^[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:?\d{2})$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const TIME = /^\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/
const IPV4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/
const URI = /^[a-z][a-z0-9+.-]{1,20}:\/\/\S+$/i
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** The format of a text; 'text' for none. Long texts have none but that of a URI. */
export function textFormat(text: string): TextFormat {
  const { length } = text
  const code = text.charCodeAt(0)
  if (length > 7 && code > 64 && text.includes('://')) return URI.test(text) ? 'uri' : 'text'
  if (length > 254) return 'text'
  if (length === 36 && UUID.test(text)) return 'uuid'
  if (code >= 48 && code <= 57) return numericFormat(text)
  if (length > 5 && text.includes('@')) return EMAIL.test(text) ? 'email' : 'text'
  return length > 2 && text.includes(':') && isIpv6(text) ? 'ipv6' : 'text'
}

/** Of a text that begins with a digit. */
function numericFormat(text: string): TextFormat {
  if (DATE.test(text)) {
    if (text.length === 10) return 'date'
    return ZONED_TIME.test(text.slice(10)) ? 'date-time' : 'text'
  }
  if (/^\d+$/.test(text)) return 'digits'
  if (TIME.test(text)) return 'time'
  if (IPV4.test(text)) return 'ipv4'
  if (text.includes('@')) return EMAIL.test(text) ? 'email' : 'text'
  return isIpv6(text) ? 'ipv6' : 'text'
}

function isIpv6(text: string): boolean {
  return (
    /^[0-9a-f:]+(\.\d+){0,3}$/i.test(text) && (text.includes('::') ? text.length > 2 : text.split(':').length === 8)
  )
}
