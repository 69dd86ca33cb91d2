import { expect, test } from 'vitest'
import { coerce } from './coerce.ts'
import type { Schema } from './schema.ts'
import { viewer } from './view.ts'

const view = viewer((reference) => (reference === '#/schemas/Item' ? item : undefined))
const item: Schema = { type: 'object', properties: { price: { type: 'string' }, quantity: { type: 'integer' } } }

const typed = (type: string | readonly string[]): Schema => ({ type })

test.each([
  ['5', typed('integer'), 5],
  ['-5', typed('integer'), -5],
  ['5.0', typed('integer'), 5],
  ['5.5', typed('integer'), '5.5'],
  ['9007199254740993', typed('integer'), '\uFDD09007199254740993'],
  ['9007199254740993', typed('number'), '\uFDD09007199254740993'],
  ['1e3', typed('number'), 1000],
  ['.5', typed('number'), 0.5],
  ['NaN', typed('number'), 'NaN'],
  ['Infinity', typed('number'), 'Infinity'],
  ['', typed('integer'), ''],
  ['', typed(['integer', 'null']), null],
  ['null', typed(['boolean', 'null']), null],
  ['', typed(['string', 'null']), ''],
  ['true', typed('boolean'), true],
  ['false', typed('boolean'), false],
  ['1', typed('boolean'), '1'],
  ['5', typed('string'), '5'],
  ['5', typed(['string', 'integer']), '5'],
  ['5', typed(['integer', 'string']), 5],
  ['a', typed('integer'), 'a'],
  ['5', {}, '5'],
  ['5', true, '5'],
])('%j under %j is %j', (raw, schema, value) => {
  expect(coerce(raw, schema, view)).toEqual(value)
})

const integers: Schema = { type: 'array', items: { type: 'integer' } }
test.each([
  [['1', '2'], integers, [1, 2]],
  ['1', integers, [1]],
  ['', integers, []],
  ['[1,2]', integers, [1, 2]],
  [{ '0': '1', '5': '2' }, integers, [1, 2]],
  [{ '10': 'c', '9': 'b' }, { type: 'array', items: { type: 'string' } }, ['b', 'c']],
  [{ a: '1' }, integers, { a: '1' }],
  [['1'], typed('integer'), ['1']],
  [
    { items: [{ price: 'p', quantity: '2' }] },
    { properties: { items: { type: 'array', items: { $ref: '#/schemas/Item' } } } },
    { items: [{ price: 'p', quantity: 2 }] },
  ],
  ['{"price":"p","quantity":2}', { $ref: '#/schemas/Item' }, { price: 'p', quantity: 2 }],
  ['{broken', { $ref: '#/schemas/Item' }, '{broken'],
  [
    { a: '1', b: 'x' },
    { type: 'object', additionalProperties: { type: 'integer' } },
    { a: 1, b: 'x' },
  ],
])('%j under %j is %j', (raw, schema, value) => {
  expect(coerce(raw, schema as Schema, view)).toEqual(value)
})

const range: Schema = {
  anyOf: [
    { type: 'object', additionalProperties: false, properties: { gte: { type: 'integer' }, lt: { type: 'integer' } } },
    { type: 'integer' },
  ],
}
test.each([
  [{ gte: '5' }, range, { gte: 5 }],
  ['5', range, 5],
  ['x', range, 'x'],
  [
    '',
    {
      anyOf: [
        { type: 'array', items: { type: 'string' } },
        { type: 'string', enum: [''] },
      ],
    },
    [],
  ],
  ['now', { anyOf: [{ type: 'string', enum: ['now'] }, { type: 'integer' }] }, 'now'],
  ['7', { anyOf: [{ type: 'string', enum: ['now'] }, { type: 'integer' }] }, 7],
  [
    { type: 'b', n: '1' },
    {
      oneOf: [
        { required: ['type'], properties: { type: { const: 'a' }, n: { type: 'string' } } },
        { required: ['type'], properties: { type: { const: 'b' }, n: { type: 'integer' } } },
      ],
    },
    { type: 'b', n: 1 },
  ],
])('of the alternatives the first that fits: %j', (raw, schema, value) => {
  expect(coerce(raw, schema as Schema, view)).toEqual(value)
})

test('names on Object.prototype are only names', () => {
  const raw = JSON.parse('{"__proto__":{"x":"1"},"constructor":"1"}') as unknown
  const value = coerce(raw, { type: 'object', additionalProperties: {} }, view) as object
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

test('a schema that contains itself ends where the value ends', () => {
  const tree: Schema = { $ref: '#/schemas/Tree' }
  const recursive = viewer(() => ({ type: 'object', properties: { child: tree, size: { type: 'integer' } } }))
  expect(coerce({ child: { child: { size: '3' } } }, tree, recursive)).toEqual({ child: { child: { size: 3 } } })
})

test.each([
  ['1', { enum: [1, 2] }, 1],
  ['1.0', { enum: [1, 2] }, 1],
  ['3', { enum: [1, 2] }, '3'],
  ['1', { enum: ['1', 2] }, '1'],
  ['true', { const: true }, true],
  ['null', { enum: [null, 'a'] }, null],
  ['4', { minimum: 3 }, 4],
  ['a', { minItems: 1 }, ['a']],
  ['1', { prefixItems: [{ type: 'integer' }] }, [1]],
  ['5', { type: 'integer', oneOf: [{ minimum: 3 }, { maximum: 1 }] }, 5],
  ['1|2', { type: 'array', collectionFormat: 'pipes', items: { type: 'integer' } }, [1, 2]],
])('%j under %j, which tells its type otherwise, is %j', (raw, schema, value) => {
  expect(coerce(raw, schema as Schema, view)).toEqual(value)
})

test('of several alternatives the one counts that takes the value, where somebody can tell', () => {
  const schema: Schema = {
    anyOf: [{ type: 'integer', maximum: 5 }, { type: 'string', format: 'date' }, { type: 'array' }],
  }
  const accepts = (_: Schema, value: unknown): boolean => typeof value === 'string'
  expect(coerce('7', schema, view)).toBe(7)
  expect(coerce('7', schema, view, accepts)).toBe('7')
  expect(coerce('7', schema, view, () => false)).toBe(7)
})
