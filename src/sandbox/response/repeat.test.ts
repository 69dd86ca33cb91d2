import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

it('repeats beside a record only what the envelope shows', async () => {
  const user = '{contact_id: 7, username: ada, email: a@b.example}'
  const shown = `responses: {'200': {description: ok, content: {application/json: {example: {http_code: 200, response_msg: done, data: ${user}}}}}}`
  const { ask } = await sandboxOf(`
paths:
  /contacts:
    get: {responses: {'200': {description: ok, content: {application/json: {example: {data: {total: 1, data: [${user}]}}}}}}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {username: {type: string}, email: {type: string}}}}}}
      ${shown}
  /contacts/{contact_id}:
    parameters: [{name: contact_id, in: path, required: true, schema: {type: integer}}]
    get: {${shown}}
`)
  const { body } = ask('POST /contacts', { body: { username: 'grace', email: 'g@h.example' } })
  expect(Object.keys(body as object)).toEqual(['http_code', 'response_msg', 'data'])
  expect(body).toMatchObject({ data: { username: 'grace', email: 'g@h.example' } })
})
