/** RFC 9562, in any case of letters. */
import { draw, type Format, HEX, textFormat } from './format.ts'

export const uuid: Format = textFormat(
  'uuid',
  (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  (next) => {
    const hex = (length: number): string => draw(next, HEX, length)
    return `${hex(8)}-${hex(4)}-4${hex(3)}-${draw(next, '89ab', 1)}${hex(3)}-${hex(12)}`
  },
)
