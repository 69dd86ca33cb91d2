/** What an Authorization field carries (RFC 9110 11.6.2, RFC 7617, RFC 6750), and comparison that tells nothing by its time. */
import { timingSafeEqual } from 'node:crypto'

export type Authorization =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  /** `scheme` in lower case: 'bearer', 'token', any other. */
  | { readonly kind: 'scheme'; readonly scheme: string; readonly value: string }
  /** Nothing but the value. */
  | { readonly kind: 'bare'; readonly value: string }

/** Reads the value of an Authorization field. What follows `Basic` and is not base64 counts as any other scheme's value. */
export function parseAuthorization(field: string): Authorization {
  const text = field.trim()
  const space = text.search(/\s/)
  if (space === -1) return { kind: 'bare', value: text }
  const scheme = text.slice(0, space).toLowerCase()
  const value = text.slice(space).trim()
  return (scheme === 'basic' ? parseBasic(value) : undefined) ?? { kind: 'scheme', scheme, value }
}

function parseBasic(value: string): Authorization | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return undefined
  const text = Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon === -1) return { kind: 'basic', user: text, password: '' }
  return { kind: 'basic', user: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** The secret that was compared with last, and its bytes: a server has few. */
let lastSecret = ''
let lastBytes = Buffer.from(lastSecret)

/** Equality of what was sent with a secret, in a time that does not depend on where they differ. */
export function timingSafe(sent: string, secret: string): boolean {
  if (secret !== lastSecret) {
    lastSecret = secret
    lastBytes = Buffer.from(secret)
  }
  const bytes = Buffer.from(sent)
  return bytes.length === lastBytes.length && timingSafeEqual(bytes, lastBytes)
}
