import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

it('reads off the examples what an array of mere objects holds', async () => {
  const { ask } = await sandboxOf(`
paths:
  /shelves/{shelf}/books:
    get:
      parameters: [{in: path, name: shelf, required: true, schema: {type: string}}]
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: {type: array, items: {type: object}}
              example: [{serial: Q2-1, title: Poems, pages: 12}]
`)
  const books = ask('GET /shelves/a/books').body as Record<string, unknown>[]
  expect(books.length).toBeGreaterThan(0)
  for (const book of books)
    expect(book).toMatchObject({
      serial: expect.any(String),
      title: expect.any(String),
      pages: expect.any(Number),
    })
})
