import { expect, it } from 'vitest'
import { table } from './table.ts'

it('aligns columns and leaves the last one ragged', () => {
  expect(
    table([
      ['1', 'GET', '/a'],
      ['10', 'DELETE', '/long/path'],
    ]),
  ).toEqual(['1   GET     /a', '10  DELETE  /long/path'])
})

it('drops blanks at the end of a row whose last cell is empty', () => {
  expect(
    table([
      ['a', ''],
      ['b', 'c'],
    ]),
  ).toEqual(['a', 'b  c'])
})

it('gives wide characters the two cells that they take', () => {
  expect(
    table([
      ['東京', 'a'],
      ['Rome', 'b'],
      ['e\u0301', 'c'],
    ]),
  ).toEqual(['東京  a', 'Rome  b', 'e\u0301     c'])
})

it('never lets a cell draw', () => {
  expect(table([['a\u001b[2Jb', '\u202etxt']])).toEqual(['a [2Jb   txt'])
})
