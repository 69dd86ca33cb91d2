import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const of = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const named = (type: string) => `${type[0]?.toUpperCase()}${type.slice(1)}`
const api = (property: string, sent = '{type: object, properties: {name: {type: string}}}', type = 'account') => `
paths:
  /${type}s: {post: {operationId: make, requestBody: {${of(sent)}}, responses: {'201': {description: ok, ${of(ref(named(type)))}}}}}
  /${type}s/{id}: {get: {operationId: read, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${of(ref(named(type)))}}}}}
components: {schemas: {${named(type)}: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, ${property}}}}}
`

async function made(property: string, body: object = { name: 'A' }, sent?: string, type?: string): Promise<unknown> {
  const { ask } = await sandboxOf(api(property, sent, type))
  return ask(`POST /${type ?? 'account'}s`, { body }).body
}

const counts =
  '{type: object, required: [total, open], properties: {total: {type: integer}, open: {type: integer, example: 7}}}'

it('counts nothing for a new record', async () => {
  expect(await made(`file_counts: ${counts}`)).toMatchObject({ file_counts: { total: 0, open: 0 } })
  const owed = `{type: object, properties: {outstanding: {type: number, example: 75}, overdue: {type: number, example: 18}}}`
  const balances = `balances: {type: object, properties: {receivable: ${owed}, payable: ${owed}}}`
  const nothing = { outstanding: 0, overdue: 0 }
  expect(await made(balances)).toMatchObject({ balances: { receivable: nothing, payable: nothing } })
})

it('keeps what was sent', async () => {
  const property = `file_counts: ${counts}`
  const sent = `{type: object, properties: {name: {type: string}, ${property}}}`
  const body = { name: 'A', file_counts: { total: 9, open: 3 } }
  expect(await made(property, body, sent)).toMatchObject(body)
})

const billing =
  'billing: {type: object, required: [outstanding_balance], properties: {outstanding_balance: {type: object, required: [currency, value], properties: {currency: {type: string}, value: {type: string, example: "69.50"}}}, created_at: {type: string, format: date-time}}}'

it('owes nothing at first, but as a bill', async () => {
  const value = async (type: string) => {
    const { billing: told } = (await made(billing, { name: 'A' }, undefined, type)) as {
      billing?: { outstanding_balance: { value: string } }
    }
    return told?.outstanding_balance.value
  }
  expect(await value('account')).toBe('0.00')
  expect(await value('invoice')).not.toBe('0.00')
})

it('holds nothing at first where it holds others, and has its own size where it is a file', async () => {
  const size = 'size_bytes: {type: integer, example: 4096}'
  expect(await made(size, { name: 'A' }, undefined, 'bucket')).toMatchObject({ size_bytes: 0 })
  expect(await made(size, { name: 'A' }, undefined, 'upload')).toMatchObject({ size_bytes: 4096 })
})

it('fits its schema, whatever the least is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 4 }), async (minimum) => {
      const told = (await made(
        `stats: {type: object, required: [n], properties: {n: {type: integer, minimum: ${minimum}}}}`,
      )) as {
        stats?: { n: number }
      }
      expect(told.stats?.n ?? minimum).toBeGreaterThanOrEqual(minimum)
    }),
    { numRuns: 5 },
  )
})
