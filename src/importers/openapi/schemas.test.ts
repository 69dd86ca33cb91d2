import { describe, expect, it } from 'vitest'
import type { DescribedApi } from '../../api/model.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { type Files, imported, messages, openApi, swagger } from '../import.fixture.ts'

/** Schemas by key, as an object. */
const entries = (api: DescribedApi): Record<string, Schema> => Object.fromEntries(api.schemas)

/** A description whose only response has this schema. */
function answering(schema: unknown, parts: object = {}): Files {
  const responses = { 200: { content: { 'application/json': { schema } } } }
  return openApi({ paths: { '/a': { get: { responses } } }, ...parts })
}

function answered(api: DescribedApi): Schema | undefined {
  return api.operations[0]?.responses['200']?.content['application/json']?.schema
}

const components = (schemas: object): object => ({ components: { schemas } })

describe('keys', () => {
  it('of components are their names, all of them kept in order', async () => {
    const api = await imported(
      answering(
        { $ref: '#/components/schemas/B' },
        components({ A: { type: 'string' }, B: { $ref: '#/components/schemas/A' } }),
      ),
    )
    expect(entries(api)).toEqual({ A: { type: 'string' }, B: { $ref: '#/schemas/A' } })
    expect(answered(api)).toEqual({ $ref: '#/schemas/B' })
  })

  it('hold no spaces, control or pointer characters, and stay apart', async () => {
    const api = await imported(
      answering(
        {
          anyOf: [
            { $ref: '#/components/schemas/a b' },
            { $ref: '#/components/schemas/a%09b' },
            { $ref: '#/components/schemas/Map«a~1b»' },
          ],
        },
        components({
          'a b': { type: 'string' },
          'a\tb': { type: 'number' },
          a_b: { type: 'null' },
          'Map«a/b»': {},
          __proto__: {},
          constructor: {},
        }),
      ),
    )
    expect([...api.schemas.keys()]).toEqual(['a_b', 'a_b_2', 'a_b_3', 'Map«a_b»', 'constructor'])
    expect(answered(api)).toEqual({
      anyOf: [{ $ref: '#/schemas/a_b' }, { $ref: '#/schemas/a_b_2' }, { $ref: '#/schemas/Map«a_b»' }],
    })
  })

  it('of other places are read from file and pointer', async () => {
    const api = await imported({
      ...answering(
        {
          anyOf: [
            { $ref: '#/components/schemas/Pet/properties/name' },
            { $ref: '#/paths/~1a/get/responses/200/content/application~1json/schema/anyOf/3' },
            { $ref: 'models/dog.yaml' },
            { type: 'integer' },
            { $ref: 'models/dog.yaml#/definitions/Tail' },
            { $ref: 'models/cat.yaml#/Tail' },
          ],
        },
        components({ Pet: { properties: { name: { type: 'string' } } } }),
      ),
      'models/dog.yaml': 'type: object\ndefinitions: {Tail: {type: string}}',
      'models/cat.yaml': 'Tail: {type: boolean}',
    })
    expect(entries(api)).toMatchObject({
      'Pet.name': { type: 'string' },
      'a.get.responses.200.application.json.anyOf.3': { type: 'integer' },
      dog: { type: 'object' },
      Tail: { type: 'string' },
      'cat.Tail': { type: 'boolean' },
    })
  })

  it('lend the name of a component to the file it stands for', async () => {
    const api = await imported({
      ...answering(
        { $ref: 'pet.yaml' },
        components({
          Pet: { $ref: 'pet.yaml' },
          Alias: { $ref: './pet.yaml#' },
          Own: { $ref: 'pet.yaml', title: 'x' },
        }),
      ),
      'pet.yaml':
        'type: object\nproperties: {parent: {$ref: "#"}, again: {$ref: "pet.yaml"}, root: {$ref: "api.json#/components/schemas/Pet"}}',
    })
    const self = { $ref: '#/schemas/Pet' }
    expect(entries(api)).toEqual({
      Pet: { type: 'object', properties: { parent: self, again: self, root: self } },
      Alias: self,
      Own: { ...self, title: 'x' },
    })
    expect(answered(api)).toEqual(self)
  })

  it('are the same however a place is reached', async () => {
    const api = await imported({
      ...answering({
        anyOf: [
          { $ref: 'all.yaml#/Pet' },
          { $ref: './x/../all.yaml#/Pet' },
          { $ref: 'index.yaml#/Pet' },
          { $ref: 'pet.yaml' },
        ],
      }),
      'all.yaml': 'Pet: {$ref: index.yaml#/Pet}',
      'index.yaml': 'Pet: {$ref: pet.yaml}',
      'pet.yaml': 'type: string',
    })
    expect(entries(api)).toEqual({ pet: { type: 'string' } })
    expect(answered(api)).toEqual({ anyOf: Array(4).fill({ $ref: '#/schemas/pet' }) })
  })
})

describe('references', () => {
  it('may stand for the whole map of components, and for maps of properties', async () => {
    const api = await imported({
      ...openApi({ components: { schemas: { $ref: 'schemas/index.yaml' } }, paths: {} }),
      'schemas/index.yaml': 'Pet: {properties: {$ref: "fields.yaml#/all"}}\nDog: {$ref: "#/Pet"}',
      'schemas/fields.yaml': 'all: {a: {type: string}, "b/c": {$ref: "index.yaml#/Pet"}}',
    })
    expect(entries(api)).toMatchObject({
      Pet: { properties: { a: { $ref: '#/schemas/all.a' }, 'b/c': { $ref: '#/schemas/Pet' } } },
      Dog: { $ref: '#/schemas/Pet' },
      'all.a': { type: 'string' },
    })
  })

  it('are not followed where a property or an example is called like a map of schemas', async () => {
    const named = { properties: { properties: { $ref: '#/components/schemas/Fields' } } }
    const api = await imported(
      answering(
        { $ref: '#/components/schemas/Pet' },
        components({
          Pet: { ...named, patternProperties: { '^x': named }, example: { properties: { $ref: 'as is' } } },
          Dog: { properties: { $ref: '#/components/schemas/Fields/properties' } },
          Fields: { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] },
        }),
      ),
    )
    const kept = { properties: { properties: { $ref: '#/schemas/Fields' } } }
    expect(messages(api)).toEqual([])
    expect(api.schemas.get('Pet')).toEqual({
      ...kept,
      patternProperties: { '^x': kept },
      example: { properties: { $ref: 'as is' } },
    })
    expect(api.schemas.get('Dog')).toMatchObject({ properties: { type: { $ref: expect.any(String) } } })
  })

  it('may lead through others, and be percent-encoded', async () => {
    const api = await imported(
      answering(
        { $ref: '#/components/x%2Dalias/properties/a%20b' },
        {
          components: {
            'x-alias': { $ref: '#/components/schemas/Real' },
            schemas: { Real: { properties: { 'a b': { type: 'null' } } } },
          },
        },
      ),
    )
    expect(api.schemas.get('Real.a_b')).toEqual({ type: 'null' })
    expect(answered(api)).toEqual({ $ref: '#/schemas/Real.a_b' })
  })

  it('of parameters, bodies, responses, headers, path items and examples are resolved away, with what stands beside them', async () => {
    const api = await imported({
      'api.json': {
        openapi: '3.1.0',
        paths: {
          '/a/{id}': { $ref: 'item.yaml', summary: 'beside', get: { responses: {} } },
        },
      },
      'item.yaml': `
summary: under
parameters: [{$ref: "parts.yaml#/id"}]
post:
  requestBody: {$ref: "parts.yaml#/body"}
  responses: {200: {$ref: "parts.yaml#/answer", description: beside}}
`,
      'parts.yaml': `
id: {name: id, in: path, required: true, schema: {$ref: "#/Id"}}
Id: {type: integer}
body: {content: {application/json: {schema: {$ref: "#/Id"}, examples: {one: {$ref: "#/example"}}}}}
answer: {description: under, headers: {X-A: {$ref: "#/header"}}}
header: {schema: {$ref: "#/Id"}}
example: {value: 3}
`,
    })
    const [get, post] = api.operations
    expect(get).toMatchObject({ method: 'GET', summary: 'beside' })
    expect(post?.parameters[0]).toMatchObject({ name: 'id', schema: { $ref: '#/schemas/Id' } })
    expect(post?.requestBody?.content['application/json']?.examples).toEqual({ one: 3 })
    expect(post?.responses['200']).toMatchObject({
      description: 'beside',
      headers: { 'X-A': { schema: { $ref: '#/schemas/Id' } } },
    })
    expect(entries(api)).toEqual({ Id: { type: 'integer' } })
  })

  it('that are broken are reported with their place, and anything goes there', async () => {
    const api = await imported({
      'api.yaml': `
openapi: 3.0.0
info: {title: T, version: "1"}
paths:
  /a:
    get:
      responses:
        200:
          content:
            application/json:
              schema:
                type: object
                properties:
                  a: {$ref: "#/components/schemas/Gone"}
                  b: {type: string}
        201: {content: {application/json: {schema: {$ref: "gone.yaml#/A"}}}}
`,
    })
    expect(answered(api)).toMatchObject({
      properties: { a: { $ref: '#/schemas/(unresolved)' }, b: { type: 'string' } },
    })
    expect(api.schemas.get('(unresolved)')).toBe(true)
    expect(api.operations[0]?.responses['201']?.content['application/json']?.schema).toBe(true)
    expect(api.problems.filter(({ message }) => message.startsWith('Reference'))).toEqual([
      {
        document: '',
        pointer: '/paths/~1a/get/responses/200/content/application~1json/schema/properties/a/$ref',
        line: 14,
        column: 23,
        message: 'Reference "#/components/schemas/Gone" refers to nothing',
      },
      {
        document: '',
        pointer: '/paths/~1a/get/responses/201/content/application~1json/schema/$ref',
        line: 16,
        column: 53,
        message: 'Reference "gone.yaml#/A" cannot be followed: Cannot read gone.yaml: no such file',
      },
    ])
  })

  it('into a document that cannot be parsed say why', async () => {
    const api = await imported({ ...answering({ $ref: 'bad.yaml' }), 'bad.yaml': 'a: [1' })
    expect(messages(api)[0]).toMatch(
      /^Reference "bad.yaml" cannot be followed: The document is not valid YAML: .* \(line 1, column \d+\)$/,
    )
  })

  it('of older or shorter spelling find the component', async () => {
    const all = ['#/definitions/Pet', 'Pet', '#Pet', '#components/schemas/Pet']
    const api = await imported(
      answering({ anyOf: all.map(($ref) => ({ $ref })) }, components({ Pet: { type: 'object' } })),
    )
    expect(answered(api)).toEqual({ anyOf: all.map(() => ({ $ref: '#/schemas/Pet' })) })
    const two = await imported(swagger({ definitions: { A: { $ref: '#/components/schemas/B' }, B: { type: 'null' } } }))
    expect(two.schemas.get('A')).toEqual({ $ref: '#/schemas/B' })
  })

  it('of a schema pasted in whole find its own definitions', async () => {
    const pasted = { $defs: { Tail: { type: 'string' } }, properties: { tail: { $ref: '#/$defs/Tail' } } }
    const api = await imported(answering({ $ref: '#/components/schemas/Pet' }, components({ Pet: pasted })))
    expect(api.schemas.get('Pet')).toMatchObject({ properties: { tail: { $ref: '#/schemas/Pet.Tail' } } })
  })

  it('of discriminators are mapped too', async () => {
    const api = await imported({
      ...answering(
        { discriminator: { propertyName: 'kind', mapping: { a: 'A', b: '#/components/schemas/B', c: 'c.yaml' } } },
        components({ A: {}, B: {} }),
      ),
      'c.yaml': 'type: object',
    })
    expect(answered(api)).toMatchObject({
      discriminator: { mapping: { a: '#/schemas/A', b: '#/schemas/B', c: '#/schemas/c' } },
    })
  })

  it('inside examples and enums are values', async () => {
    const value = { $ref: '#/nowhere' }
    const api = await imported(answering({ example: value, enum: [value], const: value, default: value }))
    expect(answered(api)).toEqual({ example: value, enum: [value], const: value, default: value })
    expect(messages(api)).toEqual([])
  })
})

describe('named schemas (3.1)', () => {
  it('are found by $id and $anchor, against the $id they stand in', async () => {
    const api = await imported(
      answering(
        {
          anyOf: [
            { $ref: 'https://example.com/s/pet' },
            { $ref: 'https://example.com/s/pet#tail' },
            { $ref: '#loose' },
          ],
        },
        components({
          Pet: {
            $id: 'https://example.com/s/pet',
            properties: { tail: { $ref: '#tail' }, owner: { $ref: 'owner' }, leg: { $ref: '#/$defs/Leg' } },
            $defs: { Tail: { $anchor: 'tail', type: 'string' }, Leg: { type: 'integer' } },
          },
          Owner: { $id: 'https://example.com/s/owner', type: 'object' },
          Loose: { $anchor: 'loose', type: 'null' },
        }),
      ),
    )
    expect(answered(api)).toEqual({
      anyOf: [{ $ref: '#/schemas/Pet' }, { $ref: '#/schemas/Pet.Tail' }, { $ref: '#/schemas/Loose' }],
    })
    expect(api.schemas.get('Pet')).toMatchObject({
      properties: {
        tail: { $ref: '#/schemas/Pet.Tail' },
        owner: { $ref: '#/schemas/Owner' },
        leg: { $ref: '#/schemas/Pet.Leg' },
      },
    })
    expect(messages(api)).toEqual([])
  })

  it('are found by $dynamicRef, by itself and in the scope of who refers', async () => {
    const api = await imported(
      answering(
        { $ref: '#/components/schemas/Tree' },
        components({
          Tree: { $dynamicAnchor: 'node', properties: { children: { items: { $dynamicRef: '#node' } } } },
        }),
      ),
    )
    const items = { $ref: '#/schemas/Tree', $dynamicRef: '#/schemas/Tree' }
    expect(api.schemas.get('Tree')).toMatchObject({ properties: { children: { items } } })
    expect(messages(api)).toEqual([])
  })

  it('may name a whole document', async () => {
    const api = await imported({
      'api.json': {
        $self: 'https://example.com/api',
        openapi: '3.2.0',
        ...components({ A: { $ref: 'https://example.com/api#/components/schemas/B' }, B: {} }),
      },
    })
    expect(api.schemas.get('A')).toEqual({ $ref: '#/schemas/B' })
  })
})

describe('circles', () => {
  it('through properties stay', async () => {
    const api = await imported(
      openApi(
        components({
          A: { properties: { b: { $ref: '#/components/schemas/B' } } },
          B: { items: { $ref: '#/components/schemas/A' } },
        }),
      ),
    )
    expect(entries(api)).toEqual({
      A: { properties: { b: { $ref: '#/schemas/B' } } },
      B: { items: { $ref: '#/schemas/A' } },
    })
    expect(messages(api)).toEqual([])
  })

  it('at one place of a value are cut and reported', async () => {
    const $ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
    const api = await imported(
      openApi(
        components({
          A: $ref('B'),
          B: $ref('A'),
          C: $ref('C'),
          D: { allOf: [$ref('D'), { type: 'object' }] },
          E: { not: $ref('E'), title: 'e' },
        }),
      ),
    )
    expect(entries(api)).toEqual({
      A: { $ref: '#/schemas/B' },
      B: true,
      C: true,
      D: { allOf: [true, { type: 'object' }] },
      E: { not: true, title: 'e' },
    })
    expect(messages(api)).toHaveLength(4)
  })

  it('of a union and its members leave the members what the union says besides', async () => {
    const $ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
    const api = await imported(
      openApi(
        components({
          Cat: { allOf: [$ref('Pet'), { required: ['purrs'] }] },
          Pet: { required: ['kind'], oneOf: [$ref('Cat'), $ref('Dog')], discriminator: { propertyName: 'kind' } },
          Dog: { ...$ref('Pet'), title: 'dog' },
        }),
      ),
    )
    expect(entries(api)).toMatchObject({
      Cat: { allOf: [{ required: ['kind'] }, { required: ['purrs'] }] },
      Pet: { oneOf: [{ $ref: '#/schemas/Cat' }, { $ref: '#/schemas/Dog' }] },
      Dog: { title: 'dog', allOf: [{ required: ['kind'] }] },
    })
  })

  it('of references to parameters and responses are broken ones', async () => {
    const loop = { $ref: '#/components/parameters/Loop' }
    const api = await imported(
      openApi({
        paths: { '/a': { get: { parameters: [loop], responses: {} } } },
        components: { parameters: { Loop: loop } },
      }),
    )
    expect(api.operations[0]?.parameters).toEqual([])
    expect(messages(api)).toEqual(['Reference "#/components/parameters/Loop" leads in a circle'])
  })

  it('of long chains are cut before they overflow anything', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [`S${i}`, { title: `s${i}`, $ref: `#/components/schemas/S${i + 1}` }]),
    )
    const api = await imported(openApi(components({ ...schemas, S20000: { type: 'string' } })))
    expect(api.schemas.size).toBe(20_001)
    expect(messages(api).length).toBeGreaterThan(0)
  })
})

it('reads a part that many share once, in the document it stands in', async () => {
  const api = await imported({
    ...openApi({
      paths: { '/a': { get: { responses: { 200: { $ref: 'r.yaml#/R' }, 201: { $ref: 'r.yaml#/R' } } } } },
    }),
    'r.yaml': 'R: {content: {application/json: {schema: {properties: {a: {$ref: "#/S"}}}}}}\nS: {type: "null"}',
  })
  const { 200: first, 201: second } = api.operations[0]?.responses ?? {}
  expect(first?.content['application/json']?.schema).toEqual({ properties: { a: { $ref: '#/schemas/S' } } })
  expect(second).toBe(first)
})

it('is told the document of a problem when there are several', async () => {
  const api = await imported({ ...answering({ $ref: 'b.yaml' }), 'b.yaml': 'properties:\n  a: {$ref: "#/gone"}' })
  expect(api.problems).toContainEqual({
    document: 'b.yaml',
    pointer: '/properties/a/$ref',
    line: 2,
    column: 7,
    message: 'Reference "#/gone" refers to nothing',
  })
})
