import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const one = `{'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}`
const id = '{name: id, in: path, required: true, schema: {type: string}}'

it('does what the body says where the path says only that the state changes', async () => {
  const { ask } = await sandboxOf(`
paths:
  /users: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: ${one}}}
  /users/{id}: {get: {parameters: [${id}], responses: ${one}}}
  /users/{id}/status:
    put:
      parameters: [${id}]
      requestBody: {content: {application/json: {schema: {type: object, required: [action], properties: {action: {type: string, enum: [activate, deactivate, clock_in]}}}}}}
      responses: {'204': {description: done}}
components:
  schemas:
    User: {type: object, required: [id, status], properties: {id: {type: string}, name: {type: string}, status: {type: string, enum: [active, inactive, pending]}}}
`)
  const user = ask('POST /users', { body: { name: 'a' } }).body as { id: string }
  const after = (action: string) => {
    expect(ask(`PUT /users/${user.id}/status`, { body: { action } }).status).toBe(204)
    return (ask(`GET /users/${user.id}`).body as { status: string }).status
  }
  expect(['deactivate', 'activate', 'clock_in'].map(after)).toEqual(['inactive', 'active', 'active'])
})
