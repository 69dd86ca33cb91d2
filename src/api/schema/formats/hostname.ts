/** RFC 1123 host names. */
import { draw, type Format, LETTERS, textFormat } from './format.ts'

const LABELS = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

export function isHostname(text: string): boolean {
  if (text.length === 0 || text.length > 253) return false
  return LABELS.test(text)
}

export function sampleHostname(next: () => number): string {
  return `${draw(next, LETTERS, 6)}.example.com`
}

export const hostname: Format = textFormat('hostname', isHostname, sampleHostname)
