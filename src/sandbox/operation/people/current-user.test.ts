import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const one = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const body = (name: string) => `{content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const id = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const yaml = (mine: string) => `
paths:
  /me:
    get: {operationId: getMe, responses: {'200': ${one(mine)}}}
    patch: {operationId: changeMe, requestBody: ${body(mine)}, responses: {'200': ${one(mine)}}}
  /users:
    get: {operationId: listUsers, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/User'}}}}}}}
    post: {operationId: createUser, requestBody: ${body('User')}, responses: {'201': ${one('User')}}}
  /users/{id}:
    ${id}
    get: {operationId: getUser, responses: {'200': ${one('User')}, '404': {description: none}}}
    patch: {operationId: changeUser, requestBody: ${body('User')}, responses: {'200': ${one('User')}, '404': {description: none}}}
  /users/{id}/notes:
    ${id}
    post: {operationId: createNote, requestBody: ${body('Note')}, responses: {'201': ${one('Note')}, '404': {description: none}}}
components:
  schemas:
    User: {type: object, properties: {id: {type: string}, name: {type: string}, email: {type: string}, title: {type: string}}}
    Self: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, email: {type: string}, plan: {type: string, example: free}}}
    Shop: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, domain: {type: string}}}
    Note: {type: object, properties: {id: {type: string, readOnly: true}, text: {type: string}}}
`

it.each(['User', 'Self'])('shows as %s the same one of those who are read by their ids', async (mine) => {
  const { ask } = await sandboxOf(yaml(mine))
  ask('POST /users', { body: { name: 'other' } })
  const me = ask('GET /me').body as { readonly id: string }
  expect(ask(`GET /users/${me.id}`).body).toMatchObject({ id: me.id })
  expect(ask(`POST /users/${me.id}/notes`, { body: { text: 'a' } }).status).toBe(201)
  ask('PATCH /me', { body: { name: 'ada' } })
  expect(ask(`GET /users/${me.id}`).body).toMatchObject({ name: 'ada' })
  ask(`PATCH /users/${me.id}`, { body: { name: 'eva' } })
  expect(ask('GET /me').body).toMatchObject({ ...me, name: 'eva' })
  expect(ask('GET /users').body).toHaveLength(2)
})

it('takes what is something else for no user', async () => {
  const { ask } = await sandboxOf(yaml('Shop'))
  const { id: own } = ask('GET /me').body as { readonly id: string }
  expect(ask(`GET /users/${own}`).status).toBe(404)
})
