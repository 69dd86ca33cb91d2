/** RFC 1123 host names. */
import { draw, type Format, LETTERS, textFormat } from './format.ts'

export function isHostname(text: string): boolean {
  if (text.length === 0 || text.length > 253) return false
  return text.split('.').every((label) => label.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label))
}

export function sampleHostname(next: () => number): string {
  return `${draw(next, LETTERS, 6)}.example.com`
}

export const hostname: Format = textFormat('hostname', isHostname, sampleHostname)
