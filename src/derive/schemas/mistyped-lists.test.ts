import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'
import { smallApi } from '../../../test/support/small-api.ts'
import { withMeantLists } from './mistyped-lists.ts'

const book = { type: 'object', properties: { id: { type: 'string' }, title: { type: 'string' } } }
const shelf = { type: 'object', properties: { id: { type: 'string' }, items: { type: 'array', items: book } } }
const one = { $ref: '#/schemas/Book' }
const paged = { page: { type: 'integer' }, per_page: { type: 'integer' } }

function isList(path: string, operations: Parameters<typeof smallApi>[0]): boolean {
  const api = withMeantLists(smallApi(operations, { Book: book, Shelf: shelf }))
  const list = api.operations.find((operation) => operation.method === 'GET' && operation.path === path)
  return Object.values(list?.responses ?? {}).some(({ content }) =>
    Object.values(content).some(({ schema }) => typeof schema === 'object' && schema['type'] === 'array'),
  )
}

it.each([
  [
    'asked for in pages and made beside',
    { 'GET /books': { query: paged, answer: one }, 'POST /books': { answer: one } },
  ],
  [
    'asked for in pages and read below',
    { 'GET /books': { query: paged, answer: one }, 'GET /books/{id}': { answer: one } },
  ],
  [
    'asked for in pages and called a list',
    { 'GET /books': { query: paged, answer: one, summary: 'Get a list of books' } },
  ],
])('one record is a list: %s', (_name, operations) => {
  expect(isList('/books', operations)).toBe(true)
})

it.each([
  ['/books', { 'GET /books': { answer: one, summary: 'Get all books' }, 'POST /books': { answer: one } }],
  ['/books', { 'GET /books': { query: paged, answer: one } }],
  ['/account', { 'GET /account': { query: paged, answer: one, summary: 'Get all of the account' } }],
  ['/books', { 'GET /books': { answer: one, query: paged, summary: 'Get all books' }, 'PUT /books': { answer: one } }],
  ['/books/{id}', { 'GET /books/{id}': { query: paged, answer: one, summary: 'Get a list' } }],
  ['/shelves', { 'GET /shelves': { query: paged, answer: { $ref: '#/schemas/Shelf' }, summary: 'List shelves' } }],
] as const)('one record at %s stays one', (path, operations) => {
  expect(isList(path, operations)).toBe(false)
})

it('pages such a list as a bare array, and a Link field leads on', async () => {
  const { ask } = await sandboxOf(`
paths:
  /books:
    get:
      summary: Get a list of books
      parameters: [{in: query, name: page, schema: {type: integer}}, {in: query, name: per_page, schema: {type: integer}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
    post:
      requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {title: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
  /books/{id}:
    get:
      parameters: [{in: path, name: id, required: true, schema: {type: string}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
components: {schemas: {Book: {type: object, properties: {id: {type: string}, title: {type: string}}}}}
`)
  for (const title of ['a', 'b', 'c']) expect(ask('POST /books', { body: { title } }).status).toBe(201)
  const first = ask('GET /books?per_page=2')
  expect(first.body).toMatchObject([{ title: 'a' }, { title: 'b' }])
  const next = /<[^>]*(\/books\?[^>]*)>; rel="next"/.exec(first.field('Link') ?? '')?.[1] ?? ''
  const last = ask(`GET ${next}`)
  expect(last.body).toMatchObject([{ title: 'c' }])
  expect(last.field('Link')).not.toContain('rel="next"')
})
