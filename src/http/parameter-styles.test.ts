import { expect, it } from 'vitest'
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
