import { expect, it } from 'vitest'
import { type CompileOptions, compileSchema } from './compile.ts'
import type { Schema } from './schema.ts'

function options(schemas: Record<string, Schema> = {}, more: Partial<CompileOptions> = {}): CompileOptions {
  return { resolve: (reference) => schemas[reference.slice('#/schemas/'.length)], direction: 'neither', ...more }
}

function said(schema: Schema, value: unknown, using: CompileOptions = options()): string[] {
  return compileSchema(schema, using)
    .violations(value)
    .map(({ pointer, keyword, message }) => `${pointer} ${keyword}: ${message}`)
}

it.each<[Schema, unknown, string]>([
  [{ type: 'integer' }, 1.5, ' type: must be integer'],
  [{ type: ['integer', 'null'] }, 'x', ' type: must be integer or null'],
  [{ required: ['amount'] }, {}, ' required: must have property "amount"'],
  [{ enum: ['a', 'b'] }, 'c', ' enum: must be one of "a", "b"'],
  [{ const: 1 }, 2, ' const: must be 1'],
  [{ minLength: 2 }, '😀', ' minLength: must have at least 2 characters'],
  [{ maximum: 3 }, 4, ' maximum: must be 3 or less'],
  [{ multipleOf: 0.1 }, 0.35, ' multipleOf: must be a multiple of 0.1'],
  [{ uniqueItems: true }, [{ a: 1, b: 2 }, 3, { b: 2, a: 1 }], ' uniqueItems: must not have equal items (0 and 2 are)'],
  [{ properties: { 'a/b': { type: 'string' } } }, { 'a/b': 1 }, '/a~1b type: must be string'],
  [{ items: { type: 'string' } }, ['a', 1], '/1 type: must be string'],
  [
    { additionalProperties: false, properties: { a: {} } },
    { b: 1 },
    ' additionalProperties: must not have property "b"',
  ],
  [
    { unevaluatedProperties: false, properties: { a: {} } },
    { b: 1 },
    ' unevaluatedProperties: must not have property "b"',
  ],
  [
    { oneOf: [{ type: 'number' }, { minimum: 1 }] },
    2,
    ' oneOf: must match exactly one alternative, but matches numbers 1, 2',
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'object' }] }, 1, ' anyOf: must be string or object'],
  [{ properties: { a: false } }, { a: 1 }, '/a false schema: must not be present'],
])('says of %j and %j: %s', (schema, value, expected) => {
  expect(said(schema, value)).toEqual([expected])
})

it('lists eight values of an enum at most', () => {
  const [clause] = said({ enum: Array.from({ length: 20 }, (_, i) => i) }, 'x')
  expect(clause).toBe(' enum: must be one of 0, 1, 2, 3, 4, 5, 6, 7 and 12 more')
})

it('stops at the limit', () => {
  const validator = compileSchema({ items: { type: 'string' } }, options())
  expect(validator.violations(Array(100).fill(1), 3)).toHaveLength(3)
  expect(validator.violations(Array(100).fill(1))).toHaveLength(32)
})

it('reports the alternative that was most nearly meant', () => {
  const card = { type: 'object', required: ['kind', 'number'], properties: { kind: { const: 'card' } } }
  const bank = { type: 'object', required: ['kind', 'iban'], properties: { kind: { const: 'bank' } } }
  expect(said({ oneOf: [card, bank] }, { kind: 'bank' })).toEqual([' required: must have property "iban"'])
})

const pets: Record<string, Schema> = {
  Pet: {
    oneOf: [{ $ref: '#/schemas/Cat' }, { $ref: '#/schemas/Dog' }],
    discriminator: { propertyName: 'kind', mapping: { hound: '#/schemas/Dog' } },
  },
  Cat: { type: 'object', required: ['kind'], properties: { lives: { type: 'integer' } } },
  Dog: { type: 'object', required: ['kind'], properties: { bark: { type: 'string' } } },
}

it('lets the discriminator choose the variant', () => {
  const pet = compileSchema({ $ref: '#/schemas/Pet' }, options(pets))
  expect(pet.accepts({ kind: 'Cat', lives: 9 })).toBe(true)
  expect(pet.accepts({ kind: 'hound', bark: 1 })).toBe(false)
  expect(pet.violations({ kind: 'hound', bark: 1 })[0]?.pointer).toBe('/bark')
  expect(pet.accepts({ kind: 'else' })).toBe(true)
  expect(pet.violations({})[0]?.message).toBe('must have property "kind"')
})

it('asks for exactly one alternative where there is no discriminator', () => {
  expect(compileSchema({ oneOf: [{ type: 'string' }, { maxLength: 3 }] }, options()).accepts('abc')).toBe(false)
})

it('takes a request that fits several alternatives, unless each asks for a member of its own', () => {
  const move = { type: 'object', required: ['method', 'name'], properties: { method: { type: 'string' } } }
  const add = { type: 'object', required: ['name'], properties: { zone: { type: 'boolean' } } }
  const sent = (oneOf: Schema[], value: unknown): boolean =>
    compileSchema({ oneOf }, options({}, { direction: 'request' })).accepts(value)
  expect(sent([move, add], { method: 'add', name: 'n' })).toBe(true)
  expect(sent([move, add], { method: 'add' })).toBe(false)
  expect(sent([{ required: ['a'] }, { required: ['b'] }], { a: 1, b: 2 })).toBe(false)
  expect(compileSchema({ oneOf: [move, add] }, options()).accepts({ method: 'add', name: 'n' })).toBe(false)
})

const account: Record<string, Schema> = {
  Id: { type: 'string', readOnly: true },
  Account: {
    type: 'object',
    required: ['id', 'secret', 'name'],
    properties: { id: { $ref: '#/schemas/Id' }, secret: { type: 'string', writeOnly: true }, name: { type: 'string' } },
  },
}

it('does not demand what only the other side sends', () => {
  const schema = { $ref: '#/schemas/Account' }
  const sent = (direction: CompileOptions['direction'], value: unknown): boolean =>
    compileSchema(schema, options(account, { direction })).accepts(value)
  expect(sent('request', { secret: 's', name: 'n' })).toBe(true)
  expect(sent('request', { id: 'a', secret: 's', name: 'n' })).toBe(true)
  expect(sent('request', { name: 'n' })).toBe(false)
  expect(sent('response', { id: 'a', name: 'n' })).toBe(true)
  expect(sent('response', { name: 'n' })).toBe(false)
  expect(sent('neither', { id: 'a', name: 'n' })).toBe(false)
})

it('knows a readOnly property that another part of the allOf requires', () => {
  const schema = { allOf: [{ properties: { id: { readOnly: true } } }, { required: ['id', 'name'] }] }
  const request = compileSchema(schema, options({}, { direction: 'request' }))
  expect(request.accepts({ name: 'n' })).toBe(true)
  expect(request.accepts({ id: 'a' })).toBe(false)
})

it('demands nothing of merge updates, but everything of the items of lists', () => {
  const part = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }
  const schema = { allOf: [part], required: ['b'], properties: { nested: part, list: { items: part } } }
  const update = compileSchema(schema, options({}, { partial: true }))
  expect(update.accepts({ nested: {} })).toBe(true)
  expect(update.accepts({ nested: { a: 'x' } })).toBe(false)
  expect(update.accepts({ list: [{}] })).toBe(false)
})

it('asserts formats only when asked to', () => {
  const schema = { format: 'date' }
  expect(compileSchema(schema, options()).accepts('x')).toBe(true)
  const asserting = compileSchema(schema, options({}, { formats: true }))
  expect(asserting.accepts('2024-02-29')).toBe(true)
  expect(asserting.accepts('2023-02-29')).toBe(false)
  expect(compileSchema({ format: 'unheard-of' }, options({}, { formats: true })).accepts('x')).toBe(true)
})

it('gives the same validator for the same schema and options', () => {
  const schema = { type: 'string' }
  const using = options()
  expect(compileSchema(schema, using)).toBe(compileSchema(schema, using))
})

it('follows recursive schemas', () => {
  const tree = {
    Tree: { type: 'object', properties: { children: { items: { $ref: '#/schemas/Tree' } }, name: { type: 'string' } } },
  }
  const schema = compileSchema({ $ref: '#/schemas/Tree' }, options(tree))
  expect(schema.accepts({ children: [{ children: [{ name: 'x' }] }] })).toBe(true)
  expect(schema.violations({ children: [{ children: [{ name: 1 }] }] })[0]?.pointer).toBe('/children/0/children/0/name')
})

it('takes $recursiveRef for the nearest schema that says $recursiveAnchor', () => {
  const schema = { $recursiveAnchor: true, type: 'object', properties: { next: { $recursiveRef: '#' } } }
  expect(compileSchema(schema, options()).accepts({ next: { next: {} } })).toBe(true)
  expect(compileSchema(schema, options()).accepts({ next: { next: 1 } })).toBe(false)
})

it('binds a $dynamicRef to the outermost schema with that anchor', () => {
  const schemas: Record<string, Schema> = {
    List: { $dynamicAnchor: 'item', items: { $dynamicRef: '#item' } },
  }
  const strict = { $dynamicAnchor: 'item', $ref: '#/schemas/List', type: 'array' }
  expect(compileSchema(strict, options(schemas)).accepts([[[]]])).toBe(true)
  expect(compileSchema(strict, options(schemas)).accepts([['x']])).toBe(false)
  expect(compileSchema({ $ref: '#/schemas/List' }, options(schemas)).accepts([['x']])).toBe(true)
})

it('says nothing about a reference that leads nowhere', () => {
  expect(compileSchema({ $ref: '#/schemas/Gone' }, options()).accepts(1)).toBe(true)
})
