import { expect, it } from 'vitest'
import { printable, table } from './table.ts'

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

it('never lets a cell move the cursor', () => {
  expect(printable('a\u001b[2Jb\nc')).toBe('a [2Jb c')
})
