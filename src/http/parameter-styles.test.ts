import { expect, it } from 'vitest'
import { exactOf } from '../support/exact-number.ts'
import { delimiterOf, divided, writeField } from './parameter-styles.ts'

it.each([
  [['blue', 'black'], {}, 'blue,black'],
  [['blue', 'black'], { explode: true }, 'blue,black'],
  [{ R: 100, G: 200 }, {}, 'R,100,G,200'],
  [{ R: 100, G: 200 }, { explode: true }, 'R=100,G=200'],
  [[1, 2], { style: 'pipeDelimited' }, '1|2'],
  [[1, 2], { style: 'spaceDelimited' }, '1 2'],
  [[1, 2], { style: 'tabDelimited' }, '1\t2'],
  [[], {}, ''],
  [[1, null, { a: 1 }], {}, '1,,{"a":1}'],
  [{ a: 1 }, { mediaType: 'application/json' }, '{"a":1}'],
  [null, { mediaType: 'application/json' }, 'null'],
  ['a,b', {}, 'a,b'],
  [0.5, {}, '0.5'],
  [null, {}, undefined],
  [undefined, {}, undefined],
  ['a\nb', {}, undefined],
  [exactOf('9007199254740993'), {}, '9007199254740993'],
  [[1, exactOf('1e400')], {}, '1,1e400'],
  [{ a: exactOf('9007199254740993') }, { explode: true }, 'a=9007199254740993'],
  [[[exactOf('9007199254740993')]], {}, '[9007199254740993]'],
  [{ a: exactOf('9007199254740993') }, { mediaType: 'application/json' }, '{"a":9007199254740993}'],
] as const)('writes %j in a header field as %j says', (value, form, text) => {
  expect(writeField(value, form)).toBe(text)
})

it.each([
  ['a%2Cb,c', ['a,b', 'c']],
  ['a%2Cb', ['a', 'b']],
  ['a,b', ['a', 'b']],
  ['%zz,b', ['%zz', 'b']],
])('divides %s at commas that stand as such, else at all', (raw, pieces) => {
  expect(divided({ text: raw.replaceAll('%2C', ','), raw }, ',')).toEqual(pieces)
})

it.each([
  ['csv', ','],
  ['ssv', ' '],
  ['tsv', '\t'],
  ['pipes', '|'],
  ['multi', undefined],
  ['constructor', undefined],
  [1, undefined],
])('knows what collectionFormat %s divides by', (format, mark) => {
  expect(delimiterOf(format)).toBe(mark)
})
