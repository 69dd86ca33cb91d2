import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const answer = (status: string, name: string) =>
  `'${status}': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const refused =
  "'422': {description: no, content: {application/json: {schema: {type: object, properties: {message: {type: string}}}}}}"
const sends = (properties: string) =>
  `requestBody: {content: {application/json: {schema: {type: object, properties: {${properties}}}}}}`
const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'

const counted = `
paths:
  /charges:
    post: {${sends('amount: {type: integer}')}, responses: {${answer('201', 'Charge')}}}
  /charges/{id}:
    get: {${byId}, responses: {${answer('200', 'Charge')}}}
  /refunds:
    post: {${sends('charge: {type: string}, amount: {type: integer}')}, responses: {${answer('201', 'Refund')}, ${refused}}}
  /refunds/{id}:
    get: {${byId}, responses: {${answer('200', 'Refund')}}}
components:
  schemas:
    Charge: {type: object, required: [id, amount, amount_refunded, refunded], properties: {id: {type: string}, amount: {type: integer}, amount_refunded: {type: integer, default: 0}, refunded: {type: boolean, default: false}}}
    Refund: {type: object, required: [id, amount], properties: {id: {type: string}, charge: {type: string}, amount: {type: integer}, status: {type: string, enum: [pending, succeeded, failed]}}}
`

it('takes refunds out of the amount that a request names, and no more than is left', async () => {
  const api = await sandboxOf(counted)
  const { id } = api.ask('POST /charges', { body: { amount: 1000 } }).body as { id: string }
  const refund = (amount?: number) =>
    api.ask('POST /refunds', { body: { charge: id, ...(amount !== undefined && { amount }) } })
  expect(refund(300)).toMatchObject({ status: 201, body: { charge: id, amount: 300, status: 'succeeded' } })
  expect(api.ask(`GET /charges/${id}`).body).toMatchObject({ amount: 1000, amount_refunded: 300, refunded: false })
  expect(refund(701)).toMatchObject({ status: 422, body: { message: 'Cannot refund 701 of this charge: 700 is left' } })
  expect(refund()).toMatchObject({ status: 201, body: { amount: 700 } })
  expect(api.ask(`GET /charges/${id}`).body).toMatchObject({ amount_refunded: 1000, refunded: true })
  expect(refund()).toMatchObject({ status: 422 })
})

const made = `
paths:
  /orders:
    post: {${sends('amount: {$ref: "#/components/schemas/Money"}')}, responses: {${answer('201', 'Order')}}}
  /orders/{id}/capture:
    post: {${byId}, ${sends('amount: {$ref: "#/components/schemas/Money"}')}, responses: {${answer('201', 'Capture')}, ${refused}}}
  /captures/{id}:
    get: {${byId}, responses: {${answer('200', 'Capture')}}}
  /captures/{id}/refund:
    post: {${byId}, ${sends('amount: {$ref: "#/components/schemas/Money"}')}, responses: {${answer('201', 'Refund')}, ${refused}}}
  /refunds/{id}:
    get: {${byId}, responses: {${answer('200', 'Refund')}}}
components:
  schemas:
    Money: {type: object, required: [value], properties: {value: {type: string}, currency: {type: string}}}
    Order: {type: object, properties: {id: {type: string}, amount: {$ref: "#/components/schemas/Money"}}}
    Capture: {type: object, properties: {id: {type: string}, amount: {$ref: "#/components/schemas/Money"}, status: {type: string, enum: [PENDING, COMPLETED, PARTIALLY_REFUNDED, REFUNDED]}}}
    Refund: {type: object, properties: {id: {type: string}, amount: {$ref: "#/components/schemas/Money"}, status: {type: string, readOnly: true, enum: [PENDING, COMPLETED]}}}
`

it('makes what a verb is called after, a part of the record it is done to', async () => {
  const api = await sandboxOf(made)
  const money = (value: string) => ({ amount: { value, currency: 'EUR' } })
  const order = api.ask('POST /orders', { body: money('10.50') }).body as { id: string }
  expect(api.ask(`POST /orders/${order.id}/capture`, { body: money('11.00') }).status).toBe(422)
  const capture = api.ask(`POST /orders/${order.id}/capture`, { body: money('10.10') }).body as { id: string }
  expect(capture).toMatchObject({ amount: { value: '10.10', currency: 'EUR' }, status: 'COMPLETED' })
  expect(capture.id).not.toBe(order.id)
  const first = api.ask(`POST /captures/${capture.id}/refund`, { body: money('0.20') }).body as { id: string }
  expect(first).toMatchObject({ status: 'COMPLETED' })
  expect(api.ask(`GET /refunds/${first.id}`).body).toEqual(first)
  expect(api.ask(`GET /captures/${capture.id}`).body).toMatchObject({ status: 'PARTIALLY_REFUNDED' })
  expect(api.ask(`POST /captures/${capture.id}/refund`, { body: {} }).body).toMatchObject(money('9.90'))
  expect(api.ask(`GET /captures/${capture.id}`).body).toMatchObject({ amount: { value: '10.10' }, status: 'REFUNDED' })
  expect(api.ask(`POST /captures/${capture.id}/refund`, { body: {} }).status).toBe(422)
  expect(api.ask('GET /captures/none').status).toBe(404)
})

const own = `
paths:
  /payments:
    post: {${sends('amount: {type: number}')}, responses: {${answer('201', 'Payment')}}}
  /payments/{id}/refund:
    post: {${byId}, ${sends('amount: {type: number}')}, responses: {${answer('200', 'Payment')}, ${refused}}}
components:
  schemas:
    Payment: {type: object, required: [id, amount, refunded_amount, status], properties: {id: {type: string}, amount: {type: number}, refunded_amount: {type: number, default: 0}, status: {type: string, enum: [paid, refunded]}}}
`

it('counts what a verb gives back of the record itself', async () => {
  const api = await sandboxOf(own)
  const { id } = api.ask('POST /payments', { body: { amount: 10.5, status: 'paid' } }).body as { id: string }
  const refund = (body: object) => api.ask(`POST /payments/${id}/refund`, { body })
  expect(refund({ amount: 0.2 }).body).toMatchObject({ amount: 10.5, refunded_amount: 0.2, status: 'paid' })
  expect(refund({ amount: 10.4 }).status).toBe(422)
  expect(refund({}).body).toMatchObject({ amount: 10.5, refunded_amount: 10.5, status: 'refunded' })
})

const charges = `
paths:
  /charges:
    post: {${sends('amount: {type: integer}, capture: {type: boolean, default: true}')}, responses: {${answer('201', 'Charge')}}}
  /charges/{id}:
    get: {${byId}, responses: {${answer('200', 'Charge')}}}
  /charges/{id}/refund:
    post: {${byId}, ${sends('amount: {type: integer}')}, responses: {${answer('200', 'Charge')}, ${refused}}}
  /charges/{id}/capture:
    post: {${byId}, ${sends('amount: {type: integer}')}, responses: {${answer('200', 'Charge')}, ${refused}}}
components:
  schemas:
    Charge: {type: object, required: [id, amount, amount_refunded, refunded, amount_captured, captured], properties: {id: {type: string}, amount: {type: integer}, amount_refunded: {type: integer}, refunded: {type: boolean}, amount_captured: {type: integer}, captured: {type: boolean}, status: {type: string, enum: [pending, succeeded, failed]}}}
`

async function charge(body: object) {
  const api = await sandboxOf(charges)
  const made = api.ask('POST /charges', { body: { amount: 1000, ...body } }).body as { id: string }
  const act = (verb: string, sent: object) => api.ask(`POST /charges/${made.id}/${verb}`, { body: sent })
  return { made, act, now: () => api.ask(`GET /charges/${made.id}`).body }
}

it('keeps the amount of a record when its last part is given back', async () => {
  const { act } = await charge({})
  expect(act('refund', { amount: 700 }).body).toMatchObject({ amount: 1000, amount_refunded: 700, refunded: false })
  expect(act('refund', { amount: 300 }).body).toMatchObject({ amount: 1000, amount_refunded: 1000, refunded: true })
})

it('captures as much as is sent, and keeps the amount', async () => {
  const { act } = await charge({ capture: false })
  const captured = { amount: 1000, amount_captured: 400, captured: true }
  expect(act('capture', { amount: 400 }).body).toMatchObject(captured)
  expect(act('capture', {}).status).toBe(422)
})

it('refuses less than nothing', async () => {
  const { act, now } = await charge({})
  expect(act('refund', { amount: -500 })).toMatchObject({ status: 422 })
  expect(now()).toMatchObject({ amount: 1000, amount_refunded: 0 })
})

it('refuses a text that is no number', async () => {
  const api = await sandboxOf(made)
  const order = api.ask('POST /orders', { body: { amount: { value: '50.00' } } }).body as { id: string }
  const capture = (value: string) => api.ask(`POST /orders/${order.id}/capture`, { body: { amount: { value } } })
  expect(capture('12,50').status).toBe(422)
  expect(capture('-1.00').status).toBe(422)
  expect(capture('50.00').status).toBe(201)
})

it('captures a new record at once, unless it is to be taken later', async () => {
  const taken = { captured: true, amount_captured: 1000, amount_refunded: 0, refunded: false }
  expect((await charge({})).made).toMatchObject(taken)
  expect((await charge({ capture: true })).made).toMatchObject(taken)
  expect((await charge({ capture: false })).made).toMatchObject({ captured: false, amount_captured: 0 })
})

it('takes nothing for a request of several records of which one is refused', async () => {
  const one = '{type: object, properties: {amount: {type: integer}}}'
  const several = `requestBody: {content: {application/json: {schema: {anyOf: [${one}, {type: array, items: ${one}}]}}}}`
  const api = await sandboxOf(
    counted
      .replace(sends('charge: {type: string}, amount: {type: integer}'), `${byId}, ${several}`)
      .replace('  /refunds:', '  /charges/{id}/refunds:'),
  )
  const { id } = api.ask('POST /charges', { body: { amount: 1000 } }).body as { id: string }
  const refund = (...amounts: number[]) =>
    api.ask(`POST /charges/${id}/refunds`, { body: amounts.map((amount) => ({ amount })) })
  expect(refund(300, 701).status).toBe(422)
  expect(api.ask(`GET /charges/${id}`).body).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(refund(300, 700).status).toBe(201)
  expect(api.ask(`GET /charges/${id}`).body).toMatchObject({ amount_refunded: 1000, refunded: true })
})
