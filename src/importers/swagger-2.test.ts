import { describe, expect, it } from 'vitest'
import type { DescribedOperation } from '../api/model.ts'
import { imported, messages, swagger } from './import.fixture.ts'

const ok = { responses: { 200: { description: 'fine' } } }

async function operation(node: object, parts: object = {}, path = '/a'): Promise<DescribedOperation> {
  const [found] = (await imported(swagger({ paths: { [path]: { post: { ...ok, ...node } } }, ...parts }))).operations
  if (found === undefined) throw new Error('the description has no operation')
  return found
}

it.each(['swagger: "2.0"', 'swagger: 2.0', 'swagger: 2'])('takes %s', async (line) => {
  const api = await imported({ 'a.yaml': `${line}\ninfo: {title: T, version: 2.0}\npaths: {}` })
  expect(api).toMatchObject({ format: 'swagger-2.0', version: '2.0' })
})

it.each([
  [{ host: 'API.example.com:8080', basePath: '/v1/' }, ['/v1', ''], ['api.example.com']],
  [{ host: 'https://api.example.com/', basePath: 'v1' }, ['/v1', ''], ['api.example.com']],
  [{ basePath: '/' }, [''], []],
  [{}, [''], []],
])('reads the address %j', async (parts, basePaths, hosts) => {
  expect(await imported(swagger(parts))).toMatchObject({ basePaths, hosts })
})

describe('parameters', () => {
  it('hold their schema themselves, and collectionFormat says their style', async () => {
    const list = (name: string, place: string, collectionFormat?: string): object => ({
      name,
      in: place,
      type: 'array',
      items: { type: 'integer' },
      ...(collectionFormat === undefined ? {} : { collectionFormat }),
    })
    const { parameters } = await operation(
      {
        parameters: [
          { name: 'id', in: 'path', type: 'string', required: true, minLength: 2, 'x-example': 'ab' },
          list('csv', 'query'),
          list('ssv', 'query', 'ssv'),
          list('tsv', 'query', 'tsv'),
          list('pipes', 'query', 'pipes'),
          list('multi', 'query', 'multi'),
          list('odd', 'query', 'odd'),
          list('head', 'header', 'csv'),
        ],
      },
      {},
      '/a/{id}',
    )
    expect(parameters.map((p) => [p.name, p.style, p.explode])).toEqual([
      ['id', 'simple', false],
      ['csv', 'form', false],
      ['ssv', 'spaceDelimited', false],
      ['tsv', 'tabDelimited', false],
      ['pipes', 'pipeDelimited', false],
      ['multi', 'form', true],
      ['odd', 'form', false],
      ['head', 'simple', false],
    ])
    expect(parameters[0]).toMatchObject({ required: true, schema: { type: 'string', minLength: 2 }, example: 'ab' })
    expect(parameters[1]).toMatchObject({ required: false, schema: { type: 'array', items: { type: 'integer' } } })
  })

  it('may be referred to, and written as in OpenAPI 3', async () => {
    const { parameters } = await operation(
      { parameters: [{ $ref: '#/parameters/Limit' }, { name: 'f', in: 'query', schema: { type: 'string' } }] },
      { parameters: { Limit: { name: 'limit', in: 'query', type: 'integer' } } },
    )
    expect(parameters).toMatchObject([
      { name: 'limit', schema: { type: 'integer' } },
      { name: 'f', schema: { type: 'string' } },
    ])
  })
})

describe('bodies', () => {
  const body = { name: 'x', in: 'body', required: true, description: 'd', schema: { $ref: '#/definitions/Pet' } }
  const definitions = { Pet: { type: 'object' } }

  it('are of the media types consumed, JSON when none are said', async () => {
    const pet = { schema: { $ref: '#/schemas/Pet' }, examples: {}, encoding: {} }
    const content = async (node: object, parts: object = {}): Promise<unknown> =>
      (await operation({ parameters: [body], ...node }, { definitions, ...parts })).requestBody?.content
    expect(await content({})).toEqual({ 'application/json': pet })
    expect(await content({}, { consumes: ['text/xml'] })).toEqual({ 'text/xml': pet })
    expect(await content({ consumes: ['a/b', 'c/d'] }, { consumes: ['text/xml'] })).toEqual({ 'a/b': pet, 'c/d': pet })
    expect(await content({ consumes: 'a/b' })).toEqual({ 'a/b': pet })
    expect(await content({ consumes: [] }, { consumes: ['text/xml'] })).toEqual({ 'application/json': pet })
  })

  it('say whether they are required, and have examples', async () => {
    const { requestBody } = await operation({ parameters: [{ ...body, 'x-example': { a: 1 } }] }, { definitions })
    expect(requestBody).toMatchObject({ required: true, description: 'd' })
    expect(requestBody?.content['application/json']?.examples).toEqual({ '': { a: 1 } })
  })

  const field = (name: string, more: object): object => ({ name, in: 'formData', ...more })

  it('are forms when there are form parameters', async () => {
    const parameters = [
      field('a', { type: 'string', required: true, 'x-example': 'e' }),
      field('b', { type: 'array', items: { type: 'string' }, collectionFormat: 'multi' }),
    ]
    expect((await operation({ parameters })).requestBody).toEqual({
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            properties: { a: { type: 'string', example: 'e' }, b: { type: 'array', items: { type: 'string' } } },
            required: ['a'],
          },
          examples: {},
          encoding: { b: { style: 'form', explode: true } },
        },
      },
    })
  })

  it('are multipart when a file is among them', async () => {
    const types = async (node: object): Promise<readonly string[]> => {
      const parameters = [field('f', { type: 'file' }), field('a', { type: 'string' })]
      return Object.keys((await operation({ parameters, ...node })).requestBody?.content ?? {})
    }
    expect(await types({})).toEqual(['multipart/form-data'])
    expect(await types({ consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'] })).toEqual([
      'multipart/form-data',
    ])
    expect(await types({ consumes: ['application/json'] })).toEqual(['multipart/form-data'])
    const { requestBody } = await operation({ parameters: [field('f', { type: 'file' })] })
    expect(requestBody?.content['multipart/form-data']?.schema).toMatchObject({
      properties: { f: { type: 'string', format: 'binary' } },
    })
  })

  it('are one body when both are declared', async () => {
    const parameters = [field('a', { type: 'string' }), body, { ...body, name: 'second' }]
    const api = await imported(swagger({ paths: { '/a': { post: { ...ok, parameters } } }, definitions }))
    expect(Object.keys(api.operations[0]?.requestBody?.content ?? {})).toEqual(['application/json'])
    expect(messages(api)).toHaveLength(2)
  })
})

describe('responses', () => {
  const content = async (response: object, node: object = {}): Promise<unknown> =>
    (await operation({ responses: { 200: response }, ...node })).responses['200']?.content

  it('are of the media types produced, JSON when none are said', async () => {
    const text = { schema: { type: 'string' }, examples: {}, encoding: {} }
    expect(await content({ schema: { type: 'string' } })).toEqual({ 'application/json': text })
    expect(await content({ schema: { type: 'string' } }, { produces: ['a/b', 'c/d'] })).toEqual({
      'a/b': text,
      'c/d': text,
    })
    expect(await content({ description: 'nothing' }, { produces: ['a/b'] })).toEqual({})
  })

  it('have examples by media type', async () => {
    const schema = { type: 'object' }
    const examples = { 'application/json': { a: 1 }, note: 'x' }
    const shown = { examples: { '': { a: 1 } }, encoding: {} }
    expect(await content({ schema, examples })).toEqual({ 'application/json': { schema, ...shown } })
    expect(await content({ schema, examples }, { produces: ['Application/JSON;charset=utf-8'] })).toEqual({
      'application/json; charset=utf-8': { schema, ...shown },
    })
    expect(await content({ examples })).toEqual({ 'application/json': shown })
  })

  it('are bytes when they are a file', async () => {
    const schema = { type: 'string', format: 'binary' }
    expect(await content({ schema: { type: 'file' } })).toEqual({
      'application/octet-stream': { schema, examples: {}, encoding: {} },
    })
    expect(await content({ schema: { type: 'file' } }, { produces: ['image/png'] })).toMatchObject({
      'image/png': { schema },
    })
  })

  it('have headers', async () => {
    const headers = { 'X-Rate': { type: 'integer', description: 'd' } }
    const { responses } = await operation({ responses: { 200: { headers } } })
    expect(responses['200']?.headers).toEqual({
      'X-Rate': { required: false, description: 'd', schema: { type: 'integer', description: 'd' } },
    })
  })

  it('may be referred to', async () => {
    const responses = { 404: { $ref: '#/responses/Gone' } }
    const read = await operation({ responses }, { responses: { Gone: { description: 'gone', schema: {} } } })
    expect(read.responses['404']).toMatchObject({ description: 'gone', content: { 'application/json': {} } })
  })
})

it('reads security definitions', async () => {
  const api = await imported(
    swagger({
      securityDefinitions: {
        basic: { type: 'basic' },
        key: { type: 'apiKey', in: 'query', name: 'k' },
        app: { type: 'oauth2', flow: 'application', tokenUrl: '/t', scopes: { read: '', 'x-y': '' } },
        code: { type: 'oauth2', flow: 'accessCode', authorizationUrl: '/a', tokenUrl: '/t' },
        odd: { type: 'oauth2', flow: 'odd' },
        none: { type: 'x' },
      },
      security: [{ key: [] }],
      paths: { '/a': { get: ok, post: { ...ok, security: [{ app: ['read'] }] } } },
    }),
  )
  expect(api.securitySchemes).toEqual({
    basic: { type: 'http', scheme: 'basic' },
    key: { type: 'apiKey', in: 'query', name: 'k' },
    app: { type: 'oauth2', flows: [{ grant: 'clientCredentials', tokenUrl: '/t', scopes: ['read'] }] },
    code: {
      type: 'oauth2',
      flows: [{ grant: 'authorizationCode', authorizationUrl: '/a', tokenUrl: '/t', scopes: [] }],
    },
    odd: { type: 'oauth2', flows: [] },
  })
  expect(api.operations.map(({ security }) => security)).toEqual([[{ key: [] }], [{ app: ['read'] }]])
})

it('reads x-webhooks and x-callbacks', async () => {
  const parameters = [{ name: 'x', in: 'body', schema: { type: 'object' } }]
  const api = await imported(
    swagger({
      'x-webhooks': { made: { post: { parameters, ...ok } } },
      paths: {
        '/a': { post: { ...ok, operationId: 'make', 'x-callbacks': { done: { url: { post: { parameters } } } } } },
      },
    }),
  )
  expect(api.events).toMatchObject([
    { name: 'done', callbackOf: 'make', payload: { type: 'object' } },
    { name: 'made', payload: { type: 'object' } },
  ])
})

it('brings the schemas of definitions to 2020-12', async () => {
  const definitions = {
    A: { type: 'number', minimum: 1, exclusiveMinimum: true, 'x-nullable': true },
    B: { $ref: '#/definitions/A' },
  }
  const { schemas } = await imported(swagger({ definitions }))
  expect([...schemas.keys()]).toEqual(['A', 'B'])
  expect(schemas.get('A')).toMatchObject({ exclusiveMinimum: 1 })
  expect(schemas.get('B')).toEqual({ $ref: '#/schemas/A' })
})
