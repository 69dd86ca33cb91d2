import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileSchema } from '../../compile.ts'
import type { Schema } from '../../schema.ts'
import { made } from '../generate.fixture.ts'

const amount = fc.integer({ min: 0, max: 1_000 })

/** Properties between which some relation holds, each with what a client may send of it. */
const NUMBERS = [
  ...['total', 'completed', 'failed', 'pending', 'unique_clicks', 'clicks', 'delivered', 'opens'],
  ...[
    'total_tokens',
    'input_tokens',
    'output_tokens',
    'subtotal',
    'tax',
    'discount',
    'amount',
    'amount_paid',
    'amount_due',
  ],
  ...[
    'fee',
    'net',
    'quantity',
    'unit_price',
    'limit',
    'used',
    'remaining',
    'min_size',
    'size',
    'max_size',
    'items_count',
  ],
  ...['duration', 'progress', 'per_page', 'total_pages', 'price', 'price_cents', 'year_from', 'year_to'],
]
const TIMES = ['started_at', 'ended_at']
const FLAGS = ['enabled', 'disabled', 'active', 'is_public', 'is_private', 'has_more', 'has_items']

function schemaOf(names: readonly string[]): Schema {
  const properties = Object.fromEntries(
    names.map((name) => {
      if (name === 'status') return [name, { type: 'string', enum: ['queued', 'active', 'disabled', 'completed'] }]
      if (name === 'items') return [name, { type: 'array', items: { type: 'string' } }]
      if (FLAGS.includes(name)) return [name, { type: 'boolean' }]
      if (TIMES.includes(name)) return [name, { type: 'string', format: 'date-time' }]
      return [name, { type: 'integer', minimum: 0, maximum: name === 'progress' ? 100 : 1_000_000 }]
    }),
  )
  return { type: 'object', required: [...names], additionalProperties: false, properties } as Schema
}

function sentOf(name: string): fc.Arbitrary<unknown> {
  if (name === 'status') return fc.constantFrom('queued', 'active', 'disabled', 'completed')
  if (name === 'items') return fc.array(fc.string(), { maxLength: 4 })
  if (FLAGS.includes(name)) return fc.boolean()
  if (TIMES.includes(name))
    return fc.constantFrom('2024-01-01T00:00:00Z', '2025-06-01T12:00:00Z', '2026-01-01T00:00:00Z')
  return name === 'progress' ? fc.integer({ min: 0, max: 100 }) : amount
}

const all = [...NUMBERS, ...TIMES, ...FLAGS, 'status', 'items']
const objects = fc.subarray(all, { minLength: 2 }).chain((names) =>
  fc.tuple(
    fc.constant(names),
    fc.subarray(names).chain((sent) => fc.record(Object.fromEntries(sent.map((name) => [name, sentOf(name)])))),
  ),
)

it('keeps what was sent, fits the schema and is the same each time, whatever has to agree', () => {
  fc.assert(
    fc.property(objects, ([names, sent]) => {
      const schema = schemaOf(names)
      const value = made(schema, sent as never)
      expect(value).toMatchObject(sent)
      const { accepts } = compileSchema(schema, { resolve: () => undefined, direction: 'response', formats: true })
      expect(accepts(value)).toBe(true)
      expect(made(schemaOf(names), sent as never)).toEqual(value)
    }),
    { numRuns: 150 },
  )
})

/** One relation each, and whether it holds. */
const HOLDS: readonly (readonly [names: readonly string[], holds: (value: never) => boolean])[] = [
  [['total', 'completed', 'failed'], ({ total, completed, failed }) => total === completed + failed],
  [
    ['total_tokens', 'input_tokens', 'output_tokens'],
    (v) => v['total_tokens'] === v['input_tokens'] + v['output_tokens'],
  ],
  [['min_size', 'max_size'], (v) => v['min_size'] <= v['max_size']],
  [['clicks', 'unique_clicks'], (v) => v['unique_clicks'] <= v['clicks']],
  [['limit', 'used', 'remaining'], (v) => v['limit'] === 0 || v['used'] + v['remaining'] === v['limit']],
  [['amount', 'fee', 'net'], (v) => v['amount'] - v['fee'] === v['net']],
]

it.each(HOLDS)('brings about the relation of %j from any one of them', (names, holds) => {
  fc.assert(
    fc.property(fc.constantFrom(...names), amount, (name, sent) => {
      expect(holds(made(schemaOf(names), { [name]: sent }) as never)).toBe(true)
    }),
    { numRuns: 60 },
  )
})
