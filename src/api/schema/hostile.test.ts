import { expect, it } from 'vitest'
import { room, withinBudget } from '../../support/work.ts'
import { type CompileOptions, compileSchema } from './compile.ts'
import { generate } from './generate.ts'
import { normaliseSchema } from './normalise.ts'
import { compilePattern, judgePattern } from './patterns.ts'
import type { Schema } from './schema.ts'
import { contextOf } from './values/generate.fixture.ts'

function options(schemas: Record<string, Schema>): CompileOptions {
  return { resolve: (reference) => schemas[reference.slice('#/schemas/'.length)], direction: 'neither' }
}

it('lets references in a circle say nothing', () => {
  const schemas = {
    A: { $ref: '#/schemas/B' },
    B: { $ref: '#/schemas/A' },
    C: { allOf: [{ $ref: '#/schemas/C' }, { $ref: '#/schemas/D' }], type: 'object' },
    D: { allOf: [{ $ref: '#/schemas/C' }], required: ['x'] },
  }
  expect(compileSchema({ $ref: '#/schemas/A' }, options(schemas)).accepts(1)).toBe(true)
  const both = compileSchema({ $ref: '#/schemas/C' }, options(schemas))
  expect(both.accepts({ x: 1 })).toBe(true)
  expect(both.accepts({})).toBe(false)
  expect(both.violations({}).map((v) => v.message)).toContain('must have property "x"')
  expect(both.accepts('x')).toBe(false)
})

it('refuses what cannot be judged in bounded depth, and says so', () => {
  const schemas = { Node: { type: 'object', properties: { next: { $ref: '#/schemas/Node' } } } }
  let deep: object = {}
  for (let i = 0; i < 100_000; i++) deep = { next: deep }
  const validator = compileSchema({ $ref: '#/schemas/Node' }, options(schemas))
  expect(validator.accepts(deep)).toBe(false)
  expect(validator.violations(deep)).toEqual([
    {
      pointer: '',
      keyword: '$ref',
      message: 'is nested too deeply or takes too many steps to be checked',
    },
  ])
  expect(validator.accepts({ next: {} })).toBe(true)
})

it('gives up on schemas that ask the same of a value without end', () => {
  const schemas: Record<string, Schema> = { A0: { type: 'string' } }
  for (let i = 1; i < 64; i++)
    schemas[`A${i}`] = { allOf: [{ $ref: `#/schemas/A${i - 1}` }, { $ref: `#/schemas/A${i - 1}`, minLength: 1 }] }
  const validator = compileSchema({ $ref: '#/schemas/A63' }, options(schemas))
  expect(validator.accepts('x')).toBe(false)
  expect(validator.violations('x')).toHaveLength(1)
})

it('follows a chain of 100,000 references no further than its depth', () => {
  const schemas: Record<string, Schema> = {}
  for (let i = 0; i < 100_000; i++) schemas[`A${i}`] = { $ref: `#/schemas/A${i + 1}` }
  expect(compileSchema({ $ref: '#/schemas/A0' }, options(schemas)).accepts(1)).toBe(false)
})

it('reads a schema nested 100,000 deep to its bound', () => {
  let deep: Record<string, unknown> = { type: 'string' }
  for (let i = 0; i < 100_000; i++) deep = i % 2 === 0 ? { allOf: [deep] } : { properties: { a: deep } }
  const problems: string[] = []
  const schema = normaliseSchema(deep, 'openapi-3.0', (_pointer, message) => problems.push(message))
  expect(problems).toEqual(['The schema is nested deeper than 512 levels; deeper parts are left out'])
  expect(compileSchema(schema, options({})).accepts({ a: { a: 1 } })).toBe(true)
})

it('reads a schema that holds itself, and one whose parts are shared many times over', () => {
  const self: Record<string, unknown> = { type: 'object' }
  self['properties'] = { me: self }
  const problems: string[] = []
  normaliseSchema(self, '2020-12', (_pointer, message) => problems.push(message))
  expect(problems).toEqual(['The schema is part of itself; deeper parts are left out'])
  let bomb: object = { type: 'string' }
  for (let i = 0; i < 200; i++) bomb = { anyOf: [bomb, bomb, bomb] }
  expect(normaliseSchema(bomb, '2020-12', () => {})).toBeTypeOf('object')
})

it('keeps names of Object.prototype harmless', () => {
  const text =
    '{"type":"object","required":["toString","__proto__"],"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}},"additionalProperties":false}'
  const schema = normaliseSchema(JSON.parse(text), 'openapi-3.0', () => {})
  const validator = compileSchema(schema, options({}))
  expect(validator.accepts({})).toBe(false)
  expect(validator.accepts(JSON.parse('{"__proto__":1}'))).toBe(false)
  expect(validator.violations(JSON.parse('{"__proto__":"x"}')).map((v) => v.message)).toEqual([
    'must have property "toString"',
  ])
  expect(({} as { type?: unknown }).type).toBeUndefined()
})

it('looks a value up in a huge enum', () => {
  const schema = { enum: Array.from({ length: 200_000 }, (_, i) => `v${i}`) }
  const validator = compileSchema(schema, options({}))
  expect(validator.accepts('v199999')).toBe(true)
  expect(validator.violations('x')[0]?.message).toMatch(/ and 199992 more$/)
})

it('compares the items of a long list once each', () => {
  const validator = compileSchema({ uniqueItems: true }, options({}))
  const items = Array.from({ length: 100_000 }, (_, i) => ({ id: i, tags: [i] }))
  expect(validator.accepts(items)).toBe(true)
  expect(validator.accepts([...items, { tags: [5], id: 5 }])).toBe(false)
})

it.each([
  '(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^([a-zA-Z0-9]+\\s?)*$',
  '(.*a){20}',
  `${'a?'.repeat(40)}${'a'.repeat(40)}`,
])('matches %s against a long text in bounded time', (pattern) => {
  const validator = compileSchema({ pattern }, options({}))
  expect(validator.accepts(`${'a'.repeat(30_000)}!b`)).toBe(pattern.startsWith('(.*a)') || pattern.startsWith('a?'))
})

it.each(['.*', 'a{1,50}', '(a+)+', 'a?'])('matches many of %s against a long text in bounded time', (piece) => {
  for (const length of [200, 4000, 19_999, 30_000]) {
    const source = piece.repeat(Math.floor(length / piece.length))
    const objection = judgePattern(source)
    if (length > 20_000) expect(objection).toBe('is longer than 20000 characters')
    expect(compilePattern(source)?.test('a'.repeat(200_000)) ?? objection).not.toBe(false)
  }
})

it('leaves out catastrophic patterns that cannot be matched in linear time', () => {
  expect(judgePattern('^(?=(a+)+$)\\w*$')).toBe('could take for ever to match')
  const problems: string[] = []
  const schema = normaliseSchema({ type: 'string', pattern: '^(?=(a+)+$)\\w*$' }, '2020-12', (_p, message) =>
    problems.push(message),
  )
  expect(schema).toEqual({ type: 'string' })
  expect(problems).toHaveLength(1)
})

it('asks equal parts of a value once', () => {
  const schemas: Record<string, Schema> = { A0: { type: 'string' } }
  for (let i = 1; i < 6; i++)
    schemas[`A${i}`] = { allOf: Array.from({ length: 100 }, () => ({ $ref: `#/schemas/A${i - 1}` })) }
  const validator = compileSchema({ $ref: '#/schemas/A5' }, options(schemas))
  expect(validator.accepts('a')).toBe(true)
  expect(validator.violations(1)).toEqual([{ pointer: '', keyword: 'type', message: 'must be string' }])
})

it('stops at so many names and patterns, and at marks made again and again', () => {
  const patternProperties = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`^x${i}-`, { type: 'string' }]))
  const names = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`n${i}`, 'a']))
  const many = compileSchema({ patternProperties, unevaluatedProperties: { type: 'string' } }, options({}))
  expect(many.accepts(names(1000))).toBe(true)
  expect(many.accepts(names(10_000))).toBe(false)
  expect(() => withinBudget(() => [many.violations(names(9000)), many.violations(names(9000))])).toThrow('more work')
})

it('counts alternatives, whose trying takes no reference', () => {
  const variants = (name: string): Schema[] =>
    Array.from({ length: 50 }, (_, i) => ({
      type: 'object',
      properties: { next: { $ref: `#/schemas/${name}` }, [`k${i}`]: { type: 'integer' } },
      required: [`k${i}`],
    }))
  const schemas: Record<string, Schema> = { Any: { anyOf: variants('Any') }, One: { oneOf: variants('One') } }
  const chain = (length: number): unknown => {
    let value: unknown = { k49: 1 }
    for (let i = 0; i < length; i++) value = { next: value, k49: 1 }
    return value
  }
  for (const name of ['Any', 'One']) {
    const validator = compileSchema({ $ref: `#/schemas/${name}` }, options(schemas))
    expect(validator.accepts(chain(2))).toBe(true)
    expect(() => withinBudget(() => validator.violations(chain(200)))).toThrow('more work')
  }
})

/** The steps that a verdict takes. */
function stepsOf(schema: Schema, value: unknown): number {
  const validator = compileSchema(schema, options({}))
  return withinBudget(() => {
    const before = room()
    validator.accepts(value)
    return before - room()
  })
}

const many = <T>(n: number, of: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => of(i))

it.each<[string, Schema]>([
  ['all of two hundred', { items: { allOf: many(200, (i) => ({ required: [`a${i}`] })) } }],
  [
    'alternatives inside alternatives',
    { items: { anyOf: many(16, () => ({ anyOf: many(16, () => ({ minimum: 5 })) })) } },
  ],
  ['conditions', { items: { allOf: many(200, () => ({ if: { type: 'object' }, else: { type: 'integer' } })) } }],
  ['dependencies', { items: { dependentRequired: Object.fromEntries(many(2000, (i) => [`a${i}`, ['b']])) } }],
  ['what it must contain', { allOf: many(200, (i) => ({ contains: { const: i }, minContains: 0 })) }],
])('counts %s of each item of a list', (_, schema) => {
  const items = many(300_000, () => 1)
  expect(() => withinBudget(() => compileSchema(schema, options({})).violations(items))).toThrow('more work')
  expect(compileSchema(schema, options({})).violations(many(100, () => 1)).length).toBeLessThan(101)
})

it('accepts large bodies of ordinary schemas, and leaves room for the rest of the request', () => {
  const one: Schema = {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'integer' },
      name: { type: 'string', maxLength: 100 },
      email: { type: 'string', pattern: '^[^@ ]+@[^@ ]+$' },
      kind: { enum: ['a', 'b', 'c'] },
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    },
  }
  const items = many(50_000, (i) => ({ id: i, name: `n${i}`, email: `a${i}@example.com`, kind: 'a', tags: ['a', 'b'] }))
  expect(stepsOf({ type: 'array', items: one }, items)).toBeLessThan(18_000_000)
  expect(
    stepsOf(
      { uniqueItems: true },
      many(200_000, (i) => `text number ${i}`),
    ),
  ).toBeLessThan(20_000_000)
  expect(
    stepsOf(
      { items: { type: 'number' } },
      many(1_000_000, (i) => i),
    ),
  ).toBeLessThan(15_000_000)
})

it('refuses unique items that are too many or too long', () => {
  const unique = compileSchema({ uniqueItems: true }, options({}))
  expect(() => withinBudget(() => unique.accepts(many(900_000, (i) => `${i}`)))).toThrow('more work')
  expect(() => withinBudget(() => unique.accepts(many(300, (i) => `${i}`.padEnd(300_000, 'x'))))).toThrow('more work')
  expect(unique.accepts([1, 1.5, 2])).toBe(true)
  expect(unique.accepts([1, 1.5, 1])).toBe(false)
})

it('looks once at each part that many ways lead to', () => {
  const schemas: Record<string, Schema> = {}
  for (let i = 0; i < 40; i++)
    schemas[`A${i}`] = {
      allOf: many(20, (j) => ({ $ref: `#/schemas/A${Math.min(39, i + j + 1)}` })),
      required: [`r${i}`],
    }
  schemas['A39'] = { properties: { r39: { readOnly: true } }, required: ['r39'] }
  const validator = compileSchema({ $ref: '#/schemas/A30' }, { ...options(schemas), direction: 'request' })
  expect(validator.violations({}, 1)).toHaveLength(1)
})

it('keeps as much of one schema as is read, and says so', () => {
  const problems: string[] = []
  const raw = { required: many(100_000, (i) => `r${i}`), anyOf: many(6_000, () => ({})) }
  const schema = normaliseSchema(raw, '2020-12', (_pointer, message) => problems.push(message))
  expect(schema).toMatchObject({ required: { length: 5_000 }, anyOf: { length: 5_000 } })
  expect(problems).toEqual([
    'Lists 100000 where 5000 are read; the rest is left out',
    'Lists 6000 where 5000 are read; the rest is left out',
  ])
})

const MANY = 1_000_000_000
const nested = (depth: number, wrap: (inner: object) => object, inner: object): object =>
  depth === 0 ? inner : wrap(nested(depth - 1, wrap, inner))

it.each<[string, object]>([
  ['items', { type: 'array', minItems: MANY, items: { type: 'string' } }],
  ['items of items', nested(5, (items) => ({ type: 'array', minItems: 1000, items }), { type: 'integer' })],
  ['properties', { type: 'object', minProperties: MANY, additionalProperties: { type: 'string' } }],
  ['characters', { type: 'string', minLength: MANY }],
  ['characters of many texts', { type: 'array', minItems: 1000, items: { type: 'string', minLength: 90_000 } }],
  ['of a kind', { type: 'array', contains: { type: 'string', minLength: 10_000 }, minContains: MANY }],
  ['repetitions', { type: 'string', pattern: '^((((a{100}){100}){100}){100})$' }],
  ['repetitions of nothing', { type: 'string', pattern: '^((((){1000}){1000}){1000})$' }],
  ['different items', { type: 'array', minItems: MANY, uniqueItems: true, items: { type: 'boolean' } }],
  ['large defaults', { type: 'array', minItems: 1000, items: { type: 'string', default: 'x'.repeat(1_000_000) } }],
  ['long names', { type: 'array', minItems: 1000, items: { type: 'object', required: ['m'.repeat(500_000)] } }],
])('makes bounded values where a schema asks for ever so many %s', (_, schema) => {
  const value = withinBudget(() => generate(schema as Schema, contextOf({}, {})))
  expect(JSON.stringify(value).length).toBeLessThan(6_000_000)
})

it('keeps what was given, however much the schema asks for besides', () => {
  const list = many(100_000, (i) => `text ${i}`)
  const schema: Schema = {
    type: 'object',
    required: ['made', 'given'],
    properties: {
      made: nested(5, (items) => ({ type: 'array', minItems: 1000, items }), { type: 'integer' }) as Schema,
      given: { type: 'array', uniqueItems: true, items: { type: 'string' } },
    },
  }
  const made = withinBudget(() => generate(schema, contextOf({}, { sources: [{ given: list }] })))
  expect(made).toMatchObject({ given: list })
})

it.each([
  ['^data:[a-z]+/[a-z]+;base64,.+$', `data:image/png;base64,${'QUJD'.repeat(25_000)}`],
  ['^.*\\S.*$', 'a'.repeat(200_000)],
  ['^\\s*\\S[\\s\\S]*$', 'a'.repeat(200_000)],
  ['^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)?$', 'QUJD'.repeat(5_000)],
])('matches %s with a long text within the work of one request', (pattern, text) => {
  const judge = compilePattern(pattern)
  expect(withinBudget(() => judge?.test(text))).toBe(true)
  expect(withinBudget(() => judge?.test(`\n${text}\n`))).toBe(pattern.includes('\\s\\S'))
})

it('refuses texts on which a pattern may be at its worst again and again', () => {
  const judge = compilePattern('(.*a){20}c')
  const judgeMany = (): unknown => Array.from({ length: 100 }, (_, i) => judge?.test('a'.repeat(5_000 + i)))
  expect(() => withinBudget(judgeMany)).toThrow('more work to judge')
})
