/** Decimal numbers, as numbers or as text. */
import { between, type Format, padded, textFormat } from './format.ts'

export const decimal: Format = textFormat(
  'decimal',
  (text) => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text),
  (next) => `${between(next, 1, 999)}.${padded(between(next, 0, 99))}`,
)
