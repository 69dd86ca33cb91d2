import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const of = (name: string): string => `{$ref: "#/components/schemas/${name}"}`
const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const described = (payments: string, sent = of('Payment')): string => `
paths:
  /invoices:
    post: {requestBody: {${json(of('Invoice'))}}, responses: {'201': {description: ok, ${json(of('Invoice'))}}}}
  /invoices/{id}:
    ${byId}
    get: {responses: {'200': {description: ok, ${json(of('Invoice'))}}}}
  /payments:
    post: {requestBody: {${json(sent)}}, responses: {'201': {description: ok, ${json(of('Payment'))}}}}
  /payments/{id}:
    ${byId}
    get: {responses: {'200': {description: ok, ${json(of('Payment'))}}}}
    patch: {requestBody: {${json(of('Payment'))}}, responses: {'200': {description: ok, ${json(of('Payment'))}}}}
    delete: {responses: {'204': {description: ok}}}
components:
  schemas:
    Invoice:
      type: object
      properties:
        id: {type: string}
        reference: {type: string}
        total: {type: number}
        amount_due: {type: number, readOnly: true}
        amount_paid: {type: number, readOnly: true}
        status: {type: string, enum: [OPEN, PAID]}
        fully_paid_on: {type: string, format: date, readOnly: true, description: Only returned on fully paid invoices}
        payments: {type: array, items: ${of('Payment')}${payments}}
    Payment:
      type: object
      required: [amount]
      properties: {id: {type: string}, invoice: ${of('Invoice')}, amount: {type: number}, date: {type: string, format: date}, note: {type: string}}
`
type Made = { readonly id: string }

it('shows the record that it is about as that is then, which lists it', async () => {
  const { ask } = await sandboxOf(described(', readOnly: true'))
  const { id } = ask('POST /invoices', { body: { total: 100, status: 'OPEN' } }).body as Made
  expect(ask(`GET /invoices/${id}`).body).not.toHaveProperty('fully_paid_on')
  const first = ask('POST /payments', { body: { invoice: { id }, amount: 40 } }).body as Made
  expect(first).toMatchObject({ invoice: { amount_due: 60, amount_paid: 40, status: 'OPEN' } })
  const body = { invoice: { id, reference: 'mine' }, amount: 60, date: '2025-11-25' }
  const second = ask('POST /payments', { body }).body as Made
  const paid = { status: 'PAID', amount_due: 0, fully_paid_on: '2025-11-25' }
  expect(second).toMatchObject({ invoice: { ...paid, reference: 'mine' } })
  expect(ask(`GET /payments/${second.id}`).body).toEqual(second)
  const invoice = ask(`GET /invoices/${id}`).body as { readonly payments: readonly object[] }
  const listed = [
    { id: first.id, amount: 40 },
    { id: second.id, amount: 60 },
  ]
  expect(invoice).toMatchObject({ ...paid, payments: listed })
  expect(invoice.payments[1]).not.toHaveProperty('invoice')
})

it('follows a record that changes and goes', async () => {
  const { ask } = await sandboxOf(described(', readOnly: true'))
  const { id } = ask('POST /invoices', { body: { total: 100, status: 'OPEN' } }).body as Made
  const payment = ask('POST /payments', { body: { invoice: { id }, amount: 100 } }).body as Made
  ask(`PATCH /payments/${payment.id}`, { body: { amount: 100, note: 'Late' } })
  expect(ask(`GET /invoices/${id}`).body).toMatchObject({ payments: [{ id: payment.id, note: 'Late' }] })
  ask(`DELETE /payments/${payment.id}`)
  const left = ask(`GET /invoices/${id}`).body
  expect(left).toMatchObject({ payments: [], amount_due: 100 })
  expect(left).not.toHaveProperty('fully_paid_on')
})

it('leaves a list that clients send', async () => {
  const { ask } = await sandboxOf(described(''))
  const sent = [{ amount: 1 }]
  const { id } = ask('POST /invoices', { body: { total: 100, payments: sent } }).body as Made
  ask('POST /payments', { body: { invoice: { id }, amount: 100 } })
  expect(ask(`GET /invoices/${id}`).body).toMatchObject({ payments: sent })
})

it('has what a payment took that is deleted by its status', async () => {
  const status = 'note: {type: string}, status: {type: string, enum: [AUTHORISED, DELETED]}'
  const { ask } = await sandboxOf(described(', readOnly: true').replace('note: {type: string}', status))
  const { id } = ask('POST /invoices', { body: { total: 100, status: 'OPEN' } }).body as Made
  const payment = ask('POST /payments', { body: { invoice: { id }, amount: 100 } }).body as Made
  expect(payment).toMatchObject({ status: 'AUTHORISED', invoice: { status: 'PAID' } })
  ask(`PATCH /payments/${payment.id}`, { body: { amount: 100, status: 'DELETED' } })
  const left = ask(`GET /invoices/${id}`).body
  expect(left).toMatchObject({ amount_due: 100, status: 'OPEN', payments: [{ status: 'DELETED' }] })
  expect(left).not.toHaveProperty('fully_paid_on')
})
