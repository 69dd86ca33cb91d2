/** A hint for people who type it; any text is one. */
import { draw, type Format, HEX, LETTERS, textFormat } from './format.ts'

export const password: Format = textFormat(
  'password',
  () => true,
  (next) => `${draw(next, LETTERS, 8)}-${draw(next, HEX, 4)}`,
)
