import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findJsonError } from './json-error.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

it('finds nothing in JSON, nor in a text that only ends too early', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, cut) => {
      expect(findJsonError(text)).toBe(text.length)
      const shorter = text.slice(0, cut % text.length)
      // A cut word or number is not read as a beginning; everything else may go on.
      if (!/[a-z.+-]$/.test(shorter)) expect(findJsonError(shorter)).toBe(shorter.length)
    }),
  )
})

it('finds something exactly where JSON.parse does', () => {
  const put = fc.constantFrom('', ',', '}', ']', '"', '\\', '\n', 'x', ':', '0')
  fc.assert(
    fc.property(fc.json(), fc.nat(), put, (json, at, character) => {
      const place = at % json.length
      const text = json.slice(0, place) + character + json.slice(place + 1)
      if (isJson(text)) expect(findJsonError(text)).toBe(text.length)
      else if (findJsonError(text) < text.length) expect(findJsonError(text)).toBeGreaterThanOrEqual(0)
    }),
  )
})

it.each([
  ['{"a": [1, 2,]}', 12],
  ['{"a" 1}', 5],
  ['{a: 1}', 1],
  ['[1 2]', 3],
  ['[01]', 2],
  ['"\\x"', 2],
  ['"a\nb"', 2],
  ['{} x', 3],
  ['[1', 2],
  ['tru', 0],
])('finds the place in %j', (text, at) => {
  expect(findJsonError(text)).toBe(at)
})
