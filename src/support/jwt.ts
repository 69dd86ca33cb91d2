/** JSON Web Tokens (RFC 7519) in form: their signature is drawn, and nobody checks it. */

const HEADER = encoded({ alg: 'HS256', typ: 'JWT' })
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Whole characters of an HMAC with SHA-256 in base64url; four bits more stand in a last one. */
const WHOLE = 42

/** A token of these claims. `next` draws numbers from 0 to 1. */
export function jwtOf(claims: Readonly<Record<string, string | number>>, next: () => number): string {
  let signature = ''
  for (let i = 0; i < WHOLE; i++) signature += ALPHABET[Math.floor(next() * 64)] ?? 'A'
  signature += ALPHABET[Math.floor(next() * 16) * 4] ?? 'A'
  return `${HEADER}.${encoded(claims)}.${signature}`
}

/** "A JWT", and not "no JWT" or "instead of a JWT". */
export function saysJwt(words: unknown): boolean {
  return typeof words === 'string' && /\b(?:JWTs?|JSON Web Tokens?)\b/i.test(words) && !NOT.test(words)
}

const NOT =
  /\b(?:no|not|nor|than|instead of|rather than|without|for|exchange)(?: an?| the)? (?:valid )?(?:JWTs?|JSON Web Tokens?)\b/i

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
