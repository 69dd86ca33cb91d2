import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const id = '{name: id, in: path, required: true, schema: {type: string}}'
const expand = '{name: expand, in: query, schema: {type: array, items: {type: string}}}'
const answer = (schema: string) => `{'200': {description: ok, content: {application/json: {schema: ${schema}}}}}`
const api = await sandboxOf(`
paths:
  /authors:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Author'}}}}, responses: ${answer("{$ref: '#/components/schemas/Author'}")}}
  /authors/{id}:
    get: {parameters: [${id}], responses: ${answer("{$ref: '#/components/schemas/Author'}")}}
  /books:
    get: {parameters: [${expand}], responses: ${answer("{type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/Book'}}}}")}}
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}, responses: ${answer("{$ref: '#/components/schemas/Book'}")}}
  /books/{id}:
    get: {parameters: [${id}, ${expand}], responses: ${answer("{$ref: '#/components/schemas/Book'}")}}
components:
  schemas:
    Author: {type: object, required: [id], properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Book:
      type: object
      required: [id]
      properties:
        id: {type: string, readOnly: true}
        author: {anyOf: [{type: string}, {$ref: '#/components/schemas/Author'}]}
        title: {type: string}
`)

it('shows the record behind an id where the client asks for it, and only there', () => {
  const author = api.ask('POST /authors', { body: { name: 'Ada' } }).body as { id: string }
  const book = api.ask('POST /books', { body: { author: author.id, title: 'T' } }).body as { id: string }
  const read = (query: string) => (api.ask(`GET /books/${book.id}${query}`).body as { author: unknown }).author
  const listed = (query: string) =>
    (api.ask(`GET /books${query}`).body as { data: { author: unknown }[] }).data[0]?.author
  const plain = [author.id, author.id]
  expect([read(''), listed('')]).toEqual(plain)
  expect([read('?expand=author'), listed('?expand=data.author')]).toEqual([author, author])
  expect([read(''), listed('')]).toEqual(plain)
  expect(read('?expand=title')).toBe(author.id)
})
