import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const text = '{type: string}'
const books = (frame: string, parameters = '') => `
paths:
  /books:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
    get:
      parameters: [{name: sort, in: query, schema: ${text}}${parameters}]
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/Book'}}, ${frame}}}}}}}
components: {schemas: {Book: {type: object, properties: {id: {type: string, readOnly: true}, title: ${text}}}}}
`

it('leaves out objects around a list of which nothing is known', async () => {
  const { ask } = await sandboxOf(
    books(`meta: {type: object, properties: {version: {type: string, example: v2}, shard: {type: object, required: [selector], properties: {selector: ${text}}}}},
      pending: {type: integer, description: How many are left. It is omitted when the list is complete.}`),
  )
  ask('POST /books', { body: { title: 'a' } })
  const { data, ...frame } = ask('GET /books').body as { readonly data: unknown }
  expect(data).toHaveLength(1)
  expect(frame).toEqual({ meta: { version: 'v2' } })
})

it.each([
  [
    'an example',
    `about: {type: object, properties: {owner: {type: string, example: ann}}}`,
    { about: { owner: 'ann' } },
  ],
  [
    'a count that leaves something out of itself',
    'total: {type: integer, description: Books in all. Drafts are omitted from it.}',
    { total: 0 },
  ],
  ['a number', `totals: {type: object, properties: {count: {type: integer}}}`, { totals: expect.anything() }],
])('keeps an object with %s', async (_name, frame, shown) => {
  const { ask } = await sandboxOf(books(frame))
  expect(ask('GET /books').body).toMatchObject(shown)
})

const clause = `{type: object, required: [property, direction], properties: {property: ${text}, direction: {type: string, enum: [ASC, DESC]}, position: {type: integer}}}`

it.each([
  [
    'a list',
    `sort: {type: array, items: ${clause}}`,
    { sort: [{ property: 'title', direction: 'DESC', position: 0 }] },
  ],
  [
    'an object with a list',
    `sort: {type: object, properties: {clauses: {type: array, items: ${clause}}}}`,
    { sort: { clauses: [{ property: 'title', direction: 'DESC', position: 0 }] } },
  ],
  [
    'flags',
    `page: {type: object, properties: {sort: {type: object, properties: {sorted: {type: boolean}, unsorted: {type: boolean}}}}}`,
    { page: { sort: { sorted: true, unsorted: false } } },
  ],
])('tells how it is sorted, in %s', async (_name, frame, shown) => {
  const { ask } = await sandboxOf(books(frame))
  ask('POST /books', { body: { title: 'a' } })
  expect(ask('GET /books?sort=title,DESC').body).toMatchObject(shown)
  expect(ask('GET /books').body).not.toMatchObject(shown)
})

it('takes a sort that is said in terms of itself', async () => {
  const sort = `Sort: {items: ${text}, properties: {next: {$ref: '#/components/schemas/Sort'}}}`
  const { ask } = await sandboxOf(
    books(`sort: {$ref: '#/components/schemas/Sort'}`).replace('{schemas: {', `{schemas: {${sort}, `),
  )
  ask('POST /books', { body: { title: 'a' } })
  expect(ask('GET /books?sort=title').status).toBe(200)
})

it('takes a frame of very many texts', async () => {
  const inner = Array.from({ length: 400 }, (_, index) => `t${index}: ${text}`).join(', ')
  const outer = Array.from({ length: 100 }, (_, index) => `o${index}: {type: object, properties: {${inner}}}`).join(
    ', ',
  )
  const { ask } = await sandboxOf(books(outer))
  ask('POST /books', { body: { title: 'a' } })
  expect(ask('GET /books')).toMatchObject({ status: 200, body: { data: [{ title: 'a' }] } })
}, 30_000)
