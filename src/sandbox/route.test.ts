import { expect, it } from 'vitest'
import { sandboxOf } from '../../test/support/inline.ts'

const shop = await sandboxOf(`
servers: [{url: 'https://api.shop.example/v1'}, {url: 'https://api.shop.example/v1/eu'}]
paths:
  /items: {get: {operationId: listItems, responses: {'200': &ok {description: ok, content: {application/json: {schema: {type: object}}}}}}}
  /items/special: {get: {operationId: special, responses: {'200': *ok}}}
  /items/{id}.json: {get: {operationId: asJson, parameters: &id [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': *ok}}}
  /items/{id}:cancel: {post: {operationId: cancel, parameters: *id, responses: {'200': *ok}}}
  /items/{id}: {get: {operationId: getItem, parameters: *id, responses: {'200': *ok}}, delete: {operationId: dropItem, parameters: *id, responses: {'204': {description: gone}}}}
  /conversations.list: {get: {operationId: conversations, parameters: [{name: limit, in: query, required: true, schema: {type: integer}}], responses: {'200': *ok}}}
  /item/get: {get: {operationId: itemGet, parameters: [{name: q, in: query, required: true, schema: {type: string}}], responses: {'200': *ok}}}
  /feed.json: {get: {operationId: feed, responses: {'200': *ok}}}
  /items/search: {get: {operationId: searchItems, responses: {'200': *ok}}}
  /self: {options: {operationId: ownOptions, responses: {'200': *ok}}}
`)

it.each([
  ['GET /items', 'listItems'],
  ['GET /v1/items', 'listItems'],
  ['GET /v1/eu/items', 'listItems'],
  ['HEAD /items', 'listItems'],
  ['GET /items/special', 'special'],
  ['GET /items/special%2Fone', 'getItem'],
  ['GET /items/a.json', 'asJson'],
  ['POST /items/a:cancel', 'cancel'],
  ['GET /items/a:b', 'getItem'],
  ['GET /items/v1', 'getItem'],
  ['OPTIONS /self', 'ownOptions'],
  ['POST /conversations.list?limit=1', 'conversations'],
  ['POST /v1/item/get?q=a', 'itemGet'],
])('%s is for %s', (line, operation) => {
  const told = shop.ask(line)
  expect(told.field('X-Tool-Operation')).toBe(operation)
  expect(told.status).not.toBe(405)
})

it.each([
  ['GET /nothing'],
  ['GET /v2/items'],
  ['GET /items/a/b'],
  ['POST /v1'],
  ['OPTIONS /nothing'],
  ['GET /__proto__'],
])('%s is not found', (line) => {
  const told = shop.ask(line)
  expect([told.status, told.body, told.field('X-Tool-Operation')]).toEqual([404, { message: 'Not Found' }, undefined])
})

it.each([
  ['POST /items', 'GET, HEAD, OPTIONS'],
  ['PUT /v1/items/a', 'GET, DELETE, HEAD, OPTIONS'],
  ['GET /items/a:cancel', undefined],
  ['POST /feed.json', 'GET, HEAD, OPTIONS'],
  ['POST /items/search', 'GET, DELETE, HEAD, OPTIONS'],
  ['DELETE /conversations.list', 'GET, HEAD, POST, OPTIONS'],
])('%s has the wrong method; allowed are %s', (line, allow) => {
  const told = shop.ask(line)
  if (allow === undefined) return expect(told.field('X-Tool-Operation')).toBe('getItem')
  expect([told.status, told.body]).toEqual([405, { message: 'Method Not Allowed' }])
  expect(told.field('Allow')).toBe(allow)
})

it('takes the body of a posted read as its query', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(shop.ask('POST /conversations.list', { body: 'limit=2', fields: form }).status).toBe(200)
  expect(shop.ask('POST /conversations.list', { body: { limit: 2 } }).status).toBe(200)
  expect(shop.ask('POST /conversations.list', { body: 'limit=x', fields: form }).status).toBe(400)
  expect(shop.ask('POST /conversations.list').status).toBe(400)
})

it('says the same of HEAD as of GET', () => {
  const head = shop.ask('HEAD /items/a')
  const get = shop.ask('GET /items/a')
  expect([head.status, head.field('Content-Type')]).toEqual([get.status, get.field('Content-Type')])
})

it('answers a preflight without credential, and lets the origin read the answer', () => {
  const preflight = shop.ask('OPTIONS /items/a', {
    fields: {
      authorization: '',
      origin: 'http://app.example',
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization, x-own',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.field('Access-Control-Allow-Origin')).toBe('http://app.example')
  expect(preflight.field('Access-Control-Allow-Methods')?.split(', ')).toContain('DELETE')
  expect(preflight.field('Access-Control-Allow-Headers')).toBe('authorization, x-own')
  const posting = shop.ask('OPTIONS /conversations.list', { fields: { origin: 'http://app.example' } })
  expect(posting.field('Access-Control-Allow-Methods')?.split(', ')).toContain('POST')
})

it.each([['GET /items'], ['GET /nothing'], ['POST /items']])('%s from another origin may be read there', (line) => {
  const told = shop.ask(line, { fields: { origin: 'http://app.example' } })
  expect(told.field('Access-Control-Allow-Origin')).toBe('http://app.example')
  expect(told.field('Vary')).toBe('Origin')
  expect(told.field('Access-Control-Expose-Headers')).toContain(told.status === 405 ? 'Allow' : 'Content-Type')
})

it('says nothing of origins to those that have none', () => {
  expect(shop.ask('GET /items').field('Access-Control-Allow-Origin')).toBeUndefined()
})

it('takes a query parameter in other capitals for the declared one', async () => {
  const { ask } = await sandboxOf(`
paths:
  /rows: {get: {parameters: [{name: Count, in: query, required: true, schema: {type: integer}}], responses: {'204': {description: ok}}}}
`)
  expect(ask('GET /rows?count=2').status).toBe(204)
  expect(ask('GET /rows?count=x').status).toBe(400)
  expect(ask('GET /rows?Count=x&count=2').status).toBe(400)
})

it('takes a query parameter with other marks between its words for the declared one', async () => {
  const { ask } = await sandboxOf(`
paths:
  /rows: {get: {parameters: [{name: 'search[pageSize]', in: query, required: true, schema: {type: integer}}, {name: _limit, in: query, schema: {type: integer}}], responses: {'204': {description: ok}}}}
`)
  expect(ask('GET /rows?search[page_size]=2').status).toBe(204)
  expect(ask('GET /rows?search[page_size]=x').status).toBe(400)
  expect(ask('GET /rows?search[pageSize]=2&limit=x').status).toBe(204)
})

it('finds the path of a next page behind a base path with a variable', async () => {
  const { ask, live } = await sandboxOf(`
servers: [{url: 'https://api.example.com/{tenant}'}]
paths:
  /rows: {get: {responses: {'204': {description: ok}}}}
`)
  const { name } = live.settings
  expect(ask(`GET /acme/${name}/acme/rows`).status).toBe(204)
  expect(ask(`GET /acme/x/${name}/acme/rows`).status).toBe(404)
})
