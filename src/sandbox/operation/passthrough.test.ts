import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

it('counts the records that there are', async () => {
  const user =
    'content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}}}'
  const api = await sandboxOf(`
paths:
  /users: {post: {responses: {'201': {description: ok, ${user}}}}}
  /users/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${user}}}}}
  /users/count: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [count], properties: {count: {type: integer}}}}}}}}}
`)
  expect(api.ask('GET /users/count').body).toEqual({ count: 0 })
  api.ask('POST /users')
  api.ask('POST /users')
  expect(api.ask('GET /users/count').body).toEqual({ count: 2 })
})
