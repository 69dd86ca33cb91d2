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

const notes = (paths: string, properties: string) => `
paths:
  /desks: {post: {requestBody: {${of(ref('Desk'))}}, responses: {'201': ${ok(ref('Desk'))}}}}
  /desks/{desk_id}: {get: {parameters: [${inPath('desk_id')}], responses: {'200': ${ok(ref('Desk'))}}}}
  /desks/{desk_id}/notes:
    parameters: [${inPath('desk_id')}]
    get: {responses: {'200': ${ok(`{type: array, items: ${ref('Note')}}`)}}}
    post: {requestBody: {${of(ref('Note'))}}, responses: {'201': ${ok(ref('Note'))}}}
    ${paths}
components:
  schemas:
    Desk: {type: object, properties: {id: {type: string, readOnly: true}, label: {type: string}, notes_count: {type: integer, readOnly: true}}}
    Note: {type: object, properties: {id: {type: string, readOnly: true}, body: {type: string}, ${properties}}}
`

it('a removal by a filter takes none where one of those found is protected', async () => {
  const { ask } = await sandboxOf(
    notes(
      "delete: {parameters: [{name: body, in: query, schema: {type: string}}], responses: {'204': {description: gone}, '423': {description: locked}}}",
      'deletion_protection: {type: boolean}',
    ),
  )
  const home = `/desks/${id(ask('POST /desks', { body: { label: 'a' } }).body)}/notes`
  ask(`POST ${home}`, { body: { body: 'old' } })
  ask(`POST ${home}`, { body: { body: 'old', deletion_protection: true } })
  ask(`POST ${home}`, { body: { body: 'new' } })
  const before = ask(`GET ${home}`).body
  expect(ask(`DELETE ${home}?body=old`).status).toBe(423)
  expect(ask(`GET ${home}`).body).toEqual(before)
  expect(ask(`DELETE ${home}?body=new`).status).toBe(204)
  expect(ask(`GET ${home}`).body).toHaveLength(2)
})

it('a refused change of several leaves those that went before as they were', async () => {
  const changed = `{type: object, properties: {notes: {type: array, items: {type: object, required: [id], properties: {id: {type: string}, size: {type: integer}}}}}}`
  const { ask } = await sandboxOf(
    notes(
      `patch: {description: The size can only be increased., requestBody: {${of(changed)}}, responses: {'200': ${ok(`{type: object, properties: {notes: {type: array, items: ${ref('Note')}}}}`)}, '422': {description: no}}}`,
      'size: {type: integer}',
    ),
  )
  const home = `/desks/${id(ask('POST /desks', { body: { label: 'a' } }).body)}/notes`
  const [one, other] = [1, 2].map(() => id(ask(`POST ${home}`, { body: { size: 5 } }).body))
  const change = (size: number) =>
    ask(`PATCH ${home}`, {
      body: {
        notes: [
          { id: one, size: 9 },
          { id: other, size },
        ],
      },
    })
  const before = ask(`GET ${home}`).body
  expect(change(1).status).toBe(422)
  expect(ask(`GET ${home}`).body).toEqual(before)
  expect(change(6).status).toBe(200)
})

it('what is moved is counted where it stands, and no longer where it stood', async () => {
  const move = `{type: object, properties: {target_desk_id: {type: string}}}`
  const { ask } = await sandboxOf(
    notes(
      `
  /desks/{desk_id}/notes/{note_id}: {get: {parameters: [${inPath('desk_id')}, ${inPath('note_id')}], responses: {'200': ${ok(ref('Note'))}}}}
  /desks/{desk_id}/notes/{note_id}/move: {post: {parameters: [${inPath('desk_id')}, ${inPath('note_id')}], requestBody: {${of(move)}}, responses: {'200': ${ok(ref('Note'))}}}}`,
      'size: {type: integer}',
    ),
  )
  const [one, other] = [1, 2].map(() => id(ask('POST /desks', { body: { label: 'a' } }).body))
  const note = id(ask(`POST /desks/${one}/notes`, { body: { body: 'x' } }).body)
  expect(ask(`POST /desks/${one}/notes/${note}/move`, { body: { target_desk_id: other } }).status).toBe(200)
  const counts = [one, other].map((desk) => (ask(`GET /desks/${desk}`).body as { notes_count: number }).notes_count)
  expect(counts).toEqual([0, 1])
})
