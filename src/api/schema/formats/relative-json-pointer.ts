/** Relative JSON pointers: so many levels up, then a pointer or `#`. */
import { draw, type Format, LETTERS, textFormat } from './format.ts'
import { isPointer } from './json-pointer.ts'

function isRelative(text: string): boolean {
  const up = /^(?:0|[1-9]\d*)/.exec(text)?.[0]
  if (up === undefined) return false
  const rest = text.slice(up.length)
  return rest === '#' || isPointer(rest)
}

export const relativeJsonPointer: Format = textFormat(
  'relative-json-pointer',
  isRelative,
  (next) => `0/${draw(next, LETTERS, 6)}`,
)
