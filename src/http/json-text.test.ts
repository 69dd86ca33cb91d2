import { expect, test } from 'vitest'
import { parseJson } from './json-text.ts'

test.each([
  ['', 'is empty'],
  ['  \n', 'is empty'],
  ['{', 'ends too early at line 1, column 2'],
  ['{"a":}', 'has an unexpected "}" at line 1, column 6'],
  ['{"a":1,}', 'has an unexpected "}" at line 1, column 8'],
  ['[1,]', 'has an unexpected "]" at line 1, column 4'],
  ['{\n  "a": 1\n  "b": 2\n}', `has an unexpected '"' at line 3, column 3`],
  ["{'a':1}", `has an unexpected "'" at line 1, column 2`],
  ['nul', 'has an unexpected "n" at line 1, column 1'],
  ['01', 'has an unexpected "1" at line 1, column 2'],
  ['1 2', 'has an unexpected "2" at line 1, column 3'],
  ['"a', 'ends too early at line 1, column 3'],
  ['"a\nb"', 'has an unexpected character U+000A at line 1, column 3'],
  ['"\\x"', 'has an unexpected "x" at line 1, column 3'],
  ['{"a":1]', 'has an unexpected "]" at line 1, column 7'],
  [']', 'has an unexpected "]" at line 1, column 1'],
])('says what is wrong with %j', (text, clause) => {
  expect(parseJson(text)).toEqual({ ok: false, error: clause })
})

test('reads 512 levels and refuses more, however deep', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  expect(parseJson(nested(512)).ok).toBe(true)
  expect(parseJson(nested(513))).toEqual({ ok: false, error: 'nests deeper than 512 levels' })
  expect(parseJson('['.repeat(5_000_000)).ok).toBe(false)
  expect(parseJson('{"a":'.repeat(100_000)).ok).toBe(false)
})

test('brackets in texts do not count as depth', () => {
  expect(parseJson(JSON.stringify('[{\\"'.repeat(1_000))).ok).toBe(true)
})

test('a huge text that is not closed is named without a stack overflow', () => {
  expect(parseJson(`"${'a\\n'.repeat(1_000_000)}`)).toMatchObject({ ok: false })
})

test('__proto__ is an own property', () => {
  const parsed = parseJson('{"__proto__":{"x":1}}')
  expect(parsed.ok && Object.hasOwn(parsed.value as object, '__proto__')).toBe(true)
})
