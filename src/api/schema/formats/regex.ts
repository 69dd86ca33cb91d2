/** ECMA-262 regular expressions. */
import { draw, type Format, LETTERS, textFormat } from './format.ts'

function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

export const regex: Format = textFormat('regex', isRegex, (next) => `^${draw(next, LETTERS, 4)}$`)
