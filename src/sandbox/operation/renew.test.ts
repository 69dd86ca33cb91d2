import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const hook = 'content: {application/json: {schema: {$ref: "#/components/schemas/Hook"}}}'
const secret =
  'content: {application/json: {schema: {type: object, properties: {type: {type: string}, value: {type: string}}}}}'

it('makes a secret anew where the operation is called that, and leaves the rest', async () => {
  const { ask } = await sandboxOf(`
paths:
  /hooks: {post: {requestBody: {${hook}}, responses: {'200': {description: ok, ${hook}}}}}
  /hooks/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${hook}}}}
  /hooks/{id}/rotate-secret:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post: {responses: {'200': {description: ok, ${hook}}}}
  /hooks/{id}/ping:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post: {responses: {'200': {description: ok, ${hook}}}}
  /hooks/{id}/client-secret:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${secret}}}}
    post: {summary: Generate a new secret, responses: {'200': {description: ok, ${secret}}}}
components: {schemas: {Hook: {type: object, properties: {id: {type: string, readOnly: true}, url: {type: string}, secret: {type: string, readOnly: true}}}}}
`)
  const made = ask('POST /hooks', { body: { url: 'https://a.example' } }).body as { id: string; secret: string }
  expect(ask(`POST /hooks/${made.id}/ping`).body).toEqual(made)
  const { secret: next, ...rest } = ask(`POST /hooks/${made.id}/rotate-secret`).body as typeof made
  expect(rest).toEqual({ id: made.id, url: 'https://a.example' })
  expect(next).not.toBe(made.secret)
  expect(ask(`GET /hooks/${made.id}`).body).toMatchObject({ secret: next })
  const first = ask(`GET /hooks/${made.id}/client-secret`).body as { type: string; value: string }
  const second = ask(`POST /hooks/${made.id}/client-secret`).body as typeof first
  expect(second.type).toBe(first.type)
  expect(second.value).not.toBe(first.value)
  expect(ask(`GET /hooks/${made.id}/client-secret`).body).toEqual(second)
})
