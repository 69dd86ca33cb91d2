import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const of = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const taken = (names: readonly string[]) =>
  `parameters: [${names.map((name) => `{name: ${name}, in: query, schema: {type: ${name === 'q' ? 'string' : 'integer'}}}`).join(', ')}]`
const api = (answer: string, names: readonly string[]) => `
paths:
  /books:
    post: {operationId: add, requestBody: {${of('{$ref: "#/components/schemas/Book"}')}}, responses: {'201': {description: ok, ${of('{$ref: "#/components/schemas/Book"}')}}}}
    get: {operationId: list, ${taken(names)}, responses: {'200': {description: ok, ${of(answer)}}}}
components: {schemas: {Book: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}}}}}
`
const integers = (...names: readonly string[]) => names.map((name) => `${name}: {type: integer}`).join(', ')
const books = 'books: {type: array, items: {$ref: "#/components/schemas/Book"}}'

async function library(answer: string, names: readonly string[], many = 3) {
  const { ask } = await sandboxOf(api(answer, names))
  for (let n = 0; n < many; n++) ask('POST /books', { body: { title: `Book ${n}` } })
  return (query: string) => ask(`GET /books?${query}`).body
}

const byPage = `{type: object, required: [per_page, page, total_pages, total_hits], properties: {${integers('per_page', 'page', 'total_pages', 'total_hits')}}}`
const byOffset = `{type: object, required: [limit, offset, estimated_total_hits], properties: {${integers('limit', 'offset', 'estimated_total_hits')}}}`
const either = `{type: object, required: [books, query], properties: {${books}, query: {type: string}}, oneOf: [${byPage}, ${byOffset}]}`
const inputs = ['q', 'page', 'per_page', 'offset', 'limit']

it('tells of the page in the way of the request', async () => {
  const list = await library(either, inputs)
  const shown = list('limit=2&offset=0')
  expect(shown).toMatchObject({ limit: 2, offset: 0, estimated_total_hits: 3 })
  expect(shown).not.toHaveProperty('page')
  const paged = list('page=1&per_page=2')
  expect(paged).toMatchObject({ page: 1, per_page: 2, total_pages: 2, total_hits: 3 })
  expect(paged).not.toHaveProperty('offset')
})

it('repeats what was searched for', async () => {
  const list = await library(either, inputs)
  expect(list('q=Book%201')).toMatchObject({ query: 'Book 1', books: [{ title: 'Book 1' }], estimated_total_hits: 1 })
  expect(list('')).toMatchObject({ query: '' })
})

it('has no pages of nothing, but a last one', async () => {
  const answer = `{type: object, properties: {${books}, ${integers('page', 'per_page', 'total', 'total_pages')}}}`
  expect((await library(answer, ['page', 'per_page'], 0))('')).toMatchObject({ total: 0, page: 1, total_pages: 0 })
  expect((await library(answer, ['page', 'per_page'], 3))('per_page=2')).toMatchObject({ total: 3, total_pages: 2 })
  const laravel = `{type: object, properties: {${books}, ${integers('current_page', 'per_page', 'total', 'last_page')}}}`
  expect((await library(laravel, ['page', 'per_page'], 0))('')).toMatchObject({
    total: 0,
    current_page: 1,
    last_page: 1,
  })
  const least = answer.replace('total_pages: {type: integer}', 'total_pages: {type: integer, minimum: 1}')
  expect((await library(least, ['page', 'per_page'], 0))('')).toMatchObject({ total_pages: 1 })
})
