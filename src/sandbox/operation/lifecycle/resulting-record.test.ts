import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string): string => `{$ref: "#/components/schemas/${name}"}`
const path = '{name: id, in: path, required: true, schema: {type: string}}'
const text = '{type: string, nullable: true}'
const flag = '{type: boolean}'
const number = '{type: integer}'

const things = (name: string, at: string, fields: string): string => `
  /${at}:
    get: {parameters: [{name: payment, in: query, schema: {type: string}}], responses: {'200': {description: ok, ${json(`{type: array, items: ${ref(name)}}`)}}}}
    post: {requestBody: {${json(`{type: object, properties: {${fields}}}`)}}, responses: {'201': {description: ok, ${json(ref(name))}}, '409': {description: conflict}}}
  /${at}/{id}:
    get: {parameters: [${path}], responses: {'200': {description: ok, ${json(ref(name))}}}}`

const verb = (word: string, fields = ''): string => `
  /payments/{id}/${word}:
    post: {parameters: [${path}], requestBody: {${json(`{type: object, properties: {${fields}}}`)}}, responses: {'200': {description: ok, ${json(ref('Payment'))}}}}`

const described = (words: string, states = 'pending, succeeded, canceled'): string => `
paths:${things('Payment', 'payments', `amount: ${number}, currency: ${text}, note: ${text}, latest_charge: ${text}, confirm: ${flag}, capture_method: {type: string, enum: [automatic, manual]}`)}${verb('confirm', `paid_out_of_band: ${flag}`)}${verb('cancel')}${things('Charge', 'charges', `amount: ${number}, currency: ${text}`)}${things('Refund', 'refunds', `payment: ${text}, charge: ${text}, amount: ${number}`)}
components:
  schemas:
    Payment: {type: object, required: [id, amount, status], properties: {id: {type: string}, amount: ${number}, currency: ${text}, note: ${text}, capture_method: {type: string, enum: [automatic, manual]}, status: {type: string, enum: [${states}]}, latest_charge: {type: string, nullable: true, description: "${words}"}}}
    Charge: {type: object, required: [id, amount, paid, status], properties: {id: {type: string}, amount: ${number}, amount_captured: ${number}, amount_refunded: ${number}, captured: ${flag}, refunded: ${flag}, paid: ${flag}, currency: ${text}, note: {type: integer, nullable: true}, payment: ${text}, status: {type: string, enum: [pending, succeeded, failed]}}}
    Refund: {type: object, required: [id, amount], properties: {id: {type: string}, amount: ${number}, payment: ${text}, charge: ${text}}}
`

const created = 'The latest charge created by this payment.'
type Values = Readonly<Record<string, unknown>>

it('makes what comes of a record as an action has it succeed, with what both declare alike', async () => {
  const { ask } = await sandboxOf(described(created))
  const { id } = ask('POST /payments', { body: { amount: 20, currency: 'usd', note: 'late' } }).body as Values
  expect(ask('GET /charges').body).toEqual([])
  const { latest_charge: charge } = ask(`POST /payments/${id}/confirm`, { body: {} }).body as Values
  expect(ask(`GET /charges/${charge}`).body).toMatchObject({
    ...{ amount: 20, amount_captured: 20, amount_refunded: 0, currency: 'usd', payment: id },
    ...{ status: 'succeeded', paid: true, captured: true, refunded: false },
  })
  expect(ask(`GET /charges/${charge}`).body).not.toMatchObject({ note: 'late' })
  expect(ask(`GET /charges?payment=${id}`).body).toHaveLength(1)
  ask(`POST /payments/${id}/confirm`, { body: {} })
  expect(ask('GET /charges').body).toHaveLength(1)
  expect(ask(`GET /payments/${id}`).body).toMatchObject({ latest_charge: charge })
})

it('makes it with a record that succeeds as it is made', async () => {
  const { ask } = await sandboxOf(described(created))
  const made = ask('POST /payments', { body: { amount: 20, currency: 'usd', confirm: true } }).body as Values
  expect(made).toMatchObject({ status: 'succeeded' })
  expect(ask(`GET /charges/${made['latest_charge']}`).body).toMatchObject({ amount: 20, payment: made['id'] })
})

it.each([
  'ID of the last charge generated for this payment, if any.',
  'The resulting charge that was created from the payment',
])('reads it of the words %s', async (words) => {
  const { ask } = await sandboxOf(described(words))
  ask('POST /payments', { body: { amount: 20, confirm: true } })
  expect(ask('GET /charges').body).toHaveLength(1)
})

it.each([
  'The default charge of this payment.',
  'The charge that this payment reverses.',
  'The latest charge of this payment.',
  'The latest charge created by this customer.',
  'The latest letter created by this payment.',
])('makes none by the words %s', async (words) => {
  const { ask } = await sandboxOf(described(words))
  expect(ask('POST /payments', { body: { amount: 20, confirm: true } }).body).toMatchObject({ status: 'succeeded' })
  expect(ask('GET /charges').body).toEqual([])
})

it('makes none of a record that is not done, that was done elsewhere, or that names one', async () => {
  const { ask } = await sandboxOf(described(created))
  const make = (values: Values) => (ask('POST /payments', { body: { amount: 20, ...values } }).body as Values)['id']
  make({})
  ask(`POST /payments/${make({})}/cancel`, { body: {} })
  ask(`POST /payments/${make({})}/confirm`, { body: { paid_out_of_band: true } })
  make({ amount: 0, confirm: true })
  const own = make({ confirm: true, latest_charge: 'ch_1' })
  expect(ask('GET /charges').body).toEqual([])
  expect(ask(`GET /payments/${own}`).body).toMatchObject({ latest_charge: 'ch_1' })
})

it('makes none of records that are never done', async () => {
  const { ask } = await sandboxOf(described(created, 'draft, open'))
  ask('POST /payments', { body: { amount: 20, confirm: true } })
  expect(ask('GET /charges').body).toEqual([])
})

it('leaves what clients make themselves', async () => {
  const { ask } = await sandboxOf(described(created))
  expect(ask('POST /charges', { body: { amount: 5 } }).body).toMatchObject({ amount: 5, payment: null })
  expect(ask('GET /payments').body).toEqual([])
})

it('has what names the record name what came of it, and count there', async () => {
  const { ask } = await sandboxOf(described(created))
  const payment = ask('POST /payments', { body: { amount: 20, confirm: true } }).body as Values
  const { id, latest_charge: charge } = payment
  expect(ask('POST /refunds', { body: { payment: id, amount: 5 } }).body).toMatchObject({ payment: id, charge })
  expect(ask(`GET /charges/${charge}`).body).toMatchObject({ amount_refunded: 5, refunded: false })
  expect(ask('POST /refunds', { body: { charge } }).body).toMatchObject({ payment: id, charge, amount: 15 })
  expect(ask(`GET /charges/${charge}`).body).toMatchObject({ amount_refunded: 20, refunded: true })
  expect(ask('POST /refunds', { body: { payment: id } }).status).toBe(409)
})

it('names nothing that has not come, and leaves what is sent', async () => {
  const { ask } = await sandboxOf(described(created))
  const open = ask('POST /payments', { body: { amount: 20 } }).body as Values
  expect(ask('POST /refunds', { body: { payment: open['id'], amount: 5 } }).body).not.toMatchObject({
    charge: expect.any(String),
  })
  const done = ask('POST /payments', { body: { amount: 20, confirm: true } }).body as Values
  const { id } = ask('POST /charges', { body: { amount: 9 } }).body as Values
  const both = { payment: done['id'], charge: id, amount: 5 }
  expect(ask('POST /refunds', { body: both }).body).toMatchObject(both)
})

it('makes it of a bill that is paid, for as much as the bill comes to', async () => {
  const { ask } = await sandboxOf(`
paths:${things('Invoice', 'invoices', `total: ${number}, currency: ${text}`)}
  /invoices/{id}/pay:
    post: {parameters: [${path}], responses: {'200': {description: ok, ${json(ref('Invoice'))}}}}${things('Charge', 'charges', `amount: ${number}`)}
components:
  schemas:
    Invoice: {type: object, required: [id, total, status], properties: {id: {type: string}, total: ${number}, currency: ${text}, status: {type: string, enum: [open, paid, void]}, charge: {type: string, nullable: true, description: 'ID of the latest charge generated for this invoice, if any.'}}}
    Charge: {type: object, required: [id, amount], properties: {id: {type: string}, amount: ${number}, currency: ${text}, invoice_id: ${text}}}
`)
  const { id, charge: none } = ask('POST /invoices', { body: { total: 30, currency: 'chf' } }).body as Values
  expect(none ?? null).toBeNull()
  const { charge } = ask(`POST /invoices/${id}/pay`).body as Values
  expect(ask(`GET /charges/${charge}`).body).toMatchObject({ amount: 30, currency: 'chf', invoice_id: id })
})

it('reads long descriptions soon', async () => {
  const { ask } = await sandboxOf(described('last '.repeat(40_000)))
  const before = performance.now()
  ask('POST /payments', { body: { amount: 20, confirm: true } })
  expect(performance.now() - before).toBeLessThan(4000)
})
