/** Any bytes at all. */
import { draw, type Format, LETTERS, textFormat } from './format.ts'

export const binary: Format = textFormat(
  'binary',
  () => true,
  (next) => draw(next, LETTERS, 16),
)
