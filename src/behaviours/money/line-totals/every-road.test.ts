/** Sums follow their lines whichever way those are changed, and stay where they are the client's word. */
import { expect, it } from 'vitest'
import { type Inline, sandboxOf } from '../../../../test/support/inline.ts'
import {
  answering,
  array,
  at,
  documentOf,
  drawn,
  none,
  object,
  ref,
  type Schema,
  taking,
  text,
} from '../../matrix.fixture.ts'

const number: Schema = { type: 'number' }
const shown: Schema = { type: 'number', readOnly: true }
const line = { text, quantity: number, unit_price: number }

interface Invoice {
  readonly id: string
  readonly lines: readonly object[]
}

const JSON_PATCH = { 'content-type': 'application/json-patch+json' }

/** A merge, or a JSON Patch. */
function takingSteps(asked: Schema): object {
  const steps = array(object({ op: text, path: text, value: {} }))
  const content = { 'application/json': { schema: asked }, [JSON_PATCH['content-type']]: { schema: steps } }
  return { requestBody: { content } }
}

/** Invoices whose sums are of this form, and of which all but those may be sent. */
async function invoices(sum: Schema = shown): Promise<{
  readonly made: Invoice
  readonly ask: Inline['ask']
  readonly change: (body: unknown, method?: string) => unknown
  readonly patch: (...steps: readonly object[]) => unknown
}> {
  const asked = object({ lines: array(ref('Line')), discount: number, total: sum, note: text })
  const { ask } = await sandboxOf(
    documentOf(
      [
        {
          '/invoices': { post: { ...taking(asked), ...answering(201, ref('Invoice')) } },
          '/invoices/{id}': {
            ...at('id'),
            get: answering(200, ref('Invoice'), none),
            put: { ...taking(asked), ...answering(200, ref('Invoice')) },
            patch: { ...takingSteps(asked), ...answering(200, ref('Invoice')) },
          },
        },
      ],
      {
        Line: object({ ...line, amount: sum }),
        Invoice: object({
          id: drawn,
          lines: array(ref('Line')),
          discount: number,
          note: text,
          total: sum,
          amount_due: sum,
        }),
      },
    ),
  )
  const made = ask('POST /invoices', { body: { lines: [{ quantity: 2, unit_price: 5 }] } }).body as Invoice
  const path = `/invoices/${made.id}`
  return {
    made,
    ask,
    change: (body, method = 'PATCH') => ask(`${method} ${path}`, { body }).body,
    patch: (...steps) => ask(`PATCH ${path}`, { body: JSON.stringify(steps), fields: JSON_PATCH }).body,
  }
}

it.each(['PATCH', 'PUT'])(
  'takes an amount that only the server says for nobody’s word when %s sends it back',
  async (method) => {
    const { made, change } = await invoices()
    const [first] = made.lines
    const lines = [{ ...first, quantity: 10 }]
    expect(change({ lines, total: 10 }, method)).toMatchObject({ lines: [{ amount: 50 }], total: 50, amount_due: 50 })
  },
)

it('follows a JSON Patch of one line, and of which lines there are', async () => {
  const { patch } = await invoices()
  const ten = { op: 'replace', path: '/lines/0/quantity', value: 10 }
  expect(patch(ten)).toMatchObject({ lines: [{ amount: 50 }], total: 50 })
  const other = { op: 'add', path: '/lines/0', value: { quantity: 1, unit_price: 3 } }
  expect(patch(other)).toMatchObject({ lines: [{ amount: 3 }, { amount: 50 }], total: 53 })
  expect(patch({ op: 'remove', path: '/lines/1' })).toMatchObject({ lines: [{ amount: 3 }], total: 3 })
})

it('follows a JSON Patch of a line whose amount a client could say and did not', async () => {
  const { patch } = await invoices(number)
  const ten = { op: 'replace', path: '/lines/0/quantity', value: 10 }
  expect(patch(ten)).toMatchObject({ lines: [{ amount: 50 }], total: 50 })
  expect(patch({ op: 'replace', path: '/lines/0/amount', value: 45 })).toMatchObject({ total: 45 })
  expect(patch({ op: 'replace', path: '/lines/0/quantity', value: 9 })).toMatchObject({ lines: [{ amount: 45 }] })
})

it('follows what is taken off, and lines that are all gone', async () => {
  const { change } = await invoices()
  expect(change({ discount: 3 })).toMatchObject({ lines: [{ amount: 10 }], total: 7, amount_due: 7 })
  expect(change({ note: 'x' })).toMatchObject({ total: 7 })
  expect(change({ lines: [] })).toMatchObject({ lines: [], total: 0, amount_due: 0 })
})

it('keeps a sum that the client says, now and later', async () => {
  const { change } = await invoices(number)
  expect(change({ total: 8 })).toMatchObject({ lines: [{ amount: 10 }], total: 8, amount_due: 8 })
  expect(change({ discount: 3 })).toMatchObject({ total: 8, amount_due: 8 })
  expect(change({ lines: [{ quantity: 3, unit_price: 5, amount: 14 }] })).toMatchObject({
    lines: [{ amount: 14 }],
    total: 8,
  })
  expect(change({ lines: [], total: 0 })).toMatchObject({ total: 0 })
})

it('leaves sums of records that nobody made lines for as they are shown', async () => {
  const { ask } = await invoices()
  const { body } = ask('POST /invoices', { body: { note: 'x' } })
  const { id, ...rest } = body as Invoice
  expect(ask(`PATCH /invoices/${id}`, { body: { note: 'y' } }).body).toMatchObject({ ...rest, note: 'y' })
})

const orders = documentOf(
  [
    {
      '/orders': {
        post: { ...taking(object({ label: text, lines: array(object(line)) })), ...answering(201, ref('Order')) },
      },
      '/orders/{order_id}': { ...at('order_id'), get: answering(200, ref('Order'), none) },
      '/orders/{order_id}/lines': {
        ...at('order_id'),
        get: answering(200, array(ref('Line'))),
        post: { ...taking(object(line)), ...answering(201, ref('Line')) },
      },
      '/orders/{order_id}/lines/{line_id}': {
        ...at('order_id', 'line_id'),
        get: answering(200, ref('Line'), none),
        patch: { ...taking(object(line)), ...answering(200, ref('Line')) },
        delete: answering(204),
      },
    },
  ],
  {
    Order: object({ id: drawn, label: text, lines: array(ref('Line')), subtotal: shown, total: shown }),
    Line: object({ id: drawn, ...line, amount: shown }),
  },
)

it('follows lines that are records themselves', async () => {
  const { ask } = await sandboxOf(orders)
  const { body } = ask('POST /orders', { body: { label: 'a', lines: [{ quantity: 2, unit_price: 5 }] } })
  expect(body).toMatchObject({ lines: [{ amount: 10 }], subtotal: 10, total: 10 })
  const home = `/orders/${(body as Invoice).id}`
  const order = () => ask(`GET ${home}`).body
  const added = ask(`POST ${home}/lines`, { body: { quantity: 1, unit_price: 3 } }).body as { id: string }
  expect(added).toMatchObject({ amount: 3 })
  expect(order()).toMatchObject({ lines: [{ amount: 10 }, { amount: 3 }], subtotal: 13, total: 13 })
  const changed = ask(`PATCH ${home}/lines/${added.id}`, { body: { quantity: 4, amount: 3 } })
  expect(changed.body).toMatchObject({ amount: 12 })
  expect(order()).toMatchObject({ subtotal: 22, total: 22 })
  ask(`PATCH ${home}/lines/${added.id}`, { body: { text: 'x' } })
  expect(order()).toMatchObject({ subtotal: 22, total: 22 })
  ask(`DELETE ${home}/lines/${added.id}`)
  expect(order()).toMatchObject({ lines: [{ amount: 10 }], subtotal: 10, total: 10 })
})
