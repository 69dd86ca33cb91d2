import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const search = (answer: string, said: string): string =>
  `{'200': {description: ok, ${json(answer)}}, '404': {description: ${said}}}`
const book = "{$ref: '#/components/schemas/Book'}"
const description = (said: string): string => `
paths:
  /books:
    get: {parameters: [{name: title, in: query, schema: {type: string}}], responses: ${search(`{type: array, items: ${book}}`, said)}}
    post: {requestBody: {${json(book)}}, responses: {'201': {description: ok, ${json(book)}}}}
  /books/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(book)}}}}}
  /catalogue/records: {post: {requestBody: {${json('{type: object, properties: {criteria: {type: string}}}')}}, responses: ${search('{type: array, items: {type: object, additionalProperties: {type: object}}}', said)}}}
components: {schemas: {Book: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}}}}}
`

it('answers the declared 404 where that says that nothing was found', async () => {
  for (const said of ['No matching record found for the given criteria.', 'No records were found', 'Nothing found']) {
    const { ask } = await sandboxOf(description(said))
    expect(ask('GET /books').status, said).toBe(404)
    expect(ask('POST /catalogue/records', { body: { criteria: 'a:b' } }).status, said).toBe(404)
    ask('POST /books', { body: { title: 'Emma' } })
    expect(ask('GET /books?title=Emma').status).toBe(200)
    expect(ask('GET /books?title=Ulysses').status).toBe(404)
  }
  const { ask } = await sandboxOf(description('No books found'))
  expect(ask('GET /books').status).toBe(404)
  expect(ask('POST /catalogue/records', { body: {} }).body).toEqual([])
})

it('answers an empty list where the error is about something else', async () => {
  for (const said of [
    'Not found',
    'No such library',
    'No library found',
    'No matching library or owner found',
    'No record found with this id',
    'No access',
  ]) {
    const { ask } = await sandboxOf(description(said))
    expect(ask('GET /books').body, said).toEqual([])
    expect(ask('POST /catalogue/records', { body: {} }).body).toEqual([])
  }
})
