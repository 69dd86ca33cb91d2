import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const book = '{type: object, properties: {BookID: {type: integer}, Title: {type: string}, page_count: {type: integer}}}'
const short = '{type: object, properties: {BookId: {type: integer}, title: {type: string}, pageCount: {type: integer}}}'

it('spells names as each representation does', async () => {
  const { ask } = await sandboxOf(`
paths:
  /books:
    get: {responses: {'200': {description: ok, ${json(`{type: object, properties: {Books: {type: array, items: ${short}}}}`)}}}}
    post: {requestBody: {${json(book)}}, responses: {'201': {description: ok, ${json(book)}}}}
  /books/{bookId}:
    get: {parameters: [{name: bookId, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${json(book)}}}}
`)
  const { BookID } = ask('POST /books', { body: { Title: 'a', page_count: 7 } }).body as { readonly BookID: number }
  expect(ask('GET /books').body).toEqual({ Books: [{ BookId: BookID, title: 'a', pageCount: 7 }] })
  expect(ask(`GET /books/${BookID}`).body).toEqual({ BookID, Title: 'a', page_count: 7 })
})
