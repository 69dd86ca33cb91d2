/** Numbers that are held by their digits, judged, typed and made. */
import { expect, it } from 'vitest'
import { exactOf } from '../../support/exact-number.ts'
import { coerce } from './coerce.ts'
import { type CompileOptions, compileSchema } from './compile.ts'
import { findTwins, isEqual } from './equal.ts'
import type { Schema } from './schema.ts'
import { viewer } from './view.ts'

const big = exactOf('9007199254740993')
const fraction = exactOf('1.00000000000000000001')

/** As a closure, and after many verdicts as code of its own; in the schema itself, and of a property. */
function verdicts(schema: Schema, value: unknown): readonly boolean[] {
  const options: CompileOptions = { resolve: () => undefined, direction: 'neither', formats: true }
  const bare = compileSchema(schema, options)
  const inside = compileSchema({ properties: { a: schema } }, options)
  const first = [bare.accepts(value), inside.accepts({ a: value }), bare.violations(value).length === 0]
  for (let i = 0; i < 1000; i++) {
    bare.accepts(value)
    inside.accepts({ a: value })
  }
  return [...first, bare.accepts(value), inside.accepts({ a: value }), bare.violations(value).length === 0]
}

it.each<[Schema, unknown, boolean]>([
  [{ type: 'integer' }, big, true],
  [{ type: 'integer' }, fraction, false],
  [{ type: 'integer' }, exactOf('9007199254740993.0'), true],
  [{ type: 'number' }, fraction, true],
  [{ type: 'number' }, exactOf('1e400'), true],
  [{ type: 'string' }, big, false],
  [{ type: ['string', 'null'] }, big, false],
  [{ type: ['string', 'integer'] }, big, true],
  [{ type: ['string', 'integer'] }, fraction, false],
  [{ type: ['boolean', 'null'] }, big, false],
  [{ minLength: 100, pattern: '^x', format: 'date' }, big, true],
  [{ type: 'integer', minimum: 9007199254740992 }, big, true],
  [{ type: 'integer', minimum: exactOf('9007199254740995') }, big, false],
  [{ minimum: big }, big, true],
  [{ exclusiveMinimum: big }, big, false],
  [{ maximum: big }, 9007199254740994, false],
  [{ type: 'integer', maximum: big }, 5, true],
  [{ exclusiveMaximum: exactOf('1e400') }, big, true],
  [{ multipleOf: 3 }, exactOf('30000000000000000000003'), true],
  [{ multipleOf: 3 }, exactOf('30000000000000000000001'), false],
  [{ multipleOf: 0.5 }, exactOf('9007199254740993.5'), true],
  [{ multipleOf: 3 }, exactOf('1e999999999'), true],
  [{ enum: [big] }, exactOf('9007199254740993.0'), true],
  [{ enum: [9007199254740992, 'x'] }, big, false],
  [{ enum: ['9007199254740993'] }, big, false],
  [{ const: exactOf('1000000000000000000000') }, 1e21, true],
  [{ const: { a: [big] } }, { a: [exactOf('9007199254740993.0')] }, true],
  [{ format: 'int64' }, big, true],
  [{ format: 'int64' }, exactOf('-9223372036854775809'), false],
  [{ format: 'uint64' }, exactOf('18446744073709551615'), true],
  [{ format: 'uint64' }, exactOf('18446744073709551616'), false],
  [{ format: 'int32' }, big, false],
  [{ format: 'double' }, fraction, true],
  [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, big, true],
  [{ uniqueItems: true }, [big, exactOf('9007199254740993.0')], false],
  [{ uniqueItems: true }, [big, '9007199254740993', 9007199254740992], true],
])('judges by %j the number %s: %s', (schema, value, holds) => {
  expect(verdicts(schema, value)).toEqual(Array(6).fill(holds))
})

it('tells and compares them by their digits', () => {
  const options: CompileOptions = { resolve: () => undefined, direction: 'neither' }
  const clause = (schema: Schema, value: unknown) => compileSchema(schema, options).violations(value)[0]?.message
  expect(clause({ minimum: big }, 1)).toBe('must be 9007199254740993 or more')
  expect(clause({ enum: [big, 1] }, 2)).toBe('must be one of 9007199254740993, 1')
  expect(isEqual([big], [exactOf('9007199254740993.00')])).toBe(true)
  expect(isEqual(big, '9007199254740993')).toBe(false)
  expect(findTwins([{ a: 1e21 }, { a: exactOf('1000000000000000000000') }])).toEqual([0, 1])
})

it.each<[unknown, Schema, unknown]>([
  ['9007199254740993', { type: 'integer' }, big],
  ['+09007199254740993', { type: 'integer' }, big],
  ['9007199254740993.0', { type: 'integer' }, exactOf('9007199254740993.0')],
  ['1.00000000000000000001', { type: 'integer' }, '1.00000000000000000001'],
  ['1.00000000000000000001', { type: 'number' }, fraction],
  ['9007199254740993', { type: 'string' }, '9007199254740993'],
  ['9007199254740993', {}, '9007199254740993'],
  ['9007199254740993', { type: ['integer', 'string'] }, big],
  ['9007199254740993', { oneOf: [{ type: 'boolean' }, { type: 'integer' }] }, big],
  ['9007199254740993', { oneOf: [{ type: 'integer', enum: [1] }, { type: 'string' }] }, '9007199254740993'],
  [['9007199254740993'], { type: 'array', items: { type: 'integer' } }, [big]],
  [big, { type: 'string' }, '9007199254740993'],
  [big, { type: 'integer' }, big],
  ['1e5', { type: 'integer' }, '1e5'],
])('makes of %j by %j the value %j', (raw, schema, value) => {
  expect(
    coerce(
      raw,
      schema,
      viewer(() => undefined),
    ),
  ).toEqual(value)
})
