import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type Asked, sandboxOf } from '../../../test/support/inline.ts'
import { credential } from '../../../test/support/simulated.ts'

const description = `
paths:
  /things:
    post:
      operationId: makeThing
      parameters:
        - {name: X-Mode, in: header, schema: {type: string, enum: [fast, slow]}}
        - {name: theme, in: cookie, schema: {type: integer}}
      requestBody:
        required: true
        content:
          application/json: {schema: {$ref: '#/components/schemas/Thing'}}
          application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/Thing'}}
          application/xml: {schema: {$ref: '#/components/schemas/Thing'}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}
  /things/{id}:
    patch:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}
  /files:
    post:
      requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, required: [file], properties: {file: {type: string, format: binary}, count: {type: integer}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: string}, filename: {type: string}, size: {type: integer}, count: {type: integer}}}}}}}
  /look/{ids}/{at}/through:
    get:
      parameters:
        - {name: ids, in: path, required: true, schema: {type: array, items: {type: integer}}}
        - {name: at, in: path, required: true, style: matrix, explode: true, schema: {type: object, properties: {x: {type: integer}}, required: [x]}}
        - {name: form, in: query, schema: {type: array, items: {type: integer}}}
        - {name: comma, in: query, explode: false, schema: {type: array, items: {type: integer}}}
        - {name: pipe, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {type: integer}}}
        - {name: space, in: query, style: spaceDelimited, explode: false, schema: {type: array, items: {type: integer}}}
        - {name: deep, in: query, style: deepObject, explode: true, schema: {type: object, properties: {n: {type: integer}}}}
        - {name: json, in: query, content: {application/json: {schema: {type: object, required: [a]}}}}
        - {name: flag, in: query, schema: {type: boolean}}
        - {name: when, in: query, schema: {type: string, format: date-time}}
        - {name: must, in: query, required: true, schema: {type: number, minimum: 0.5}}
      responses: {'200': {description: ok, content: {application/json: {schema: {type: boolean}}}}}
components:
  schemas:
    Thing:
      type: object
      required: [name, made]
      properties:
        name: {type: string, minLength: 2, maxLength: 5}
        made: {type: string, format: date-time, readOnly: true}
        secret: {type: string, writeOnly: true}
        count: {type: integer, minimum: 1, multipleOf: 2}
        mail: {type: string, format: email}
        id: {type: string, format: uuid, readOnly: true}
        tags: {type: array, uniqueItems: true, items: {type: string, pattern: '^[a-z]+$'}}
        inner: {type: object, required: [deep], properties: {deep: {type: boolean}}, additionalProperties: false}
        kind: {oneOf: [{type: string, const: a}, {type: integer}]}
        none: {type: 'null'}
`

interface Refusal {
  readonly message: string
  readonly errors: readonly { readonly in: string; readonly path: string; readonly message: string }[]
}

const strict = await sandboxOf(description, { validation: 'exact' })
const places = (body: unknown) => (body as Refusal).errors.map((error) => `${error.in}:${error.path}`)

it.each<[string, unknown]>([
  ['body:/name', {}],
  ['body:/name', { name: 5 }],
  ['body:/name', { name: 'x' }],
  ['body:/name', { name: 'sixsix' }],
  ['body:/count', { name: 'ab', count: 3 }],
  ['body:/count', { name: 'ab', count: 0 }],
  ['body:/count', { name: 'ab', count: '2' }],
  ['body:/mail', { name: 'ab', mail: 'nobody' }],
  ['body:/tags/1', { name: 'ab', tags: ['a', 'B'] }],
  ['body:/tags', { name: 'ab', tags: ['a', 'a'] }],
  ['body:/inner/deep', { name: 'ab', inner: {} }],
  ['body:/inner', { name: 'ab', inner: { deep: true, 'a/b': 1 } }],
  ['body:/kind', { name: 'ab', kind: 'b' }],
  ['body:/none', { name: 'ab', none: 1 }],
  ['body:', []],
  ['body:', 'null'],
])('refuses with %s: %j', (place, body) => {
  const fields: Asked['fields'] = { 'content-type': 'application/json' }
  const told = strict.ask('POST /things', { body, fields })
  expect(told.status).toBe(400)
  expect(places(told.body)).toContain(place)
  expect(told.field('X-Tool-Violations')).toContain(place)
  expect((told.body as Refusal).message).not.toBe('')
})

it('demands nothing that only answers show, shows nothing that only requests hold', () => {
  const told = strict.ask('POST /things', {
    body: { name: 'ab', secret: 's3cr3t', count: 2, inner: { deep: false }, kind: 7 },
  })
  expect(told.status).toBe(201)
  expect(told.body).toMatchObject({ name: 'ab', count: 2, made: expect.any(String) })
  expect(told.text).not.toContain('s3cr3t')
})

it.each<[string, (bytes: string) => Uint8Array]>([
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['identity, br', brotliCompressSync],
])('decodes a body in the coding %s', (coding, encode) => {
  const fields = { 'content-type': 'application/json', 'content-encoding': coding }
  expect(strict.ask('POST /things', { body: encode('{"name":"ab"}'), fields }).status).toBe(201)
  const told = strict.ask('POST /things', { body: '{"name":"ab"}', fields })
  expect([told.status, told.text]).toEqual([400, expect.stringContaining('Request body is not valid')])
})

it.each(['zstd', 'gzip, br', '__proto__'])('refuses a body in the coding %s', (coding) => {
  const fields = { 'content-type': 'application/json', 'content-encoding': coding }
  const told = strict.ask('POST /things', { body: '{"name":"ab"}', fields })
  expect(told.status).toBe(415)
  expect(told.text).toContain(`Content-Encoding ${coding} is not read here`)
  expect(told.field('Accept-Encoding')).toBe('gzip, deflate, br')
})

it('unpacks no body without end', () => {
  const fields = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const body = gzipSync(new Uint8Array(33 * 1024 * 1024))
  expect(strict.ask('POST /things', { body, fields }).status).toBe(413)
})

it('takes the coding identity, and bytes that nobody reads in any', async () => {
  const { ask } = await sandboxOf(`
paths:
  /blobs: {post: {requestBody: {content: {'*/*': {schema: {type: string, format: binary}}}}, responses: {'204': {description: kept}}}}
`)
  expect(strict.ask('POST /things', { body: { name: 'ab' }, fields: { 'content-encoding': 'identity' } }).status).toBe(
    201,
  )
  const fields = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' }
  expect(ask('POST /blobs', { body: gzipSync('any'), fields }).status).toBe(204)
})

it('takes a Content-Type without a value for none', () => {
  const told = strict.ask('POST /things', { body: '{"name":"ab"}', fields: { 'content-type': ' ' } })
  expect(told.status).toBe(201)
})

const target = '/look/1,2/;x=3/through?must=1'

it.each([
  [target],
  [`${target}&form=1&form=2`],
  [`${target}&comma=1,2`],
  [`${target}&pipe=1|2`],
  [`${target}&pipe=1%7C2`],
  [`${target}&space=1%202`],
  [`${target}&deep[n]=4`],
  [`${target}&json=%7B%22a%22%3A1%7D`],
  [`${target}&flag=true`],
  [`${target}&when=2025-01-01T00:00:00Z`],
  [`${target}&unheard=of`],
])('takes GET %s', (path) => {
  expect(strict.ask(`GET ${path}`).status).toBe(200)
})

it.each([
  ['/look/1,x/;x=3/through?must=1', 'path:ids/1'],
  ['/look/1/;y=3/through?must=1', 'path:at'],
  ['/look/1/;x=a/through?must=1', 'path:at/x'],
  ['/look/1/;x=3/through', 'query:must'],
  ['/look/1/;x=3/through?must=0.1', 'query:must'],
  ['/look/1/;x=3/through?must=', 'query:must'],
  [`${target}&form=a`, 'query:form/0'],
  [`${target}&comma=1,a`, 'query:comma/1'],
  [`${target}&pipe=1|a`, 'query:pipe/1'],
  [`${target}&deep[n]=a`, 'query:deep/n'],
  [`${target}&json=%7B%7D`, 'query:json'],
  [`${target}&json=%7B`, 'query:json'],
  [`${target}&flag=maybe`, 'query:flag'],
  [`${target}&when=yesterday`, 'query:when'],
])('refuses GET %s with %s', (path, place) => {
  const told = strict.ask(`GET ${path}`)
  expect(told.status).toBe(place.startsWith('path:') ? 404 : 400)
  expect(places(told.body).some((one) => one.startsWith(place))).toBe(true)
})

it.each<[string, Readonly<Record<string, string>>]>([
  ['header:X-Mode', { 'x-mode': 'idle' }],
  ['cookie:theme', { cookie: 'theme=dark' }],
])('judges %s', (place, fields) => {
  const told = strict.ask('POST /things', { body: { name: 'ab' }, fields })
  expect([told.status, places(told.body)]).toEqual([400, [place]])
})

it.each<[number, string, Asked]>([
  [400, 'malformed JSON', { body: '{"name":', fields: { 'content-type': 'application/json' } }],
  [
    400,
    'bytes that are no text',
    { body: Buffer.from([0x7b, 0xff, 0xfe]), fields: { 'content-type': 'application/json' } },
  ],
  [400, 'a body that is missing', {}],
  [415, 'a type that is not declared', { body: 'name: ab', fields: { 'content-type': 'application/yaml' } }],
  [400, 'malformed XML', { body: '<Thing><name>ab</Thing>', fields: { 'content-type': 'application/xml' } }],
  [400, '100,000 brackets', { body: '['.repeat(100_000), fields: { 'content-type': 'application/json' } }],
  [
    201,
    'a form',
    {
      body: 'name=ab&count=2&inner[deep]=true&tags=a&tags=b',
      fields: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ],
  [
    201,
    'XML',
    {
      body: '<Thing><name>ab</name><count>2</count></Thing>',
      fields: { 'content-type': 'application/xml; charset=utf-8' },
    },
  ],
  [
    201,
    'JSON with a parameter',
    { body: '{"name":"ab","count":2}', fields: { 'content-type': 'Application/JSON; charset=UTF-8' } },
  ],
  [201, 'JSON without a type', { body: '{"name":"ab","count":2}' }],
])('answers %i to %s', (status, _, asked) => {
  const told = strict.ask('POST /things', asked)
  expect(told.status).toBe(status)
  if (status !== 201) expect((told.body as Refusal).message).toMatch(/./)
  else expect(told.body).toMatchObject({ name: 'ab', ...(/count/.test(String(asked.body)) && { count: 2 }) })
})

it('takes a file, and knows its name and size', () => {
  const part = (head: string, content: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  const send = (...parts: readonly string[]) =>
    strict.ask('POST /files', {
      body: `${parts.join('')}--b--\r\n`,
      fields: { 'content-type': 'multipart/form-data; boundary=b' },
    })
  const told = send(part('name="file"; filename="a.txt"', 'hello'), part('name="count"', '3'))
  expect([told.status, told.body]).toEqual([201, expect.objectContaining({ filename: 'a.txt', size: 5, count: 3 })])
  expect(places(send(part('name="count"', '3')).body)).toEqual(['body:/file'])
  expect(places(send(part('name="file"; filename="a"', ''), part('name="count"', 'x')).body)).toEqual(['body:/count'])
})

it('demands of a PATCH nothing that is required, but judges what it says', async () => {
  const { ask } = await sandboxOf(description)
  const { id } = ask('POST /things', { body: { name: 'ab' } }).body as { id: string }
  expect(ask(`PATCH /things/${id}`, { body: { count: 4 } }).body).toMatchObject({ id, name: 'ab', count: 4 })
  expect(places(ask(`PATCH /things/${id}`, { body: { count: 5 } }).body)).toEqual(['body:/count'])
  expect(ask(`PATCH /things/${id}`, { body: { inner: {} } }).status).toBe(200)
})

it('answers and lists what is wrong when lenient', async () => {
  const { ask } = await sandboxOf(description, { validation: 'lenient' })
  const told = ask('POST /things', { body: { name: 'x', mail: 'nobody' }, fields: { 'x-mode': 'idle' } })
  expect(told.status).toBe(201)
  expect(told.field('X-Tool-Violations')?.split(', ').sort()).toEqual(['body:/mail', 'body:/name', 'header:X-Mode'])
  expect(ask('POST /things', { body: { name: 'ab' } }).field('X-Tool-Violations')).toBeUndefined()
  expect(ask('POST /things', { body: { 'ü\r\nx': 1 } }).field('X-Tool-Violations')).toBe('body:/name')
})

it('looks for nothing when validation is off', async () => {
  const { ask } = await sandboxOf(description, { validation: 'off' })
  const told = ask('POST /things', { body: { name: 'x', mail: 'nobody' }, fields: { 'x-mode': 'idle' } })
  expect([told.status, told.field('X-Tool-Violations')]).toEqual([201, undefined])
  expect(ask('GET /look/a/b/through').status).toBe(200)
  expect(ask('POST /things').status).toBe(201)
})

it('asks for no parameter that has a default, but for a choice', async () => {
  const list = await sandboxOf(`
paths:
  /keys:
    get:
      parameters:
        - {name: limit, in: query, required: true, schema: {type: integer, default: 20}}
      responses: {'200': {description: ok}}
  /logs:
    get:
      parameters:
        - {name: type, in: query, required: true, schema: {type: string, enum: [build, run], default: build}}
      responses: {'200': {description: ok}}
`)
  expect([list.ask('GET /keys').status, list.ask('GET /logs').status]).toEqual([200, 400])
})

it('asks for no property whose words say what happens without it, unless that is an error', async () => {
  const { ask } = await sandboxOf(`
paths:
  /keys:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [uid, name]
              properties:
                uid: {type: string, description: A UUID v4. It is generated if not specified.}
                name: {type: string, description: The request fails with an error if not specified.}
      responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, uid: {type: string}, name: {type: string}}}}}}}
`)
  expect(ask('POST /keys', { body: { name: 'a' } }).status).toBe(201)
  expect(ask('POST /keys', { body: { uid: 'a' } })).toMatchObject({ status: 400 })
})

it('takes what the query says for a body that must be there and is not', async () => {
  const thing =
    'content: {application/json: {schema: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, size: {type: integer}}}}}'
  const { ask } = await sandboxOf(`
paths:
  /boxes:
    post:
      parameters: [{name: dry, in: query, schema: {type: string}}]
      requestBody: {required: true, ${thing}}
      responses: {'201': {description: ok, ${thing}}}
`)
  expect(ask('POST /boxes?name=a&size=3')).toMatchObject({ status: 201, body: { name: 'a', size: 3 } })
  expect(ask('POST /boxes?size=many').status).toBe(400)
  expect(ask('POST /boxes?dry=yes').status).toBe(400)
  expect(ask('POST /boxes?name=a', { body: { name: 'b' } }).body).toMatchObject({ name: 'b' })
})

it('takes no credential in the query for what the body should say', async () => {
  const box = 'content: {application/json: {schema: {type: object, properties: {key: {type: string}}}}}'
  const { ask } = await sandboxOf(`
security: [{key: []}]
paths:
  /boxes: {post: {requestBody: {required: true, ${box}}, responses: {'201': {description: ok, ${box}}, '400': {description: no}}}}
components: {securitySchemes: {key: {type: apiKey, in: query, name: key}}}
`)
  expect(ask(`POST /boxes?key=${credential}`, { fields: { authorization: '' } }).status).toBe(400)
})

it('takes the id of a record there is for the record, and nothing else', async () => {
  const ok = (name: string) =>
    `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
  const { ask } = await sandboxOf(`
paths:
  /shelves: {post: {responses: {'201': ${ok('Shelf')}}}}
  /shelves/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${ok('Shelf')}}}}
  /books: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}, responses: {'201': ${ok('Book')}}}}
  /books/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${ok('Book')}}}}
components:
  schemas:
    Shelf: {type: object, properties: {id: {type: string}, name: {type: string}}}
    Book: {type: object, properties: {id: {type: string}, title: {type: string}, shelf: {$ref: '#/components/schemas/Shelf'}, cover: {type: object}}}
`)
  const { id } = ask('POST /shelves').body as { id: string }
  expect(ask('POST /books', { body: { shelf: id } })).toMatchObject({ status: 201, body: { shelf: { id } } })
  expect(ask('POST /books', { body: { shelf: 'none' } }).status).toBe(400)
  expect(ask('POST /books', { body: { cover: id } }).status).toBe(400)
})

it('does not miss what is required and declared nowhere, where the object says what else is', async () => {
  const { ask } = await sandboxOf(`
paths:
  /closed: {post: {requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name, left_behind], properties: {name: {type: string}}}}}}, responses: {'200': {description: ok}}}}
  /open: {post: {requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name, kind], properties: {name: {type: string}}, additionalProperties: true}}}}, responses: {'200': {description: ok}}}}
  /bare: {post: {requestBody: {required: true, content: {application/json: {schema: {type: object, required: [kind]}}}}, responses: {'200': {description: ok}}}}
`)
  const status = (path: string, body: object) => ask(`POST ${path}`, { body }).status
  expect([status('/closed', { name: 'a' }), status('/closed', { left_behind: 'a' })]).toEqual([200, 400])
  expect([status('/open', { name: 'a' }), status('/bare', {})]).toEqual([400, 400])
})

it('refuses an object of more members than are read, before anything is done with it', async () => {
  const { ask } = await sandboxOf(description)
  const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]))
  const change = (count: number) => ask('PATCH /things/none', { body: of(count) })
  expect(change(10_001)).toMatchObject({
    status: 413,
    text: expect.stringContaining('Request body has an object of 10001 members: at most 10000 are read'),
  })
  expect(change(9_999).status).toBe(404)
})
