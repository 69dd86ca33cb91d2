/** RFC 4291 addresses, without zone. */
import { draw, type Format, HEX, textFormat } from './format.ts'
import { isIpv4 } from './ipv4.ts'

export function isIpv6(text: string): boolean {
  if (text.length > 45) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1)
  const endsInIpv4 = last?.includes('.') === true && !text.endsWith('::')
  const plain = endsInIpv4 ? groups.slice(0, -1) : groups
  if (endsInIpv4 && !isIpv4(last)) return false
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  const size = plain.length + (endsInIpv4 ? 2 : 0)
  return halves.length === 2 ? size <= 7 : size === 8
}

export const ipv6: Format = textFormat('ipv6', isIpv6, (next) => `2001:db8::${draw(next, HEX.slice(1), 4)}`)
