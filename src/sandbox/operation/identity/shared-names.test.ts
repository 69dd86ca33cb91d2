import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const id = (name: string) =>
  `{name: ${name}, in: path, required: true, description: The id or code., schema: {type: string}}`
const one = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const many = (name: string) =>
  `{description: ok, content: {application/json: {schema: {type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}}}}`
const body = (schema: string) => `{content: {application/json: {schema: ${schema}}}}`
const refused = `{description: no, content: {application/json: {schema: {type: object, properties: {message: {type: string}}}}}}`

const yaml = `
paths:
  /accounts:
    post: {operationId: create_account, requestBody: ${body('{type: object, required: [code], properties: {code: {type: string, description: The unique identifier of the account.}}}')}, responses: {'201': ${one('Account')}, '422': ${refused}}}
    get: {responses: {'200': ${many('Account')}}}
  /accounts/{account_id}:
    parameters: [${id('account_id')}]
    get: {operationId: get_account, responses: {'200': ${one('Account')}}}
    delete: {operationId: deactivate_account, responses: {'200': ${one('Account')}}}
  /accounts/{account_id}/reactivate:
    parameters: [${id('account_id')}]
    put: {operationId: reactivate_account, responses: {'200': ${one('Account')}}}
  /accounts/{account_id}/deals:
    parameters: [${id('account_id')}]
    get: {operationId: list_account_deals, responses: {'200': ${many('Deal')}}}
  /plans:
    post: {operationId: create_plan, requestBody: ${body('{type: object, properties: {code: {type: string}, name: {type: string}}}')}, responses: {'201': ${one('Plan')}}}
  /plans/{plan_id}:
    parameters: [${id('plan_id')}]
    get: {operationId: get_plan, responses: {'200': ${one('Plan')}}}
    delete: {operationId: remove_plan, responses: {'200': ${one('Plan')}}}
  /deals:
    post: {operationId: create_deal, requestBody: ${body('{type: object, properties: {plan_code: {type: string}, account: {type: object, properties: {code: {type: string}}}}}')}, responses: {'201': ${one('Deal')}}}
  /deals/{deal_id}:
    parameters: [${id('deal_id')}]
    get: {operationId: get_deal, responses: {'200': ${one('Deal')}}}
components:
  schemas:
    Account: {type: object, properties: {id: {type: string, readOnly: true}, code: {type: string}, state: {type: string, enum: [active, inactive]}}}
    Plan: {type: object, properties: {id: {type: string, readOnly: true}, code: {type: string}, name: {type: string}, state: {type: string, enum: [active, inactive]}}}
    Deal: {type: object, properties: {id: {type: string, readOnly: true}, plan: {$ref: '#/components/schemas/Plan'}, account: {$ref: '#/components/schemas/Account'}}}
`

type Made = { readonly id: string }

it('shows the records that a request names by their codes, and lists what is made under them', async () => {
  const { ask } = await sandboxOf(yaml)
  const account = ask('POST /accounts', { body: { code: 'bob' } }).body as Made
  const plan = ask('POST /plans', { body: { code: 'gold', name: 'Gold' } }).body as Made
  const deal = ask('POST /deals', { body: { plan_code: 'gold', account: { code: 'bob' } } }).body as Made
  expect(deal).toMatchObject({ plan: { id: plan.id, name: 'Gold' }, account: { id: account.id, code: 'bob' } })
  expect(ask(`GET /accounts/${account.id}/deals`).body).toMatchObject({ data: [{ id: deal.id }] })
})

it('keeps a code that names nothing yet', async () => {
  const { ask } = await sandboxOf(yaml)
  expect(ask('POST /deals', { body: { plan_code: 'new' } }).body).toMatchObject({ plan: { code: 'new' } })
})

it('refuses a key that is said to be unique and belongs to another', async () => {
  const { ask } = await sandboxOf(yaml)
  ask('POST /accounts', { body: { code: 'bob' } })
  expect(ask('POST /accounts', { body: { code: 'bob' } }).status).toBe(422)
  expect((ask('GET /accounts').body as { data: unknown[] }).data).toHaveLength(1)
  for (const _ of [1, 2]) expect(ask('POST /plans', { body: { code: 'gold' } }).status).toBe(201)
})

it('keeps what a DELETE only deactivates, and takes out what it removes', async () => {
  const { ask } = await sandboxOf(yaml)
  const { id: account } = ask('POST /accounts', { body: { code: 'bob' } }).body as Made
  const { id: plan } = ask('POST /plans', { body: { code: 'gold' } }).body as Made
  expect(ask(`DELETE /accounts/${account}`).body).toMatchObject({ state: 'inactive' })
  expect(ask(`GET /accounts/${account}`).body).toMatchObject({ state: 'inactive' })
  expect(ask(`PUT /accounts/${account}/reactivate`).body).toMatchObject({ state: 'active' })
  expect(ask(`DELETE /plans/${plan}`).status).toBe(200)
  expect(ask(`GET /plans/${plan}`).status).toBe(404)
})
