import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'
import { credential } from '../../../../test/support/simulated.ts'

const one = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const refused =
  '{description: none, content: {application/json: {schema: {type: object, properties: {message: {type: string}}}}}}'
const id = '{name: account_id, in: path, required: true, schema: {type: string}}'
const yaml = `
security: [{basic: []}]
paths:
  /accounts:
    post: {responses: {'201': ${one('Account')}}}
  /accounts/{account_id}:
    parameters: [${id}]
    get: {responses: {'200': ${one('Account')}, '404': ${refused}}}
    patch: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'200': ${one('Account')}, '404': ${refused}}}
  /accounts/{account_id}/calls:
    parameters: [${id}]
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Call'}}}}, responses: {'201': ${one('Call')}, '404': ${refused}}}
components:
  securitySchemes: {basic: {type: http, scheme: basic}}
  schemas:
    Account: {type: object, properties: {id: {type: string}, name: {type: string}}}
    Call: {type: object, properties: {id: {type: string, readOnly: true}, account_id: {type: string}, to: {type: string}}}
`

const as = (user: string, password = credential) => ({
  fields: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
})

it('knows the account that asks by its name in Basic, and no other', async () => {
  const { ask } = await sandboxOf(yaml)
  expect(ask('GET /accounts/AC1', as('AC1'))).toMatchObject({ status: 200, body: { id: 'AC1' } })
  expect(ask('GET /accounts/AC2', as('AC1')).status).toBe(404)
  expect(ask('GET /accounts/AC1').status).toBe(404)
  expect(ask('GET /accounts/AC1', as('AC1', 'wrong')).status).toBe(401)
})

it('keeps what is changed of it and what is made under it', async () => {
  const { ask } = await sandboxOf(yaml)
  const call = ask('POST /accounts/AC1/calls', { ...as('AC1'), body: { to: '+1' } })
  expect(call).toMatchObject({ status: 201, body: { account_id: 'AC1', to: '+1' } })
  expect(ask('PATCH /accounts/AC1', { ...as('AC1'), body: { name: 'mine' } }).status).toBe(200)
  expect(ask('GET /accounts/AC1').body).toMatchObject({ name: 'mine' })
})
