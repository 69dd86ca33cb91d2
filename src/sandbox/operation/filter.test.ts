import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const contact = "{$ref: '#/components/schemas/Contact'}"
const id = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const description = `
paths:
  /contacts:
    get:
      parameters:
        - {name: email, in: query, required: true, schema: {type: string}}
      responses: {'200': {description: ok, ${json(`{type: array, items: ${contact}}`)}}}
    post: {requestBody: {required: true, ${json(contact)}}, responses: {'201': {description: ok, ${json(contact)}}}}
  /contacts/{id}:
    get: {${id}, responses: {'200': {description: ok, ${json(contact)}}}}
components:
  schemas:
    Contact: {type: object, properties: {id: {type: string}, email: {type: string, nullable: true}, name: {type: string}}}
`

it('finds nobody who has no address by an address', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('POST /contacts', { body: { email: null, name: 'Ana' } }).status).toBe(201)
  expect(ask('GET /contacts?email=somebody@example.com').body).toEqual([])
})
