import { expect, it } from 'vitest'
import { jsonText, readJson, shownJson } from './exact-json.ts'
import { MARK } from './exact-number.ts'

it.each([
  '9007199254740993',
  '[1,-9223372036854775808,{"a":1.00000000000000000001}]',
  '{"a\\"":"12345678901234567890","b":"\\\\","c":12345678901234567890}',
  '{"12345678901234567890":12345678901234567890}',
  '[1e400,1e-400,-1.5e+400]',
  '[12345678901234567.5,"1e400",1]',
])('writes %s as it was read', (text) => {
  expect(jsonText(readJson(text))).toBe(text)
})

it.each([
  '{12345678901234567890:1}',
  '012345678901234567890',
  '[12345678901234567890.]',
  '12345678901234567890x',
  '[1',
])('refuses %s as JSON does', (text) => {
  expect(() => readJson(text)).toThrow(SyntaxError)
})

it('reads a text that begins with the mark as no number, and leaves the mark inside of texts', () => {
  const sent = `{"a":"${MARK}5","b":"\\uFDD05","${MARK}k":"\\\\ufdd0","c":"x\\"${MARK}5"}`
  const read = { a: '\uFFFD5', b: '\uFFFD5', '\uFFFDk': '\\ufdd0', c: `x"${MARK}5` }
  expect(readJson(sent)).toEqual(read)
  expect(JSON.parse(jsonText(readJson(sent)))).toEqual(read)
})

it('shows the digits in a text that was written before', () => {
  expect(shownJson(JSON.stringify({ a: `${MARK}9007199254740993`, b: 'x' }))).toBe('{"a":9007199254740993,"b":"x"}')
  expect(jsonText([readJson('9007199254740993')], 1)).toBe('[\n 9007199254740993\n]')
  expect(jsonText(undefined)).toBe('null')
})
