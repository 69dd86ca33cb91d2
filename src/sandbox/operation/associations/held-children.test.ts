import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const id = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const taking = (schema: string) => `requestBody: {content: {application/json: {schema: ${schema}}}}`

const bills = (payments: string) =>
  sandboxOf(`
paths:
  /bills: {post: {${taking(ref('Bill'))}, responses: {'201': ${ok(ref('Bill'))}}}}
  /bills/{bill_id}:
    parameters: [${id('bill_id')}]
    get: {responses: {'200': ${ok(ref('Bill'))}}}
    put: {${taking(ref('Bill'))}, responses: {'200': ${ok(ref('Bill'))}}}
  /bills/{bill_id}/payments:
    post: {parameters: [${id('bill_id')}], ${taking(ref('PaymentDetail'))}, responses: {'200': ${ok(ref('PaymentReference'))}}}
  /bills/{bill_id}/payments/{payment_id}:
    delete: {parameters: [${id('bill_id')}, ${id('payment_id')}], responses: {'204': {description: gone}}}
components:
  schemas:
    Money: {type: object, properties: {currency: {type: string}, value: {type: string}}, required: [currency, value]}
    PaymentReference: {type: object, properties: {payment_id: {type: string, readOnly: true}}}
    PaymentDetail: {type: object, required: [method], properties: {payment_id: {type: string, readOnly: true}, method: {type: string}, note: {type: string}, amount: ${ref('Money')}}}
    Bill:
      type: object
      properties:
        id: {type: string, readOnly: true}
        title: {type: string}
        payments: ${payments}
`)

const list = '{type: array, readOnly: true, items: {$ref: "#/components/schemas/PaymentDetail"}}'
const sum = '{allOf: [{$ref: "#/components/schemas/Money"}], readOnly: true}'
const eur = (value: string) => ({ currency: 'EUR', value })

type Named = { id: string; payment_id: string }

async function paid(payments: string) {
  const { ask } = await bills(payments)
  const bill = (ask('POST /bills', { body: { title: 'a' } }).body as Named).id
  const pay = (body: object) => (ask(`POST /bills/${bill}/payments`, { body }).body as Named).payment_id
  const shown = () => (ask(`GET /bills/${bill}`).body as { payments?: object }).payments
  return { ask, bill, pay, shown }
}

it('shows what stands under a record inside an object, as it was sent, with what it comes to', async () => {
  const { ask, bill, pay, shown } = await paid(
    `{type: object, properties: {transactions: ${list}, paid_amount: ${sum}}}`,
  )
  const one = pay({ method: 'CASH', note: 'n', amount: eur('40.50') })
  const two = pay({ method: 'CARD', amount: eur('2.00') })
  const first = { payment_id: one, method: 'CASH', note: 'n', amount: eur('40.50') }
  const second = { payment_id: two, method: 'CARD', amount: eur('2.00') }
  const both = { transactions: [first, second], paid_amount: eur('42.50') }
  expect(shown()).toEqual(both)
  expect(ask(`PUT /bills/${bill}`, { body: { title: 'b' } }).body).toMatchObject({ title: 'b', payments: both })
  ask(`DELETE /bills/${bill}/payments/${one}`)
  expect(shown()).toEqual({ transactions: [second], paid_amount: eur('2.00') })
  ask(`DELETE /bills/${bill}/payments/${two}`)
  expect(shown()).toEqual({ transactions: [], paid_amount: eur('0.00') })
})

it('counts nothing in an amount that is of something else, and shows nothing in an array that clients may send', async () => {
  const other = await paid(`{type: object, properties: {transactions: ${list}, fee_amount: ${sum}}}`)
  const key = other.pay({ method: 'CASH', amount: eur('40.50') })
  expect(other.shown()).toMatchObject({ transactions: [{ payment_id: key }] })
  expect(other.shown()).not.toMatchObject({ fee_amount: eur('40.50') })
  const theirs = await paid(
    `{type: object, properties: {transactions: ${list.replace('readOnly: true, ', '')}, paid_amount: ${sum}}}`,
  )
  theirs.pay({ method: 'CASH', amount: eur('40.50') })
  expect(theirs.shown()).toBeUndefined()
})
