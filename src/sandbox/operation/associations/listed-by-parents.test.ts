import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const at = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const said = (properties: string) =>
  `requestBody: {content: {application/json: {schema: {type: object, properties: {${properties}}}}}}`
const ids = '{type: array, items: {type: string}}'

const { ask } = await sandboxOf(`
paths:
  /orders: {post: {${said(`note: {type: string}, parcel_ids: ${ids}`)}, responses: {'201': ${ok('Order')}}}}
  /orders/{id}: {get: {${at}, responses: {'200': ${ok('Order')}}}}
  /returns: {post: {${said('order_id: {type: string}')}, responses: {'201': ${ok('OrderReturn')}}}}
  /returns/{id}:
    ${at}
    get: {responses: {'200': ${ok('OrderReturn')}}}
    patch: {${said('order_id: {type: string}')}, responses: {'200': ${ok('OrderReturn')}}}
    delete: {responses: {'204': {description: gone}}}
  /parcels: {post: {${said('order_id: {type: string}')}, responses: {'201': ${ok('Parcel')}}}}
  /parcels/{id}: {get: {${at}, responses: {'200': ${ok('Parcel')}}}}
components:
  schemas:
    Order: {type: object, properties: {id: {type: string}, note: {type: string}, return_ids: ${ids}, parcel_ids: ${ids}, returns_seen: ${ids}, updated_at: {type: string, format: date-time}}}
    OrderReturn: {type: object, properties: {id: {type: string}, order_id: {type: string}}}
    Parcel: {type: object, properties: {id: {type: string}, order_id: {type: string}}}
`)

interface Shown {
  readonly id: string
  readonly updated_at: string
  readonly return_ids?: readonly string[]
}

const order = (): Shown => ask('POST /orders', { body: { note: 'a' } }).body as Shown
const shown = ({ id }: Shown): Shown => ask(`GET /orders/${id}`).body as Shown

it('lists what names it, until that goes or names another', () => {
  const [one, other] = [order(), order()]
  expect(one.return_ids ?? []).toEqual([])
  const [first, second] = [one, one].map(({ id }) => ask('POST /returns', { body: { order_id: id } }).body as Shown)
  expect(shown(one).return_ids).toEqual([first?.id, second?.id])
  expect(shown(one).updated_at > one.updated_at).toBe(true)
  ask(`PATCH /returns/${first?.id}`, { body: { order_id: other.id } })
  expect([shown(one).return_ids, shown(other).return_ids]).toEqual([[second?.id], [first?.id]])
  ask(`DELETE /returns/${second?.id}`)
  expect(shown(one).return_ids).toEqual([])
})

it('leaves lists that clients say, and lists that are called otherwise', () => {
  const one = order()
  ask('POST /parcels', { body: { order_id: one.id } })
  const { updated_at, ...rest } = one
  expect(shown(one)).toMatchObject(rest)
})
