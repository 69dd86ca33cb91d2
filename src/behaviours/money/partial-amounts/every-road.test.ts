/** What was taken is counted by the difference when it is changed, given back when it ends, and what is left follows the whole. */
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'
import {
  answering,
  array,
  at,
  documentOf,
  drawn,
  none,
  number,
  object,
  ref,
  type Schema,
  taking,
  text,
} from '../../matrix.fixture.ts'

const refused = { 422: { description: 'no' } }
const shown = (one: Schema): Schema => ({ ...one, readOnly: true })
const id = ({ body }: { readonly body: unknown }): string => (body as { id: string }).id
const amount = object({ amount: number })

const charges = {
  '/charges': { post: { ...taking(amount), ...answering(201, ref('Charge')) } },
  '/charges/{charge_id}': {
    ...at('charge_id'),
    get: answering(200, ref('Charge'), none),
    patch: { ...taking(amount), ...answering(200, ref('Charge')) },
  },
  '/charges/{charge_id}/refunds': {
    ...at('charge_id'),
    get: answering(200, array(ref('Refund'))),
    post: { ...taking(amount), ...answering(201, ref('Refund'), refused) },
  },
  '/refunds/{refund_id}': {
    ...at('refund_id'),
    get: answering(200, ref('Refund'), none),
    patch: { ...taking(object({ amount: number, note: text })), ...answering(200, ref('Refund'), refused) },
    delete: answering(204),
  },
  '/refunds/{refund_id}/cancel': { ...at('refund_id'), post: answering(200, ref('Refund')) },
}
const charge = object({
  id: drawn,
  amount: number,
  amount_refunded: shown({ ...number, default: 0 }),
  refunded: shown({ type: 'boolean' }),
})
const states = { type: 'string', enum: ['pending', 'succeeded', 'cancelled'] }
const refund = object({ id: drawn, amount: number, note: text, status: states })

async function charged(paths: object = charges, made: Schema = refund) {
  const { ask } = await sandboxOf(documentOf([paths as typeof charges], { Charge: charge, Refund: made }))
  const path = `/charges/${id(ask('POST /charges', { body: { amount: 1000 } }))}`
  return { ask, path, now: () => ask(`GET ${path}`).body }
}

it('counts a refund that is put again by the difference', async () => {
  const put = {
    '/charges/{charge_id}/refunds/{refund_id}': {
      ...at('charge_id', 'refund_id'),
      get: answering(200, ref('Refund'), none),
      put: { ...taking(amount), ...answering(201, ref('Refund'), refused) },
    },
  }
  const { '/charges': all, '/charges/{charge_id}': one } = charges
  const named = object({ id: text, amount: number }, 'id')
  const { ask, path, now } = await charged({ '/charges': all, '/charges/{charge_id}': one, ...put }, named)
  const take = (name: string, body: object) => ask(`PUT ${path}/refunds/${name}`, { body }).status
  expect(take('r1', { amount: 300 })).toBe(201)
  expect(take('r1', { amount: 900 })).toBeLessThan(300)
  expect(now()).toMatchObject({ amount_refunded: 900, refunded: false })
  expect(take('r2', { amount: 200 })).toBe(422)
  expect(take('r1', { amount: 1100 })).toBe(422)
  expect(now()).toMatchObject({ amount_refunded: 900 })
  expect(take('r1', { amount: 100 })).toBeLessThan(300)
  expect(take('r2', { amount: 900 })).toBe(201)
  expect(now()).toMatchObject({ amount_refunded: 1000, refunded: true })
})

it('refuses a change to more than there is, and counts any other', async () => {
  const { ask, path, now } = await charged()
  const one = id(ask(`POST ${path}/refunds`, { body: { amount: 300 } }))
  const change = (body: object) => ask(`PATCH /refunds/${one}`, { body })
  expect(change({ amount: 5000 })).toMatchObject({
    status: 422,
    body: { message: 'Cannot refund 5000 of this charge: 1000 is left' },
  })
  expect(ask(`GET /refunds/${one}`).body).toMatchObject({ amount: 300 })
  expect(change({ amount: -1 }).status).toBe(422)
  expect(change({ amount: 1000 }).status).toBe(200)
  expect(now()).toMatchObject({ amount_refunded: 1000, refunded: true })
  expect(change({ note: 'x', amount: 1000 }).status).toBe(200)
  expect(change({ amount: 250 }).status).toBe(200)
  expect(now()).toMatchObject({ amount_refunded: 250, refunded: false })
})

it('gives back what is deleted or cancelled, once', async () => {
  const { ask, path, now } = await charged()
  const [one, other] = [300, 200].map((part) => id(ask(`POST ${path}/refunds`, { body: { amount: part } })))
  ask(`DELETE /refunds/${one}`)
  expect(now()).toMatchObject({ amount_refunded: 200 })
  expect(ask(`POST /refunds/${other}/cancel`).body).toMatchObject({ status: 'cancelled', amount: 200 })
  expect(now()).toMatchObject({ amount_refunded: 0, refunded: false })
  ask(`DELETE /refunds/${other}`)
  expect(now()).toMatchObject({ amount_refunded: 0 })
  expect(ask(`POST ${path}/refunds`, { body: { amount: 1000 } }).status).toBe(201)
  expect(now()).toMatchObject({ amount_refunded: 1000, refunded: true })
})

const named = object({ id: text, charge: text, amount: number })
const apart = {
  '/charges': charges['/charges'],
  '/charges/{charge_id}': charges['/charges/{charge_id}'],
  '/refunds': { post: { ...taking(named), ...answering(201, ref('Refund'), refused) } },
  '/refunds/bulk': {
    post: { operationId: 'upsertRefunds', ...taking(array(named)), ...answering(201, array(ref('Refund')), refused) },
  },
  '/refunds/{refund_id}': {
    ...at('refund_id'),
    get: answering(200, ref('Refund'), none),
    patch: { ...taking(named), ...answering(200, ref('Refund'), refused) },
  },
}

it('takes out of another record what a change names', async () => {
  const { ask, path, now } = await charged(apart, named)
  const other = id(ask('POST /charges', { body: { amount: 500 } }))
  const charge = path.split('/').at(-1)
  ask('POST /refunds', { body: { id: 'r1', charge, amount: 700 } })
  const change = (body: object) => ask(`PATCH /refunds/r1`, { body }).status
  expect(change({ charge: other })).toBe(422)
  expect(now()).toMatchObject({ amount_refunded: 700 })
  expect(change({ charge: other, amount: 500 })).toBe(200)
  expect(now()).toMatchObject({ amount_refunded: 0 })
  expect(ask(`GET /charges/${other}`).body).toMatchObject({ amount_refunded: 500, refunded: true })
})

it('counts several that are put at once by what each took before', async () => {
  const { ask, path, now } = await charged(apart, { ...named, required: ['id'] })
  const charge = path.split('/').at(-1)
  const put = (...parts: readonly number[]) =>
    ask('POST /refunds/bulk', { body: parts.map((part, index) => ({ id: `r${index}`, charge, amount: part })) }).status
  expect(put(300, 700)).toBe(201)
  expect(now()).toMatchObject({ amount_refunded: 1000, refunded: true })
  expect(put(200, 800)).toBe(201)
  expect(put(900)).toBe(422)
  expect(now()).toMatchObject({ amount_refunded: 1000, refunded: true })
  expect(put(100)).toBe(201)
  expect(now()).toMatchObject({ amount_refunded: 900, refunded: false })
})

it('follows the whole', async () => {
  const { ask, path, now } = await charged()
  ask(`POST ${path}/refunds`, { body: {} })
  expect(now()).toMatchObject({ amount_refunded: 1000, refunded: true })
  expect(ask(`PATCH ${path}`, { body: { amount: 1500 } }).body).toMatchObject({
    amount_refunded: 1000,
    refunded: false,
  })
})

it('gives back what a verb has made', async () => {
  const { ask } = await sandboxOf(
    documentOf(
      [
        {
          '/orders': { post: { ...taking(amount), ...answering(201, ref('Order')) } },
          '/orders/{id}': { ...at('id'), get: answering(200, ref('Order'), none) },
          '/orders/{id}/capture': {
            ...at('id'),
            post: { ...taking(amount), ...answering(201, ref('Capture'), refused) },
          },
          '/captures/{id}': { ...at('id'), get: answering(200, ref('Capture'), none), delete: answering(204) },
        },
      ],
      {
        Order: object({ id: drawn, amount: number, note: text }),
        Capture: object({ id: drawn, amount: number, of: text }),
      },
    ),
  )
  const order = id(ask('POST /orders', { body: { amount: 100 } }))
  const capture = (part: number) => ask(`POST /orders/${order}/capture`, { body: { amount: part } })
  const first = capture(70)
  expect([first.status, capture(40).status]).toEqual([201, 422])
  ask(`DELETE /captures/${id(first)}`)
  expect(capture(100).status).toBe(201)
  expect(capture(1).status).toBe(422)
})

const invoices = (due: Schema, sent: Schema = object({ total: number })) =>
  documentOf(
    [
      {
        '/invoices': { post: { ...taking(sent), ...answering(201, ref('Invoice')) } },
        '/invoices/{invoice_id}': {
          ...at('invoice_id'),
          get: answering(200, ref('Invoice'), none),
          patch: { ...taking(sent), ...answering(200, ref('Invoice')) },
          put: { ...taking(sent), ...answering(200, ref('Invoice')) },
        },
        '/invoices/{invoice_id}/payments': {
          ...at('invoice_id'),
          post: { ...taking(amount), ...answering(201, ref('Payment'), refused) },
        },
        '/invoices/{invoice_id}/payments/{payment_id}': {
          ...at('invoice_id', 'payment_id'),
          get: answering(200, ref('Payment'), none),
          delete: answering(204),
        },
      },
    ],
    {
      Invoice: object({
        id: drawn,
        total: number,
        amount_due: due,
        amount_paid: shown(number),
        status: shown({ type: 'string', enum: ['open', 'partially_paid', 'paid'] }),
      }),
      Payment: object({ id: drawn, amount: number }),
    },
  )

it('leaves due what is not paid, whatever becomes of the payments and the whole', async () => {
  const { ask } = await sandboxOf(invoices(shown(number)))
  const path = `/invoices/${id(ask('POST /invoices', { body: { total: 100 } }))}`
  const now = () => ask(`GET ${path}`).body
  const payment = id(ask(`POST ${path}/payments`, { body: { amount: 40 } }))
  expect(ask(`PATCH ${path}`, { body: { total: 300 } }).body).toMatchObject({ amount_due: 260, amount_paid: 40 })
  expect(ask(`PUT ${path}`, { body: { total: 200 } }).body).toMatchObject({ amount_due: 160, amount_paid: 40 })
  ask(`POST ${path}/payments`, { body: {} })
  expect(now()).toMatchObject({ amount_due: 0, amount_paid: 200, status: 'paid' })
  ask(`DELETE ${path}/payments/${payment}`)
  expect(now()).toMatchObject({ amount_due: 40, amount_paid: 160, status: 'partially_paid' })
  expect(ask(`PATCH ${path}`, { body: { total: 160 } }).body).toMatchObject({ amount_due: 0, status: 'paid' })
})

it('opens an invoice again whose payments are all gone', async () => {
  const { ask } = await sandboxOf(invoices(shown(number)))
  const path = `/invoices/${id(ask('POST /invoices', { body: { total: 100 } }))}`
  const payments = [40, 60].map((part) => id(ask(`POST ${path}/payments`, { body: { amount: part } })))
  for (const one of payments) ask(`DELETE ${path}/payments/${one}`)
  expect(ask(`GET ${path}`).body).toMatchObject({ amount_due: 100, amount_paid: 0, status: 'open' })
})

it('leaves what is due to a client that says it', async () => {
  const { ask } = await sandboxOf(invoices(number, object({ total: number, amount_due: number })))
  const path = `/invoices/${id(ask('POST /invoices', { body: { total: 100 } }))}`
  ask(`POST ${path}/payments`, { body: { amount: 40 } })
  const change = (body: object) => ask(`PATCH ${path}`, { body }).body
  expect(change({ total: 300, amount_due: 10 })).toMatchObject({ amount_due: 10, amount_paid: 40 })
  expect(change({ total: 400 })).toMatchObject({ amount_due: 10 })
  expect(change({ amount_due: 360 })).toMatchObject({ amount_due: 360 })
  expect(change({ total: 500 })).toMatchObject({ amount_due: 460 })
})
