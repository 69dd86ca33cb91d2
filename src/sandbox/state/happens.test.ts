import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const one = (name: string) =>
  `{'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}}`
const list = (name: string) =>
  `{'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}}}`
const id = '{name: hook_id, in: path, required: true, schema: {type: string}}'
const { ask } = await sandboxOf(`
paths:
  /hooks:
    get: {responses: ${list('Hook')}}
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {url: {type: string}}}}}}, responses: ${one('Hook')}}
  /hooks/{hook_id}: {get: {parameters: [${id}], responses: ${one('Hook')}}}
  /hooks/{hook_id}/ping: {post: {parameters: [${id}], responses: {'204': {description: ok}}}}
  /hooks/{hook_id}/deliveries: {get: {parameters: [${id}], responses: ${list('Delivery')}}}
  /hooks/{hook_id}/regions: {get: {parameters: [${id}], responses: ${list('Region')}}}
components:
  schemas:
    Hook: {type: object, required: [id], properties: {id: {type: string}, url: {type: string}}}
    Delivery: {type: object, required: [id], properties: {id: {type: string}, hook_id: {type: string}}}
    Region: {type: object, required: [id], properties: {id: {type: string}, hook_id: {type: string}}}
`)

it('lists of a record which was made just now only what has happened to it since', () => {
  const made = ask('POST /hooks', { body: { url: 'a' } }).body as { id: string }
  expect(ask(`GET /hooks/${made.id}/deliveries`).body).toEqual([])
  expect(ask(`GET /hooks/${made.id}/regions`).body).toHaveLength(3)
  expect(ask(`POST /hooks/${made.id}/ping`).status).toBe(204)
  expect(ask(`GET /hooks/${made.id}/deliveries`).body).toMatchObject([{ hook_id: made.id }])
})
