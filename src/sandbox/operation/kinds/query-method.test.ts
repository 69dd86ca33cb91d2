import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const answer = (schema: string) => `{'200': {description: ok, content: {application/json: {schema: ${schema}}}}}`
const item = "{$ref: '#/components/schemas/Item'}"
const api = await sandboxOf(`openapi: 3.2.0
info: {title: Inline, version: '1'}
paths:
  /items:
    query:
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, limit: {type: integer}}}}}}
      responses: ${answer(`{type: array, items: ${item}}`)}
    post: {requestBody: {content: {application/json: {schema: ${item}}}}, responses: ${answer(item)}}
    get: {responses: ${answer(`{type: array, items: ${item}}`)}}
    additionalOperations:
      LINK: {responses: ${answer('{type: object, properties: {linked: {type: boolean}}}')}}
components: {schemas: {Item: {type: object, required: [id, name], properties: {id: {type: string, readOnly: true}, name: {type: string}}}}}
`)

it('asks with QUERY for the records that the body describes, and changes nothing', () => {
  for (const name of ['one', 'two', 'two']) api.ask('POST /items', { body: { name } })
  const named = (body: object) => (api.ask('QUERY /items', { body }).body as { name: string }[]).map(({ name }) => name)
  expect([named({ name: 'two' }), named({}), named({ name: 'three' })]).toEqual([
    ['two', 'two'],
    ['one', 'two', 'two'],
    [],
  ])
  expect(api.ask('QUERY /items', { body: { name: [5] } }).status).toBe(400)
  expect(api.ask('LINK /items').status).toBe(200)
  expect(api.ask('GET /items').body).toHaveLength(3)
})
