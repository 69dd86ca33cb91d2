import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const bill = `{$ref: '#/components/schemas/Bill'}`
const numbers = '{type: object, properties: {bill_number: {type: string, readOnly: true}}}'
const FROM_LAST = 'The bill number. Default is the number that is auto-incremented number from the last number.'

const bills = (description: string, operation: string, more = '') =>
  sandboxOf(`
paths:
  /bills: {post: {requestBody: {content: {application/json: {schema: ${bill}}}}, responses: {'201': ${ok(bill)}}}}
  /bills/{bill_id}:
    parameters: [{name: bill_id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': ${ok(bill)}}}
    delete: {responses: {'204': {description: gone}}}
  /bill-number: {post: {description: ${operation}, responses: {'200': ${ok(numbers)}}}}
components:
  schemas:
    Bill:
      type: object
      properties:
        id: {type: string, readOnly: true}
        detail: {type: object, properties: {bill_number: {type: string, description: '${description}'${more}}, note: {type: string}}}
`)

type Bill = { id: string; detail?: { bill_number?: string } }

it('goes on from the last number there is, in its form', async () => {
  const { ask } = await bills(FROM_LAST, 'Generates the next bill number that is available.')
  const next = () => (ask('POST /bill-number').body as { bill_number: string }).bill_number
  const make = (detail: object) => ask('POST /bills', { body: { detail } }).body as Bill
  expect(next()).toBe('0001')
  expect(make({ bill_number: '2026-0042' }).detail).toEqual({ bill_number: '2026-0042' })
  expect([next(), next()]).toEqual(['2026-0043', '2026-0043'])
  expect(make({ note: 'n' }).detail).toEqual({ bill_number: '2026-0043', note: 'n' })
  const other = make({ bill_number: 'BL-2031/A' })
  expect(next()).toBe('BL-2032/A')
  expect(make({ bill_number: 'BL-99' }).detail?.bill_number).toBe('BL-99')
  expect(next()).toBe('BL-100')
  make({ bill_number: 'none' })
  expect(next()).toBe('BL-100')
  ask(`DELETE /bills/${other.id}`)
  expect(make({ bill_number: 'BL-98' }).detail?.bill_number).toBe('BL-98')
  expect(next()).toBe('BL-100')
})

it('begins in the form of the example, and leaves numbers alone of which no words say so', async () => {
  const shown = await bills(FROM_LAST, 'Generates the next bill number.', ', example: INV-1234')
  expect(shown.ask('POST /bill-number').body).toEqual({ bill_number: 'INV-0001' })
  const other = await bills('The bill number.', 'Tells a bill number.')
  other.ask('POST /bills', { body: { detail: { bill_number: '2026-0042' } } })
  expect(other.ask('POST /bill-number').body).not.toEqual({ bill_number: '2026-0043' })
  const made = other.ask('POST /bills', { body: { detail: { note: 'n' } } }).body as Bill
  expect(made.detail).toEqual({ note: 'n' })
})
