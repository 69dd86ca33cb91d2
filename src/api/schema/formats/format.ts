/** What a format is, and the small pieces that formats are made of. */
import { isPlainText } from '../../../support/exact-number.ts'

export interface Format {
  readonly format: string
  /** Whether a value is of this format; values of another JSON type always pass. */
  test(value: unknown): boolean
  /** A valid value from a stream of numbers in [0, 1). */
  sample(next: () => number): string | number
}

/** A format of strings: anything else passes. */
export function textFormat(
  format: string,
  accepts: (text: string) => boolean,
  sample: (next: () => number) => string,
): Format {
  return { format, test: (value) => !isPlainText(value) || accepts(value), sample }
}

/** The same format under another name. */
export function named(format: string, like: Format): Format {
  return { ...like, format }
}

/** A whole number from `from` to `to`, both possible. */
export function between(next: () => number, from: number, to: number): number {
  return from + Math.floor(next() * (to - from + 1))
}

export function pick<T>(next: () => number, from: readonly [T, ...T[]]): T {
  return from[Math.floor(next() * from.length)] ?? from[0]
}

/** So many characters of an alphabet. */
export function draw(next: () => number, alphabet: string, length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet.charAt(Math.floor(next() * alphabet.length))
  return text
}

export const HEX = '0123456789abcdef'
export const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** A number written with at least so many digits. */
export function padded(number: number, digits = 2): string {
  return String(number).padStart(digits, '0')
}
