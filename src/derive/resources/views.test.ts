import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

it('lists the same records under a word below their collection, though one is read in another form', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const list = `{get: {responses: {'200': {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/BookIndex'}}`)}}}}}`
  const { ask } = await sandboxOf(`
paths:
  /books:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/BookIndex'}}`)}}}}
    post: {requestBody: {${json('{type: object, properties: {title: {type: string}}}')}}, responses: {'201': {description: made, ${json('{type: object}')}}}}
  /books/me: ${list}
  /books/latest: ${list}
  /books/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json('{type: object}')}}}}
components:
  schemas:
    BookIndex: {type: object, properties: {id: {type: integer}, title: {type: string}, pages: {type: integer}}}
`)
  ask('POST /books', { body: { title: 'a' } })
  for (const path of ['/books', '/books/me', '/books/latest'])
    expect(ask(`GET ${path}`).body).toMatchObject([{ title: 'a' }])
})
