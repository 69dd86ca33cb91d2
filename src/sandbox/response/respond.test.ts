import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const ok = (schema: string, more = '', type = 'application/json') =>
  `{description: ok, content: {${type}: {schema: ${schema}${more}}}}`

it('names every operation, one by one where the description does not', async () => {
  const { ask, live } = await sandboxOf(`
paths:
  /a: {get: {responses: {'200': {description: ok}}}, post: {responses: {'200': {description: ok}}}}
  /a/{b}: {get: {parameters: [{name: b, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok}}}}
  /a_b: {get: {operationId: same, responses: {'200': {description: ok}}}}
  /a-b: {get: {operationId: same, responses: {'200': {description: ok}}}}
`)
  const names = ['GET /a', 'POST /a', 'GET /a/x', 'GET /a_b', 'GET /a-b'].map((line) =>
    ask(line).field('X-Tool-Operation'),
  )
  expect(new Set(names).size).toBe(5)
  expect(names).toEqual(live.api.head.operations.map(({ id }) => id))
  for (const name of names) expect(name).toMatch(/^[\x21-\x7e]+$/)
})

it('fills the fields that an answer declares, with values that fit', async () => {
  const { ask } = await sandboxOf(`
paths:
  /things:
    post:
      responses:
        '201':
          description: ok
          headers:
            X-RateLimit-Limit: {schema: {type: integer}}
            X-RateLimit-Remaining: {schema: {type: integer}}
            X-RateLimit-Reset: {schema: {type: integer}}
            X-Request-Id: {schema: {type: string, format: uuid}}
            X-Version: {schema: {type: string, enum: ['2025-01-01']}}
            X-Shown: {schema: {type: string}, example: 'as shown'}
            Location: {schema: {type: string, format: uri}}
            Retry-After: {schema: {type: integer}}
            Last-Modified: {schema: {type: string}}
            Content-Length: {schema: {type: integer}, example: 3}
            'Bad Name': {schema: {type: string}}
          content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${ok("{$ref: '#/components/schemas/Thing'}")}}}}
components: {schemas: {Thing: {type: object, required: [id], properties: {id: {type: string}}}}}
`)
  const told = ask('POST /things')
  const id = (told.body as { id: string }).id
  const number = (name: string) => Number(told.field(name))
  expect(number('X-RateLimit-Remaining')).toBeLessThanOrEqual(number('X-RateLimit-Limit'))
  expect(number('X-RateLimit-Reset')).toBeGreaterThan(Date.UTC(2025, 0, 1) / 1000)
  expect(told.field('X-Request-Id')).toMatch(/^[0-9a-f]{8}-/)
  expect([told.field('X-Version'), told.field('X-Shown')]).toEqual(['2025-01-01', 'as shown'])
  expect(told.field('Location')).toBe(`/sim/things/${id}`)
  expect(told.field('Last-Modified')).toBe('Wed, 01 Jan 2025 00:00:00 GMT')
  expect(told.field('Retry-After')).toBe('1')
  for (const name of ['Content-Length', 'Bad Name']) expect(told.field(name)).toBeUndefined()
})

it('tells a location under the base path that was asked', async () => {
  const { ask } = await sandboxOf(`
servers: [{url: https://api.example/v1}]
paths:
  /things: {post: {responses: {'201': ${ok("{$ref: '#/components/schemas/Thing'}")}}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${ok("{$ref: '#/components/schemas/Thing'}")}}}}
components: {schemas: {Thing: {type: object, required: [id], properties: {id: {type: string}}}}}
`)
  expect(ask('POST /v1/things').field('Location')).toMatch(/^\/sim\/v1\/things\/./)
  expect(ask('POST /things').field('Location')).toMatch(/^\/sim\/things\/./)
})

const streamed = (type: string, inner: string) => `
paths:
  /events: {get: {responses: {'200': {description: ok, content: {${type}: ${inner}}}}}}
`
const event = '{type: object, required: [kind, n], properties: {kind: {type: string, const: tick}, n: {type: integer}}}'

it.each([
  ['itemSchema', `{itemSchema: ${event}}`],
  ['a schema', `{schema: ${event}}`],
  ['a list', `{schema: {type: array, items: ${event}}}`],
])('streams server-sent events from %s, the same each time', async (_, inner) => {
  const { ask } = await sandboxOf(streamed('text/event-stream', inner))
  const told = ask('GET /events')
  expect([told.status, told.field('Content-Type')]).toEqual([200, expect.stringMatching(/^text\/event-stream/)])
  const items = told.text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => JSON.parse(/^data: ?(.*)$/m.exec(block)?.[1] ?? 'null'))
  expect(items.length).toBeGreaterThan(0)
  for (const item of items) expect(item).toEqual({ kind: 'tick', n: expect.any(Number) })
  expect(told.text.endsWith('\n\n')).toBe(true)
  expect(ask('GET /events').text).toBe(told.text)
})

it.each(['application/x-ndjson', 'application/jsonl'])('streams %s a line an item', async (type) => {
  const { ask } = await sandboxOf(streamed(type, `{itemSchema: ${event}}`))
  const told = ask('GET /events')
  const lines = told.text.split('\n').filter((line) => line !== '')
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(JSON.parse(line)).toEqual({ kind: 'tick', n: expect.any(Number) })
})

it('streams what the example shows', async () => {
  const { ask } = await sandboxOf(
    streamed('text/event-stream', '{schema: {type: string}, example: "data: one\\n\\ndata: two\\n\\n"}'),
  )
  expect(ask('GET /events').text).toBe('data: one\n\ndata: two\n\n')
})

const kinds = `
paths:
  /things:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}, responses: {'201': &one {description: ok, content: {application/xml: {schema: {$ref: '#/components/schemas/Thing'}}, application/json: {schema: {$ref: '#/components/schemas/Thing'}}, application/vnd.own+json: {schema: {$ref: '#/components/schemas/Thing'}}}}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': *one}}}
components: {schemas: {Thing: {type: object, required: [id], properties: {id: {type: string, readOnly: true}, name: {type: string}}}}}
`

it.each([
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/xml', 'application/xml'],
  ['application/xml;q=0.5, application/json', 'application/json'],
  ['application/vnd.own+json', 'application/vnd.own+json'],
  ['text/html, application/*;q=0.9', 'application/json'],
  ['image/png', 'application/json'],
])('answers Accept: %s with %s', async (accept, type) => {
  const { ask } = await sandboxOf(kinds)
  const made = ask('POST /things', { body: { name: 'a & <b>' }, fields: { accept } })
  expect([made.status, made.field('Content-Type')?.split(';')[0]]).toEqual([201, type])
  if (type === 'application/xml') expect(made.text).toContain('<name>a &amp; &lt;b&gt;</name>')
  else expect(made.body).toMatchObject({ name: 'a & <b>' })
})

it('wraps a record as the description wraps it', async () => {
  const wrapper =
    "{type: object, required: [thing, meta], properties: {thing: {$ref: '#/components/schemas/Thing'}, meta: {type: object, required: [ok], properties: {ok: {type: boolean, const: true}}}}}"
  const { ask } = await sandboxOf(`
paths:
  /things:
    post: {requestBody: {content: {application/json: {schema: {type: object, required: [thing], properties: {thing: {$ref: '#/components/schemas/Thing'}}}}}}, responses: {'201': ${ok(wrapper)}}}
    get: {responses: {'200': ${ok("{type: object, required: [things, count], properties: {things: {type: array, items: {$ref: '#/components/schemas/Thing'}}, count: {type: integer}}}")}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': ${ok(wrapper)}}}}
components: {schemas: {Thing: {type: object, required: [id, name], properties: {id: {type: integer, readOnly: true}, name: {type: string}}}}}
`)
  const made = ask('POST /things', { body: { thing: { name: 'a' } } })
  const thing = { id: expect.any(Number), name: 'a' }
  expect([made.status, made.body]).toEqual([201, { thing, meta: { ok: true } }])
  expect(ask(`GET /things/${(made.body as { thing: { id: number } }).thing.id}`).body).toEqual(made.body)
  expect(ask('GET /things').body).toEqual({ things: [thing], count: 1 })
  expect(ask('POST /things', { body: { name: 'a' } }).status).toBe(400)
})

it('shows only what a representation declares', async () => {
  const { ask } = await sandboxOf(`
paths:
  /users:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/New'}}}}, responses: {'201': ${ok("{$ref: '#/components/schemas/User'}")}}}
    get: {responses: {'200': ${ok("{type: array, items: {$ref: '#/components/schemas/Short'}}")}}}
  /users/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': ${ok("{$ref: '#/components/schemas/User'}")}}}}
components:
  schemas:
    New: {type: object, required: [name, password], properties: {name: {type: string}, password: {type: string}, bio: {type: string}}}
    User: {type: object, required: [id, name, bio], additionalProperties: false, properties: {id: {type: integer}, name: {type: string}, bio: {type: string}, password: {type: string, writeOnly: true}}}
    Short: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
`)
  const made = ask('POST /users', { body: { name: 'a', password: 'hunter2', bio: 'b' } })
  expect(made.body).toEqual({ id: expect.any(Number), name: 'a', bio: 'b' })
  const { id } = made.body as { id: number }
  expect(ask(`GET /users/${id}`).body).toEqual(made.body)
  expect(ask('GET /users').body).toEqual([{ id, name: 'a' }])
})

it('leaves an optional list of errors out where nothing went wrong', async () => {
  const complaint = '{type: array, items: {type: object, properties: {code: {type: string}}}}'
  const { ask } = await sandboxOf(`
paths:
  /users:
    get: {responses: {'200': ${ok(`{type: object, properties: {errors: ${complaint}, users: {type: array, items: {$ref: '#/components/schemas/User'}}}}`)}}}
    post: {requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'201': ${ok(`{type: object, required: [warnings], properties: {errors: ${complaint}, warnings: ${complaint}, user: {$ref: '#/components/schemas/User'}}}`)}}}
components: {schemas: {User: {type: object, required: [id], properties: {id: {type: integer}}}}}
`)
  expect(ask('GET /users').body).toEqual({ users: [] })
  expect(ask('POST /users', { body: {} }).body).toEqual({ warnings: [], user: { id: expect.any(Number) } })
})

it('takes values in their order: request, default of what is new, example, kind', async () => {
  const { ask } = await sandboxOf(`
paths:
  /things:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {sent: {type: string}}}}}}
      responses: {'201': ${ok('{type: object, required: [id, sent, media, own, usual, one, word, mail], properties: {id: {type: string}, sent: {type: string, default: no}, media: {type: string, default: no}, own: {type: string, example: as shown}, usual: {type: integer, default: 7}, one: {type: string, const: only}, word: {type: string, enum: [x, y]}, mail: {type: string, format: email}}}', ', example: {media: from media, sent: no}')}}
`)
  expect(ask('POST /things', { body: { sent: 'yes' } }).body).toEqual({
    id: expect.any(String),
    sent: 'yes',
    media: 'no',
    own: 'as shown',
    usual: 7,
    one: 'only',
    word: expect.stringMatching(/^[xy]$/),
    mail: expect.stringMatching(/^[^@\s]+@[^@\s]+$/),
  })
})

it('sends no body with 204, nor what was not asked for', async () => {
  const { ask } = await sandboxOf(`
paths:
  /a: {post: {responses: {'204': {description: done}}}}
  /b: {get: {responses: {'200': ${ok('{type: string, format: binary}', '', 'image/png')}}}}
  /c: {get: {responses: {'200': ${ok('{type: string}', ', example: hello', 'text/plain')}}}}
`)
  expect(ask('POST /a')).toMatchObject({ status: 204, text: '' })
  expect(ask('POST /a').field('Content-Type')).toBeUndefined()
  expect(ask('GET /b').field('Content-Type')).toBe('image/png')
  expect(ask('GET /b').text).not.toBe('')
  expect(ask('GET /c').text).toBe('hello')
})

it('answers a sequence in the media type that is declared first, unless another is asked for', async () => {
  const item = '{type: object, required: [n], properties: {n: {type: integer}}}'
  const api = await sandboxOf(
    `openapi: 3.2.0
info: {title: Inline, version: '1'}
paths: {/rows: {get: {responses: {'200': {description: ok, content: {application/jsonl: {itemSchema: ${item}}, application/json-seq: {itemSchema: ${item}}}}}}}}`,
  )
  const { text, field } = api.ask('GET /rows')
  expect([field('content-type'), text]).toEqual(['application/jsonl', expect.stringMatching(/^(\{"n":\d+\}\n){3}$/)])
})
