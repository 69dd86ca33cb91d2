import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const books = `
paths:
  /books:
    post: {operationId: createBook, requestBody: &body {content: {application/json: {schema: {$ref: '#/components/schemas/BookInput'}}}}, responses: {'201': &book {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
  /books/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getBook, responses: {'200': *book}}
    put: {operationId: replaceBook, requestBody: *body, responses: {'200': *book}}
    patch: {operationId: changeBook, requestBody: *body, responses: {'200': *book}}
components:
  schemas:
    Parts: {type: object, properties: {cover: {type: object, properties: {color: {type: string}, gloss: {type: integer, default: 3}}}, spine: {type: object, properties: {width: {type: integer, default: 5}}}}}
    BookInput:
      type: object
      required: [title]
      properties: {title: {type: string}, note: {type: string}, blurb: {type: [string, 'null']}, shelf: {type: string}, pages: {type: integer, default: 10}, status: {type: string, enum: [draft, printed]}, parts: {$ref: '#/components/schemas/Parts'}}
    Book:
      type: object
      required: [id, title]
      properties: {id: {type: string}, title: {type: string}, note: {type: string}, blurb: {type: [string, 'null']}, shelf: {type: string, example: A1}, pages: {type: integer}, status: {type: string, enum: [draft, printed]}, parts: {$ref: '#/components/schemas/Parts'}, isbn: {type: string}, created_at: {type: string, format: date-time}}
`

it('takes away what a replacement does not say, and keeps what the server made', async () => {
  const { ask } = await sandboxOf(books)
  const parts = { cover: { color: 'red' }, spine: { width: 1 } }
  const body = { title: 'a', note: 'n', blurb: 'b', pages: 3, status: 'printed', parts }
  const made = ask('POST /books', { body }).body as Record<string, unknown>
  const put = ask(`PUT /books/${made['id']}`, { body: { title: 'b', parts: { cover: { color: 'blue' } } } }).body
  expect(put).toMatchObject({ id: made['id'], title: 'b', blurb: null, pages: 10, status: 'printed' })
  expect(put).not.toHaveProperty('note')
  expect(put).toHaveProperty('parts', { cover: { color: 'blue', gloss: 3 } })
  expect(put).not.toHaveProperty('shelf')
  for (const name of ['isbn', 'created_at']) expect(put).toHaveProperty(name, made[name])
  const patched = ask(`PATCH /books/${made['id']}`, { body: { note: 'm' } }).body
  expect(patched).toMatchObject({ title: 'b', note: 'm', pages: 10 })
})

it.each([
  ['Creates or updates a book.', 200],
  ['Books can be upserted with a PUT operation.', 200],
  ['Add or update a book', 200],
  ['Update or add notes to a book', 404],
  ['Updates a book.', 404],
])('makes what is not there by a PUT that is said to: %s', async (summary, status) => {
  const { ask } = await sandboxOf(
    books.replace('{operationId: replaceBook,', `{operationId: replaceBook, summary: '${summary}',`),
  )
  expect(ask('PUT /books/b7', { body: { title: 'a' } }).status).toBe(status)
  expect(ask('GET /books/b7').status).toBe(status)
})
