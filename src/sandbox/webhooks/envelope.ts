/** How an event stands on the wire: what is around its payload, its header fields, and how it is signed. Data, no key in it. */
import type { Json } from '../../support/json.ts'

export const algorithms = ['hmac-sha1', 'hmac-sha256', 'hmac-sha512', 'ed25519', 'ecdsa-p256'] as const
export type Algorithm = (typeof algorithms)[number]

/** How the text of a key holds its bytes; `whsec` is base64 behind the prefix `whsec_`. */
export const keyEncodings = ['utf8', 'hex', 'base64', 'whsec', 'pem'] as const
export type KeyEncoding = (typeof keyEncodings)[number]

export const outputs = ['hex', 'base64'] as const
export const carriers = ['header', 'body'] as const
export const signClocks = ['real', 'sandbox'] as const

export interface SignatureSpec {
  readonly algorithm: Algorithm
  /** A template: the text that is signed. */
  readonly content: string
  /** The environment variable that holds the key; absent: that of the sandbox, else a derived key. */
  readonly keyEnv?: string
  readonly keyEncoding: KeyEncoding
  readonly output: (typeof outputs)[number]
  readonly in: (typeof carriers)[number]
  /** Of the header field or of the member of the body. */
  readonly name: string
  /** A template with `{{signature}}` in it: what the field or the member holds. */
  readonly format: string
}

export interface Envelope {
  /** The preset that somebody named; absent: none was. */
  readonly preset?: string
  /** JSON with templates in its texts; absent: the payload is the body. */
  readonly wrap?: Json
  /** Fields beside Content-Type and the one of the signature; values are templates. */
  readonly headers: Readonly<Record<string, string>>
  /** Parameters that are added to the query of the address; values are templates. */
  readonly query?: Readonly<Record<string, string>>
  /** Absent: nothing is signed. */
  readonly signature?: SignatureSpec
  /** Absent: `application/json`. `application/x-www-form-urlencoded` makes fields of the members of the body. */
  readonly contentType?: string
  /** Whose time headers and signatures tell. */
  readonly signClock: (typeof signClocks)[number]
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

export function contentTypeOf({ contentType = JSON_TYPE }: Envelope): string {
  return contentType
}

/** Whether the body is sent as fields of a form. */
export function isForm(envelope: Envelope): boolean {
  return contentTypeOf(envelope).split(';', 1)[0]?.trim().toLowerCase() === FORM
}
