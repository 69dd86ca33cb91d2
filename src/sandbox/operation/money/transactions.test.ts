import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const orders = (verb: string, list: string, status = 'CREATED, COMPLETED, VOIDED') => `
paths:
  /orders: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [units], properties: {units: {type: array, items: {$ref: '#/components/schemas/Sent'}}}}}}}, responses: {'201': {$ref: '#/components/responses/Order'}}}}
  /orders/{id}: {get: {parameters: [{$ref: '#/components/parameters/id'}], responses: {'200': {$ref: '#/components/responses/Order'}}}}
  /orders/{id}/${verb}: {post: {parameters: [{$ref: '#/components/parameters/id'}], responses: {'200': {$ref: '#/components/responses/Order'}}}}
components:
  parameters: {id: {name: id, in: path, required: true, schema: {type: string}}}
  responses: {Order: {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
  schemas:
    Money: {type: object, required: [value, currency], properties: {value: {type: string}, currency: {type: string}}}
    Sent: {type: object, required: [amount], properties: {amount: {$ref: '#/components/schemas/Money'}, invoice_id: {type: string}}}
    Entry:
      type: object
      properties:
        id: {type: string}
        amount: {$ref: '#/components/schemas/Money'}
        invoice_id: {type: string}
        status: {type: string, enum: [PENDING, CREATED, COMPLETED, DENIED]}
        status_details: {type: object, properties: {reason: {type: string, enum: [BUYER_COMPLAINT]}}}
    Unit:
      allOf:
        - {$ref: '#/components/schemas/Sent'}
        - type: object
          properties: {payments: {type: object, properties: {${list}: {type: array, readOnly: true, items: {$ref: '#/components/schemas/Entry'}}}}}
    Order:
      type: object
      properties:
        id: {type: string}
        status: {type: string, enum: [${status}]}
        units: {type: array, items: {$ref: '#/components/schemas/Unit'}}
`
const units = [
  { amount: { value: '42.50', currency: 'EUR' }, invoice_id: 'I-1' },
  { amount: { value: '1.00', currency: 'EUR' } },
]

type Entries = readonly { readonly id: string }[]

async function after(verb: string, list: string): Promise<readonly Entries[]> {
  const { ask } = await sandboxOf(orders(verb, list))
  const { id } = ask('POST /orders', { body: { units } }).body as { id: string }
  const done = ask(`POST /orders/${id}/${verb}`)
  expect(done.status).toBe(200)
  expect(ask(`GET /orders/${id}`).body).toEqual(done.body)
  const { units: all } = done.body as { units: readonly { payments?: Record<string, Entries> }[] }
  return all.map(({ payments }) => payments?.[list] ?? [])
}

it.each([
  ['capture', 'captures', 'COMPLETED'],
  ['authorize', 'authorizations', 'CREATED'],
])('leaves what a %s makes in each unit, of as much as that comes to', async (verb, list, status) => {
  const [first = [], second = []] = await after(verb, list)
  expect(first).toEqual([{ id: expect.any(String), amount: units[0]?.amount, invoice_id: 'I-1', status }])
  expect(second).toEqual([{ id: expect.any(String), amount: units[1]?.amount, status }])
  expect(first[0]?.id).not.toBe(second[0]?.id)
})

it.each([
  ['capture', 'refunds'],
  ['capture', 'discounts'],
  ['complete', 'captures'],
])('leaves nothing of a %s in %s', async (verb, list) => {
  expect((await after(verb, list)).flat()).toEqual([])
})

it('leaves nothing where one amount is sent for several units', async () => {
  const { ask } = await sandboxOf(orders('capture', 'captures'))
  const capture = (of: typeof units) => {
    const { id } = ask('POST /orders', { body: { units: of } }).body as { id: string }
    return ask(`POST /orders/${id}/capture`, { body: { amount: { value: '0.50', currency: 'EUR' } } }).body
  }
  expect(capture(units)).not.toHaveProperty('units.0.payments.captures.0')
  expect(capture(units.slice(0, 1))).toHaveProperty('units.0.payments.captures.0.amount.value', '0.50')
})

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const some =
  '{type: array, readOnly: true, items: {type: object, properties: {id: {type: string}, amount: {type: integer}, status: {type: string, enum: [pending, completed]}}}}'
const verb = (name: string) => `
  /payments/{id}/${name}: {post: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], requestBody: {${json('{type: object, properties: {amount: {type: integer}}}')}}, responses: {'200': {description: done, ${json("{$ref: '#/components/schemas/Payment'}")}}}}}`
const payments = (more: string) => `
paths:
  /payments: {post: {requestBody: {${json('{type: object, required: [amount], properties: {amount: {type: integer}}}')}}, responses: {'201': {description: made, ${json("{$ref: '#/components/schemas/Payment'}")}}}}}
  /payments/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, ${json("{$ref: '#/components/schemas/Payment'}")}}}}}${verb('capture')}${verb('refund')}
components:
  schemas:
    Payment: {type: object, properties: {id: {type: string}, amount: {type: integer}, ${more}status: {type: string, enum: [authorized, captured, refunded], readOnly: true}, captures: ${some}, refunds: ${some}}}
`

it.each(['', 'amount_refunded: {type: integer, readOnly: true}, '])('enters as much as is sent (%s)', async (more) => {
  const { ask } = await sandboxOf(payments(more))
  const { id } = ask('POST /payments', { body: { amount: 1000 } }).body as { id: string }
  const told = (name: string, body: unknown) => ask(`POST /payments/${id}/${name}`, { body }).body
  expect(told('capture', { amount: 1000 })).toMatchObject({ captures: [{ amount: 1000 }] })
  expect(told('refund', { amount: 300 })).toMatchObject({ status: 'captured', refunds: [{ amount: 300 }] })
  expect(told('refund', {})).toMatchObject({ status: 'refunded', refunds: [{ amount: 300 }, { amount: 700 }] })
  const other = ask('POST /payments', { body: { amount: 1000 } }).body as { id: string }
  expect(ask(`POST /payments/${other.id}/capture`, { body: { amount: 300 } }).body).toMatchObject({
    captures: [{ amount: 300 }],
  })
})

it('says that all was taken at once, and nothing that only declined ones tell', async () => {
  const told = `        final_capture: {type: boolean, default: false}
        processor: {type: object, properties: {response_code: {type: string, enum: ['0000', '0100']}, advice_code: {type: string, enum: ['01', '02'], description: The declined payment transactions might have advice codes.}}}
        status_details`
  const { ask } = await sandboxOf(orders('capture', 'captures').replace('        status_details', told))
  const made = ask('POST /orders', { body: { units } }).body as { id: string }
  const text = JSON.stringify(ask(`POST /orders/${made.id}/capture`).body)
  expect(text).toContain('"final_capture":true')
  expect(text).toContain('"response_code"')
  expect(text).not.toContain('advice_code')
})
