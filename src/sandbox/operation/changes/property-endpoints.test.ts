import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const many = (name: string) => `{type: array, items: ${ref(name)}}`
const id = (name = 'id') => `[{name: ${name}, in: path, required: true, schema: {type: string}}]`
const taking = (schema: string, type = 'application/json') => `requestBody: {content: {${type}: {schema: ${schema}}}}`

interface Made {
  readonly id: string
}

const things = `
paths:
  /things:
    post: {${taking(ref('Thing'))}, responses: {'201': ${ok(ref('Thing'))}}}
    get: {responses: {'200': ${ok(many('Thing'))}}}
    delete: {parameters: [{name: before, in: query, schema: {type: string}}, {name: force, in: query, schema: {type: boolean}}], responses: {'204': {description: all gone}, '400': ${ok('{type: object, required: [error], properties: {error: {type: string}}}')}}}
  /things/count: {get: {responses: {'200': ${ok('{type: object, required: [count], properties: {count: {type: integer}}}')}}}}
  /things/bulk: {post: {${taking(`{type: object, required: [things], properties: {things: ${many('Thing')}}}`)}, responses: {'201': ${ok(many('Thing'))}}}}
  /things/search: {post: {${taking('{type: object, properties: {name: {type: string}, query: {type: string}}}')}, responses: {'200': ${ok(`{type: object, properties: {things: ${many('Thing')}, total: {type: integer}}}`)}}}}
  /things/{id}:
    parameters: ${id()}
    get: {responses: {'200': ${ok(ref('Thing'))}, '404': {description: no}}}
    patch: {requestBody: {content: {application/merge-patch+json: {schema: ${ref('Thing')}}}}, responses: {'200': ${ok(ref('Thing'))}}}
  /things/{id}/copy: {post: {parameters: ${id()}, responses: {'201': ${ok(ref('Thing'))}, '404': {description: no}}}}
  /things/{id}/tags:
    parameters: ${id()}
    get: {responses: {'200': ${ok('{type: array, items: {type: string}}')}}}
    put: {${taking('{type: array, items: {type: string}}')}, responses: {'200': ${ok('{type: array, items: {type: string}}')}}}
  /things/{id}/settings:
    parameters: ${id()}
    get: {responses: {'200': ${ok(ref('Settings'))}, '404': {description: no}}}
    put: {${taking(ref('Settings'))}, responses: {'200': ${ok(ref('Settings'))}, '404': {description: no}}}
  /things/{id}/picture:
    parameters: ${id()}
    put: {${taking('{type: string, format: binary}', 'image/png')}, responses: {'204': {description: kept}}}
    get: {responses: {'200': {description: ok, content: {image/png: {schema: {type: string, format: binary}}}}}}
components:
  securitySchemes: {key: {type: apiKey, in: query, name: key}}
  schemas:
    Thing: {type: object, required: [id, name], properties: {id: {type: string, readOnly: true}, name: {type: string}, tags: {type: array, items: {type: string}}, owner: {type: object, required: [id], properties: {id: {type: string}}}}}
    Settings: {type: object, required: [theme], properties: {theme: {type: string, enum: [dark, light]}, size: {type: integer}}}
`

async function withThings(...names: readonly string[]) {
  const { ask } = await sandboxOf(things)
  const made = names.map((name) => ask('POST /things', { body: { name, owner: { id: 'me' } } }).body as Made)
  return { ask, ids: made.map((one) => one.id) }
}

it('keeps one of a kind for each parent', async () => {
  const { ask, ids } = await withThings('a', 'b')
  const other = ask(`GET /things/${ids[1]}/settings`).body
  expect(ask(`PUT /things/${ids[0]}/settings`, { body: { theme: 'light', size: 3 } }).body).toEqual({
    theme: 'light',
    size: 3,
  })
  expect(ask(`GET /things/${ids[0]}/settings`).body).toEqual({ theme: 'light', size: 3 })
  expect(ask(`GET /things/${ids[1]}/settings`).body).toEqual(other)
  expect(ask('GET /things/none/settings').status).toBe(404)
})

it('searches by POST', async () => {
  const { ask } = await withThings('Ann', 'Bob')
  const found = (body: unknown) => ask('POST /things/search', { body }).body
  expect(found({ name: 'Bob' })).toMatchObject({ total: 1, things: [{ name: 'Bob' }] })
  expect(found({ query: 'ann' })).toMatchObject({ total: 1, things: [{ name: 'Ann' }] })
  expect(found({ query: 'nobody' })).toEqual({ total: 0, things: [] })
})

it('makes many records in one request', async () => {
  const { ask } = await withThings('a')
  const told = ask('POST /things/bulk', { body: { things: [{ name: 'b' }, { name: 'c' }] } })
  expect([told.status, told.body]).toEqual([
    201,
    [expect.objectContaining({ name: 'b' }), expect.objectContaining({ name: 'c' })],
  ])
  expect(ask('GET /things').body).toHaveLength(3)
})

it('empties a collection', async () => {
  const { ask } = await withThings('a', 'b')
  expect(ask('DELETE /things').status).toBe(204)
  expect(ask('GET /things').body).toEqual([])
})

it.each<[string, number, readonly string[]]>([
  ['?name=a', 204, ['b', 'c']],
  ['?name=a&name=b', 204, ['c']],
  ['?name[]=a&name[]=c', 204, ['b']],
  ['?name=', 204, ['a', 'b', 'c']],
  ['?name[gt]=a', 204, ['a']],
  ['?name[sounds]=a', 400, ['a', 'b', 'c']],
  ['?owner=you', 204, ['a', 'b', 'c']],
  ['?owner=me&name=c', 204, ['a', 'b']],
  ['?colour=red', 400, ['a', 'b', 'c']],
  ['?name=a&colour=red', 400, ['a', 'b', 'c']],
  ['?before=2030-01-01', 204, ['a', 'b', 'c']],
  ['?force=true', 204, []],
  ['?key=sk_test', 204, []],
  ['?ids=none', 204, ['a', 'b', 'c']],
  ['?thing_ids[]=none', 204, ['a', 'b', 'c']],
])('DELETE /things%s answers %i and leaves %j', async (search, status, left) => {
  const { ask } = await withThings('a', 'b', 'c')
  const told = ask(`DELETE /things${search}`)
  expect(told.status).toBe(status)
  if (status === 400) expect((told.body as { error: string }).error).toMatch(/^Query parameter (name|colour) is no/)
  expect((ask('GET /things').body as readonly { name: string }[]).map(({ name }) => name)).toEqual(left)
})

it('removes with null by JSON Merge Patch what may be left out', async () => {
  const { ask, ids } = await withThings('a')
  const fields = { 'content-type': 'application/merge-patch+json' }
  const told = ask(`PATCH /things/${ids[0]}`, { body: { owner: null }, fields })
  expect([told.status, Object.hasOwn(told.body as object, 'owner')]).toEqual([200, false])
})

const shop = `
paths:
  /customers: {post: {${taking(ref('Customer'))}, responses: {'201': ${ok(ref('Customer'))}}}}
  /customers/{customer_id}: {get: {parameters: ${id('customer_id')}, responses: {'200': ${ok(ref('Customer'))}}}}
  /customers/{customer_id}/orders:
    parameters: ${id('customer_id')}
    post: {${taking('{type: object, properties: {text: {type: string}}}')}, responses: {'201': ${ok(ref('Order'))}}}
    get: {responses: {'200': ${ok(many('Order'))}}}
  /orders:
    post: {${taking('{type: object, required: [customer_id], properties: {customer_id: {type: string}, text: {type: string}}}')}, responses: {'201': ${ok(ref('Order'))}}}
    get: {parameters: [{name: customer_id, in: query, schema: {type: string}}], responses: {'200': ${ok(many('Order'))}}}
  /orders/{id}/cancel: {post: {parameters: ${id()}, responses: {'200': ${ok(ref('Order'))}, '409': ${ok('{type: object, required: [message], properties: {message: {type: string}}}')}}}}
  /orders/{id}/ship: {post: {parameters: ${id()}, responses: {'200': ${ok(ref('Order'))}, '409': ${ok('{type: object, required: [message], properties: {message: {type: string}}}')}}}}
components:
  schemas:
    Customer: {type: object, required: [id, name], properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Order: {type: object, required: [id, status], properties: {id: {type: string, readOnly: true}, text: {type: string}, status: {type: string, enum: [pending, shipped, cancelled]}, customer_id: {type: string}, customer: ${ref('Customer')}}}
`

it('finds children by their path, by a filter and by what they were sent', async () => {
  const { ask } = await sandboxOf(shop)
  const [x, y] = ['x', 'y'].map((name) => (ask('POST /customers', { body: { name } }).body as Made).id)
  const first = ask(`POST /customers/${y}/orders`, { body: { text: 'by path' } }).body as Made
  const second = ask('POST /orders', { body: { customer_id: y, text: 'by body' } }).body as Made
  const ids = (line: string) => (ask(line).body as readonly Made[]).map((one) => one.id)
  expect(ids(`GET /customers/${y}/orders`)).toEqual([first.id, second.id])
  expect(ids(`GET /orders?customer_id=${y}`)).toEqual([first.id, second.id])
  expect(ids(`GET /customers/${x}/orders`)).toEqual([])
  expect(ids(`GET /orders?customer_id=${x}`)).toEqual([])
})

it('takes out only what a comma list names', async () => {
  const { ask } = await sandboxOf(`
paths:
  /notes:
    post: {${taking(ref('Note'))}, responses: {'201': ${ok(ref('Note'))}}}
    get: {responses: {'200': ${ok(many('Note'))}}}
    delete: {parameters: [{name: ids, in: query, schema: {type: string}}], responses: {'204': {description: gone}}}
  /notes/{id}: {get: {parameters: ${id()}, responses: {'200': ${ok(ref('Note'))}, '404': {description: no}}}}
components:
  schemas:
    Note: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
`)
  const ids = ['a', 'b', 'c'].map((name) => (ask('POST /notes', { body: { name } }).body as { id: string }).id)
  expect(ask(`DELETE /notes?ids=${ids[0]},${ids[2]}`).status).toBe(204)
  expect(ask('GET /notes').body).toEqual([expect.objectContaining({ name: 'b' })])
  expect(ask('DELETE /notes?ids=').status).toBe(204)
  expect(ask('GET /notes').body).toHaveLength(1)
})

it('takes the configuration of a record under a path of its own for the object that ends so', async () => {
  const content = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
  const config = '{type: object, properties: {size: {type: integer}, note: {type: string}}}'
  const rule = `{type: object, properties: {id: {type: string}, ruleConfig: ${config}}}`
  const at = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
  const alone = `{type: object, properties: {ruleConfig: ${config}}}`
  const { ask } = await sandboxOf(`
paths:
  /rules: {post: {requestBody: {${content(alone)}}, responses: {'201': {description: ok, ${content(rule)}}}}}
  /rules/{id}: {get: {${at}, responses: {'200': {description: ok, ${content(rule)}}, '404': {description: none}}}}
  /rules/{id}/config:
    get: {${at}, responses: {'200': {description: ok, ${content(alone)}}, '404': {description: none}}}
    put: {${at}, requestBody: {${content(alone)}}, responses: {'200': {description: ok, ${content(rule)}}, '404': {description: none}}}
`)
  const { id } = ask('POST /rules', { body: { ruleConfig: { size: 1, note: 'a' } } }).body as { readonly id: string }
  expect(ask(`GET /rules/${id}/config`).body).toEqual({ ruleConfig: { size: 1, note: 'a' } })
  const put = ask(`PUT /rules/${id}/config`, { body: { ruleConfig: { size: 2 } } })
  expect(put.body).toMatchObject({ id, ruleConfig: { size: 2 } })
  expect(ask(`GET /rules/${id}`).body).toMatchObject({ id, ruleConfig: { size: 2 } })
  expect(ask('GET /rules/none/config').status).toBe(404)
})
