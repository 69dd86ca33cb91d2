import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const text = '{type: string}'
const id = `[{name: id, in: path, required: true, schema: ${text}}]`
const of = (name: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`
const type = (path: string, name: string, sent: string) => `
  ${path}: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {${sent}}}}}}, responses: {'201': {description: ok, ${of(name)}}}}}
  ${path}/{id}: {get: {parameters: ${id}, responses: {'200': {description: ok, ${of(name)}}}}}`
const description = `
paths:${type('/payments', 'Payment', `amount: {type: integer}, currency: ${text}, region: {type: object, properties: {slug: ${text}}}`)}${type('/refunds', 'Refund', `payment_id: ${text}, currency: ${text}`)}
  /payments/{id}/captures: {post: {parameters: ${id}, responses: {'201': {description: ok, ${of('Capture')}}}}, get: {parameters: ${id}, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Capture'}}}}}}}}
components:
  schemas:
    Payment: {type: object, required: [id, currency], properties: {id: ${text}, amount: {type: integer}, currency: ${text}, region: {type: object, properties: {slug: ${text}, name: ${text}}}}}
    Refund: {type: object, required: [id, currency], properties: {id: ${text}, payment_id: ${text}, currency: ${text}}}
    Capture: {type: object, required: [id, currency, region_slug], properties: {id: ${text}, currency: {type: string, example: USD}, region_slug: {type: string, example: nyc3}}}
`

it('counts in the currency of what a record belongs to, and is where that is', async () => {
  const { ask } = await sandboxOf(description)
  const payment = { amount: 5, currency: 'EUR', region: { slug: 'fra1' } }
  const { id: made } = ask('POST /payments', { body: payment }).body as { readonly id: string }
  expect(ask('POST /refunds', { body: { payment_id: made } }).body).toMatchObject({ currency: 'EUR' })
  expect(ask(`POST /payments/${made}/captures`).body).toMatchObject({ currency: 'EUR', region_slug: 'fra1' })
})

it('keeps what was sent, and knows nothing of what is not there', async () => {
  const { ask } = await sandboxOf(description)
  const { id: made } = ask('POST /payments', { body: { currency: 'EUR' } }).body as { readonly id: string }
  expect(ask('POST /refunds', { body: { payment_id: made, currency: 'GBP' } }).body).toMatchObject({ currency: 'GBP' })
  expect(ask('POST /refunds', { body: { payment_id: 'none' } }).status).toBeLessThan(500)
})

it('takes no currency where the request says one in another place', async () => {
  const { ask } = await sandboxOf(
    description.replace(
      'payment_id: {type: string}, currency: {type: string}}}}}}',
      'payment_id: {type: string}, amount: {type: object}}}}}}',
    ),
  )
  const { id: made } = ask('POST /payments', { body: { currency: 'EUR' } }).body as { readonly id: string }
  const body = { payment_id: made, amount: { value: 5, currency: 'GBP' } }
  expect(ask('POST /refunds', { body }).body).not.toMatchObject({ currency: 'EUR' })
})

it('takes whom it concerns from what a verb makes it of, and not from a place that it is at', async () => {
  const make = (name: string, sent: string) =>
    `post: {requestBody: {content: {application/json: {schema: {type: object, properties: {${sent}}}}}}, responses: {'201': {description: ok, ${of(name)}}}}`
  const { ask } = await sandboxOf(`
paths:
  /restaurants: {${make('Restaurant', `name: ${text}, customer_id: ${text}`)}}
  /restaurants/{id}: {get: {parameters: ${id}, responses: {'200': {description: ok, ${of('Restaurant')}}}}}
  /restaurants/{restaurant_id}/bookings: {parameters: [{name: restaurant_id, in: path, required: true, schema: ${text}}], ${make('Booking', `at: ${text}`)}}
  /captures: {${make('Capture', `amount: {type: integer}, customer_id: ${text}`)}}
  /captures/{id}: {get: {parameters: ${id}, responses: {'200': {description: ok, ${of('Capture')}}}}}
  /captures/{id}/refund: {parameters: ${id}, ${make('Refund', 'amount: {type: integer}')}}
  /refunds/{id}: {get: {parameters: ${id}, responses: {'200': {description: ok, ${of('Refund')}}}}}
components:
  schemas:
    Restaurant: {type: object, required: [id], properties: {id: ${text}, name: ${text}, customer_id: ${text}}}
    Booking: {type: object, required: [id, customer_id], properties: {id: ${text}, at: ${text}, restaurant_id: ${text}, customer_id: ${text}}}
    Capture: {type: object, required: [id], properties: {id: ${text}, amount: {type: integer}, customer_id: ${text}}}
    Refund: {type: object, required: [id, customer_id], properties: {id: ${text}, amount: {type: integer}, capture_id: ${text}, customer_id: ${text}}}
`)
  const made = (path: string) => ask(`POST ${path}`, { body: { customer_id: 'c-1' } }).body as { readonly id: string }
  const booking = ask(`POST /restaurants/${made('/restaurants').id}/bookings`, { body: { at: 'noon' } }).body
  expect(booking).toMatchObject({ customer_id: expect.any(String) })
  expect(booking).not.toMatchObject({ customer_id: 'c-1' })
  const refund = ask(`POST /captures/${made('/captures').id}/refund`, { body: { amount: 5 } }).body
  expect(refund).toMatchObject({ customer_id: 'c-1' })
})
