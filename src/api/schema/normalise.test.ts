import { expect, it } from 'vitest'
import { normaliseSchema, type SchemaDialect } from './normalise.ts'
import { mendPattern } from './patterns.ts'
import type { Schema } from './schema.ts'

function read(schema: unknown, dialect: SchemaDialect = 'openapi-3.0'): { schema: Schema; problems: string[] } {
  const problems: string[] = []
  const result = normaliseSchema(schema, dialect, (pointer, message) => problems.push(`${pointer}: ${message}`))
  return { schema: result, problems }
}

const NULL = { type: 'null' }

it.each<[string, unknown, Schema]>([
  ['beside a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['as a default', { type: 'string', default: null }, { type: ['string', 'null'], default: null }],
  ['without a type', { nullable: true, description: 'd' }, { description: 'd' }],
  ['beside enum', { type: 'string', nullable: true, enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
  [
    'beside $ref',
    { $ref: '#/a', nullable: true, description: 'd' },
    { description: 'd', anyOf: [{ $ref: '#/a' }, NULL] },
  ],
  ['beside anyOf', { anyOf: [{ $ref: '#/a' }], nullable: true }, { anyOf: [{ $ref: '#/a' }, NULL] }],
  [
    'beside allOf',
    { allOf: [{ $ref: '#/a' }], nullable: true, 'x-y': 1 },
    { 'x-y': 1, anyOf: [{ allOf: [{ $ref: '#/a' }] }, NULL] },
  ],
  [
    'beside oneOf and discriminator',
    { oneOf: [{ $ref: '#/a' }], discriminator: { propertyName: 'k' }, 'x-nullable': true },
    { 'x-nullable': true, anyOf: [{ oneOf: [{ $ref: '#/a' }], discriminator: { propertyName: 'k' } }, NULL] },
  ],
])('reads nullable %s', (_where, schema, expected) => {
  const { schema: got, problems } = read(schema)
  const { 'x-nullable': _annotation, ...rest } = got as Record<string, unknown>
  const { 'x-nullable': _other, ...wanted } = expected as Record<string, unknown>
  expect(rest).toEqual(wanted)
  expect(problems).toEqual([])
})

it.each<[SchemaDialect, unknown, Schema]>([
  ['openapi-3.0', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['draft-04', { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  [
    'draft-04',
    { items: [{ type: 'string' }], additionalItems: false },
    { prefixItems: [{ type: 'string' }], items: false },
  ],
  ['swagger-2.0', { items: [{ type: 'string' }, NULL] }, { anyOf: [{ type: 'string' }, NULL] }],
  ['swagger-2.0', { type: 'array', items: [{ type: 'string' }] }, { type: 'array', items: { type: 'string' } }],
  ['swagger-2.0', { type: 'file' }, { type: 'string', format: 'binary' }],
  ['openapi-3.0', { type: 'any' }, {}],
  ['openapi-3.0', { type: 'String' }, {}],
  ['2020-12', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
  ['openapi-3.0', { maxLength: '10', minimum: 'x' }, { maxLength: 10 }],
  ['openapi-3.0', { required: ['a', 'a', 1] }, { required: ['a'] }],
  ['openapi-3.0', { type: 'string', required: true }, { type: 'string' }],
  ['openapi-3.0', { oneOf: [], anyOf: [], enum: [] }, {}],
  ['openapi-3.0', { type: 'string', enum: [1, 2.5, true] }, { type: 'string', enum: ['1', '2.5', 'true'] }],
  ['openapi-3.0', { pattern: '(?i)a' }, {}],
  ['openapi-3.0', { pattern: '/^a$/' }, { pattern: '^a$' }],
  ['openapi-3.0', { $ref: '#/a', type: 'string', readOnly: true }, { $ref: '#/a', readOnly: true }],
  ['2020-12', { $ref: '#/a', type: 'string' }, { $ref: '#/a', type: 'string' }],
  ['draft-04', { id: 'http://x/y', type: 'string' }, { $id: 'http://x/y', type: 'string' }],
  [
    'draft-04',
    { dependencies: { a: ['b'], c: { type: 'object' } } },
    { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { type: 'object' } } },
  ],
  ['swagger-2.0', { discriminator: 'kind' }, { discriminator: { propertyName: 'kind' } }],
  ['openapi-3.0', { properties: { a: null, b: [] } }, { properties: { a: true, b: true } }],
])('brings %s %j to 2020-12', (dialect, schema, expected) => {
  expect(read(schema, dialect).schema).toEqual(expected)
})

it('reads a number or a text as both', () => {
  const format = 'int-or-string'
  expect(read({ type: 'string', format }).schema).toEqual({ type: ['integer', 'string'], format })
  expect(read({ type: 'integer', format }).schema).toEqual({ type: 'integer', format })
})

it('keeps annotations', () => {
  const schema = {
    type: 'string',
    description: 'd',
    example: 1,
    examples: [1],
    default: 'x',
    xml: { name: 'n' },
    deprecated: true,
    title: 't',
    readOnly: true,
    'x-a': {},
  }
  expect(read(schema).schema).toEqual(schema)
})

it('reports what it mends, with a pointer', () => {
  const { problems } = read({ properties: { 'a/b': { type: 'thing', pattern: '(' } } })
  expect(problems).toEqual([
    '/properties/a~1b: Unknown type "thing" is left out',
    '/properties/a~1b: Pattern "(" is not a regular expression and is left out',
  ])
})

it('maps references and the targets of a discriminator', () => {
  const schema = normaliseSchema(
    { oneOf: [{ $ref: '#/components/schemas/Cat' }], discriminator: { propertyName: 'k', mapping: { cat: 'Cat' } } },
    'openapi-3.0',
    () => {},
    (reference) => reference.replace('#/components/schemas/', '#/schemas/'),
  )
  expect(schema).toEqual({
    oneOf: [{ $ref: '#/schemas/Cat' }],
    discriminator: { propertyName: 'k', mapping: { cat: '#/schemas/Cat' } },
  })
})

it('reads the ends of a text as other languages write them', () => {
  expect(mendPattern('\\A[a-z]+\\Z')).toBe('^[a-z]+$')
  expect(mendPattern('\\A[a-z]+\\z')).toBe('^[a-z]+$')
  expect(mendPattern('\\A[a-z]+\\\\Z')).toBe('^[a-z]+\\\\Z')
  expect(mendPattern('[A-Z]\\Z')).toBe('[A-Z]\\Z')
  expect(mendPattern('\\Aa|b\\z')).toBe('^(?:a|b)$')
})

it('reads backslashes that are all written twice', () => {
  expect(mendPattern('^[\\\\w-]+$')).toBe('^[\\w-]+$')
  expect(mendPattern('^\\\\d+(\\\\.\\\\d+)?$')).toBe('^\\d+(\\.\\d+)?$')
  expect(mendPattern('^[\\\\\\w]+$')).toBe('^[\\\\\\w]+$')
  expect(mendPattern('[^\\\\/]+')).toBe('[^\\\\/]+')
})

it('leaves out items that the values of its own default break', () => {
  const lists = { type: 'array', items: { type: 'array' } }
  expect(read({ ...lists, default: ['a', 'b'] }).schema).toMatchObject({ items: true })
  expect(read({ ...lists, example: [['a']] }).schema).toMatchObject({ items: { type: 'array' } })
  expect(read({ ...lists, default: [] }).schema).toMatchObject({ items: { type: 'array' } })
  expect(read({ ...lists, default: [['a']], example: ['a'] }).schema).toMatchObject({ items: { type: 'array' } })
})

it('leaves out a pattern that every example of its own breaks', () => {
  const { schema, problems } = read({ type: 'string', pattern: '^[a-z]((?!..)[a-z0-9])+$', example: 'web123' })
  expect(schema).toEqual({ type: 'string', example: 'web123' })
  expect(problems).toHaveLength(1)
})

it.each([
  ['an example that fits', { type: 'string', pattern: '^[a-z]+$', example: 'web' }],
  ['no example', { type: 'string', pattern: '^[a-z]+$' }],
  ['a placeholder as its example', { type: 'string', pattern: '^[A-Z]{3}$', example: 'string' }],
  ['an example that is masked', { type: 'string', pattern: '^[0-9]{4}$', example: 'XXXX' }],
  ['an empty example', { type: 'string', pattern: '^[a-z]+$', example: '' }],
  ['a format beside it', { type: 'string', format: 'date', pattern: '^\\d{4}$', example: '2025-01-01' }],
  ['one example of several that fits', { type: 'string', pattern: '^[a-z]+$', examples: ['A', 'web'] }],
])('keeps a pattern with %s', (_with, raw) => {
  expect(read(raw, '2020-12')).toEqual({ schema: raw, problems: [] })
})

it('takes an object of which nothing is said for anything, where its example is none, or it is a value or what a map holds', () => {
  expect(read({ type: 'object', example: 'Top' }).schema).toEqual({ example: 'Top' })
  expect(read({ type: 'object', properties: { value: { type: 'object' } } }).schema).toEqual({
    type: 'object',
    properties: { value: { example: {} } },
  })
  expect(read({ type: 'object', additionalProperties: { type: 'object' } }).schema).toEqual({
    type: 'object',
    additionalProperties: { example: {} },
  })
  expect(read({ type: 'object', properties: { value: { type: 'object', properties: {} } } }).schema).toEqual({
    type: 'object',
    properties: { value: { example: {} } },
  })
  for (const raw of [
    { type: 'object', additionalProperties: { type: 'object' }, example: { a: 'b' } },
    { type: 'object', example: '{"a": 1}' },
    { type: 'object', example: 'a: 1' },
    { type: 'object', properties: { config: { type: 'object' } } },
    { type: 'object', properties: { value: { type: 'object', properties: { a: { type: 'string' } } } } },
  ])
    expect(read(raw).schema).toEqual(raw)
})

it('takes texts for the places of a JSON Patch, whatever the program holds them in', () => {
  const step = {
    op: { type: 'string' },
    path: { $ref: '#/components/schemas/Pointer' },
    from: {},
    value: { $ref: '#/components/schemas/Node' },
  }
  expect(read({ type: 'object', properties: step }).schema).toEqual({
    type: 'object',
    properties: { op: { type: 'string' }, path: { type: 'string' }, from: { type: ['string', 'null'] }, value: {} },
  })
  const { from: _from, ...other } = step
  expect(read({ type: 'object', properties: other }).schema).toEqual({ type: 'object', properties: other })
})
