/** Requests of ordinary descriptions that ask for much work beside the judging of their bodies. */
import { deflateSync, gzipSync } from 'node:zlib'

const each = (n, of) => Array.from({ length: n }, (_, i) => of(i))
const json = { 'content-type': 'application/json' }
const patch = { 'content-type': 'application/json-patch+json' }

const Thing = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    count: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    created_at: { type: 'string', format: 'date-time' },
    metadata: { type: 'object', additionalProperties: true },
    parent: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Thing' }] },
  },
}

const query = (name, schema, more = {}) => ({ name, in: 'query', schema, ...more })
const text = { type: 'string' }

/** A description of things with every sort of parameter and body. */
export const ordinary = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [
          query('limit', { type: 'integer' }),
          query('name', text),
          query('sort', text),
          query('q', text),
          query('filter', text),
          query('fields', text),
          query('expand', { type: 'array', items: text }),
          query('include', text),
          query('where', { type: 'object', additionalProperties: true }, { style: 'deepObject', explode: true }),
          query('tags', { type: 'array', items: text }, { style: 'form', explode: true }),
          query('labelSelector', text),
        ],
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
                },
              },
              'application/xml': { schema: { type: 'object' } },
            },
          },
        },
      },
      post: {
        operationId: 'makeThing',
        requestBody: {
          content: Object.fromEntries(
            [
              'application/json',
              'application/x-www-form-urlencoded',
              'multipart/form-data',
              'application/xml',
              'text/csv',
              'application/x-ndjson',
              'text/plain',
            ].map((type) => [type, { schema: { $ref: '#/components/schemas/Thing' } }]),
          ),
        },
        responses: {
          201: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'getThing',
        parameters: [query('fields', text), query('expand', { type: 'array', items: text })],
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
      put: {
        operationId: 'putThing',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
      patch: {
        operationId: 'changeThing',
        requestBody: {
          content: {
            'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
            'application/merge-patch+json': { schema: { $ref: '#/components/schemas/Thing' } },
            'application/json': { schema: { $ref: '#/components/schemas/Thing' } },
          },
        },
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
      delete: { operationId: 'dropThing', responses: { 204: { description: 'ok' } } },
    },
    '/files/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'getFile',
        responses: {
          200: {
            description: 'ok',
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
      put: {
        operationId: 'putFile',
        requestBody: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
        responses: { 200: { description: 'ok' } },
      },
    },
  },
  components: { schemas: { Thing } },
}

const list = (search) => ({ path: `/things?${search}` })
const post = (body, type = 'application/json', more = {}) => ({
  method: 'POST',
  path: '/things',
  body,
  headers: { 'content-type': type, ...more },
})
const change = (body, type = patch) => ({
  method: 'PATCH',
  path: '/things/THE',
  body: JSON.stringify(body),
  headers: type,
})
const form = 'application/x-www-form-urlencoded'
/** The longest head that is read is 64 KiB. */
const HEAD = 60_000
const fill = (piece, length = HEAD) => piece.repeat(Math.floor(length / piece.length))
const nested = (open, close, depth, inside = '1') => open.repeat(depth) + inside + close.repeat(depth)

/** Each: what it is, and its requests. THE is the id of a thing there is. */
export const asked = [
  [
    'filters',
    () => [
      list(`name=${fill('a')}`),
      list(`q=${fill('a*')}`),
      list(`q=${fill('%25')}`),
      list(`filter=${fill('(')}`),
      list(`filter=${fill('name eq %27a%27 or ').replaceAll(' ', '%20')}1`),
      list(`filter=${fill('not ').replaceAll(' ', '%20')}`),
      list(`filter=${encodeURIComponent('a'.repeat(50) + '(a+)+'.repeat(500))}`),
      list(fill('name=a&')),
      list(`labelSelector=${fill('a%3Db,')}`),
      list(`labelSelector=${fill('a%20in%20(b,c),')}`),
    ],
  ],
  [
    'sorts',
    () => [
      list(`sort=${fill('name,')}`),
      list(`sort=${fill('-name,metadata.a.b.c,')}`),
      list(`sort=${fill('name%3Adesc%3B')}`),
      list(fill('sort=name&')),
    ],
  ],
  [
    'expand, include, fields',
    () => [
      list(`expand=${fill('parent,')}`),
      list(fill('expand=parent&')),
      list(`expand=${fill('parent.')}`),
      list(`include=${fill('parent.parent,')}`),
      list(`fields=${fill('name,')}`),
      list(`fields=${fill('a(b(')}`),
      list(`fields=${fill('metadata.a.')}`),
      { path: `/things/THE?fields=${fill('name,')}` },
      { path: `/things/THE?expand=${fill('parent,')}` },
    ],
  ],
  [
    'parameters',
    () => [
      list(fill('where[a]=1&')),
      list(`where${fill('[a]')}=1`),
      list(fill('where[a][b][c][d]=1&')),
      list(each(4000, (i) => `where[k${i}]=${i}`).join('&')),
      list(each(6000, (i) => `a${i}=${i}`).join('&')),
      list(fill('tags=a&')),
      list(fill('&')),
      list(fill('%')),
      list(fill('%F0%9F')),
      list(`limit=${'9'.repeat(HEAD)}`),
      list(`where[${fill('x')}]=1`),
      list(each(3000, (i) => `where[${i}][${i}]=1`).join('&')),
      list(each(3000, (i) => `where[__proto__][${i}]=1`).join('&')),
    ],
  ],
  [
    'paths',
    () => [
      { path: `/things/${'a'.repeat(HEAD)}` },
      { path: `/${fill('a/')}` },
      { path: `/things/${fill('%2F')}` },
      { path: `/things/${fill('%')}` },
      { path: `/things/${fill('../')}` },
      { path: `/${fill('//')}` },
      { path: `/things/${fill(';a=b')}` },
    ],
  ],
  [
    'fields of the head',
    () => [
      ...[
        ['accept', 'a/b;q=0.1,'],
        ['accept', 'application/json;a="b\\"c";q=1,'],
        ['accept', '*/*,'],
        ['accept', '"'],
        ['accept-language', 'de;q=0.1,'],
        ['accept-encoding', 'gzip;q=0.1,'],
        ['cookie', 'a=b; '],
        ['cookie', '"'],
        ['if-match', '"a",'],
        ['if-none-match', 'W/"a",'],
        ['if-match', '"'],
        ['range', 'bytes='],
        ['prefer', 'code=200,'],
        ['prefer', 'return=minimal;a="b",'],
        ['authorization', 'Bearer '],
        ['authorization', 'Digest a="b",'],
        ['x-forwarded-for', '1.1.1.1,'],
        ['content-type', 'application/json;a=b'],
        ['idempotency-key', 'x'],
        ['expect', 'a,'],
        ['traceparent', '0-'],
      ].flatMap(([name, piece]) => [
        { path: '/things', headers: { [name]: fill(piece) } },
        { method: 'PATCH', path: '/things/THE', body: '{"name":"b"}', headers: { ...json, [name]: fill(piece) } },
      ]),
      { path: '/files/f', headers: { range: `bytes=${each(9000, (i) => `${i}-${i}`).join()}` } },
      { path: '/things', headers: Object.fromEntries(each(900, (i) => [`x-${i}`, 'a'])) },
    ],
  ],
  [
    'JSON Patch',
    () => [
      change(each(100_000, (i) => ({ op: 'add', path: '/metadata/a', value: i }))),
      change(each(100_000, () => ({ op: 'test', path: '/name', value: 'a' }))),
      change([
        { op: 'add', path: '/metadata', value: { a: {} } },
        ...each(60, (i) => ({ op: 'copy', from: '/metadata', path: `/metadata/k${i}` })),
      ]),
      change([
        { op: 'add', path: '/metadata', value: [1] },
        ...each(60, () => ({ op: 'copy', from: '/metadata', path: '/metadata/-' })),
      ]),
      change(each(60, () => ({ op: 'copy', from: '', path: '/metadata' }))),
      change([
        { op: 'add', path: '/metadata', value: { l: each(200_000, () => 1) } },
        ...each(20_000, () => ({ op: 'add', path: '/metadata/l/0', value: 1 })),
      ]),
      change([
        { op: 'add', path: '/metadata', value: { l: each(100_000, () => 1) } },
        ...each(2_000, () => ({ op: 'copy', from: '/metadata/l', path: '/metadata/m' })),
      ]),
      change([
        { op: 'add', path: '/metadata', value: { l: each(100_000, (i) => ({ i })) } },
        ...each(2_000, () => ({ op: 'test', path: '/metadata/l', value: each(3, () => 1) })),
      ]),
      change(each(5_000, (i) => ({ op: 'add', path: `/metadata/${'a/'.repeat(100)}`, value: i }))),
      change([{ op: 'add', path: `/${'a/'.repeat(1_000_000)}`, value: 1 }]),
      change(each(50_000, (i) => ({ op: 'move', from: '/name', path: i % 2 ? '/name' : '/metadata' }))),
    ],
  ],
  [
    'merge patch',
    () => [
      change(
        { metadata: Object.fromEntries(each(9_900, (i) => [`k${i}`, null])) },
        { 'content-type': 'application/merge-patch+json' },
      ),
      {
        method: 'PATCH',
        path: '/things/THE',
        body: `{"metadata":${nested('{"a":', '}', 500)}}`,
        headers: { 'content-type': 'application/merge-patch+json' },
      },
    ],
  ],
  [
    'JSON',
    () => [
      post(nested('[', ']', 5_000_000)),
      post(`{"metadata":${nested('{"a":', '}', 500)}}`),
      post(`{"tags":[${fill('"a",', 3_000_000)}"a"]}`),
      post(`{"name":"${'\\u0041'.repeat(5_000_000)}"}`),
      post(`{"count":${'9'.repeat(20_000_000)}}`),
      post(`{"metadata":{${each(200_000, (i) => `"k${i}":1`).join()}}}`),
      post(`{"metadata":{"a":{${each(200_000, (i) => `"k${i}":1`).join()}}}}`),
      post(`{"metadata":[${each(9_000, (i) => `{"k${i}":{"k":[${i}]}}`).join()}]}`),
      post(`{"name":"${'x'.repeat(30_000_000)}"}`),
      post(`{"name":"${'é\\n"'.slice(0, -1).repeat(6_000_000)}"}`),
      post(`${' '.repeat(30_000_000)}{}`),
      post(`{"tags":[${each(249_000, (i) => `{"a":${i}}`).join()}]}`),
    ],
  ],
  [
    'forms',
    () => [
      post(fill('a=b&', 20_000_000), form),
      post(fill('&', 30_000_000), form),
      post(fill('a[]=b&', 3_000_000), form),
      post(`${fill('a[b]', 3_000_000)}=1`, form),
      post(`a${fill('[b]', 3_000_000)}=1`, form),
      post(each(60_000, (i) => `metadata[k${i}]=${i}`).join('&'), form),
      post(each(9_000, (i) => `tags[${i * 1000}]=${i}`).join('&'), form),
      post(`name=${fill('%41', 20_000_000)}`, form),
      post(`name=${fill('+', 20_000_000)}`, form),
      post(each(9_000, (i) => `k${i}=${'v'.repeat(200)}`).join('&'), form),
      post(each(9_000, () => `metadata[${'[a]'.repeat(50)}]=1`).join('&'), form),
    ],
  ],
  [
    'multipart',
    () => {
      const part = (i, body = 'x') => `--b\r\nContent-Disposition: form-data; name="k${i}"\r\n\r\n${body}\r\n`
      const type = 'multipart/form-data; boundary=b'
      return [
        post(`${each(100_000, part).join('')}--b--`, type),
        post(`${each(9_000, part).join('')}--b--`, type),
        post(fill('--b\r\n', 20_000_000), type),
        post(fill('\r\n-', 20_000_000), type),
        post(`--b\r\n${fill('X: y\r\n', 20_000_000)}\r\nz\r\n--b--`, type),
        post(`--b\r\nContent-Disposition: form-data; ${fill('a="b"; ', 10_000_000)}\r\n\r\nz\r\n--b--`, type),
        post(`--b\r\nContent-Disposition: form-data; name="${fill('\\"', 10_000_000)}"\r\n\r\nz\r\n--b--`, type),
        post(
          `--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${fill('\r\n--bx', 20_000_000)}\r\n--b--`,
          type,
        ),
        post(`--${'-'.repeat(60)}\r\n${fill('-', 30_000_000)}`, `multipart/form-data; boundary=${'-'.repeat(60)}`),
        post(
          `--b\r\nContent-Disposition: form-data; name="metadata"\r\nContent-Type: application/json\r\n\r\n${nested('[', ']', 1_000_000)}\r\n--b--`,
          type,
        ),
      ]
    },
  ],
  [
    'XML',
    () => [
      post(`<a>${fill('<b/>', 8_000_000)}</a>`, 'application/xml'),
      post(`<a>${fill('<b c="d"/>', 2_000_000)}</a>`, 'application/xml'),
      post(nested('<a>', '</a>', 500), 'application/xml'),
      post(nested('<a>', '</a>', 1_000_000), 'application/xml'),
      post(`<a ${each(100_000, (i) => `k${i}="v"`).join(' ')}/>`, 'application/xml'),
      post('<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>', 'application/xml'),
      post(`<a>${fill('&amp;', 20_000_000)}</a>`, 'application/xml'),
      post(`<a>${fill('<![CDATA[', 20_000_000)}`, 'application/xml'),
      post(`<a>${fill('<!--', 20_000_000)}`, 'application/xml'),
      post(`<a${fill(' ', 20_000_000)}`, 'application/xml'),
      post(`<thing>${each(9_000, (i) => `<k${i}>v</k${i}>`).join('')}</thing>`, 'application/xml'),
      post(`<a>${fill('\n', 30_000_000)}</a>`, 'application/xml'),
      post(`<a>${fill('<b xmlns:x="y">', 3_000_000)}`, 'application/xml'),
    ],
  ],
  [
    'other bodies',
    () => [
      post(fill('a,b\n', 8_000_000), 'text/csv'),
      post(fill('"', 8_000_000), 'text/csv'),
      post(fill('{}\n', 2_900_000), 'application/x-ndjson'),
      post(fill('\n', 30_000_000), 'application/x-ndjson'),
      post(fill('x', 30_000_000), 'text/plain'),
      post(fill('x', 3_000_000), 'text/plain; charset=utf-16le'),
      post(fill('x', 3_000_000), 'text/plain; charset=gb18030'),
    ],
  ],
  [
    'coded bodies',
    () => [
      ...[gzipSync, deflateSync].flatMap((code, i) => [
        post(code(Buffer.alloc(200_000_000, 0x20)), 'application/json', { 'content-encoding': ['gzip', 'deflate'][i] }),
        post(code(Buffer.alloc(33_000_000, 0x20)), 'application/json', { 'content-encoding': ['gzip', 'deflate'][i] }),
      ]),
      post(gzipSync(`{"name":"${'x'.repeat(30_000_000)}"}`), 'application/json', { 'content-encoding': 'gzip' }),
      post(Buffer.concat(each(20_000, () => gzipSync('{}'))), 'application/json', { 'content-encoding': 'gzip' }),
      post(gzipSync('{}'), 'application/json', { 'content-encoding': fill('gzip,') }),
    ],
  ],
]
