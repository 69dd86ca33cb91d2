import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const code = (word: string) =>
  `{type: object, properties: {issue: {type: string, enum: [${word}]}, description: {type: string}}}`
const codes = ['INVALID_CURRENCY_CODE', 'REFUND_AMOUNT_EXCEEDED', 'CAPTURE_FULLY_REFUNDED'].map(code).join(', ')
const problem = `{type: object, properties: {details: {type: array, items: {anyOf: [${codes}]}}}}`
const payment =
  '{type: object, required: [id], properties: {id: {type: string}, amount: {type: integer}, amount_refunded: {type: integer}}}'
const { ask } = await sandboxOf(`
paths:
  /payments: {post: {requestBody: {${json('{type: object, required: [amount], properties: {amount: {type: integer}}}')}}, responses: {'201': {description: made, ${json(payment)}}}}}
  /payments/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, ${json(payment)}}}}}
  /payments/{id}/refund: {post: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], requestBody: {${json('{type: object, properties: {amount: {type: integer}}}')}}, responses: {'200': {description: refunded, ${json(payment)}}, '422': {description: no, ${json(problem)}}}}}
`)

it('calls what is too much, and what has nothing left, by the codes that say so', () => {
  const { id } = ask('POST /payments', { body: { amount: 100 } }).body as { id: string }
  const refund = (body: object) => ask(`POST /payments/${id}/refund`, { body })
  expect(refund({ amount: 500 })).toMatchObject({
    status: 422,
    body: { details: [{ issue: 'REFUND_AMOUNT_EXCEEDED' }] },
  })
  expect(refund({ amount: 100 }).status).toBe(200)
  expect(refund({ amount: 10 }).body).toMatchObject({ details: [{ issue: 'CAPTURE_FULLY_REFUNDED' }] })
})
