/** Whatever a schema that something satisfies says, the value made validates: by another validator's verdict. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../support/json.ts'
import { generate } from './generate.ts'
import type { Schema } from './schema.ts'
import { contextOf } from './values/generate.fixture.ts'

type Draft = Record<string, unknown>

// Not `__proto__`: Ajv does not see a property of that name.
const names = [
  'id',
  'name',
  'email',
  'created_at',
  'status',
  'count',
  'url',
  'is_on',
  'data',
  'x',
  'constructor',
  'deletedAt',
]
const formats = [
  'date-time',
  'date',
  'email',
  'uuid',
  'uri',
  'ipv4',
  'ipv6',
  'hostname',
  'duration',
  'json-pointer',
  'time',
]
const patterns = [
  '^[a-z]+$',
  '^[A-Z]{2}\\d{3,5}$',
  '^(ab|cd)*x?$',
  '\\d',
  '^pre_[0-9a-f]{8}$',
  '^[^a-z]+$',
  '^\\S+@\\S+$',
]

const bounds = fc
  .tuple(fc.integer({ min: -50, max: 50 }), fc.nat(60))
  .map(([minimum, more]) => ({ minimum, maximum: minimum + more }))
const lengths = fc
  .tuple(fc.nat(30), fc.nat(30))
  .map(([minLength, more]) => ({ minLength, maxLength: minLength + more }))
const scalar: fc.Arbitrary<Draft> = fc.oneof(
  fc.constant({ type: 'string' }),
  fc.constant({ type: 'boolean' }),
  lengths.map((l) => ({ type: 'string', ...l })),
  fc.constantFrom(...patterns).map((pattern) => ({ type: 'string', pattern })),
  fc.constantFrom(...formats).map((format) => ({ type: 'string', format })),
  bounds.map((b) => ({ type: 'integer', ...b })),
  bounds.map((b) => ({ type: 'number', ...b })),
  fc.constantFrom(1, 3, 0.01, 0.5, 100).map((multipleOf) => ({ type: 'number', multipleOf })),
  fc.nat(9).map((n) => ({ type: 'number', exclusiveMinimum: n, exclusiveMaximum: n + 1 })),
  fc
    .uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 4 })
    .map((values) => ({ enum: values })),
  fc.jsonValue({ maxDepth: 2 }).map((value) => ({ const: JSON.parse(JSON.stringify(value)) as unknown })),
  fc.constantFrom('', 'x', 'wrong').map((example) => ({ type: 'integer', example })),
  fc.constant({ type: ['string', 'null'] }),
  fc.constant({ type: 'string', not: { const: 'alder' } }),
)

const { schema } = fc.letrec<{ schema: Draft }>((tie) => {
  const inner = tie('schema')
  const properties = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), inner), {
    selector: ([name]) => name,
    maxLength: 5,
  })
  const object = fc
    .tuple(properties, fc.array(fc.nat(), { maxLength: 3 }), fc.constantFrom(undefined, true, false), fc.boolean())
    .map(([pairs, picks, additionalProperties, dependent]) => {
      const known = pairs.map(([name]) => name)
      const required = [...new Set(picks.flatMap((n) => (known.length === 0 ? [] : [known[n % known.length] ?? ''])))]
      return {
        type: 'object',
        properties: Object.fromEntries(pairs),
        ...(required.length > 0 ? { required } : {}),
        ...(additionalProperties === undefined ? {} : { additionalProperties }),
        ...(dependent && known.length > 1
          ? { dependentRequired: Object.fromEntries([[known[0] ?? '', [known[1] ?? '']]]) }
          : {}),
      }
    })
  const array = fc
    .tuple(inner, fc.nat(3), fc.nat(3))
    .map(([items, minItems, more]) => ({ type: 'array', items, minItems, maxItems: minItems + more }))
  const map = fc
    .tuple(inner, fc.nat(3))
    .map(([additionalProperties, minProperties]) => ({ type: 'object', additionalProperties, minProperties }))
  const tagged = fc.array(object, { minLength: 1, maxLength: 3 }).map((all) => ({
    oneOf: all.map((one, i) => ({
      ...one,
      properties: { ...one.properties, tag: { const: `t${i}` } },
      required: [...(one.required ?? []), 'tag'],
    })),
  }))
  const conditional = fc.tuple(object, inner).map(([base, then]) => ({
    ...base,
    properties: { ...base.properties, mode: { enum: ['on', 'off'] } },
    required: [...(base.required ?? []), 'mode'],
    additionalProperties: true,
    if: { properties: { mode: { const: 'on' } } },
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    then: { properties: { extra: then }, required: ['extra'] },
    else: { maxProperties: 12 },
  }))
  const both = fc.tuple(object, inner).map(([one, other]) => ({
    allOf: [
      { ...one, additionalProperties: true },
      { type: 'object', properties: { other }, required: ['other'] },
    ],
  }))
  return {
    schema: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      scalar,
      object,
      array,
      map,
      tagged,
      conditional,
      both,
      fc.array(inner, { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      inner.map((one) => ({ anyOf: [one, { type: 'null' }] })),
      fc.constant({ $ref: '#/schemas/Node' }),
    ) as fc.Arbitrary<Draft>,
  }
})

const components: Record<string, Schema> = {
  Node: {
    type: 'object',
    properties: {
      value: { type: 'integer' },
      next: { anyOf: [{ $ref: '#/schemas/Node' }, { type: 'null' }] },
      kids: { type: 'array', items: { $ref: '#/schemas/Node' } },
    },
    required: ['next', 'kids'],
  },
}
const source = fc.dictionary(
  fc.constantFrom(...names, 'tag', 'mode', 'extra', 'other'),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 5 },
) as fc.Arbitrary<JsonObject>

test('the value made validates, whatever the sources are', () => {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    validateFormats: true,
    ownProperties: true,
    multipleOfPrecision: 9,
    logger: false,
  })
  addFormats.default(ajv)
  fc.assert(
    fc.property(
      schema,
      fc.array(source, { maxLength: 2 }),
      fc.constantFrom('full', 'required'),
      (drawn, sources, fill) => {
        const value = generate(drawn, contextOf(components, { sources, fill }))
        const validate = ajv.compile({ allOf: [drawn], schemas: components })
        expect(validate(value), JSON.stringify({ value, errors: validate.errors })).toBe(true)
      },
    ),
    { numRuns: Number(process.env['FC_RUNS'] ?? 300) },
  )
})

test('the same question has the same answer', () => {
  fc.assert(
    fc.property(schema, fc.array(source, { maxLength: 2 }), (drawn, sources) => {
      const first = generate(drawn, contextOf(components, { sources }))
      expect(generate(structuredClone(drawn), contextOf(components, { sources }))).toEqual(first)
    }),
    { numRuns: 200 },
  )
})

test('the order of properties changes no value', () => {
  const properties = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), scalar), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(properties, fc.array(source, { maxLength: 1 }), (pairs, sources) => {
      const object = (all: typeof pairs): Schema => ({ type: 'object', properties: Object.fromEntries(all) })
      const value = generate(object(pairs), contextOf({}, { sources }))
      expect(generate(object([...pairs].reverse()), contextOf({}, { sources }))).toEqual(value)
    }),
    { numRuns: 200 },
  )
})
