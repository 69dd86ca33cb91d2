import { expect, it } from 'vitest'
import { made } from './generate.fixture.ts'

const text = { type: 'string' }

it('makes up nothing that is called optional', () => {
  const schema = {
    type: 'object',
    required: ['id', 'kind'],
    properties: {
      id: text,
      kind: { ...text, description: 'Optional. Stays, for it is required.' },
      note: { ...text, description: '*Optional*. A note' },
      place: { type: 'object', description: 'Optional. Where it is', properties: { city: text } },
      shown: { ...text, description: 'Optional. With an example', example: 'here' },
      made: { ...text, description: 'Optional. Output only. What the server says' },
      count: { type: 'integer', description: 'Not optional' },
      remark: { ...text, description: 'Not optional, but what people write' },
    },
  } as const
  expect(Object.keys(made(schema) as object)).toEqual(['id', 'kind', 'shown', 'made', 'count'])
  expect(made(schema, { note: 'n', place: { city: 'Bern' } })).toMatchObject({ note: 'n', place: { city: 'Bern' } })
})

it('makes none of many objects that need not be there, beside what has to be', () => {
  const part = { type: 'object', properties: { size: { type: 'integer' } } }
  const parts = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, part]))
  const message = (required: readonly string[]) => ({ type: 'object', required, properties: { id: text, ...parts } })
  expect(Object.keys(made(message(['id'])) as object)).toEqual(['id'])
  expect(made(message(['id']), { b: { size: 3 } })).toMatchObject({ b: { size: 3 } })
  expect(Object.keys(made(message([])) as object)).toContain('c')
  expect(Object.keys(made(message(['id', 'a'])) as object)).toContain('a')
})

it('makes up nothing of which nothing is known, beside what has to be', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: {
      id: text,
      note: text,
      zorb: text,
      zorbs: { type: 'integer' },
      city: text,
      shown: { ...text, example: 'here' },
      amount: { type: 'integer' },
    },
  } as const
  expect(Object.keys(made(schema) as object)).toEqual(['id', 'city', 'shown', 'amount'])
  expect(Object.keys(made({ ...schema, required: [] }) as object)).toContain('note')
  expect(made({ ...schema, required: ['note'] })).toHaveProperty('note')
})

it('makes nothing unknown where enough is known without it, and all of it where hardly anything is', () => {
  const zorb = { zorb: text, zorbs: { type: 'number' } }
  const keys = (properties: object) => Object.keys(made({ type: 'object', properties }) as object)
  expect(keys({ id: text, name: text, city: text, ...zorb })).toEqual(['id', 'name', 'city'])
  expect(keys({ id: text, ...zorb })).toEqual(['id', 'zorb', 'zorbs'])
})

it('makes none of objects that exclude each other: a card, an account or a wallet', () => {
  const part = { type: 'object', properties: { size: { type: 'integer' } } }
  const parts = Object.fromEntries(['card', 'account', 'wallet', 'check'].map((name) => [name, part]))
  const source = { type: 'object', properties: parts }
  expect(made({ type: 'object', properties: { id: text, source } })).toEqual({ id: expect.any(String) })
  expect(made({ type: 'object', properties: { ...parts, id: text } })).toHaveProperty('card')
  expect(made(source, { card: { size: 1 } })).toEqual({ card: { size: 1 } })
})

it('shows no object in which nothing is', () => {
  const nothing = { type: 'object', properties: { brand: { type: ['string', 'null'] } } }
  const schema = { type: 'object', required: ['kept'], properties: { kept: nothing, left: nothing } } as const
  expect(made(schema)).toEqual({ kept: { brand: null } })
})

it('says how much an amount is that is there', () => {
  const properties = { amount: { type: ['integer', 'null'] }, currency: { type: ['string', 'null'] } }
  const schema = { type: 'object', properties: { total_money: { type: 'object', properties } } }
  expect(made(schema)).toEqual({ total_money: { amount: expect.any(Number), currency: expect.any(String) } })
})

const usd = { type: 'object', properties: { currency_code: { type: 'string' }, value: { type: 'string' } } }
const amounts = (...names: readonly string[]) => ({
  id: text,
  ...Object.fromEntries(names.map((name) => [name, usd])),
})
const all = ['gross_amount', 'paypal_fee', 'net_amount', 'paypal_fee_in_receivable_currency', 'total_refunded_amount']

it('leaves out amounts of a break-down that nothing relates to the others', () => {
  const { id: _, ...value } = made({ type: 'object', required: ['id'], properties: amounts(...all) }) as Record<
    string,
    { value: string }
  >
  expect(Object.keys(value)).toEqual(all.slice(0, 3))
  const [gross, fee, net] = Object.values(value).map((one) => Number(one.value))
  expect((gross ?? 0) - (fee ?? 0)).toBeCloseTo(net ?? Number.NaN)
})

it.each([
  ['required', { type: 'object', required: all, properties: amounts(...all) }],
  [
    'shown',
    {
      type: 'object',
      properties: {
        ...amounts(...all.slice(0, 3)),
        [all[3] ?? '']: { ...usd, example: { currency_code: 'USD', value: '1.00' } },
        [all[4] ?? '']: { ...usd, example: { currency_code: 'USD', value: '2.00' } },
      },
    },
  ],
])('makes amounts that are %s', (_, schema) => {
  expect(Object.keys(made(schema) as object).toSorted()).toEqual([...all, 'id'].toSorted())
})

it('makes amounts of what has no whole', () => {
  const names = ['opening_balance', 'limit', 'deposit', 'reserve']
  expect(Object.keys(made({ type: 'object', required: ['id'], properties: amounts(...names) }) as object)).toEqual([
    'id',
    ...names,
  ])
})

it('leaves out what is deprecated, unless it has to be there or is shown', () => {
  const old = { ...text, description: '__Deprecated__: Use `member_id` instead.' }
  const properties = {
    id: text,
    a: { ...old, readOnly: true },
    b: { ...text, deprecated: true },
    c: { ...text, deprecated: true, example: 'x' },
    d: { ...text, deprecated: true },
  }
  expect(Object.keys(made({ type: 'object', required: ['d'], properties }) as object)).toEqual(['id', 'c', 'd'])
})

it('makes up nothing that is only used where what stands beside it is not sent', () => {
  const description = 'An optional prefix, used to generate a unique name ONLY IF the Name field has not been provided.'
  const properties = { id: text, name: text, generateName: { ...text, description }, nickname: text }
  expect(Object.keys(made({ type: 'object', properties }) as object)).not.toContain('generateName')
  expect(made({ type: 'object', properties }, { generateName: 'a-' })).toMatchObject({ generateName: 'a-' })
  const { name: _, ...alone } = properties
  expect(Object.keys(made({ type: 'object', properties: alone }) as object)).toContain('generateName')
})

it('makes up nothing that is there only where another currency is', () => {
  const said = (description: string) => ({ type: 'number', description })
  const properties = {
    net: said('What is left.'),
    rate: said('Returned when the currency of the payment is different from the currency of the account.'),
    fee_here: said('The fee. Returned only in cases the fee is charged in the receivable currency.'),
    converted: said('Only present if the payout currency differs from that of the charge.'),
    cash: said('Present when the payment is in cash, in whatever currency.'),
    other: said('May be different from the amount, in the currency of the shop.'),
  }
  const value = made({ type: 'object', required: [], properties } as never)
  expect(Object.keys(value as object)).toEqual(['net', 'cash', 'other'])
  expect(made({ type: 'object', properties } as never, { rate: 1.2 })).toMatchObject({ rate: 1.2 })
})

it('makes up nothing that the caller provides by its words, also where answers alone hold it', () => {
  const schema = {
    type: 'object',
    properties: {
      id: text,
      status: { ...text, enum: ['open', 'done'] },
      created_at: { ...text, format: 'date-time' },
      custom_id: { ...text, description: 'The API caller-provided external ID.' },
      invoice_id: { ...text, readOnly: true, description: 'The invoice number, provided by the merchant.' },
      reference_id: { ...text, description: 'Client-supplied reference, assigned by the server where it is missing.' },
      token: { ...text, format: 'uuid', description: 'Generated when none was provided by the caller.' },
      title: { ...text, description: 'A user-defined title' },
      kept: { ...text, description: 'A user-defined word', default: 'usual' },
    },
  } as const
  const value = made(schema) as object
  expect(value).not.toHaveProperty('custom_id')
  expect(value).not.toHaveProperty('invoice_id')
  for (const name of ['reference_id', 'token', 'title']) expect(value).toHaveProperty(name)
  expect(value).toMatchObject({ kept: 'usual' })
  expect(made(schema, { custom_id: 'c1' })).toMatchObject({ custom_id: 'c1' })
})
