import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const order = "{$ref: '#/components/schemas/Order'}"
const id = '{name: order_id, in: path, required: true, schema: {type: string}}'
const NAMED =
  'Value is:<ul><li><code>return=minimal</code>. A minimal response includes the <code>id</code>, <code>status</code> and HATEOAS links.</li><li><code>return=representation</code>. The complete resource.</li></ul>'
const USUAL = 'Shows the order, by default as a minimal response. This header value is not the default.'

const orders = (prefer: string, answer: string, required = '') =>
  sandboxOf(`
paths:
  /orders:
    post:
      parameters: [{name: Prefer, in: header, description: '${prefer}', schema: {type: string, default: return=minimal}}]
      requestBody: {${json(order)}}
      responses: {'201': {description: '${answer}', ${json(order)}}}
  /orders/{order_id}: {get: {parameters: [${id}], responses: {'200': {description: ok, ${json(order)}}}}}
components:
  schemas:
    Order:
      type: object
      ${required}
      properties:
        id: {type: string, readOnly: true}
        title: {type: string}
        note: {type: string}
        status: {type: string, readOnly: true, enum: [CREATED, CAPTURED]}
        links: {type: array, readOnly: true, items: {type: object, required: [href, rel], properties: {href: {type: string}, rel: {type: string}}}}
`)

const body = { title: 'a', note: 'n' }
const shown = { id: expect.any(String), status: 'CREATED', links: expect.any(Array) }

it('answers a create with what a minimal answer holds, and keeps the rest', async () => {
  const { ask } = await orders(NAMED, USUAL)
  const made = ask('POST /orders', { body, fields: { prefer: 'return=minimal' } }).body as { id: string }
  expect(made).toEqual(shown)
  expect(ask(`GET /orders/${made.id}`).body).toEqual({ ...shown, ...body })
  const whole = ask('POST /orders', { body, fields: { prefer: 'return=representation' } })
  expect(whole.body).toEqual({ ...shown, ...body })
})

it('holds what the schema requires', async () => {
  const { ask } = await orders(NAMED, USUAL, 'required: [title]')
  const made = ask('POST /orders', { body, fields: { prefer: 'return=minimal' } })
  expect(made.body).toEqual({ ...shown, title: 'a' })
})

it('does so only where it is asked for, whatever is said to be usual: what a client sent stays', async () => {
  const { ask } = await orders(NAMED, USUAL)
  expect(ask('POST /orders', { body }).body).toEqual({ ...shown, ...body })
  expect(ask('POST /orders', { body, fields: { prefer: 'return=minimal' } }).body).toEqual(shown)
})

it('answers whole where nothing says what a minimal answer holds', async () => {
  const { ask } = await orders('Value is return=minimal or return=representation.', USUAL)
  for (const fields of [{}, { prefer: 'return=minimal' }])
    expect(ask('POST /orders', { body, fields }).body).toEqual({ ...shown, ...body })
})
