import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

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
