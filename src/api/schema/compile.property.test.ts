import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileSchema } from './compile.ts'
import { isEqual } from './equal.ts'
import { normaliseSchema } from './normalise.ts'
import type { Schema } from './schema.ts'

const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
const small = fc.integer({ min: 0, max: 3 })
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, 2, 1.5, -3, '', 'a', 'ab', '😀', 'abc'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map(objectOf),
  ),
})).value

/** An object as JSON.parse makes it: `__proto__` is a name like any other. */
function objectOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [key, member] of entries)
    Object.defineProperty(out, key, { value: member, enumerable: true, configurable: true, writable: true })
  return out
}

const type = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object')
const schema: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>((tie) => {
  const one = tie('schema')
  const list = fc.array(one, { minLength: 1, maxLength: 3 })
  // Names that Ajv takes for inherited ones are left to values.
  const plain = fc.constantFrom('a', 'b', 'c')
  const map = fc.dictionary(plain, one, { maxKeys: 3, noNullPrototype: true })
  const all = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, comparator: isEqual }),
    const: value,
    minLength: small,
    maxLength: small,
    pattern: fc.constantFrom('^a', 'b$', '^.{2}$'),
    minimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    items: one,
    prefixItems: list,
    contains: one,
    minContains: small,
    maxContains: small,
    properties: map,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), one, { maxKeys: 2, noNullPrototype: true }),
    additionalProperties: one,
    propertyNames: one,
    required: fc.uniqueArray(plain, { maxLength: 2 }),
    minProperties: small,
    maxProperties: small,
    dependentRequired: fc.dictionary(plain, fc.uniqueArray(plain, { maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    dependentSchemas: map,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: one,
    if: one,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: one,
    else: one,
    unevaluatedProperties: one,
    unevaluatedItems: one,
    $ref: fc.constant('#/$defs/shared'),
  }
  const names = fc.uniqueArray(fc.constantFrom(...(Object.keys(all) as (keyof typeof all)[])), {
    minLength: 1,
    maxLength: 5,
  })
  const keywords = names.chain((chosen) =>
    fc.record(Object.fromEntries(chosen.map((key) => [key, all[key]])) as Record<string, fc.Arbitrary<unknown>>),
  )
  return { schema: fc.oneof({ maxDepth: 2 }, fc.boolean(), keywords as fc.Arbitrary<Schema>) }
}).schema

/**
 * Where Ajv itself goes wrong it is no judge, and the official suite is: `contains` beside `prefixItems` passes the
 * empty array, and beside `unevaluated…` other keywords are forgotten or members of failed branches counted.
 */
function withinAjv(root: Schema): Schema {
  return JSON.parse(JSON.stringify(root), function (this: unknown, key, part: unknown) {
    if (key === 'contains' && Object.hasOwn(Object(this), 'prefixItems')) return undefined
    return key.startsWith('unevaluated') ? undefined : part
  }) as Schema
}

const shared: Schema = {
  type: ['object', 'array', 'string', 'null'],
  maxProperties: 2,
  properties: { a: { type: 'integer' } },
}

function judges(root: Schema): {
  ours: (v: unknown) => boolean
  count: (v: unknown) => number
  /** Undefined where Ajv's code stumbles (over members seen by `patternProperties` and `$ref` together). */
  theirs: (v: unknown) => boolean | undefined
} {
  const validator = compileSchema(root, { resolve: () => shared, direction: 'neither' })
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, logger: false })
  const theirs = ajv.compile(typeof root === 'boolean' ? root : { ...root, $defs: { shared } })
  return {
    ours: (v) => validator.accepts(v),
    count: (v) => validator.violations(v).length,
    theirs(v) {
      try {
        return theirs(v)
      } catch (error) {
        if (error instanceof TypeError) return undefined
        throw error
      }
    },
  }
}

it('gives the same verdict once it is asked often', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 2, maxLength: 8 }), (root, values) => {
      const { ours } = judges(root)
      const before = values.map(ours)
      for (let i = 0; i < 500; i++) ours(values[i % values.length])
      expect(values.map(ours)).toEqual(before)
    }),
    { numRuns: 300, endOnFailure: true },
  )
})

it('gives the verdict of Ajv, and violations exactly when it refuses', () => {
  fc.assert(
    fc.property(schema.map(withinAjv), fc.array(value, { minLength: 1, maxLength: 8 }), (root, values) => {
      const { ours, count, theirs } = judges(root)
      for (const candidate of values) {
        const verdict = theirs(candidate)
        if (verdict === undefined) continue
        expect(ours(candidate)).toBe(verdict)
        expect(count(candidate) === 0).toBe(verdict)
      }
    }),
    { numRuns: 600, endOnFailure: true },
  )
})

it('leaves a schema that it has nothing to say about in its meaning, and every input unchanged', () => {
  fc.assert(
    fc.property(schema.map(withinAjv), fc.array(value, { minLength: 1, maxLength: 4 }), (root, values) => {
      const before = structuredClone(root)
      let problems = 0
      const made = normaliseSchema(root, '2020-12', () => problems++)
      expect(root).toEqual(before)
      fc.pre(problems === 0)
      const { ours, theirs } = judges(made)
      const { theirs: plain } = judges(root)
      for (const candidate of values) {
        const verdict = plain(candidate)
        if (verdict === undefined) continue
        expect(ours(candidate)).toBe(verdict)
        expect(theirs(candidate) ?? verdict).toBe(verdict)
      }
    }),
    { numRuns: 200, endOnFailure: true },
  )
})

it('brings any JSON at all to a schema that can be asked', () => {
  const dialects = fc.constantFrom('openapi-3.0', 'swagger-2.0', 'draft-04', '2020-12')
  const keyword = fc.constantFrom(
    ...['type', 'enum', 'items', 'properties', 'required', 'allOf', 'oneOf', '$ref', 'pattern', 'nullable', 'minimum'],
    ...[
      'exclusiveMinimum',
      'discriminator',
      'additionalProperties',
      'patternProperties',
      'dependencies',
      'format',
      'id',
    ],
    ...['$id', '$dynamicRef', '$dynamicAnchor', '$recursiveAnchor', '$recursiveRef', '__proto__', 'not', 'if', 'const'],
  )
  const junk = fc.letrec<{ junk: unknown }>((tie) => ({
    junk: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 1, 'x', '(', 'object', '1'),
      fc.array(tie('junk'), { maxLength: 3 }),
      fc.array(fc.tuple(keyword, tie('junk')), { maxLength: 5 }).map(objectOf),
    ),
  })).junk
  fc.assert(
    fc.property(junk, dialects, value, (root, dialect, candidate) => {
      const made = normaliseSchema(root, dialect, () => {})
      const validator = compileSchema(made, { resolve: () => made, direction: 'request', formats: true })
      expect(validator.violations(candidate).length === 0).toBe(validator.accepts(candidate))
    }),
    { numRuns: 500 },
  )
})
