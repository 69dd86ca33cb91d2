import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const taking = (schema: string) => `requestBody: {content: {application/json: {schema: ${schema}}}}`

const { ask } = await sandboxOf(`
paths:
  /orders:
    post: {${taking(ref('Order'))}, responses: {'201': ${ok(ref('Order'))}}}
  /orders/{order_id}:
    get: {parameters: [${inPath('order_id')}], responses: {'200': ${ok(ref('Order'))}, '404': {description: none}}}
  /orders/{order_id}/lines:
    parameters: [${inPath('order_id')}]
    get: {responses: {'200': ${ok(`{type: array, items: ${ref('Line')}}`)}}}
    post: {${taking(ref('Line'))}, responses: {'201': ${ok(ref('Line'))}}}
  /orders/{order_id}/lines/{line_id}:
    parameters: [${inPath('order_id')}, ${inPath('line_id')}]
    get: {responses: {'200': ${ok(ref('Line'))}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}}}
  /tags:
    post: {${taking(ref('Tag'))}, responses: {'201': ${ok(ref('Tag'))}}}
    get: {responses: {'200': ${ok(`{type: array, items: ${ref('Tag')}}`)}}}
  /tags/{tag_id}:
    get: {parameters: [${inPath('tag_id')}], responses: {'200': ${ok(ref('Tag'))}}}
  /orders/{order_id}/tags:
    parameters: [${inPath('order_id')}]
    get: {responses: {'200': ${ok(`{type: array, items: ${ref('Tag')}}`)}}}
    post: {${taking(ref('Tag'))}, responses: {'201': ${ok(ref('Tag'))}}}
components:
  schemas:
    Order: {type: object, properties: {id: {type: string, readOnly: true}, lines: {type: array, items: ${ref('Line')}}, tags: {type: array, items: ${ref('Tag')}}}}
    Line: {type: object, properties: {id: {type: string, readOnly: true}, sku: {type: string}, quantity: {type: integer}}}
    Tag: {type: object, properties: {id: {type: string}, name: {type: string}}}
`)

interface Line {
  readonly id: string
  readonly sku: string
}
interface Order {
  readonly id: string
  readonly lines: readonly Line[]
}

it('makes records of the parts that are sent inside another, and follows them', () => {
  const made = ask('POST /orders', {
    body: { lines: [{ sku: 'a' }, { sku: 'b', quantity: 2 }], tags: [{ id: 't', name: 'x' }] },
  }).body as Order
  const listed = () => ask(`GET /orders/${made.id}/lines`).body as readonly Line[]
  const shown = () => (ask(`GET /orders/${made.id}`).body as Order).lines
  expect(listed().map(({ sku }) => sku)).toEqual(['a', 'b'])
  expect(made.lines).toEqual(listed())
  expect(ask(`GET /orders/${made.id}/lines/${made.lines[1]?.id}`).body).toMatchObject({ quantity: 2 })
  ask(`POST /orders/${made.id}/lines`, { body: { sku: 'c' } })
  ask(`DELETE /orders/${made.id}/lines/${made.lines[0]?.id}`)
  expect(listed().map(({ sku }) => sku)).toEqual(['b', 'c'])
  expect(shown()).toEqual(listed())
})

it('makes none of what is made elsewhere', () => {
  expect(ask('GET /tags').body).toEqual([])
})

it('shows all parts that were sent, also those that are too many to be made', () => {
  const lines = Array.from({ length: 205 }, (_, index) => ({ sku: `s${index}` }))
  const made = ask('POST /orders', { body: { lines } }).body as Order
  expect(made.lines.map(({ sku }) => sku)).toEqual(lines.map(({ sku }) => sku))
})

it('leaves nothing behind of several of which one is refused', async () => {
  const boxes = await sandboxOf(`
paths:
  /rooms: {post: {${taking('{type: object}')}, responses: {'201': ${ok(ref('Room'))}}}}
  /rooms/{room_id}: {get: {parameters: [${inPath('room_id')}], responses: {'200': ${ok(ref('Room'))}}}}
  /rooms/{room_id}/boxes:
    parameters: [${inPath('room_id')}]
    get: {responses: {'200': ${ok(`{type: array, items: ${ref('Box')}}`)}}}
    post: {${taking(`{oneOf: [${ref('Box')}, {type: array, items: ${ref('Box')}}]}`)}, responses: {'201': ${ok(ref('Box'))}, '409': {description: A box with the same name already exists}}}
  /rooms/{room_id}/boxes/{box_id}:
    get: {parameters: [${inPath('room_id')}, ${inPath('box_id')}], responses: {'200': ${ok(ref('Box'))}}}
components:
  schemas:
    Room: {type: object, properties: {id: {type: string}, box_count: {type: integer}, boxes: {type: array, items: ${ref('Box')}}}}
    Box: {type: object, properties: {id: {type: string}, name: {type: string}}}
`)
  const room = boxes.ask('POST /rooms', { body: {} }).body as { id: string }
  const before = boxes.ask(`GET /rooms/${room.id}`).body
  expect(boxes.ask(`POST /rooms/${room.id}/boxes`, { body: [{ name: 'a' }, { name: 'a' }] }).status).toBe(409)
  expect(boxes.ask(`GET /rooms/${room.id}/boxes`).body).toEqual([])
  expect(boxes.ask(`GET /rooms/${room.id}`).body).toEqual(before)
})

it('refuses the whole where a part is refused', async () => {
  const { ask: send } = await sandboxOf(`
paths:
  /rooms:
    get: {responses: {'200': ${ok(`{type: array, items: ${ref('Room')}}`)}}}
    post: {${taking(ref('Room'))}, responses: {'201': ${ok(ref('Room'))}}}
  /rooms/{room_id}: {get: {parameters: [${inPath('room_id')}], responses: {'200': ${ok(ref('Room'))}}}}
  /rooms/{room_id}/boxes:
    parameters: [${inPath('room_id')}]
    get: {responses: {'200': ${ok(`{type: array, items: ${ref('Box')}}`)}}}
    post: {${taking(ref('Box'))}, responses: {'201': ${ok(ref('Box'))}, '409': {description: A box with the same name already exists}}}
components:
  schemas:
    Room: {type: object, properties: {id: {type: string, readOnly: true}, boxes: {type: array, items: ${ref('Box')}}}}
    Box: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
`)
  expect(send('POST /rooms', { body: { boxes: [{ name: 'a' }, { name: 'a' }] } }).status).toBe(409)
  expect(send('GET /rooms').body).toEqual([])
  expect(send('POST /rooms', { body: { boxes: [{ name: 'a' }, { name: 'b' }] } }).status).toBe(201)
})
