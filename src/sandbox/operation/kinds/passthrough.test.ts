import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

it('counts the records that there are', async () => {
  const user =
    'content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}}}'
  const api = await sandboxOf(`
paths:
  /users: {post: {responses: {'201': {description: ok, ${user}}}}}
  /users/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${user}}}}}
  /users/count: {get: &count {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [count], properties: {count: {type: integer}}}}}}}}}
  /users/count.json: {get: *count}
`)
  expect(api.ask('GET /users/count').body).toEqual({ count: 0 })
  expect(api.ask('GET /users/count.json').body).toEqual({ count: 0 })
  api.ask('POST /users')
  api.ask('POST /users')
  expect(api.ask('GET /users/count').body).toEqual({ count: 2 })
  expect(api.ask('GET /users/count.json').body).toEqual({ count: 2 })
})

it('tells of whoever asks, and acts on what is sent, where a request need not name a record and does not', async () => {
  const api = await sandboxOf(`
paths:
  /apps:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/App'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/App'}}}}}}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/App'}}}}}}}
  /apps/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/App'}}}}, '404': {description: no}}}
  /apps/propose:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {app_id: {type: string}, spec: {type: object, properties: {size: {type: integer}}}}}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [cost], properties: {cost: {type: integer, example: 5}}}}}}, '404': {description: no}}}
components: {schemas: {App: {type: object, required: [id], properties: {id: {type: string, readOnly: true}, name: {type: string}, spec: {type: object, properties: {size: {type: integer}}}}}}}
`)
  expect(api.ask('POST /apps/propose', { body: { spec: { size: 2 } } })).toMatchObject({
    status: 200,
    body: { cost: 5 },
  })
  expect(api.ask('POST /apps/propose', { body: { app_id: 'none', spec: {} } }).status).toBe(404)
  expect(api.ask('POST /apps/propose', { body: {} }).status).toBe(404)
})

it('tells a count as the bare number that the answer is', async () => {
  const user =
    'content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}}}'
  const api = await sandboxOf(`
paths:
  /users: {post: {responses: {'201': {description: ok, ${user}}}}}
  /users/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${user}}}}}
  /users/count: {get: {responses: {2XX: {description: ok, content: {application/json: {schema: {type: integer}}}}}}}
`)
  api.ask('POST /users')
  api.ask('POST /users')
  expect(api.ask('GET /users/count').body).toBe(2)
})

it('repeats what was sent inside the envelope of the answer, with the thing in place of its id', async () => {
  const result =
    '{type: object, required: [cost], properties: {cost: {type: integer}, text: {type: string}, room: {type: object, required: [id], properties: {id: {type: integer}, title: {type: string}}}}}'
  const answer = `responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [ok, result], properties: {ok: {type: boolean}, result: ${result}}}}}}}`
  const body =
    'requestBody: {content: {application/json: {schema: {type: object, properties: {room_id: {type: integer}, text: {type: string}}}}}}'
  const { ask } = await sandboxOf(`
paths:
  /estimate: {post: {${body}, ${answer}}}
  /copyText: {post: {${body}, ${answer}}}
`)
  const sent = { body: { room_id: 7, text: 'hello' } }
  expect(ask('POST /estimate', sent).body).toMatchObject({ result: { room: { id: 7 }, text: 'hello' } })
  expect(ask('POST /copyText', sent).body).not.toMatchObject({ result: { text: 'hello' } })
})

const id = '{name: id, in: path, required: true, schema: {type: string}}'
const shown = (schema: string) =>
  `{responses: {'200': {description: ok, content: {application/json: {schema: ${schema}}}}}}`
const telling = (counter: string, existence: string) => `
paths:
  /shops: {post: {responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Shop'}}}}}}}
  /shops/{id}: {get: {parameters: [${id}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Shop'}}}}, '404': {description: no}}}}
  /shops/{id}/exists: {parameters: [${id}], get: ${shown(existence)}}
  /visits: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Visit'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Visit'}}}}}}}
  /visits/{id}: {get: {parameters: [${id}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Visit'}}}}}}}
  /visits/shop/{shop_id}: {get: {parameters: [{name: shop_id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Visit'}}}}}}}}
  /visits/shop/{shop_id}/count: {parameters: [{name: shop_id, in: path, required: true, schema: {type: string}}], get: ${shown(counter)}}
components:
  schemas:
    Shop: {type: object, required: [id], properties: {id: {type: string}}}
    Visit: {type: object, properties: {id: {type: string}, shop_id: {type: string}}}
`

it.each([
  ['{type: object, properties: {counter: {type: integer}}, example: {counter: 12}}', (n: number) => ({ counter: n })],
  [
    '{type: object, properties: {visit_count: {type: integer}, limit: {type: integer}}}',
    (n: number) => ({ visit_count: n }),
  ],
  ['{type: integer}', (n: number) => n],
])('counts what is listed under a parent, whatever the number is called: %s', async (counter, expected) => {
  const { ask } = await sandboxOf(telling(counter, '{type: boolean}'))
  for (const shop_id of ['a', 'a', 'b']) ask('POST /visits', { body: { shop_id } })
  const told = (count: number) => {
    const value = expected(count)
    return typeof value === 'number' ? value : expect.objectContaining(value)
  }
  expect(ask('GET /visits/shop/a/count').body).toEqual(told(2))
  expect(ask('GET /visits/shop/c/count').body).toEqual(told(0))
})

it.each([
  ['{type: object, properties: {exists: {type: boolean}}}', (is: boolean) => ({ exists: is })],
  [
    '{type: object, properties: {status: {type: string, example: ok}, result: {type: object, properties: {found: {type: boolean}}}}}',
    (is: boolean) => ({ status: 'ok', result: { found: is } }),
  ],
  ['{type: boolean}', (is: boolean) => is],
])('says whether a record is there: %s', async (existence, expected) => {
  const { ask } = await sandboxOf(telling('{type: integer}', existence))
  const { id } = ask('POST /shops').body as { readonly id: string }
  expect(ask(`GET /shops/${id}/exists`)).toMatchObject({ status: 200, body: expected(true) })
  expect(ask('GET /shops/nobody/exists')).toMatchObject({ status: 200, body: expected(false) })
})
