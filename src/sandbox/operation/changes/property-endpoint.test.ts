import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const ok = (schema: string) => `responses: {'200': {description: ok, ${json(schema)}}, '404': {description: none}}`
const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const words = '{type: array, items: {type: string}}'

const description = `
paths:
  /customers:
    post: {requestBody: {${json(ref('Customer'))}}, responses: {'201': {description: ok, ${json(ref('Customer'))}}}}
  /customers/{id}:
    get: {${byId}, ${ok(ref('Customer'))}}
  /customers/{id}/address:
    get: {${byId}, ${ok(ref('Address'))}}
    put: {${byId}, requestBody: {${json(ref('Address'))}}, ${ok(ref('Address'))}}
    patch: {${byId}, requestBody: {${json(ref('Address'))}}, ${ok(ref('Address'))}}
    delete: {${byId}, requestBody: {required: true, ${json(ref('Address'))}}, responses: {'204': {description: gone}}}
  /customers/{id}/status:
    put: {${byId}, requestBody: {${json('{type: object, properties: {status: {type: string}}}')}}, ${ok(ref('Customer'))}}
  /customers/{id}/topics:
    get: {${byId}, ${ok(`{type: object, properties: {names: ${words}}}`)}}
    put: {${byId}, requestBody: {${json(`{type: object, properties: {names: ${words}}}`)}}, ${ok(`{type: object, properties: {names: ${words}}}`)}}
  /settings:
    get: {${ok(ref('Settings'))}}
  /settings/stop-words:
    get: {${ok(words)}}
    put: {requestBody: {${json(words)}}, responses: {'202': {description: ok}}}
    delete: {responses: {'204': {description: gone}}}
components:
  schemas:
    Address: {type: object, properties: {street: {type: string}, city: {type: string}}}
    Customer: {type: object, properties: {id: {type: string}, name: {type: string}, status: {type: string, enum: [new, active, closed]}, address: ${ref('Address')}, topics: ${words}}}
    Settings: {type: object, properties: {stopWords: ${words}, limit: {type: integer}}}
`

it('reads and writes a property of a record under its own path', async () => {
  const api = await sandboxOf(description)
  const { id } = api.ask('POST /customers', { body: { name: 'Ada', address: { street: 'A', city: 'B' } } }).body as {
    id: string
  }
  const at = `/customers/${id}`
  expect(api.ask(`GET ${at}/address`).body).toEqual({ street: 'A', city: 'B' })
  expect(api.ask(`PATCH ${at}/address`, { body: { city: 'C' } }).body).toEqual({ street: 'A', city: 'C' })
  expect(api.ask(`PUT ${at}/address`, { body: { street: 'D' } }).body).toEqual({ street: 'D' })
  expect(api.ask(`GET ${at}`).body).toMatchObject({ name: 'Ada', address: { street: 'D' } })
  expect(api.ask(`DELETE ${at}/address`).status).toBe(204)
  expect(api.ask(`GET ${at}`).body).not.toHaveProperty('address')
  expect(api.ask(`PUT ${at}/status`, { body: { status: 'active' } }).body).toMatchObject({ id, status: 'active' })
  expect(api.ask('GET /customers/none/address').status).toBe(404)
  expect(api.ask(`PUT ${at}/topics`, { body: { names: ['a', 'b'] } }).body).toEqual({ names: ['a', 'b'] })
  expect(api.ask(`GET ${at}/topics`).body).toEqual({ names: ['a', 'b'] })
  expect(api.ask(`GET ${at}`).body).toMatchObject({ topics: ['a', 'b'] })
})

it('does so with the only record there is', async () => {
  const api = await sandboxOf(description)
  expect(api.ask('PUT /settings/stop-words', { body: ['the', 'a'] }).status).toBe(202)
  expect(api.ask('GET /settings/stop-words').body).toEqual(['the', 'a'])
  expect(api.ask('GET /settings').body).toMatchObject({ stopWords: ['the', 'a'] })
  expect(api.ask('DELETE /settings/stop-words').status).toBe(204)
  expect(api.ask('GET /settings').body).not.toHaveProperty('stopWords')
})
