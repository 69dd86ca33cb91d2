import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const money = '{type: object, nullable: true, properties: {amount: {type: integer}, currency: {type: string}}}'
const payments = (states: string): string => `
paths:
  /payments:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {amount: ${money}, approved_amount: ${money}, approver: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Payment'}}}}}
  /payments/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Payment'}}}}}}}
components:
  schemas:
    Payment: {type: object, required: [id, status], properties: {id: {type: string}, status: {type: string, enum: ${states}}, amount: ${money}, approved_amount: ${money}, approver: {type: string, nullable: true}}}
`
const amount = { amount: 1200, currency: 'EUR' }

it('says that the amount of what is done was approved', async () => {
  const { ask } = await sandboxOf(payments('[completed]'))
  const { body } = ask('POST /payments', { body: { amount } })
  expect(body).toMatchObject({ amount, approved_amount: amount, approver: null })
})

it('leaves what is pending, and what a request says', async () => {
  const { ask } = await sandboxOf(payments('[pending, completed]'))
  expect(ask('POST /payments', { body: { amount } }).body).toMatchObject({ approved_amount: null })
  const said = { amount: 5, currency: 'EUR' }
  const body = { amount, approved_amount: said }
  expect(ask('POST /payments', { body }).body).toMatchObject({ approved_amount: said })
})
