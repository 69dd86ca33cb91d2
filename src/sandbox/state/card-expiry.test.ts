import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'
import { withUnexpiredCards } from './card-expiry.ts'

const now = Date.UTC(2025, 0, 1)
const how = (sent = {}, fits = () => true) => ({ sent, now, fits })

it('cards of an example are good for years to come, and what was sent stays', () => {
  const card = { exp_month: 11, exp_year: 2022, last4: '1111' }
  expect(withUnexpiredCards({ details: { card }, card }, how({ card: { exp_year: 2022 } }))).toEqual({
    details: { card: { ...card, exp_year: 2028 } },
    card,
  })
})

it('leaves cards that have not expired, other years, what is no card, and what the schema refuses', () => {
  const value = { card: { expYear: 2026, expiry_year: 22 }, licence: { expiry_year: 2020 }, year: 2021, exp_year: null }
  expect(withUnexpiredCards(value, how())).toBe(value)
  const card = { brand: 'x', exp_year: 2020 }
  expect(
    withUnexpiredCards(
      card,
      how(
        {},
        (() => {
          let isFirst = true
          return () => {
            const fits = !isFirst
            isFirst = false
            return fits
          }
        })(),
      ),
    ),
  ).toBe(card)
})

it('does so for records without any times', async () => {
  const order = '{id: o1, note: a, card: {brand: visa, exp_year: 2022}}'
  const { ask } = await sandboxOf(`
paths:
  /orders: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {note: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, note: {type: string}, card: {type: object}}}, example: ${order}}}}}}}
`)
  expect(ask('POST /orders', { body: { note: 'b' } }).body).toMatchObject({ card: { brand: 'visa', exp_year: 2028 } })
})
