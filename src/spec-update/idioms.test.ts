/** Where an edit goes and how it is said: versions, references, files, parts and alternatives. */
import { expect, it } from 'vitest'
import { descriptionOf, recording, repeated } from './update.fixture.ts'
import { type SpecUpdate, specUpdate } from './update.ts'

const description = descriptionOf(['GET', '/things'])

interface Case {
  readonly texts: Readonly<Record<string, string>>
  readonly body: unknown
}

function run({ texts, body }: Case): SpecUpdate {
  const evidence = repeated(12, { path: '/things', body })
  return specUpdate({ documents: new Map(Object.entries(texts)), root: 'api.yaml', description, evidence })
}

/** A document whose one answer has this schema. */
function document(version: string, schema: string, more = ''): string {
  const inside = schema.replaceAll('\n', '\n                ')
  return `openapi: ${version}
info: {title: T, version: '1'}
paths:
  /things:
    get:
      responses:
        '200':
          description: Things
          content:
            application/json:
              schema:
                ${inside}
${more}`
}

function swagger(schema: string): string {
  return `swagger: '2.0'
info: {title: T, version: '1'}
paths:
  /things:
    get:
      responses:
        '200':
          description: Things
          schema:
            ${schema.replaceAll('\n', '\n            ')}
`
}

const nullable = 'type: object\nproperties:\n  a:\n    type: string\n    enum: [x]'

it.each<[what: string, before: string, body: unknown, added: readonly string[]]>([
  ['x-nullable in 2.0', swagger(nullable), { a: null }, ['enum: [x, null]', 'x-nullable: true']],
  ['nullable in 3.0', document('3.0.3', nullable), { a: null }, ['enum: [x, null]', 'nullable: true']],
  ['a list of types in 3.1', document('3.1.0', nullable), { a: null }, ["type: [string, 'null']", 'enum: [x, null]']],
  [
    'one more type in 3.1',
    document('3.1.0', 'properties:\n  a:\n    type:\n      - string\n      - integer'),
    { a: null },
    ["- 'null'"],
  ],
  [
    'a part beside a reference in 3.0',
    document(
      '3.0.0',
      "properties:\n  a:\n    $ref: '#/components/schemas/A'",
      'components:\n  schemas:\n    A:\n      type: object\n',
    ),
    { a: null },
    ['nullable: true', 'allOf:', "- $ref: '#/components/schemas/A'"],
  ],
  [
    'alternatives beside a reference in 3.1',
    document(
      '3.1.1',
      "properties:\n  a:\n    $ref: '#/components/schemas/A'",
      'components:\n  schemas:\n    A:\n      type: object\n',
    ),
    { a: null },
    ['anyOf:', "- $ref: '#/components/schemas/A'", "- type: 'null'"],
  ],
  [
    'a field that is null at times in 3.1',
    document('3.1.0', 'type: object\nproperties:\n  a: {type: string}'),
    { a: 'x', b: [{ c: 1 }] },
    ['b: {type: array, items: {type: object, properties: {c: {type: integer}}}}'],
  ],
])('says %s', (_what, before, body, added) => {
  const done = run({ texts: { 'api.yaml': before }, body })
  const lines = (done.texts.get('api.yaml') ?? '').split('\n').filter((line) => !before.split('\n').includes(line))
  expect(lines.map((line) => line.trim())).toEqual(added)
  expect(done.skipped).toEqual([])
  expect(run({ texts: { 'api.yaml': done.texts.get('api.yaml') ?? '' }, body }).agrees).toBe(true)
})

it('follows references into other files, and edits what several places share once', () => {
  const texts = {
    'api.yaml': document(
      '3.0.0',
      "type: object\nproperties:\n  first:\n    $ref: 'models/thing.json#/Thing'\n  second:\n    $ref: 'models/thing.json#/Thing'",
    ),
    'models/thing.json':
      '{\n  "Thing": {\n    "type": "object",\n    "properties": {\n      "id": { "type": "string" }\n    }\n  }\n}\n',
  }
  const done = run({ texts, body: { first: { id: 'a', size: 1 }, second: { id: 'b', size: 2 } } })
  expect(done.changes.map(({ location, pointer }) => `${location}#${pointer}`)).toEqual([
    'models/thing.json#/Thing/properties/size',
  ])
  const expected = texts['models/thing.json'].replace(
    '"string" }\n',
    '"string" },\n      "size": { "type": "integer" }\n',
  )
  expect([...done.texts]).toEqual([['models/thing.json', expected]])
})

it('puts a field into the part that has properties of its own, and into the alternative that was sent', () => {
  const parts = document(
    '3.0.0',
    "allOf:\n  - $ref: '#/components/schemas/Base'\n  - type: object\n    properties:\n      own: {type: string}",
    'components:\n  schemas:\n    Base:\n      type: object\n      properties:\n        id: {type: string}\n',
  )
  const pointers = (done: SpecUpdate): readonly string[] => done.changes.map(({ pointer }) => pointer)
  const schema = '/paths/~1things/get/responses/200/content/application~1json/schema'
  expect(pointers(run({ texts: { 'api.yaml': parts }, body: { id: 'a', own: 'b', fresh: 1 } }))).toEqual([
    `${schema}/allOf/1/properties/fresh`,
  ])
  const choice = document(
    '3.0.0',
    'oneOf:\n  - properties:\n      kind: {type: string, enum: [cat]}\n      lives: {type: integer}\n  - properties:\n      kind: {type: string, enum: [dog]}\n      trick: {type: string}',
  )
  expect(pointers(run({ texts: { 'api.yaml': choice }, body: { kind: 'dog', trick: 'sit', age: 3 } }))).toEqual([
    `${schema}/oneOf/1/properties/age`,
  ])
})

it('takes members of a map and of an open object for what they are', () => {
  const map = document(
    '3.0.0',
    'type: object\nproperties:\n  all:\n    additionalProperties:\n      type: object\n      properties:\n        n: {type: integer}\n  any:\n    type: object',
  )
  const done = run({ texts: { 'api.yaml': map }, body: { all: { x: { n: 1 }, y: { n: 2, m: true } }, any: { z: 1 } } })
  expect(done.changes.map(({ pointer }) => pointer.split('/').slice(-3).join('/'))).toEqual([
    'additionalProperties/properties/m',
  ])
})

it('suggests fields of requests, and takes ranges and defaults for what they cover', () => {
  const text = `openapi: 3.0.0
paths:
  /things:
    get:
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {a: {type: string}}}
      responses:
        2XX: {description: Good}
        default: {description: Bad}
`
  const evidence = [
    ...repeated(12, { path: '/things', status: 206, sent: { a: 'x', b: 1 } }),
    ...repeated(12, { path: '/things', status: 418 }),
    recording({ path: '/nowhere', status: 404 }),
  ]
  const done = specUpdate({ documents: new Map([['api.yaml', text]]), root: 'api.yaml', description, evidence })
  expect(done.changes.map((one) => [one.class, one.disposition])).toEqual([['field', 'SUGGESTION']])
  expect(done.texts.size).toBe(0)
})

it.each([
  [new Map<string, string>(), 'There is no document at api.yaml, give its text'],
  [new Map([['api.yaml', 'a: [']]), /^api.yaml cannot be edited: .*; mend it and try again$/],
  [new Map([['api.yaml', 'asyncapi: 3.0.0']]), 'api.yaml is not an OpenAPI or Swagger document; name one with --spec'],
])('refuses in one line what cannot be edited', (documents, message) => {
  expect(() => specUpdate({ documents, root: 'api.yaml', description, evidence: [] })).toThrow(message)
})
