import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const id = '{name: id, in: path, required: true, schema: {type: string}}'
const answer = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const books = (said: string, description: string) => `
paths:
  /events: {get: {description: ${JSON.stringify(said)}, responses: {'200': ${answer('{type: object, properties: {data: {type: array, items: {type: object}}}}')}}}}
  /books:
    get: {parameters: [{name: limit, in: query, schema: {type: integer}}, {name: offset, in: query, description: ${JSON.stringify(description)}, schema: {type: string}}], responses: {'200': ${answer("{type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/Book'}}}}")}}}
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}, responses: {'201': ${answer("{$ref: '#/components/schemas/Book'}")}}}
  /books/{id}: {get: {parameters: [${id}], responses: {'200': ${answer("{$ref: '#/components/schemas/Book'}")}}}}
components: {schemas: {Book: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}}}}}
`
const SAID = 'Once a response includes a `next_page` with an `offset`, requests go on from there.'

it('tells the token where words of another operation say that answers hold it', async () => {
  const { ask } = await sandboxOf(books(SAID, 'An offset token that was returned by the previous request'))
  for (const title of ['a', 'b', 'c']) ask('POST /books', { body: { title } })
  const first = ask('GET /books?limit=2').body as { data: readonly object[]; next_page: { offset: string } }
  expect(first.data).toHaveLength(2)
  const last = ask(`GET /books?limit=2&offset=${first.next_page.offset}`).body
  expect(last).toEqual({ data: [expect.objectContaining({ title: 'c' })] })
})

it.each([
  ['Nothing is said of pages.', 'An offset token that was returned by the previous request'],
  [SAID, 'How many to skip'],
])('adds nothing to answers where no words say so: %s %s', async (said, description) => {
  const { ask } = await sandboxOf(books(said, description))
  for (const title of ['a', 'b', 'c']) ask('POST /books', { body: { title } })
  expect(Object.keys(ask('GET /books?limit=2').body as object)).toEqual(['data'])
})
