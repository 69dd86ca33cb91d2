/** RFC 6901. */
import { draw, type Format, LETTERS, textFormat } from './format.ts'

export function isPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !/~(?![01])/.test(text))
}

export const jsonPointer: Format = textFormat('json-pointer', isPointer, (next) => `/${draw(next, LETTERS, 6)}`)
