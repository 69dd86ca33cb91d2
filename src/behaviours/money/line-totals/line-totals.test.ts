import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const of = (name: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`

const papers = `
paths:
  /invoices:
    post: {requestBody: {${of('Invoice')}}, responses: {'201': {description: ok, ${of('Invoice')}}}}
  /invoices/{id}:
    get: {${byId}, responses: {'200': {description: ok, ${of('Invoice')}}}}
    patch: {${byId}, requestBody: {${of('Invoice')}}, responses: {'200': {description: ok, ${of('Invoice')}}}}
    put: {${byId}, requestBody: {${of('Invoice')}}, responses: {'200': {description: ok, ${of('Invoice')}}}}
  /payments:
    post: {requestBody: {${of('Payment')}}, responses: {'201': {description: ok, ${of('Payment')}}}}
  /payments/{id}:
    get: {${byId}, responses: {'200': {description: ok, ${of('Payment')}}}}
components:
  schemas:
    Line: {type: object, properties: {text: {type: string}, quantity: {type: number}, unit_price: {type: number}, tax_rate: {type: number}, discount: {type: number}, amount: {type: number, example: 12}}}
    Invoice:
      type: object
      properties:
        id: {type: string, readOnly: true}
        invoice_number: {type: string, example: INV-0041}
        status: {type: string, enum: [DRAFT, AUTHORISED, PAID]}
        lines: {type: array, items: {$ref: '#/components/schemas/Line'}}
        sub_total: {type: number, example: 40}
        total_tax: {type: number, example: 40}
        total: {type: number, example: 40}
        amount_due: {type: number, example: 40}
        amount_paid: {type: number, example: 40}
    Payment:
      type: object
      properties:
        id: {type: string, readOnly: true}
        amount: {type: number}
        invoice: {type: object, properties: {id: {type: string}}}
`

it('sums the lines of a record, again when others are sent', async () => {
  const api = await sandboxOf(papers)
  const lines = [
    { text: 'Days', quantity: 2, unit_price: 80, tax_rate: 25 },
    { text: 'Travel', quantity: 3, unit_price: 30.5 },
  ]
  const made = api.ask('POST /invoices', { body: { lines } })
  expect(made.body).toMatchObject({ sub_total: 251.5, total_tax: 40, total: 291.5, amount_due: 291.5, amount_paid: 0 })
  const { id, lines: shown } = made.body as { id: string; lines: readonly { amount: number }[] }
  expect(shown.map(({ amount }) => amount)).toEqual([160, 91.5])
  const fewer = [{ text: 'Days', unit_price: 0.1, quantity: 3, discount: 0.05 }]
  expect(api.ask(`PATCH /invoices/${id}`, { body: { lines: fewer } }).body).toMatchObject({ total: 0.25, total_tax: 0 })
  expect(api.ask(`PATCH /invoices/${id}`, { body: { status: 'DRAFT' } }).body).toMatchObject({ total: 0.25 })
  expect(api.ask(`PUT /invoices/${id}`, { body: { lines } }).body).toMatchObject({ total: 291.5 })
})

it('keeps the sums that a request says itself, and says none of lines without a price', async () => {
  const api = await sandboxOf(papers)
  const lines = [{ quantity: 2, unit_price: 80 }]
  expect(api.ask('POST /invoices', { body: { lines, total: 150 } }).body).toMatchObject({ sub_total: 160, total: 150 })
  const unpriced = { lines: [{ text: 'Days', quantity: 2 }] }
  expect(api.ask('POST /invoices', { body: unpriced }).body).toMatchObject({ total: 40 })
  const huge = { lines: [{ quantity: 1e308, unit_price: 1e308 }] }
  expect(api.ask('POST /invoices', { body: huge }).body).toMatchObject({ total: 40 })
  for (const odd of [[null], ['a'], [{ unit_price: {} }], [{ unit_price: 'x' }], []])
    expect(api.ask('POST /invoices', { body: { lines: odd } }).status).toBeLessThan(500)
})

it('sums amounts that are objects and quantities that are texts', async () => {
  const api = await sandboxOf(`
paths:
  /orders:
    post: {requestBody: {${of('Order')}}, responses: {'201': {description: ok, ${of('Order')}}}}
  /orders/{id}:
    get: {${byId}, responses: {'200': {description: ok, ${of('Order')}}}}
components:
  schemas:
    Money: {type: object, properties: {amount: {type: integer}, currency: {type: string}}}
    Item: {type: object, properties: {quantity: {type: string}, base_price_money: {$ref: '#/components/schemas/Money'}, total_money: {$ref: '#/components/schemas/Money'}}}
    Order: {type: object, properties: {id: {type: string}, line_items: {type: array, items: {$ref: '#/components/schemas/Item'}}, total_money: {$ref: '#/components/schemas/Money'}}}
`)
  const item = { quantity: '3', base_price_money: { amount: 250, currency: 'EUR' } }
  const { body } = api.ask('POST /orders', { body: { line_items: [item, { ...item, quantity: '1' }] } })
  expect(body).toMatchObject({
    line_items: [{ total_money: { amount: 750, currency: 'EUR' } }, { total_money: { amount: 250 } }],
    total_money: { amount: 1000, currency: 'EUR' },
  })
})

it('settles an invoice with the payments that name it, and numbers the next ones', async () => {
  const api = await sandboxOf(papers)
  const make = () =>
    api.ask('POST /invoices', { body: { status: 'AUTHORISED', lines: [{ quantity: 1, unit_price: 60 }] } }).body as {
      id: string
      invoice_number: string
    }
  const { id, invoice_number: first } = make()
  api.ask('POST /payments', { body: { amount: 20, invoice: { id } } })
  expect(api.ask(`GET /invoices/${id}`).body).toMatchObject({ amount_paid: 20, amount_due: 40, status: 'AUTHORISED' })
  api.ask('POST /payments', { body: { amount: 40, invoice: { id } } })
  expect(api.ask(`GET /invoices/${id}`).body).toMatchObject({
    amount_paid: 60,
    amount_due: 0,
    status: 'PAID',
    total: 60,
  })
  expect([first, make().invoice_number, make().invoice_number]).toEqual(['INV-0041', 'INV-0042', 'INV-0043'])
})

it('numbers papers behind what clients said', async () => {
  const { ask } = await sandboxOf(papers)
  const number = (body: object) => (ask('POST /invoices', { body }).body as { invoice_number: string }).invoice_number
  expect(number({})).toBe('INV-0041')
  for (const said of ['INV-0043', 'INV-0042', 'SOLD-7', '0099']) number({ invoice_number: said })
  expect([number({}), number({})]).toEqual(['INV-0044', 'INV-0045'])
})

it('keeps what was paid when lines change, and takes any text for an amount', async () => {
  const api = await sandboxOf(papers)
  const lines = (quantity: number) => ({ lines: [{ quantity, unit_price: 5 }] })
  const { id } = api.ask('POST /invoices', { body: lines(4) }).body as { id: string }
  api.ask('POST /payments', { body: { amount: 7, invoice: { id } } })
  expect(api.ask(`PATCH /invoices/${id}`, { body: lines(3) }).body).toMatchObject({
    total: 15,
    amount_paid: 7,
    amount_due: 8,
  })
  const priced = papers
    .replaceAll('unit_price: {type: number}', 'unit_price: {type: string}')
    .replaceAll('{type: number, example: 40}', '{type: string}')
  const texts = await sandboxOf(priced)
  const long = `1.${'0'.repeat(120)}`
  expect(texts.ask('POST /invoices', { body: { lines: [{ quantity: 1, unit_price: long }] } }).status).toBe(201)
  expect(texts.ask('POST /invoices', { body: { total: long } }).status).toBe(201)
})

const euros = (value: string) => ({ currency: 'EUR', value })
const euro = "{$ref: '#/components/schemas/Euro'}"
const share = `{type: object, properties: {percent: {type: string}, amount: ${euro}}}`
const bill = `
paths:
  /bills:
    post: {requestBody: {${of('Bill')}}, responses: {'201': {description: ok, ${of('Bill')}}}}
  /bills/{id}:
    get: {${byId}, responses: {'200': {description: ok, ${of('Bill')}}}}
    patch: {${byId}, requestBody: {${of('Bill')}}, responses: {'200': {description: ok, ${of('Bill')}}}}
components:
  schemas:
    Euro: {type: object, properties: {currency: {type: string, example: EUR}, value: {type: string, example: '5.00'}}}
    Entry: {type: object, properties: {quantity: {type: string}, unit_amount: ${euro}, tax: ${share}, discount: ${share}}}
    Levy: {type: object, properties: {percentage: {type: string}, scope: {type: string}, type: {type: string}}}
    Bill:
      type: object
      properties:
        id: {type: string, readOnly: true}
        items: {type: array, items: {$ref: '#/components/schemas/Entry'}}
        taxes: {type: array, items: {$ref: '#/components/schemas/Levy'}}
        discounts: {type: array, items: {$ref: '#/components/schemas/Levy'}}
        amount:
          type: object
          properties:
            currency: {type: string}
            value: {type: string}
            breakdown: {type: object, properties: {item_total: ${euro}, tax_total: ${euro}, shipping: {type: object, properties: {amount: ${euro}}}, discount: {type: object, properties: {invoice_discount: ${share}}}}}
        total_discount: {readOnly: true, allOf: [${euro}]}
        due_amount: {readOnly: true, allOf: [${euro}]}
`
const entries = [
  { quantity: '2', unit_amount: euros('50.00'), tax: { percent: '10' } },
  { quantity: '1', unit_amount: euros('20.00'), discount: { percent: '50' } },
]

it.each([
  [{}, '120.00', '110.00', '10.00'],
  [{ amount: { breakdown: { shipping: { amount: euros('7.50') } } } }, '127.50', '110.00', '10.00'],
  [{ amount: { breakdown: { discount: { invoice_discount: { percent: '10' } } } } }, '109.00', '110.00', '10.00'],
  [{ taxes: [{ percentage: '20', scope: 'ORDER' }] }, '142.00', '110.00', '32.00'],
  [{ taxes: [{ percentage: '20', scope: 'LINE_ITEM' }] }, '120.00', '110.00', '10.00'],
  [{ taxes: [{ percentage: '20', type: 'INCLUSIVE' }] }, '120.00', '110.00', '10.00'],
])('sums amounts with their currency, with shares in per cent: %j', async (more, total, items, tax) => {
  const { ask } = await sandboxOf(bill)
  const made = ask('POST /bills', { body: { items: entries, ...more } }).body as { id: string }
  const wanted = {
    amount: { ...euros(total), breakdown: { item_total: euros(items), tax_total: euros(tax) } },
    due_amount: euros(total),
  }
  expect(made).toMatchObject({ ...more, ...wanted })
  expect(ask(`GET /bills/${made.id}`).body).toMatchObject(wanted)
})

it('tells what all shares take off, and goes with a change of them', async () => {
  const { ask } = await sandboxOf(bill)
  const discounts = [{ percentage: '10', scope: 'ORDER' }]
  const { id } = ask('POST /bills', { body: { items: entries, discounts } }).body as { id: string }
  expect(ask(`GET /bills/${id}`).body).toMatchObject({ total_discount: euros('11.00'), due_amount: euros('109.00') })
  ask(`PATCH /bills/${id}`, { body: { discounts: [] } })
  expect(ask(`GET /bills/${id}`).body).toMatchObject({ total_discount: euros('0.00'), due_amount: euros('120.00') })
})

it('keeps an amount that the client says', async () => {
  const { ask } = await sandboxOf(bill)
  const amount = { ...euros('99.00'), breakdown: { shipping: { amount: euros('7.50') } } }
  expect(ask('POST /bills', { body: { items: entries, amount } }).body).toMatchObject({
    amount,
    due_amount: euros('99.00'),
  })
})
