import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const text = '{type: string}'
const sent = `{type: object, properties: {source: {type: object, properties: {card: {type: object, properties: {number: ${text}, name: ${text}}}}}}}`
const shown = `{type: object, properties: {id: ${text}, source: {type: object, properties: {card: {type: object, properties: {name: ${text}, bin: ${text}, last_digits: ${text}, brand: {type: string, enum: [MAESTRO, MASTER_CARD, VISA, AMERICAN_EXPRESS]}}}}}}}`
const description = `
paths:
  /orders: {post: {requestBody: {${json(sent)}}, responses: {'201': {description: ok, ${json(shown)}}}}}
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: ${text}}]
    get: {responses: {'200': {description: ok, ${json(shown)}}}}
    patch: {requestBody: {${json(sent)}}, responses: {'200': {description: ok, ${json(shown)}}}}
`
const paidBy = (number: string) => ({ body: { source: { card: { number, name: 'Dana' } } } })

it('shows the last digits, the first ones and the brand of the number that was sent', async () => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /orders', paidBy('5555 5555 5555 4444')).body as { readonly id: string }
  const card = { name: 'Dana', bin: '555555', last_digits: '4444', brand: 'MASTER_CARD' }
  expect(made).toEqual({ id: made.id, source: { card } })
  expect(JSON.stringify(ask(`GET /orders/${made.id}`))).not.toContain('5555 5555')
  const amex = { name: 'Dana', bin: '378282', last_digits: '0005', brand: 'AMERICAN_EXPRESS' }
  expect(ask(`PATCH /orders/${made.id}`, paidBy('378282246310005')).body).toEqual({
    id: made.id,
    source: { card: amex },
  })
})

it('takes nothing from what is no number of a card, and leaves what was sent', async () => {
  const { ask } = await sandboxOf(description)
  for (const number of ['4242424242424243', '12', 'tok_visa', ''.padEnd(60, '4')])
    expect(JSON.stringify(ask('POST /orders', paidBy(number)).body)).not.toContain(number.slice(-4).padEnd(4, '·'))
  const own = { source: { card: { number: '4242424242424242', last_digits: '9999', name: 'Dana' } } }
  expect(ask('POST /orders', { body: own }).body).toMatchObject({
    source: { card: { last_digits: '9999', bin: '424242' } },
  })
})
