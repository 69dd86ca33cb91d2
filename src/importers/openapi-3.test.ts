import { describe, expect, it } from 'vitest'
import { imported, messages, openApi, operationOf, tryImport } from './import.fixture.ts'

const ok = { responses: { 200: { description: 'fine' } } }

describe('the document', () => {
  it('says title, version, format and source', async () => {
    const api = await imported({ 'dir/api.yaml': 'openapi: 3.1.1\ninfo: {title: Pets, version: 1.10}\npaths: {}' })
    expect(api).toMatchObject({
      title: 'Pets',
      version: '1.10',
      format: 'openapi-3.1',
      source: { location: 'dir/api.yaml' },
      draft: false,
    })
    expect(api.source.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['openapi: 3.0', 'openapi-3.0'],
    ['openapi: 3', 'openapi-3.0'],
    ['openapi: "3.0.3"', 'openapi-3.0'],
    ['openapi: 3.2.0', 'openapi-3.2'],
  ])('takes %s as %s', async (line, format) => {
    expect((await imported({ 'a.yaml': `${line}\ninfo: {title: T, version: "1"}` })).format).toBe(format)
  })

  it('reads JSON examples that are written as one text, unless a text is wanted', async () => {
    const responses = {
      200: { content: { 'application/json': { schema: { type: 'object' }, example: '{"a": [1]}' } } },
      201: { content: { 'application/json': { schema: { type: 'string' }, example: '{"a": [1]}' } } },
      202: { content: { 'application/json': { examples: { one: { value: '[1' } } } } },
    }
    const api = await imported(openApi({ paths: { '/a': { post: { responses } } } }))
    const examples = Object.values(api.operations[0]?.responses ?? {}).map(
      ({ content }) => content['application/json']?.examples,
    )
    expect(examples).toEqual([{ '': { a: [1] } }, { '': '{"a": [1]}' }, { one: '[1' }])
  })

  it('mends a missing title, with its line', async () => {
    const api = await imported({ 'a.yaml': 'openapi: 3.0.0\ninfo:\n  version: 1\npaths: {}' })
    expect(api.title).toBe('Untitled')
    expect(api.problems).toContainEqual({
      document: '',
      pointer: '/info',
      line: 2,
      column: 1,
      message: 'The description has no title',
    })
  })

  it('reads base paths and hosts of all servers', async () => {
    const api = await imported(
      openApi({
        servers: [
          { url: 'https://API.example.com:8443/v1/' },
          {
            url: 'https://{region}.example.com/{base}',
            variables: { region: { default: 'eu', enum: ['eu', 'us'] }, base: { default: 'v2', enum: ['v2', 'v3'] } },
          },
          { url: '/relative/' },
          { url: 'bare' },
          { url: 'https://x.example.com/{unknown}/y' },
          { description: 'no url' },
        ],
        paths: {
          '/a': {
            servers: [{ url: 'https://files.example.com/item' }],
            get: { ...ok, servers: [{ url: '/operation' }] },
          },
        },
      }),
    )
    expect(api.basePaths).toEqual([
      '/{unknown}/y',
      '/operation',
      '/relative',
      '/bare',
      '/item',
      '/v1',
      '/v2',
      '/v3',
      '',
    ])
    expect(api.hosts).toEqual([
      'api.example.com',
      'eu.example.com',
      'us.example.com',
      'x.example.com',
      'files.example.com',
    ])
    expect(messages(api)).toEqual(['A server has no url and is left out'])
  })

  it('keeps variables of a path that hold whatever a client says', async () => {
    const servers = [
      { url: 'https://a.example.com/bot{token}', variables: { token: { default: '12:ab' } } },
      { url: '{endpoint}/face/v1.0', variables: { endpoint: { description: 'where it runs' } } },
      { url: '{endpoint}/voice/v2', variables: { endpoint: { default: 'none' } } },
      { url: '{scheme}://{host}/x' },
      { url: 'https://b.example.com/{base}', variables: { base: { default: 'api/v1' } } },
      { url: 'https://b.example.com/{lang}', variables: { lang: { default: 'en', enum: ['en', 'de'] } } },
    ]
    const api = await imported(openApi({ servers }))
    expect(new Set(api.basePaths)).toEqual(
      new Set([
        '/bot{token}',
        '/face/v1.0',
        '/none/voice/v2',
        '/voice/v2',
        '/bot12:ab',
        '/api/v1',
        '/de',
        '/en',
        '/x',
        '',
      ]),
    )
  })

  it('reads relative servers against the address of the document', async () => {
    const api = await imported({
      'https://example.com/docs/api.json': { openapi: '3.0.0', servers: [{ url: '../v1' }] },
    })
    expect(api).toMatchObject({ basePaths: ['/v1', ''], hosts: ['example.com'] })
  })
})

describe('operations', () => {
  it('have every method, also odd ones', async () => {
    const item = {
      get: ok,
      PUT: ok,
      query: ok,
      link: ok,
      additionalOperations: { COPY: ok, broken: 'x' },
      summary: 's',
      'x-y': ok,
      nonsense: 3,
      patsh: {},
    }
    const api = await imported(openApi({ paths: { '/a': item } }))
    expect(api.operations.map((operation) => operation.method)).toEqual(['GET', 'PUT', 'QUERY', 'LINK', 'COPY'])
    expect(messages(api)).toEqual([
      '"nonsense" is neither a method nor a field of a path item; left out',
      '"patsh" is neither a method nor a field of a path item; left out (did you mean patch?)',
      'An operation is expected here; left out',
    ])
  })

  it('keep their declared ids; the others get one from method and path', async () => {
    const api = await imported(
      openApi({
        paths: {
          '/': { get: ok },
          '/users/{id}': { get: ok, delete: { ...ok, operationId: 'remove' } },
          '/users/{user-id}/pets.json': { get: ok, put: { ...ok, operationId: 'remove' } },
          '/users-by': { get: { ...ok, operationId: 'getUsersById' }, post: { ...ok, operationId: ' two\nlines ' } },
        },
      }),
    )
    expect(api.operations.map(({ id }) => id)).toEqual([
      'getRoot',
      'getUsersById_2',
      'remove',
      'getUsersByUserIdPetsJson',
      'putUsersByUserIdPetsJson',
      'getUsersById',
      'two lines',
    ])
    expect(messages(api)).toContain('operationId "remove" is used twice; this operation gets another one')
  })

  it('keep summary, description, tags and extensions', async () => {
    const operation = await operationOf({
      summary: 'of the item',
      description: 'about the item',
      get: { ...ok, description: 'own', tags: ['a', 3], 'x-a': { b: 1 }, 'x-c': null },
    })
    expect(operation).toMatchObject({
      summary: 'of the item',
      description: 'own',
      tags: ['a'],
      extensions: { 'x-a': { b: 1 }, 'x-c': null },
    })
  })

  it('keep paths as they are written, with a slash in front', async () => {
    const api = await imported(
      openApi({
        paths: { '/a?x=1': { get: ok }, '/a#y': { get: ok }, 'b/': { get: ok }, '/{x}.json': { get: ok }, 'x-no': {} },
      }),
    )
    expect(api.operations.map(({ path }) => path)).toEqual(['/a?x=1', '/a#y', '/b/', '/{x}.json'])
  })

  it.each([
    ['a string', { '/a': 'x', '/b': { get: ok } }],
    ['null', { '/a': null, '/b': { get: ok } }],
    ['a list', { '/a': [1], '/b': { get: ok } }],
    ['a broken reference', { '/a': { $ref: '#/nowhere' }, '/b': { get: ok } }],
    ['an operation that is null', { '/a': { get: null }, '/b': { get: ok } }],
  ])('are read beside a path item that is %s', async (_, paths) => {
    const api = await imported(openApi({ paths }))
    expect(api.operations.map(({ path }) => path)).toEqual(['/b'])
    expect(messages(api)).toHaveLength(1)
  })

  it.each([[{ paths: 'x' }], [{ paths: null }], [{ paths: [] }], [{}]])('may be none at all: %j', async (parts) => {
    expect((await imported(openApi(parts))).operations).toEqual([])
  })
})

describe('parameters', () => {
  const named = (name: string, place: string, more: object = {}): object => ({ name, in: place, schema: {}, ...more })

  it('have the defaults of their place', async () => {
    const { parameters } = await operationOf(
      {
        get: {
          ...ok,
          parameters: [
            named('id', 'path'),
            named('q', 'query'),
            named('h', 'header'),
            named('c', 'cookie'),
            named('p', 'query', { style: 'pipeDelimited' }),
            named('d', 'query', { style: 'deepObject', explode: true, required: true, allowReserved: true }),
            named('m', 'query', { style: 'odd' }),
          ],
        },
      },
      {},
      '/things/{id}',
    )
    expect(parameters.map((p) => [p.name, p.in, p.required, p.style, p.explode, p.allowReserved])).toEqual([
      ['id', 'path', true, 'simple', false, false],
      ['q', 'query', false, 'form', true, false],
      ['h', 'header', false, 'simple', false, false],
      ['c', 'cookie', false, 'form', true, false],
      ['p', 'query', false, 'pipeDelimited', false, false],
      ['d', 'query', true, 'deepObject', true, true],
      ['m', 'query', false, 'form', true, false],
    ])
  })

  it('of the path item are overridden by those of the operation', async () => {
    const { parameters } = await operationOf({
      parameters: [named('a', 'query', { description: 'item' }), named('H', 'header'), named('b', 'query')],
      get: {
        ...ok,
        parameters: [named('a', 'query', { description: 'own' }), named('h', 'header'), named('a', 'header')],
      },
    })
    expect(parameters.map((p) => [p.name, p.in, p.description])).toEqual([
      ['a', 'query', 'own'],
      ['h', 'header', undefined],
      ['b', 'query', undefined],
      ['a', 'header', undefined],
    ])
  })

  it('may be a whole document, and have examples', async () => {
    const { parameters } = await operationOf({
      get: {
        ...ok,
        parameters: [
          {
            name: 'f',
            in: 'query',
            content: { 'Application/JSON': { schema: { type: 'object' }, example: { a: 1 } } },
          },
          { name: 'e', in: 'query', example: 0, schema: {} },
          { name: 's', in: 'query', examples: { one: { value: 'x' }, two: { value: 'y' } }, schema: {} },
        ],
      },
    })
    expect(parameters[0]).toMatchObject({
      mediaType: 'application/json',
      schema: { type: 'object' },
      example: { a: 1 },
    })
    expect(parameters.map((p) => p.example)).toEqual([{ a: 1 }, 0, 'x'])
  })

  it('named Accept, Content-Type and Authorization in the header are ignored', async () => {
    const names = ['Accept', 'content-type', 'AUTHORIZATION', 'X-Own']
    const { parameters } = await operationOf({ get: { ...ok, parameters: names.map((name) => named(name, 'header')) } })
    expect(parameters.map(({ name }) => name)).toEqual(['X-Own'])
  })

  it('that are broken are mended or left out', async () => {
    const parameters = [
      { in: 'query' },
      { name: 'a' },
      { name: 'id' },
      'x',
      null,
      named('b', 'Query'),
      named('c', 'body'),
      named('b', 'query'),
    ]
    const api = await imported(openApi({ paths: { '/things/{id}': { get: { ...ok, parameters } } } }))
    expect(api.operations[0]?.parameters.map((p) => `${p.name} ${p.in}`)).toEqual(['a query', 'id path', 'b query'])
    expect(messages(api)).toHaveLength(8)
  })

  it('of the path that are missing, misnamed or not in it are brought in line with it', async () => {
    const read = async (path: string, names: readonly string[]): Promise<readonly string[]> => {
      const parameters = names.map((name) => named(name, 'path'))
      const operation = await operationOf({ get: { ...ok, parameters } }, {}, path)
      return operation.parameters.map((p) => `${p.name} ${p.in} ${p.required}`)
    }
    expect(await read('/a/{x}/{y}', [])).toEqual(['x path true', 'y path true'])
    expect(await read('/a/{user_id}', ['userId'])).toEqual(['user_id path true'])
    expect(await read('/a/{userId}/{petId}', ['PET_ID', 'user-id'])).toEqual(['petId path true', 'userId path true'])
    expect(await read('/a', ['gone'])).toEqual([])
    expect(await read('/a/{b}.{c}', ['b', 'c'])).toEqual(['b path true', 'c path true'])
  })

  it('may hold the whole query (3.2)', async () => {
    const { parameters } = await operationOf({
      get: {
        ...ok,
        parameters: [
          {
            name: 'all',
            in: 'querystring',
            required: true,
            content: {
              'application/x-www-form-urlencoded': {
                schema: {
                  type: 'object',
                  required: ['a'],
                  properties: { a: { type: 'string' }, b: { type: 'integer' } },
                },
              },
            },
          },
        ],
      },
    })
    expect(parameters).toMatchObject([
      { name: 'a', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'b', in: 'query', required: false, schema: { type: 'integer' } },
    ])
  })

  it('may be a map by mistake', async () => {
    const { parameters } = await operationOf({ get: { ...ok, parameters: { a: named('a', 'query') } } })
    expect(parameters.map(({ name }) => name)).toEqual(['a'])
  })
})

describe('bodies', () => {
  it('have media types with schema, examples and encoding', async () => {
    const { requestBody } = await operationOf(
      {
        post: {
          ...ok,
          requestBody: {
            required: true,
            description: 'd',
            content: {
              'Application/JSON; charset=utf-8': {
                schema: { type: 'object' },
                examples: {
                  a: { value: 1 },
                  b: { $ref: '#/components/examples/B' },
                  c: { externalValue: 'https://x' },
                  d: { dataValue: 4 },
                  e: { raw: true },
                  f: { summary: 's', value: null },
                },
              },
              'multipart/form-data': {
                encoding: { file: { contentType: 'image/png', style: 'form', explode: false } },
              },
              'text/event-stream': { itemSchema: { type: 'object' }, example: { $ref: 'is a value beside', x: 1 } },
              'text/plain': null,
              'text/csv': { examples: ['x', 'y'] },
            },
          },
        },
      },
      { components: { examples: { B: { value: [2] } } } },
    )
    expect(requestBody).toEqual({
      required: true,
      description: 'd',
      content: {
        'application/json; charset=utf-8': {
          schema: { type: 'object' },
          examples: { a: 1, b: [2], d: 4, e: { raw: true }, f: null },
          encoding: {},
        },
        'multipart/form-data': {
          examples: {},
          encoding: { file: { contentType: 'image/png', style: 'form', explode: false } },
        },
        'text/event-stream': {
          itemSchema: { type: 'object' },
          examples: { '': { $ref: 'is a value beside', x: 1 } },
          encoding: {},
        },
        'text/plain': { examples: {}, encoding: {} },
        'text/csv': { examples: { 1: 'x', 2: 'y' }, encoding: {} },
      },
    })
  })

  it('may have a reference in the place of content', async () => {
    const operation = await operationOf(
      {
        post: {
          requestBody: { content: { $ref: '#/components/x-content' } },
          responses: { 200: { content: { $ref: '#/components/x-content' } } },
        },
      },
      { components: { 'x-content': { 'application/json': { schema: { type: 'string' } } } } },
    )
    const content = { 'application/json': { schema: { type: 'string' }, examples: {}, encoding: {} } }
    expect(operation.requestBody?.content).toEqual(content)
    expect(operation.responses['200']?.content).toEqual(content)
  })

  it.each([['x'], [null], [[]]])('that are %j are left out', async (requestBody) => {
    const operation = await operationOf({ post: { ...ok, requestBody } })
    expect(operation.requestBody).toBeUndefined()
  })
})

describe('responses', () => {
  it('are read by code, range and default', async () => {
    const responses = {
      200: {},
      '4xx': {},
      Default: {},
      'x-note': {},
      99: {},
      ok: {},
      201: null,
      202: 'text',
      204: { description: 'none' },
    }
    const api = await imported(openApi({ paths: { '/a': { get: { responses } } } }))
    const read = api.operations[0]?.responses ?? {}
    expect(Object.keys(read)).toEqual(['200', '201', '202', '204', '4XX', 'default'])
    expect(read['202']).toEqual({ description: 'text', headers: {}, content: {} })
    expect(messages(api)).toEqual([
      '"99" is not a status; the response is left out',
      'A response is expected here; taken as one without content',
      'A response is expected here; taken as one without content',
      '"ok" is not a status; the response is left out',
    ])
  })

  it('have headers, but for Content-Type', async () => {
    const headers = {
      'X-Rate': { required: true, description: 'd', schema: { type: 'integer' }, example: 5 },
      'Content-Type': { schema: {} },
      ETag: { $ref: '#/components/headers/Tag' },
      'bad name': {},
    }
    const { responses } = await operationOf(
      { get: { responses: { 200: { headers } } } },
      { components: { headers: { Tag: { schema: { type: 'string' } } } } },
    )
    expect(responses['200']?.headers).toEqual({
      'X-Rate': { required: true, description: 'd', schema: { type: 'integer' }, example: 5 },
      ETag: { required: false, schema: { type: 'string' } },
    })
  })

  it('keep their status when what they refer to is not there', async () => {
    const { responses } = await operationOf({ get: { responses: { 200: { $ref: '#/components/responses/None' } } } })
    expect(responses).toEqual({ 200: { description: '', headers: {}, content: {} } })
  })

  it('may be missing altogether', async () => {
    expect((await operationOf({ get: {} })).responses).toEqual({})
    expect((await operationOf({ get: { responses: 'x' } })).responses).toEqual({})
  })
})

describe('security', () => {
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' }
  const components = { securitySchemes: { key, token: { type: 'http', scheme: 'Bearer' } } }
  const securityOf = async (security: unknown, fallback?: unknown): Promise<unknown> => {
    const parts = { components, ...(fallback === undefined ? {} : { security: fallback }) }
    return (await operationOf({ get: { ...ok, ...(security === undefined ? {} : { security }) } }, parts)).security
  }

  it('is what the operation says, else what the document says; what none asks for may be sent', async () => {
    expect(await securityOf([{ key: [] }, { token: ['read', 3] }], [])).toEqual([{ key: [] }, { token: ['read'] }])
    expect(await securityOf(undefined, [{ key: [], token: [] }])).toEqual([{ key: [], token: [] }])
    expect(await securityOf([], [{ key: [] }])).toEqual([])
    expect(await securityOf([{}, { key: [] }])).toEqual([{}, { key: [] }])
    expect(await securityOf(undefined)).toEqual([{}, { key: [] }, { token: [] }])
    const paths = { '/a': { get: ok }, '/b': { get: { ...ok, security: [{ key: [] }] } } }
    const [first] = (await imported(openApi({ paths, components }))).operations
    expect(first?.security).toEqual([])
  })

  it('stays closed when it names schemes that are not declared', async () => {
    expect(await securityOf([{ key: [], gone: [] }])).toEqual([{ key: [] }])
    expect(await securityOf([{ gone: [] }, { key: [] }])).toEqual([{ key: [] }])
    expect(await securityOf([{ gone: [] }])).toEqual([{ key: [] }, { token: [] }])
    expect(await securityOf([{ 'x-gone': [] }])).toEqual([{ key: [] }, { token: [] }])
    expect(await securityOf([3])).toEqual([{ key: [] }, { token: [] }])
    expect(await securityOf('gone')).toEqual([{ key: [] }, { token: [] }])
  })

  it('may be written a little wrongly', async () => {
    expect(await securityOf({ key: [] })).toEqual([{ key: [] }])
    expect(await securityOf(['key'])).toEqual([{ key: [] }])
    expect(await securityOf([{ key: null }])).toEqual([{ key: [] }])
  })

  it('is a derived bearer scheme on every operation when the document declares none', async () => {
    const paths = { '/a': { get: ok, post: { ...ok, security: [] }, put: { ...ok, security: [{ gone: [] }] } } }
    const api = await imported(openApi({ paths }))
    expect(api.securitySchemes).toEqual({ bearer: { type: 'http', scheme: 'bearer', anywhere: true } })
    expect(api.operations.map(({ security }) => security)).toEqual([[{ bearer: [] }], [], [{ bearer: [] }]])
    expect(api.problems.map(({ message }) => message)).toContainEqual(expect.stringContaining('derived'))
  })

  it.each([[[]], [[{}]]])('is none where the document says that none is asked for: %j', async (security) => {
    const api = await imported(openApi({ paths: { '/a': { get: ok, post: { ...ok, security: [] } } }, security }))
    expect(api.securitySchemes).toEqual({})
    expect(api.operations.flatMap((one) => one.security.flatMap(Object.keys))).toEqual([])
    expect(api.problems).toEqual([])
    const paths = { '/a': { get: ok, put: { ...ok, security: [{ gone: [] }] } } }
    const half = await imported(openApi({ paths, security }))
    expect(half.operations.map((one) => one.security)).toEqual([[], [{ bearer: [] }]])
  })

  it('has schemes of every type', async () => {
    const flow = {
      authorizationUrl: 'https://a',
      tokenUrl: 'https://t',
      refreshUrl: '/r',
      scopes: { read: '', write: '' },
    }
    const api = await imported(
      openApi({
        components: {
          securitySchemes: {
            key: { $ref: '#/components/x-key' },
            cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
            lost: { type: 'apiKey', name: 'k' },
            digest: { type: 'http', scheme: 'Digest' },
            basic: { type: 'basic' },
            oauth: {
              type: 'oauth2',
              flows: {
                authorizationCode: flow,
                clientCredentials: { tokenUrl: '/t' },
                deviceAuthorization: { deviceAuthorizationUrl: '/d' },
                odd: {},
              },
            },
            id: { type: 'openIdConnect', openIdConnectUrl: 'https://id' },
            tls: { type: 'mutualTLS' },
            unknown: { type: 'x-amazon' },
            nameless: { type: 'apiKey', in: 'header' },
            broken: 3,
          },
          'x-key': key,
        },
      }),
    )
    expect(api.securitySchemes).toEqual({
      key,
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      lost: { type: 'apiKey', in: 'header', name: 'k' },
      digest: { type: 'http', scheme: 'digest' },
      basic: { type: 'http', scheme: 'basic' },
      oauth: {
        type: 'oauth2',
        flows: [
          { grant: 'clientCredentials', tokenUrl: '/t', scopes: [] },
          { grant: 'authorizationCode', ...flow, scopes: ['read', 'write'] },
          { grant: 'deviceAuthorization', authorizationUrl: '/d', scopes: [] },
        ],
      },
      id: { type: 'openIdConnect', url: 'https://id' },
      tls: { type: 'mutualTLS' },
    })
  })
})

describe('events', () => {
  const sent = (schema: object, more: object = {}): object => ({
    post: { requestBody: { content: { 'text/plain': {}, 'application/json': { schema, ...more } } } },
  })

  it('come from webhooks and x-webhooks, each name once', async () => {
    const api = await imported(
      openApi({
        webhooks: {
          'pet.created': { ...sent({ type: 'object' }, { example: { a: 1 } }), 'x-item': 1 },
          two: { post: { summary: 'made', 'x-tool-trigger': 'createPet' }, put: {} },
          referred: { $ref: '#/components/pathItems/Sent' },
          broken: 3,
        },
        'x-webhooks': { 'pet.created': sent({ type: 'string' }), old: { post: { description: 'd' } } },
        components: { pathItems: { Sent: sent({ type: 'integer' }) } },
      }),
    )
    expect(api.events).toEqual([
      { name: 'pet.created', payload: { type: 'object' }, example: { a: 1 }, extensions: { 'x-item': 1 } },
      { name: 'two.post', summary: 'made', extensions: { 'x-tool-trigger': 'createPet' } },
      { name: 'two.put', method: 'PUT', extensions: {} },
      { name: 'referred', payload: { type: 'integer' }, extensions: {} },
      { name: 'old', summary: 'd', extensions: {} },
    ])
  })

  it('come from callbacks, with the operation that declares them', async () => {
    const onData = {
      '{$request.body#/url}': sent({ type: 'object' }),
      '{$request.body#/other}': sent({ type: 'array' }),
    }
    const api = await imported(
      openApi({
        paths: {
          '/a': {
            post: { ...ok, operationId: 'makeA', callbacks: { onData, onEnd: { $ref: '#/components/callbacks/End' } } },
          },
          '/b': {
            post: {
              ...ok,
              operationId: 'makeB',
              callbacks: { onEnd: { $ref: '#/components/callbacks/End' }, broken: null },
            },
          },
        },
        components: { callbacks: { End: { x: sent({ type: 'null' }) } } },
      }),
    )
    expect(api.operations.map(({ callbacks }) => callbacks)).toEqual([['onData', 'onEnd'], ['onEnd']])
    expect(api.events.map(({ name, callbackOf }) => [name, callbackOf])).toEqual([
      ['onData', 'makeA'],
      ['makeA.onData', 'makeA'],
      ['onEnd', 'makeA'],
      ['makeB.onEnd', 'makeB'],
    ])
  })
})

it('reads Swagger and OpenAPI of other versions as neither', async () => {
  for (const openapi of ['4.0.0', '2.0', {}, null]) {
    const read = await tryImport({ 'a.json': { openapi, paths: {} } })
    expect(read).toMatchObject({
      ok: false,
      error: [{ message: expect.stringContaining('OpenAPI 3.0-3.2 or Swagger 2.0') }],
    })
  }
})
