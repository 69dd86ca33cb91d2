import { expect, it } from 'vitest'
import type { JsonObject } from '../../../../support/json.ts'
import type { Schema } from '../../schema.ts'
import { made } from '../generate.fixture.ts'

const num = { type: 'number' }
const text = { type: 'string' }

function object(properties: Readonly<Record<string, unknown>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties } as Schema
}

const money = object({ currency_code: text, value: text })
const payment = object({
  amount: money,
  breakdown: object({ gross_amount: money, card_fee: money, net_amount: money }),
})

function said(schema: Schema, sent: JsonObject): Record<string, Record<string, unknown>> {
  return made(schema, sent) as Record<string, Record<string, unknown>>
}

it('breaks down the amount of the record: its gross, a small fee, what is left', () => {
  const { breakdown } = said(payment, { amount: { currency_code: 'EUR', value: '42.50' } })
  expect(breakdown).toEqual({
    gross_amount: { currency_code: 'EUR', value: '42.50' },
    card_fee: { currency_code: 'EUR', value: '1.27' },
    net_amount: { currency_code: 'EUR', value: '41.23' },
  })
})

it('breaks down plain numbers, and what is called an amount beside fee and net', () => {
  const transaction = object({ amount: { type: 'integer' }, fee: { type: 'integer' }, net: { type: 'integer' } })
  const charge = object({ amount: { type: 'integer' }, transaction })
  expect(said(charge, { amount: 5_000 })['transaction']).toEqual({ amount: 5_000, fee: 150, net: 4_850 })
})

it('leaves a fee alone whose parts are listed', () => {
  const of = { amount: { type: 'integer' }, fee: { type: 'integer' }, net: { type: 'integer' } }
  const parts = { type: 'array', items: of.fee, maxItems: 0 }
  const { fee } = said(object({ ...of, fee: { ...of.fee, maximum: 0 }, fee_details: parts }), { amount: 5_000 })
  expect(fee).toBe(0)
})

it('leaves what a source or an example says of the break-down', () => {
  const sent = { amount: { currency_code: 'EUR', value: '42.50' }, breakdown: { gross_amount: { value: '40.00' } } }
  expect(said(payment, sent)['breakdown']).toMatchObject({ gross_amount: { value: '40.00' } })
  const shown = object({
    amount: num,
    breakdown: { ...(object({ gross: num, net: num }) as object), example: { gross: 7, net: 6 } },
  })
  expect(said(shown, { amount: 5 })['breakdown']).toEqual({ gross: 7, net: 6 })
})

it.each([
  ['of another kind', object({ amount: num, sales: object({ amount: num, count: num }) })],
  ['without an amount beside', object({ total: num, breakdown: object({ gross: num, net: num }) })],
  ['with nothing taken off', object({ amount: num, weight: object({ gross: num, tare: num }) })],
])('leaves objects %s alone', (_name, schema) => {
  const [name = '', other = ''] = Object.keys((schema as { properties: object }).properties)
  const alone = (schema as { properties: Record<string, unknown> }).properties[other]
  const value = said(schema, { [name]: 987_654 })
  expect(value[other]).toEqual(said(object({ [other]: alone }), {})[other])
})
