import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const book = 'content: {application/json: {schema: {$ref: "#/components/schemas/Book"}}}'
const id = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'

it.each(['2XX', 'default'])('shows what the answer declares under %s', async (status) => {
  const api = await sandboxOf(`
paths:
  /books: {post: {requestBody: {${book}}, responses: {'${status}': {description: done, ${book}}}}}
  /books/{id}: {${id}, get: {responses: {'${status}': {description: done, ${book}}}}}
components: {schemas: {Book: {type: object, properties: {id: {type: string}, title: {type: string}, pages: {type: integer, example: 7}}}}}
`)
  expect(api.ask('POST /books', { body: { title: 'a' } })).toMatchObject({
    status: 200,
    body: { title: 'a', pages: 7 },
  })
})

it('takes no declared error for success', async () => {
  const api = await sandboxOf(`
paths:
  /ping: {post: {responses: {default: {description: Unexpected error, content: {application/json: {schema: {type: object, required: [message], properties: {message: {type: string}}}}}}}}}
`)
  expect(api.ask('POST /ping')).toMatchObject({ status: 200, body: undefined })
})
