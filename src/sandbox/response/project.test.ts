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

it.each([
  ['{type: string}', { user: 'u', password: 'p', other: 'o' }],
  ['true', { user: 'u', other: 'o' }],
])('shows whatever key a map of %s has, and no password that nobody declares', async (values, shown) => {
  const data = `{type: object, properties: {user: {type: string}}, additionalProperties: ${values}}`
  const secret = `{type: object, properties: {name: {type: string}, note: {type: string}, data: ${data}}}`
  const { ask } = await sandboxOf(`
paths:
  /secrets:
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: {type: object, properties: {name: {type: string}, data: ${data}}}}`)}}}}
    post: {requestBody: {${json(secret)}}, responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/Secret'}")}}}}
  /secrets/{name}:
    get: {parameters: [{name: name, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Secret'}")}}}}
components: {schemas: {Secret: ${secret}}}
`)
  ask('POST /secrets', { body: { name: 'a', data: { user: 'u', password: 'p', other: 'o' } } })
  expect(ask('GET /secrets').body).toEqual([{ name: 'a', data: shown }])
})
