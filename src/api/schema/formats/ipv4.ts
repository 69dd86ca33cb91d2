/** Dotted-quad addresses; no leading zeros, which some readers take for octal. */
import { between, type Format, textFormat } from './format.ts'

export function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

export const ipv4: Format = textFormat('ipv4', isIpv4, (next) => `192.0.2.${between(next, 1, 254)}`)
