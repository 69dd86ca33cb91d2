import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const one = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const shelf = 'parameters: [{name: shelf, in: path, required: true, schema: {type: string}}'
const book = `${shelf}, {name: book, in: path, required: true, schema: {type: string}}`

it.each(['true', 'false'])(
  'moves a record to the parent that the request names, and no other: ids chosen by the provider %s',
  async (own) => {
    const { ask } = await sandboxOf(`
paths:
  /shelves: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}, responses: {'200': ${one('Shelf')}}}}
  /shelves/{shelf}: {${shelf}], get: {responses: {'200': ${one('Shelf')}}}}
  /shelves/{shelf}/books:
    ${shelf}]
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}, responses: {'200': ${one('Book')}}}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Book'}}}}}}}
  /shelves/{shelf}/books/{book}: {${book}], get: {responses: {'200': ${one('Book')}, '404': {description: no}}}}
  /shelves/{shelf}/books/{book}/move: {${book}, {name: destination, in: query, schema: {type: string}}], post: {responses: {'200': ${one('Book')}}}}
components:
  schemas:
    Shelf: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Book: {type: object, properties: {id: {type: string, readOnly: ${own}}, title: {type: string}}}
`)
    const make = (path: string) => (ask(`POST ${path}`, { body: {} }).body as { id: string }).id
    const [a, b] = [make('/shelves'), make('/shelves')]
    const id = make(`/shelves/${a}/books`)
    const count = (on: string) => (ask(`GET /shelves/${on}/books`).body as unknown[]).length
    expect(ask(`POST /shelves/${a}/books/${id}/move?destination=none`).status).toBe(200)
    expect([count(a), count(b)]).toEqual([1, 0])
    expect(ask(`POST /shelves/${a}/books/${id}/move?destination=${b}`)).toMatchObject({ status: 200, body: { id } })
    expect([count(a), count(b)]).toEqual([0, 1])
    expect(ask(`GET /shelves/${a}/books/${id}`).status).toBe(404)
  },
)
