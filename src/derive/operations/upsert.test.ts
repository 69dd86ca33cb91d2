import { expect, it } from 'vitest'
import { smallApi } from '../../../test/support/small-api.ts'
import { saysMaking } from './upsert.ts'

it.each<[string, boolean]>([
  ['Creates a new book.', true],
  ['Create book', true],
  ['Create the specified book in a shelf', true],
  ['Creates a chapter of the book', false],
  ['Creates or updates a book', false],
  ['Create a loan for an existing book', false],
  ['Changes a book', false],
  [`Create ${'new '.repeat(50_000)}!`, false],
])('%.60s', (summary, making) => {
  const [op] = smallApi({ 'POST /shelves/{shelf}/{book}': { summary } }).operations
  expect(op !== undefined && saysMaking(op, ['book', 'books'])).toBe(making)
})
