import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const made = (name: string, sent = name) =>
  `{requestBody: {${json(ref(sent))}}, responses: {'201': {description: ok, ${json(ref(name))}}}}`
const read = (name: string) =>
  `{parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(ref(name))}}}}`

const shop = `
paths:
  /coupons: {post: ${made('Coupon')}}
  /coupons/{id}: {get: ${read('Coupon')}}
  /orders: {post: ${made('Order', 'NewOrder')}}
  /orders/{id}: {get: ${read('Order')}}
  /carts: {post: ${made('Cart')}}
  /carts/{id}: {get: ${read('Cart')}}
components:
  schemas:
    Coupon: {type: object, properties: {id: {type: string}, percent: {type: integer}}}
    NewOrder: {type: object, properties: {note: {type: string}}}
    Order:
      type: object
      required: [id]
      properties:
        id: {type: string}
        note: {type: string}
        coupon_id: {type: string}
        last_coupon_id: {type: string}
        first_coupon_id: {type: [string, 'null'], example: c_77}
        external_id: {type: string}
    Cart: {type: object, properties: {id: {type: string}, note: {type: string}, coupon: {type: string}}}
`

it('names no record that is not there, where nobody sent one', async () => {
  const { ask } = await sandboxOf(shop)
  const order = ask('POST /orders', { body: { note: 'n' } }).body
  expect(order).not.toHaveProperty('coupon_id')
  expect(order).not.toHaveProperty('last_coupon_id')
  expect(order).toMatchObject({ first_coupon_id: null, external_id: expect.any(String) })
  expect(ask('POST /carts', { body: { note: 'n' } }).body).not.toHaveProperty('coupon')
})

it('names one that is there, where the name does not say which', async () => {
  const { ask } = await sandboxOf(shop)
  const { id } = ask('POST /coupons', { body: { percent: 5 } }).body as { id: string }
  const order = ask('POST /orders', { body: { note: 'n' } }).body
  expect(order).toMatchObject({ coupon_id: id, first_coupon_id: null })
  expect(order).not.toHaveProperty('last_coupon_id')
})

it('names one that is there from the start, and makes up no object that would have to name one that is not', async () => {
  const { ask } = await sandboxOf(`
paths:
  /shops/{id}: {get: ${read('Shop')}}
  /cards: {post: ${made('Card', 'NewCard')}}
  /gifts: {post: ${made('Gift')}}
  /gifts/{id}: {get: ${read('Gift')}}
components:
  schemas:
    Shop: {type: object, properties: {id: {type: string}, name: {type: string}}}
    Gift: {type: object, properties: {id: {type: string}}}
    NewCard: {type: object, properties: {note: {type: string}}}
    Card:
      type: object
      properties:
        id: {type: string}
        shop_id: {type: string}
        moved: {type: object, required: [from_gift_id], properties: {from_gift_id: {type: string}}}
`)
  const card = ask('POST /cards', { body: { note: 'n' } }).body as { shop_id: string }
  expect(card).not.toHaveProperty('moved')
  expect(ask(`GET /shops/${card.shop_id}`).status).toBe(200)
})

const booked = `
paths:
  /rooms: {post: ${made('Room')}}
  /rooms/{id}: {get: ${read('Room')}}
  /stays: {post: ${made('Stay', 'NewStay')}}
  /stays/{stay_id}:
    parameters: [{name: stay_id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${json(ref('Stay'))}}}}
    delete:
      responses:
        '200':
          description: ok
          ${json('{type: object, properties: {deleted: {type: boolean}, stay_id: {type: string, example: s_44}}}')}
components:
  schemas:
    RoomId: {type: string, pattern: '^room_[a-z0-9]+$'}
    Room: {type: object, properties: {id: {$ref: '#/components/schemas/RoomId'}}}
    NewStay: {type: object, properties: {note: {type: string}}}
    Stay:
      type: object
      properties:
        id: {type: string}
        note: {type: string}
        room_id: {type: string, example: room_77}
        other_room_id: {allOf: [{$ref: '#/components/schemas/RoomId'}, {type: string, nullable: true}]}
`

it('leaves out a reference of which one half says that it may be null, and the other that it may not', async () => {
  const { ask } = await sandboxOf(booked)
  expect(ask('POST /stays', { body: { note: 'n' } }).body).not.toHaveProperty('other_room_id')
})

it('names one that is there rather than that of an example', async () => {
  const { ask } = await sandboxOf(booked)
  expect(ask('POST /stays', { body: { note: 'n' } }).body).not.toHaveProperty('room_id')
  const { id } = ask('POST /rooms', { body: {} }).body as { id: string }
  expect(ask('POST /stays', { body: { note: 'n' } }).body).toMatchObject({ room_id: id })
})

it('speaks under the name of a parameter of the path of the record that this named', async () => {
  const { ask } = await sandboxOf(booked)
  ask('POST /stays', { body: { note: 'first' } })
  const { id } = ask('POST /stays', { body: { note: 'n' } }).body as { id: string }
  expect(ask(`DELETE /stays/${id}`).body).toEqual({ deleted: true, stay_id: id })
})

it('begins with empty maps of records that requests make, whatever an example shows', async () => {
  const { ask } = await sandboxOf(`
paths:
  /containers: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {image: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Container'}}}}}}}
  /networks: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Network'}, example: {id: n1, name: a, containers: {c9: {ip: 10.0.0.1}}, labels: {a: {b: c}}}}}}}}}
components:
  schemas:
    Container: {type: object, properties: {id: {type: string}, image: {type: string}}}
    Network: {type: object, properties: {id: {type: string}, name: {type: string}, containers: {type: object, additionalProperties: {type: object, properties: {ip: {type: string}}}}, labels: {type: object, additionalProperties: {type: object}}}}
`)
  expect(ask('POST /networks', { body: { name: 'x' } }).body).toMatchObject({
    containers: {},
    labels: { a: { b: 'c' } },
  })
})

it('takes no id of a record that is nowhere over from the example that a request agrees with', async () => {
  const two = `examples: {a: {value: {id: c1, size: small, front_template_id: null}}, b: {value: {id: c2, size: large, front_template_id: tmpl_1}}}`
  const { ask } = await sandboxOf(`
paths:
  /templates: {post: ${made('Template')}}
  /templates/{id}: {get: ${read('Template')}}
  /cards:
    post:
      requestBody: {${json('{type: object, properties: {size: {type: string, enum: [small, large]}}}')}}
      responses: {'201': {description: made, content: {application/json: {schema: ${ref('Card')}, ${two}}}}}
components:
  schemas:
    Template: {type: object, properties: {id: {type: string}, html: {type: string}}}
    Card:
      anyOf:
        - {type: object, required: [id, front_template_id], properties: {id: {type: string}, size: {type: string, enum: [small, large]}, front_template_id: {type: string, nullable: true}}}
        - {type: object, required: [id, proof], properties: {id: {type: string}, size: {type: string, enum: [small, large]}, proof: {type: string}}}
`)
  const card = ask('POST /cards', { body: { size: 'large' } }).body
  expect(card).toMatchObject({ size: 'large', front_template_id: null })
})
