import { expect, it } from 'vitest'
import { sandboxOf } from '../../test/support/inline.ts'

const of = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ok = (schema: string) => `{description: ok, ${of(schema)}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const id = (body: unknown): string => (body as { id: string }).id

it('H1 protection holds where several are deleted at once', async () => {
  const shelf = ref('Shelf')
  const { ask } = await sandboxOf(`
paths:
  /shelves:
    post: {requestBody: {${of(shelf)}}, responses: {'201': ${ok(shelf)}}}
    delete: {requestBody: {${of('{type: object, properties: {ids: {type: array, items: {type: string}}}}')}}, responses: {'204': {description: gone}, '423': {description: locked}}}
  /shelves/{id}:
    parameters: [${inPath('id')}]
    get: {responses: {'200': ${ok(shelf)}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '423': {description: locked}}}
components: {schemas: {Shelf: {type: object, properties: {id: {type: string, readOnly: true}, deletion_protection: {type: boolean}}}}}
`)
  const one = id(ask('POST /shelves', { body: { deletion_protection: true } }).body)
  expect(ask(`DELETE /shelves/${one}`).status).toBe(423)
  ask('DELETE /shelves', { body: { ids: [one] } })
  expect(ask(`GET /shelves/${one}`).status).toBe(200)
})

it('H2 a refused upsert of several leaves what was there before', async () => {
  const c = ref('Contact')
  const { ask } = await sandboxOf(`
paths:
  /contacts:
    get: {responses: {'200': ${ok(`{type: array, items: ${c}}`)}}}
    post: {operationId: upsertContacts, requestBody: {${of(`{type: array, items: ${c}}`)}}, responses: {'201': ${ok(`{type: array, items: ${c}}`)}, '409': {description: taken}}}
  /contacts/{id}:
    parameters: [${inPath('id')}]
    get: {responses: {'200': ${ok(c)}, '404': {description: none}}}
    put: {requestBody: {${of(c)}}, responses: {'200': ${ok(c)}}}
  /contacts/by-email/{email}:
    get: {parameters: [${inPath('email')}], responses: {'200': ${ok(c)}, '404': {description: none}}}
components: {schemas: {Contact: {type: object, required: [id], properties: {id: {type: string}, email: {type: string, description: The unique email.}, name: {type: string}}}}}
`)
  ask('PUT /contacts/a', { body: { id: 'a', email: 'a@x.org', name: 'A' } })
  ask('PUT /contacts/b', { body: { id: 'b', email: 'b@x.org', name: 'B' } })
  const before = ask('GET /contacts').body
  const r = ask('POST /contacts', {
    body: [
      { id: 'a', email: 'a@x.org', name: 'A2' },
      { id: 'z', email: 'b@x.org' },
    ],
  })
  expect(r.status).toBe(409)
  expect(ask('GET /contacts').body).toEqual(before)
})

it('H5 records made inside another are counted', async () => {
  const { ask } = await sandboxOf(`
paths:
  /orders:
    post: {requestBody: {${of(ref('Order'))}}, responses: {'201': ${ok(ref('Order'))}}}
  /orders/{order_id}:
    get: {parameters: [${inPath('order_id')}], responses: {'200': ${ok(ref('Order'))}, '404': {description: none}}}
  /orders/{order_id}/lines:
    parameters: [${inPath('order_id')}]
    get: {responses: {'200': ${ok(`{type: array, items: ${ref('Line')}}`)}}}
    post: {requestBody: {${of(ref('Line'))}}, responses: {'201': ${ok(ref('Line'))}}}
  /orders/{order_id}/lines/{line_id}:
    parameters: [${inPath('order_id')}, ${inPath('line_id')}]
    get: {responses: {'200': ${ok(ref('Line'))}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}}}
components:
  schemas:
    Order: {type: object, properties: {id: {type: string, readOnly: true}, lines_count: {type: integer, readOnly: true}, lines: {type: array, items: ${ref('Line')}}}}
    Line: {type: object, properties: {id: {type: string, readOnly: true}, sku: {type: string}}}
`)
  const made = ask('POST /orders', { body: { lines: [{ sku: 'a' }, { sku: 'b' }] } }).body
  const one = id(made)
  const lines = ask(`GET /orders/${one}/lines`).body as { id: string }[]
  expect(lines).toHaveLength(2)
  expect(ask(`GET /orders/${one}`).body).toMatchObject({ lines_count: 2 })
})

it('H6 a replacement makes nothing smaller that only grows', async () => {
  const { ask } = await sandboxOf(`
paths:
  /disks: {post: {requestBody: {${of(ref('Disk'))}}, responses: {'201': ${ok(ref('Disk'))}}}}
  /disks/{id}:
    parameters: [${inPath('id')}]
    get: {responses: {'200': ${ok(ref('Disk'))}}}
    put: {description: Disks can only be resized up., requestBody: {${of(ref('Disk'))}}, responses: {'200': ${ok(ref('Disk'))}, '422': {description: no}}}
components: {schemas: {Disk: {type: object, properties: {id: {type: string, readOnly: true}, size: {type: integer}, label: {type: string}}}}}
`)
  const one = id(ask('POST /disks', { body: { size: 20 } }).body)
  expect(ask(`PUT /disks/${one}`, { body: { size: 10 } }).status).toBe(422)
})

it('H7 what words of a create say is unique is so for copies and for several at once', async () => {
  const item = ref('Item')
  const taken = "'409': {description: An item with the same code already exists}"
  const { ask } = await sandboxOf(`
paths:
  /items:
    get: {responses: {'200': ${ok(`{type: array, items: ${item}}`)}}}
    post: {requestBody: {${of(item)}}, responses: {'201': ${ok(item)}, ${taken}}}
  /items/batch: {post: {requestBody: {${of(`{type: array, items: ${item}}`)}}, responses: {'201': ${ok(`{type: array, items: ${item}}`)}, ${taken}}}}
  /items/{id}: {parameters: [${inPath('id')}], get: {responses: {'200': ${ok(item)}, '404': {description: none}}}}
  /items/{id}/copy: {parameters: [${inPath('id')}], post: {requestBody: {${of(item)}}, responses: {'201': ${ok(item)}, ${taken}}}}
components: {schemas: {Item: {type: object, properties: {id: {type: string, readOnly: true}, code: {type: string}, name: {type: string}}}}}
`)
  const one = id(ask('POST /items', { body: { code: 'a', name: 'A' } }).body)
  expect(ask('POST /items/batch', { body: [{ code: 'b' }, { code: 'a' }] }).status).toBe(409)
  expect(ask('GET /items').body).toHaveLength(1)
  expect(ask(`POST /items/${one}/copy`, { body: { code: 'a' } }).status).toBe(409)
  const copy = ask(`POST /items/${one}/copy`, { body: {} })
  expect(copy.status).toBe(201)
  expect(copy.body).toMatchObject({ name: 'A' })
  expect(copy.body).not.toMatchObject({ code: 'a' })
})
