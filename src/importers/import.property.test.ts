import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DescribedApi } from '../api/model.ts'
import { schemaKey } from '../api/model.ts'
import { isObject, setOwn } from '../support/json.ts'
import { type Files, tryImport } from './import.fixture.ts'
import { importDescription } from './import.ts'
import { change, damagedBytes, mutate, references } from './mutate.fixture.ts'
import { pathNames } from './openapi/parameters.ts'

const refused = async (): Promise<never> => {
  throw new Error('nothing else may be read')
}

const three = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://{r}.example.com/v1', variables: { r: { default: 'eu', enum: ['eu', 'us'] } } }],
  security: [{ key: [] }],
  paths: {
    '/pets': {
      parameters: [{ $ref: '#/components/parameters/Limit' }],
      get: {
        operationId: 'listPets',
        responses: { 200: { $ref: '#/components/responses/Pets' }, default: { description: 'bad' } },
      },
      post: {
        requestBody: { $ref: '#/components/requestBodies/Pet' },
        callbacks: { onMade: { '{$url}': { post: { requestBody: { $ref: '#/components/requestBodies/Pet' } } } } },
        responses: { 201: { headers: { ETag: { schema: { type: 'string' } } } } },
        security: [{ key: [], oauth: ['write'] }, {}],
      },
    },
    '/pets/{petId}': {
      get: {
        parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' }, example: 1 }],
        responses: {
          200: {
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Pet' }, examples: { a: { value: 1 } } },
            },
          },
        },
      },
    },
  },
  webhooks: { 'pet.made': { post: { requestBody: { $ref: '#/components/requestBodies/Pet' } } } },
  components: {
    parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } } },
    requestBodies: { Pet: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } } },
    responses: {
      Pets: {
        content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
      },
    },
    schemas: {
      Pet: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'null' }],
        discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
        properties: { parent: { $ref: '#/components/schemas/Pet' } },
      },
      Cat: {
        $id: 'https://example.com/cat',
        allOf: [{ $ref: '#/components/schemas/Base' }],
        $defs: { A: { $anchor: 'a' } },
      },
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string', pattern: '^a' } } },
    },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X' },
      oauth: { type: 'oauth2', flows: { implicit: { authorizationUrl: '/a', scopes: { write: '' } } } },
    },
  },
}

const two = {
  swagger: '2.0',
  info: { title: 'T', version: '1' },
  host: 'example.com',
  basePath: '/v1',
  consumes: ['application/json'],
  produces: ['application/json'],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', type: 'string', required: true }],
      put: {
        parameters: [
          { name: 'body', in: 'body', schema: { $ref: '#/definitions/Pet' } },
          { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
        ],
        responses: { 200: { schema: { $ref: '#/definitions/Pet' }, examples: { 'application/json': { a: 1 } } } },
      },
      post: {
        consumes: ['multipart/form-data'],
        parameters: [{ name: 'file', in: 'formData', type: 'file' }, { $ref: '#/parameters/Form' }],
        responses: { 200: { $ref: '#/responses/Fine' } },
      },
    },
  },
  parameters: { Form: { name: 'x', in: 'formData', type: 'string' } },
  responses: { Fine: { description: 'fine', headers: { 'X-A': { type: 'integer' } } } },
  definitions: { Pet: { type: 'object', properties: { child: { $ref: '#/definitions/Pet' } }, discriminator: 'kind' } },
  securityDefinitions: { oauth: { type: 'oauth2', flow: 'implicit', authorizationUrl: '/a', scopes: { a: '' } } },
}

/** The schemas that stand in operations and events. */
function inlineSchemas(api: DescribedApi): readonly unknown[] {
  const bodies = api.operations.flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
  const media = bodies.flatMap((body) => Object.values(body?.content ?? {}))
  const headers = api.operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap((response) => Object.values(response.headers)),
  )
  const parameters = api.operations.flatMap((operation) => operation.parameters)
  return [
    ...[...media, ...headers, ...parameters].map(({ schema }) => schema),
    ...api.events.map(({ payload }) => payload),
  ]
}

/** What holds of every description that is not refused. */
function expectSound(api: DescribedApi): void {
  const ids = api.operations.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const operation of api.operations) {
    expect(operation.id).not.toBe('')
    expect(operation.method).toBe(operation.method.toUpperCase())
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect(new Set(inPath)).toEqual(new Set(pathNames(operation.path)))
    for (const requirement of operation.security)
      for (const name of Object.keys(requirement)) expect(Object.hasOwn(api.securitySchemes, name)).toBe(true)
  }
  expect(Object.keys(api.securitySchemes).length).toBeGreaterThan(0)
  expect(new Set(api.events.map(({ name }) => name)).size).toBe(api.events.length)
  expect(api.basePaths[api.basePaths.length - 1]).toBe('')
  for (const key of api.schemas.keys()) expect(key).not.toMatch(/[\s\p{Cc}]/u)
  for (const [, schema] of api.schemas) expect(typeof schema === 'boolean' || isObject(schema)).toBe(true)
  for (const reference of [...api.schemas.values(), ...inlineSchemas(api)].flatMap(references))
    expect(api.schemas.has(schemaKey(reference) ?? '')).toBe(true)
  for (const problem of api.problems) {
    expect(problem.message).not.toContain('\n')
    if (problem.line !== undefined) expect(problem.line).toBeGreaterThan(0)
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
}

async function expectResult(files: Files): Promise<void> {
  const read = await tryImport(files)
  if (read.ok) expectSound(read.value)
  else expect(read.error.length).toBeGreaterThan(0)
}

describe.each([
  ['OpenAPI 3', three],
  ['Swagger 2.0', two],
])('%s', (_, base) => {
  it('is sound as it stands', async () => {
    await expectResult({ 'api.json': base })
    const read = await tryImport({ 'api.json': base })
    expect(read.ok && read.value.operations.length > 1).toBe(true)
  })

  it('is a result whatever is deleted, replaced or referred to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const copy = mutate(base, changes)
        setOwn(copy, 'openapi' in base ? 'openapi' : 'swagger', 'openapi' in base ? '3.1.0' : '2.0')
        await expectResult({ 'api.json': copy, 'other.yaml': '{$ref: "api.json#/paths"}' })
      }),
      { numRuns: 200 },
    )
  })

  it('is a result wherever its bytes end or change', async () => {
    await fc.assert(
      fc.asyncProperty(damagedBytes(JSON.stringify(base)), async (whole) => {
        const read = await importDescription({ location: 'api.json', bytes: whole }, refused)
        if (read.ok) expectSound(read.value)
      }),
      { numRuns: 150 },
    )
  })
})

it('is a result for any bytes at all', async () => {
  const yamlish = fc.array(
    fc.constantFrom(
      'openapi: 3.1.0\n',
      'a',
      ': ',
      '- ',
      '\n',
      '  ',
      '&a ',
      '*a',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '|\n',
      '<<',
      '!',
      '#',
      '?',
      ',',
      '%',
    ),
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    yamlish.map((parts) => Uint8Array.from(Buffer.from(parts.join('')))),
  )
  await fc.assert(
    fc.asyncProperty(bytes, async (input) => {
      const read = await importDescription({ location: 'api.yaml', bytes: input }, refused)
      if (read.ok) expectSound(read.value)
      else expect(read.error).not.toEqual([])
    }),
    { numRuns: 300 },
  )
})

it('is a result for any graph of references between documents', async () => {
  const size = 6
  const step = fc.record({
    file: fc.nat({ max: size }),
    key: fc.nat({ max: size }),
    place: fc.constantFrom('allOf', 'oneOf', 'items', 'ref', 'map'),
  })
  const graph = fc.array(fc.array(step, { minLength: size, maxLength: size }), { minLength: size, maxLength: size })
  await fc.assert(
    fc.asyncProperty(graph, async (steps) => {
      const schemas = steps.map((row) =>
        Object.fromEntries(
          row.map(({ file, key, place }, index) => {
            const to = { $ref: `f${file}.json#/components/schemas/S${key}` }
            if (place === 'ref') return [`S${index}`, to]
            if (place === 'map') return [`S${index}`, { properties: { $ref: `${to.$ref}/properties` } }]
            return [`S${index}`, { [place]: place === 'items' ? to : [to, { type: 'object' }] }]
          }),
        ),
      )
      const files = schemas.map((map, index) => [`f${index}.json`, { openapi: '3.1.0', components: { schemas: map } }])
      await expectResult(Object.fromEntries(files))
    }),
    { numRuns: 200 },
  )
})

it('names the same place by the same key in every import', async () => {
  const keys = async (): Promise<unknown> => {
    const read = await tryImport({ 'api.json': three })
    return read.ok ? [...read.value.schemas] : undefined
  }
  expect(await keys()).toEqual(await keys())
})
