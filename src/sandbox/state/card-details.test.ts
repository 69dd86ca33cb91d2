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
  for (const number of ['4242424242424243', '4111', ''.padEnd(60, '4')])
    expect(JSON.stringify(ask('POST /orders', paidBy(number)).body)).not.toContain(`"${number.slice(-4)}"`)
  const own = { source: { card: { number: '4242424242424242', last_digits: '9999', name: 'Dana' } } }
  expect(ask('POST /orders', { body: own }).body).toMatchObject({
    source: { card: { last_digits: '9999', bin: '424242' } },
  })
})

it('takes no number for that of a card where nothing tells of one, and leaves what a client said since', async () => {
  const { ask } = await sandboxOf(description.replaceAll('card:', 'sim:').replaceAll('/orders', '/devices'))
  const made = ask('POST /devices', { body: { source: { sim: { number: '490154203237518', name: 'x' } } } }).body
  expect(JSON.stringify(made)).not.toContain('VISA')
  const { ask: again } = await sandboxOf(description)
  const { id } = again('POST /orders', paidBy('5555555555554444')).body as { id: string }
  again(`PATCH /orders/${id}`, { body: { source: { card: { brand: 'VISA' } } } })
  expect(again(`PATCH /orders/${id}`, paidBy('5555555555554444')).body).toMatchObject({
    source: { card: { brand: 'VISA' } },
  })
})

it('keeps no number that a later request says of a record made without a card', async () => {
  const { ask } = await sandboxOf(description)
  const { id } = ask('POST /orders', { body: {} }).body as { id: string }
  const changed = ask(`PATCH /orders/${id}`, paidBy('5555555555554444'))
  expect(JSON.stringify([changed.body, ask(`GET /orders/${id}`).body])).not.toContain('5555555555554444')
})
