import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const site = "{$ref: '#/components/schemas/Site'}"
const description = `
servers: [{url: 'https://api.example.com/v2'}]
paths:
  /sites:
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${site}}`)}}}}
    post: {requestBody: {${json('{type: object, properties: {homepage: {type: string}, href: {type: string}}}')}}, responses: {'201': {description: ok, ${json(site)}}}}
  /sites/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(site)}}}}
components:
  schemas:
    Link: {type: object, required: [href], properties: {rel: {type: string}, href: {type: string, format: uri}}}
    Site:
      type: object
      required: [id, url, homepage, href, canonical_url, _links, links]
      properties:
        id: {type: string}
        url: {type: string, example: 'https://api.example.com/v2/sites/s1'}
        homepage: {type: string}
        href: {type: string}
        canonical_url: {type: string, example: 'https://www.example.com/s1'}
        _links: {type: object, required: [self], properties: {self: {$ref: '#/components/schemas/Link'}}}
        links: {type: array, items: {$ref: '#/components/schemas/Link'}, example: [{rel: self, href: 'https://api.example.com/v2/sites/s1'}, {rel: docs, href: 'https://example.com/docs'}]}
`

it('leads to the record under the address that the request came by', async () => {
  const api = await sandboxOf(description)
  const sent = { homepage: 'https://home.example.com', href: 'mine' }
  const made = api.ask('POST /v2/sites', { body: sent, fields: { host: 'sandbox:81' } })
  const { id } = made.body as { id: string }
  const here = (host: string, base = '/v2') => `http://${host}/sim${base}/sites/${id}`
  const shown = (host: string, base?: string) => ({
    ...sent,
    url: here(host, base),
    canonical_url: 'https://www.example.com/s1',
    _links: { self: { href: here(host, base) } },
    links: [
      { rel: 'self', href: here(host, base) },
      { rel: 'docs', href: 'https://example.com/docs' },
    ],
  })
  expect(made.body).toMatchObject(shown('sandbox:81'))
  expect(made.field('location')).toBe(`/sim/v2/sites/${id}`)
  for (const host of ['a:1', 'b:2'])
    expect(api.ask(`GET /v2/sites/${id}`, { fields: { host } }).body).toMatchObject(shown(host))
  expect(api.ask(`GET /sites/${id}`).body).toMatchObject(shown('localhost', ''))
  expect(api.ask('GET /v2/sites').body).toMatchObject([shown('localhost')])
})

it('leads to what has a path right under the record', async () => {
  const link = '{type: object, properties: {href: {type: string, example: "https://www.example.com/x"}}}'
  const links = `{type: object, required: [self, notes, owner], properties: {self: ${link}, notes: ${link}, owner: ${link}}}`
  const page = `{type: object, required: [id, _links], properties: {id: {type: string}, _links: ${links}}}`
  const id = '{name: id, in: path, required: true, schema: {type: string}}'
  const { ask } = await sandboxOf(`
paths:
  /pages:
    post: {responses: {'201': {description: ok, ${json(page)}}}}
  /pages/{id}:
    get: {parameters: [${id}], responses: {'200': {description: ok, ${json(page)}}}}
  /pages/{page_id}/notes:
    get: {parameters: [${id.replace('id', 'page_id')}], responses: {'200': {description: ok, ${json('{type: array, items: {type: object, properties: {id: {type: string}, text: {type: string}}}}')}}}}
`)
  const made = ask('POST /pages').body as { id: string }
  expect(made).toMatchObject({
    _links: {
      self: { href: `http://localhost/sim/pages/${made.id}` },
      notes: { href: `http://localhost/sim/pages/${made.id}/notes` },
      owner: { href: 'https://www.example.com/x' },
    },
  })
})

it('shows the number of a record that has no id but its path', async () => {
  const shelf = "{$ref: '#/components/schemas/Shelf'}"
  const number = '{name: shelf_id, in: path, required: true, schema: {type: number, example: 37061}}'
  const one = `get: {parameters: [${number}], responses: {'200': {description: ok, ${json(shelf)}}}}`
  const api = await sandboxOf(`
paths:
  /me/shelves:
    post: {requestBody: {${json('{type: object, properties: {name: {type: string}}}')}}, responses: {'201': {description: ok, ${json(shelf)}}}}
  /me/shelves/{shelf_id}: {${one}}
  /users/{user_id}/shelves/{shelf_id}: {${one.replace('[', '[{name: user_id, in: path, required: true, schema: {type: number}}, ')}}
components:
  schemas:
    Shelf:
      type: object
      required: [name, uri, link]
      properties:
        name: {type: string}
        uri: {type: string, description: The unique identifier to reach the shelf, example: /shelves/37061}
        link: {type: string, example: 'https://example.com/shelves/37061'}
`)
  const made = api.ask('POST /me/shelves', { body: { name: 'a' } }).body as { uri: string }
  expect(made).toMatchObject({ name: 'a', link: 'https://example.com/shelves/37061' })
  expect(made.uri).toMatch(/^\/me\/shelves\/\d+$/)
  expect(api.ask(`GET ${made.uri}`).body).toEqual(made)
})

it('leads to the record where words say that it does, though the link may be null', async () => {
  const rack = "{$ref: '#/components/schemas/Rack'}"
  const api = await sandboxOf(`
paths:
  /racks:
    post: {requestBody: {${json('{type: object, properties: {name: {type: string}}}')}}, responses: {'201': {description: ok, ${json(rack)}}}}
  /racks/{sid}:
    get: {parameters: [{name: sid, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(rack)}}}}
components:
  schemas:
    Rack:
      type: object
      properties:
        sid: {type: string, nullable: true}
        url: {type: string, format: uri, nullable: true, description: The absolute URL of the Rack resource.}
        link: {type: string, format: uri, nullable: true, description: The URL of the linked resource.}
`)
  const made = api.ask('POST /racks', { body: { name: 'a' } }).body as { sid: string; url: string }
  expect(made.url).toMatch(new RegExp(`/racks/${made.sid}$`))
  expect(made).toMatchObject({ link: null })
})

it('is a path where words call it relative', async () => {
  const call = `{type: object, properties: {id: {type: string}, uri: {type: string, nullable: true, description: 'The URI of the resource, relative to \`https://api.example.com\`.'}}}`
  const { ask } = await sandboxOf(`
openapi: 3.0.3
info: {title: Calls, version: "1"}
paths:
  /calls:
    post: {responses: {'201': {description: made, ${json(call)}}}}
  /calls/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: it, ${json(call)}}}}
`)
  const { id, uri } = ask('POST /calls').body as { id: string; uri: string }
  expect(uri).toBe(`/calls/${id}`)
})

const oneId = '{name: id, in: path, required: true, schema: {type: string}}'
const ticket = '{type: object, properties: {id: {type: string}, lines: {$ref: "#/components/schemas/Lines"}}}'
const linked = `
paths:
  /tickets:
    get: {responses: {'200': {description: ok, ${json(`{type: object, required: [result, _metadata], properties: {result: {type: array, items: ${ticket}}, _metadata: {$ref: "#/components/schemas/Meta"}}}`)}}}}
    post: {responses: {'201': {description: ok, ${json(`{allOf: [${ticket}, {type: object, required: [_metadata], properties: {_metadata: {$ref: "#/components/schemas/Meta"}}}]}`)}}}}
  /tickets/{id}:
    patch: {parameters: [${oneId}], responses: {'200': {description: ok, ${json(ticket)}}}}
  /tickets/{id}/lines:
    get: {parameters: [${oneId}], responses: {'200': {description: ok, ${json('{type: array, items: {type: object, properties: {id: {type: string}}}}')}}}}
  /bills:
    post: {responses: {'201': {description: ok, ${json('{$ref: "#/components/schemas/Bill"}')}}}}
  /bills/{id}:
    get: {parameters: [${oneId}], responses: {'200': {description: ok, ${json('{$ref: "#/components/schemas/Bill"}')}}}}
  /bills/{id}/send:
    post: {parameters: [${oneId}], responses: {'200': {description: ok, ${json('{$ref: "#/components/schemas/link_description"}')}}}}
  /health:
    get: {responses: {'200': {description: ok, ${json('{type: object, required: [ok, links], properties: {ok: {type: boolean}, links: {type: object, required: [self, docs], properties: {self: {type: string}, docs: {type: string, example: "https://docs.example.com"}}}}}')}}}}
components:
  schemas:
    Meta: {type: object, required: [self], properties: {self: {type: string}}}
    Bill: {type: object, required: [id, lines], properties: {id: {type: string}, note: {type: string}, lines: {$ref: "#/components/schemas/Lines"}}}
    Lines: {type: object, required: [data, has_more, url], properties: {data: {type: array, items: {type: object}}, has_more: {type: boolean}, url: {type: string}}}
    link_description: {type: object, required: [href, rel], properties: {href: {type: string}, rel: {type: string}, method: {type: string, enum: [GET, POST]}}}
`

it('gives the address of the record as the only thing that an answer links to', async () => {
  const { ask } = await sandboxOf(linked)
  const { id, lines } = ask('POST /bills').body as { id: string; lines: { url: string } }
  const href = `http://localhost/sim/bills/${id}`
  expect(ask(`POST /bills/${id}/send`).body).toEqual({ href, rel: 'self', method: 'GET' })
  expect(lines.url).toBe(`${href}/lines`)
})

it('links lists and answers of no record to what was asked for, and records that are only changed to their path', async () => {
  const { ask } = await sandboxOf(linked)
  const made = ask('POST /tickets', { fields: { host: 'a:1' } }).body as { id: string }
  expect(made).toMatchObject({ _metadata: { self: `http://a:1/sim/tickets/${made.id}` } })
  for (const host of ['a:1', 'b:2'])
    expect(ask('GET /tickets', { fields: { host } }).body).toMatchObject({
      _metadata: { self: `http://${host}/sim/tickets` },
    })
  expect(ask('GET /health').body).toMatchObject({
    links: { self: 'http://localhost/sim/health', docs: 'https://docs.example.com' },
  })
})

it('leads links beside its own, and gives it where nothing is known of its links', async () => {
  const link = '{type: object, required: [href], properties: {href: {type: string}, rel: {type: string}}}'
  const order = (example: string) =>
    `content: {application/json: {schema: {$ref: "#/components/schemas/Order"}${example}}}`
  const shown = `, example: {id: o_1, links: [{href: 'https://pay.example.com/approve?o=o_1', rel: approve}, {href: 'https://api.example.com/v1/orders/o_1/capture', rel: capture}, {href: 'https://api.example.com/v1/orders/o_1', rel: self}]}`
  const described = (example: string) => `
paths:
  /v1/orders: {post: {responses: {'201': {description: ok, ${order(example)}}}}}
  /v1/orders/{id}: {get: {parameters: [${oneId}], responses: {'200': {description: ok, ${order(example)}}}}}
components: {schemas: {Order: {type: object, required: [id, links], properties: {id: {type: string}, links: {type: array, items: ${link}}}}}}
`
  const told = await sandboxOf(described(shown))
  const made = told.ask('POST /v1/orders').body as { readonly id: string }
  const href = `http://localhost/sim/v1/orders/${made.id}`
  expect(made).toMatchObject({
    links: [{ rel: 'approve' }, { rel: 'capture', href: `${href}/capture` }, { rel: 'self', href }],
  })
  expect(JSON.stringify(made)).toContain('https://pay.example.com/approve')
  const bare = await sandboxOf(described(''))
  const { id, links } = bare.ask('POST /v1/orders').body as { readonly id: string; readonly links: unknown }
  expect(links).toEqual([{ href: `http://localhost/sim/v1/orders/${id}`, rel: 'self' }])
})
