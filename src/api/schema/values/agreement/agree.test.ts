import { expect, it } from 'vitest'
import type { JsonObject } from '../../../../support/json.ts'
import type { Schema } from '../../schema.ts'
import { made } from '../generate.fixture.ts'

const int = { type: 'integer' }
const num = { type: 'number' }
const text = { type: 'string' }
const flag = { type: 'boolean' }
const list = { type: 'array', items: { type: 'string' } }
const time = { type: 'string', format: 'date-time' }
const oneOf = (...values: string[]) => ({ type: 'string', enum: values })

function object(properties: Readonly<Record<string, unknown>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties } as Schema
}

function madeOf(properties: Readonly<Record<string, unknown>>, sent: JsonObject = {}): Record<string, unknown> {
  return made(object(properties), sent) as Record<string, unknown>
}

/** What is sent, and what follows from it. */
const FOLLOWS: readonly (readonly [string, Readonly<Record<string, unknown>>, JsonObject, JsonObject])[] = [
  // Wholes and parts
  ['total', { total: int, completed: int, failed: int }, { completed: 3, failed: 1 }, { total: 4 }],
  [
    'total_jobs',
    { total_jobs: int, failed_jobs: int, jobs_done: int },
    { failed_jobs: 1, jobs_done: 2 },
    { total_jobs: 3 },
  ],
  ['rest', { total: int, pending: int, failed: int }, { total: 9, failed: 2 }, { pending: 7 }],
  [
    'tokens',
    { total_tokens: int, input_tokens: int, output_tokens: int },
    { input_tokens: 5, output_tokens: 6 },
    { total_tokens: 11 },
  ],
  [
    'pair',
    { replicas: int, available_replicas: int, unavailable_replicas: int },
    { replicas: 3, available_replicas: 2 },
    { unavailable_replicas: 1 },
  ],
  ['some', { clicks: int, unique_clicks: int }, { clicks: 0 }, { unique_clicks: 0 }],
  [
    'one currency, whatever examples of single amounts show',
    {
      rate: { type: 'object', required: ['currency', 'value'], properties: { currency: text, value: num } },
      total: {
        type: 'object',
        required: ['currency', 'value'],
        properties: { currency: { type: 'string', example: 'AUD' }, value: num },
      },
    },
    { rate: { currency: 'USD', value: 5 } },
    { total: { currency: 'USD' } },
  ],
  // As people read it
  [
    'estimate',
    {
      estimate: { type: 'string', description: 'Formatted string of estimate in local currency. Could be a range.' },
      low_estimate: num,
      high_estimate: num,
      currency_code: text,
    },
    { low_estimate: 13, high_estimate: 17, currency_code: 'USD' },
    { estimate: '$13-17' },
  ],
  [
    'estimate in cents',
    {
      estimate: { type: 'string', description: 'Formatted string of the price.' },
      low_estimate: num,
      high_estimate: num,
      currency_code: text,
    },
    { low_estimate: 6.5, high_estimate: 7.25, currency_code: 'USD' },
    { estimate: '$6.50-7.25' },
  ],
  [
    'price in another currency',
    { price: { type: 'string', description: 'Human-readable price' }, price_min: num, price_max: num, currency: text },
    { price_min: 5, price_max: 5, currency: 'CHF' },
    { price: 'CHF 5' },
  ],
  // Money
  [
    'invoice',
    { total: num, subtotal: num, tax: num, discount: num },
    { subtotal: 80, tax: 8, discount: 10 },
    { total: 78 },
  ],
  [
    'texts',
    { total_price: text, subtotal_price: text, total_tax: text },
    { subtotal_price: '80.00', total_tax: '8.50' },
    { total_price: '88.50' },
  ],
  ['due', { total: int, amount_paid: int, amount_due: int }, { total: 900, amount_paid: 200 }, { amount_due: 700 }],
  ['net', { amount: int, fee: int, net: int }, { amount: 900, fee: 30 }, { net: 870 }],
  ['pay', { gross: int, tax: int, net: int }, { gross: 900, tax: 100 }, { net: 800 }],
  ['tip', { amount: int, tip: int, total: int }, { amount: 900, tip: 50 }, { total: 950 }],
  ['part', { total: num, tax_deduction: num }, { total: 1 }, { total: 1 }],
  ['lines', { lines: list, subtotal: int, total: int }, {}, { lines: [], subtotal: 0, total: 0 }],
  ['line', { quantity: int, unit_price: num, amount: num }, { quantity: 3, unit_price: 2.5 }, { amount: 7.5 }],
  ['price', { quantity: int, unit_price: num, amount: num }, { quantity: 4, amount: 10 }, { unit_price: 2.5 }],
  // Lists
  ['count', { tags: list, tags_count: int }, { tags: ['a', 'b'] }, { tags_count: 2 }],
  ['more', { data: list, has_more: flag }, { data: ['a'] }, { has_more: false }],
  ['pages', { total: int, per_page: int, total_pages: int }, { total: 41, per_page: 20 }, { total_pages: 3 }],
  ['filled', { attachments: list, has_attachments: flag }, { attachments: ['a'] }, { has_attachments: true }],
  // Limits
  [
    'left',
    { storage_limit: int, storage_used: int, storage_remaining: int },
    { storage_limit: 10, storage_used: 4 },
    { storage_remaining: 6 },
  ],
  ['used', { limit: int, used: int, remaining: int }, { limit: 10, remaining: 7 }, { used: 3 }],
  // Ranges
  ['max', { min_size: int, max_size: int }, { min_size: 500_000 }, { max_size: 500_000 }],
  ['between', { min_nodes: int, nodes: int, max_nodes: int }, { min_nodes: 50, max_nodes: 60 }, { nodes: 50 }],
  ['years', { year_from: int, year_to: int }, { year_from: 2040 }, { year_to: 2040 }],
  [
    'end',
    { start_date: { type: 'string', format: 'date' }, end_date: { type: 'string', format: 'date' } },
    { end_date: '2020-03-01' },
    { start_date: '2020-03-01' },
  ],
  [
    'span',
    { start_time: time, end_time: time, duration_minutes: int },
    { start_time: '2025-03-01T10:00:00Z', duration_minutes: 45 },
    { end_time: '2025-03-01T10:45:00Z' },
  ],
  [
    'length',
    { started_at: time, ended_at: time, duration: int },
    { started_at: '2025-03-01T10:00:00Z', ended_at: '2025-03-01T10:01:00Z' },
    { duration: 60 },
  ],
  // The same in two units
  ['units', { estimate_minutes: int, estimate_hours: num }, { estimate_minutes: 90 }, { estimate_hours: 1.5 }],
  ['cents', { price: num, price_cents: int }, { price: 12.5 }, { price_cents: 1_250 }],
  // States and flags
  ['off', { status: oneOf('active', 'disabled'), enabled: flag }, { status: 'disabled' }, { enabled: false }],
  ['on', { status: oneOf('active', 'disabled'), enabled: flag }, { enabled: false }, { status: 'disabled' }],
  ['ended', { state: oneOf('open', 'closed'), closed: flag }, { state: 'closed' }, { closed: true }],
  ['progress', { status: oneOf('queued', 'completed'), progress: int }, { status: 'completed' }, { progress: 100 }],
  ['waiting', { status: oneOf('queued', 'completed'), progress: int }, { status: 'queued' }, { progress: 0 }],
  ['opposite', { is_public: flag, is_private: flag }, { is_public: true }, { is_private: false }],
  [
    'nothing done',
    { amount: int, amount_refunded: int, refunded: flag },
    { amount: 5, amount_refunded: 0 },
    { refunded: false },
  ],
  // Steps
  ['steps', { delivered: int, opens: int, unique_opens: int }, { delivered: 0 }, { opens: 0, unique_opens: 0 }],
]

it.each(FOLLOWS)('makes %s agree with what was sent', (_name, properties, sent, expected) => {
  expect(madeOf(properties, sent)).toMatchObject({ ...sent, ...expected })
})

/** What is no relation: the values are those that each property has by itself. */
const NEAR_MISSES: readonly (readonly [string, Readonly<Record<string, unknown>>, JsonObject])[] = [
  ['amounts before and after', { balance_start: int, balance_end: int }, { balance_start: 900_000 }],
  ['both sides of an exchange', { from_amount: num, to_amount: num }, { from_amount: 90_000 }],
  ['ids', { from_id: int, to_id: int }, { from_id: 99_999_999 }],
  ['points', { start_lat: num, end_lat: num }, { start_lat: 89 }],
  ['digits', { first_four: text, last_four: text }, { first_four: '9999' }],
  ['a list among others', { tags: list, items: list, count: int }, { tags: ['a'], items: ['b', 'c'] }],
  ['no limit', { limit: int, usage: int }, { limit: 0 }],
  ['numbers by severity', { low: int, medium: int, high: int }, { low: 90_000 }],
  ['what moves from one to the other', { from: int, to: int }, { from: 99_999_999 }],
  ['a new price', { price: num, new_price: num }, { price: 1 }],
  ['a time beside a total', { total: int, updated: int }, { total: 1 }],
  ['a rate', { total: num, tax_rate: num }, { total: 1 }],
  [
    'a line with a discount',
    { quantity: int, unit_price: num, discount: num, amount: num },
    { quantity: 3, unit_price: 2, discount: 1 },
  ],
  ['a state that says nothing', { status: oneOf('alpha', 'beta'), enabled: flag }, { enabled: false }],
]

it.each(NEAR_MISSES)('leaves %s alone', (_name, properties, sent) => {
  const alone = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, madeOf({ [name]: schema }, sent)[name]]),
  )
  expect(madeOf(properties, sent)).toEqual(alone)
})

it('leaves examples that contradict each other', () => {
  const properties = {
    total: { ...int, example: 5 },
    completed: { ...int, example: 3 },
    failed: { ...int, example: 9 },
  }
  expect(madeOf(properties)).toEqual({ total: 5, completed: 3, failed: 9 })
})

it('leaves values that would not fit', () => {
  const properties = { total: { ...int, maximum: 3 }, completed: int, failed: int }
  const value = madeOf(properties, { completed: 3, failed: 1 })
  expect(value).toMatchObject({ completed: 3, failed: 1 })
  expect(value['total']).toBeLessThanOrEqual(3)
})

it('changes amounts with a currency, and not the objects that they came from', () => {
  const money = object({ amount: int, currency: text })
  const sent = { total_money: { amount: 500, currency: 'EUR' }, paid_money: { amount: 200 } }
  const value = madeOf({ total_money: money, paid_money: money, due_money: money }, sent)
  expect(value['due_money']).toEqual({ amount: 300, currency: 'EUR' })
  expect(sent).toEqual({ total_money: { amount: 500, currency: 'EUR' }, paid_money: { amount: 200 } })
})

it('gives a name that was there before another value', () => {
  const value = madeOf({ name: text, old_name: text })
  expect(value['old_name']).not.toBe(value['name'])
})

it('estimates prices in whole units', () => {
  const properties = {
    estimate: { type: 'string', description: 'Formatted string of the price.' },
    low_estimate: num,
    high_estimate: num,
    currency_code: text,
  }
  const { low_estimate: low, high_estimate: high, estimate } = madeOf(properties)
  expect([low, high].every(Number.isInteger)).toBe(true)
  expect(estimate).toMatch(new RegExp(`${String(low)}(-${String(high)})?$`))
})
