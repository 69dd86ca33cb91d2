import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const at = (...names: string[]) =>
  `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, schema: {type: string}}`).join(', ')}]`
const holding = (name: string, schema: string) =>
  json(`{type: object, properties: {errors: {type: array, items: {type: object}}, ${name}: ${schema}}}`)
const done = `{'200': {description: ok, ${json(ref('Done'))}}}`

const shop = `
paths:
  /customers:
    post: {requestBody: {${json(`{type: object, properties: {name: {type: string}, idempotency_key: {type: string}}}`)}}, responses: {'200': {description: ok, ${holding('customer', ref('Customer'))}}}}
    get: {responses: {'200': {description: ok, ${holding('customers', `{type: array, items: ${ref('Customer')}}`)}}}}
  /customers/{customer_id}:
    get: {${at('customer_id')}, responses: {'200': {description: ok, ${holding('customer', ref('Customer'))}}}}
  /customers/search:
    post: {requestBody: {${json(ref('Search'))}}, responses: {'200': {description: ok, ${holding('customers', `{type: array, items: ${ref('Customer')}}`)}}}}
  /customers/groups:
    post: {requestBody: {${json(`{type: object, properties: {group: ${ref('CustomerGroup')}}}`)}}, responses: {'200': {description: ok, ${holding('group', ref('CustomerGroup'))}}}}
  /customers/groups/{group_id}:
    get: {${at('group_id')}, responses: {'200': {description: ok, ${holding('group', ref('CustomerGroup'))}}}}
    delete: {${at('group_id')}, responses: ${done}}
  /customers/{customer_id}/groups/{group_id}:
    put: {${at('customer_id', 'group_id')}, responses: ${done}}
    delete: {${at('customer_id', 'group_id')}, responses: ${done}}
components:
  schemas:
    Done: {type: object, properties: {errors: {type: array, items: {type: object}}}}
    Customer: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, rank: {type: integer}, group_ids: {type: array, items: {type: string}}}}
    CustomerGroup: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Exact: {type: object, properties: {exact: {type: string}, fuzzy: {type: string}}}
    Search:
      type: object
      properties:
        query: {type: object, properties: {filter: {type: object, properties: {name: ${ref('Exact')}, name_filter: {type: object, properties: {names: {type: array, items: {type: string}}}}}}}}
        limit: {type: integer}
`

it('puts a record under another, whose ids of such records follow, and takes it away without deleting it', async () => {
  const { ask } = await sandboxOf(shop)
  const { customer } = ask('POST /customers', { body: { name: 'Ann' } }).body as { customer: { id: string } }
  const { group } = ask('POST /customers/groups', { body: { group: { name: 'VIP' } } }).body as {
    group: { id: string }
  }
  const held = () =>
    (ask(`GET /customers/${customer.id}`).body as { customer: { group_ids?: string[] } }).customer.group_ids
  const path = `/customers/${customer.id}/groups/${group.id}`
  expect(ask(`PUT ${path}`).status).toBe(200)
  expect(ask(`PUT ${path}`).status).toBe(200)
  expect(held()).toEqual([group.id])
  expect(ask(`DELETE ${path}`).status).toBe(200)
  expect(held()).toEqual([])
  expect(ask(`GET /customers/groups/${group.id}`).status).toBe(200)
})

it.each([
  [{ filter: { name: { exact: 'Ann' } } }, ['Ann']],
  [{ filter: { name: { fuzzy: 'an' } } }, ['Ann', 'Dan']],
  [{ filter: { name_filter: { names: ['Bob', 'Dan'] } } }, ['Bob', 'Dan']],
  [{ filter: { name: { unheard: 'x' } } }, ['Ann', 'Bob', 'Dan']],
])('searches by %j', async (query, names) => {
  const { ask } = await sandboxOf(shop)
  for (const name of ['Ann', 'Bob', 'Dan']) ask('POST /customers', { body: { name } })
  const { customers } = ask('POST /customers/search', { body: { query } }).body as { customers: { name: string }[] }
  expect(customers.map(({ name }) => name).sort()).toEqual(names)
})

it('makes one record of two requests with the same key in their bodies, where they say the same', async () => {
  const { ask } = await sandboxOf(shop)
  const make = (name: string, key: string) =>
    (ask('POST /customers', { body: { name, idempotency_key: key } }).body as { customer: { id: string } }).customer.id
  const first = make('Ann', 'k1')
  expect(make('Ann', 'k1')).toBe(first)
  expect(make('Bob', 'k1')).not.toBe(first)
  expect(make('Ann', 'k2')).not.toBe(first)
  expect(make('Ann', 'string')).not.toBe(make('Ann', 'string'))
  expect((ask('GET /customers').body as { customers: unknown[] }).customers).toHaveLength(5)
})

it('takes a name for a key that is spelled otherwise, and an object that is sent as JSON', async () => {
  const item = `{type: object, properties: {key: {type: string, nullable: true}, data: {nullable: true}}}`
  const { ask } = await sandboxOf(`
paths:
  /items:
    post:
      requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, required: [Key], properties: {Key: {type: string}, Data: {description: A JSON string of any object}}}}}}
      responses: {'201': {description: ok, ${json(item)}}}
  /items/{Key}: {get: {${at('Key')}, responses: {'200': {description: ok, ${json(item)}}}}}
`)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const make = (data: string) =>
    ask('POST /items', { body: `Key=k${data.length}&Data=${encodeURIComponent(data)}`, fields: form })
  expect(make('{"a":1}')).toMatchObject({ status: 201, body: { key: 'k7', data: { a: 1 } } })
  expect(ask('GET /items/k7').body).toMatchObject({ data: { a: 1 } })
  expect(make('{"a":')).toMatchObject({ body: { data: '{"a":' } })
})
