/** RFC 5321 mailboxes. */
import { draw, type Format, LETTERS, textFormat } from './format.ts'
import { isHostname } from './hostname.ts'
import { isIpv4 } from './ipv4.ts'
import { isIpv6 } from './ipv6.ts'

const ATOMS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  return at > 0 && isLocalPart(text.slice(0, at)) && isDomain(text.slice(at + 1))
}

function isLocalPart(text: string): boolean {
  if (text.startsWith('"')) return /^"(?:[ !#-[\]-~]|\\[ -~])*"$/.test(text)
  return ATOMS.test(text)
}

function isDomain(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']')) return isHostname(text)
  const literal = text.slice(1, -1)
  return isIpv4(literal) || (/^IPv6:/i.test(literal) && isIpv6(literal.slice(5)))
}

export function sampleEmail(next: () => number): string {
  return `${draw(next, LETTERS, 8)}@example.com`
}

export const email: Format = textFormat('email', isEmail, sampleEmail)
