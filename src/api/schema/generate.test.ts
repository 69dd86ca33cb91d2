import { expect, test } from 'vitest'
import type { JsonObject } from '../../support/json.ts'
import { generate, groundOf } from './generate.ts'
import type { Schema } from './schema.ts'
import { contextOf, made, NOW } from './values/generate.fixture.ts'
import { viewer } from './view.ts'

const text: Schema = { type: 'string' }
const object = (properties: Record<string, Schema>, rest: object = {}): Schema => ({
  type: 'object',
  properties,
  ...rest,
})

test('takes a property from the first source whose value the schema accepts', () => {
  const schema = object({ size: { type: 'integer' }, name: text, tag: text })
  expect(made(schema, { size: 'big', name: 'a' }, { size: 3, name: 'b', tag: 'c' })).toEqual({
    size: 3,
    name: 'a',
    tag: 'c',
  })
})

test('brings values of sources to the type that the schema wants', () => {
  const schema = object({ amount: { type: 'integer' }, live: { type: 'boolean' }, zip: text })
  expect(made(schema, { amount: '500', live: 'true', zip: 97205 })).toEqual({ amount: 500, live: true, zip: '97205' })
})

test('finds a source under a name that differs in case and separators', () => {
  expect(made(object({ givenName: text }), { given_name: 'Ada' })).toEqual({ givenName: 'Ada' })
  expect(made(object({ given_name: text }), { given_name: 'Exact', givenName: 'Loose' })).toEqual({
    given_name: 'Exact',
  })
})

test('merges nested objects field by field, and leaves no property twice', () => {
  const schema = object({ address: object({ line1: text, city: text }) })
  expect(made(schema, { address: { line1: '1 A St' } }, { address: { line1: 'x', city: 'Oslo' } })).toEqual({
    address: { line1: '1 A St', city: 'Oslo' },
  })
})

test('an object that was sent decides which alternative it is, before any example', () => {
  const mail = object({ to: text, cc: text }, { required: ['to'] })
  const post = object({ street: text, city: text, zip: text }, { required: ['street'] })
  const example = { street: '1 A St', city: 'Oslo', zip: '0150' }
  const schema = object({ route: { anyOf: [post, mail], example } })
  expect(made(schema, { route: { to: 'a@b.example' } }, { route: example })).toMatchObject({
    route: { to: 'a@b.example' },
  })
  expect(made(schema, { route: { street: '2 B St' } })).toMatchObject({ route: { street: '2 B St' } })
})

test('a map is taken from one source alone', () => {
  const schema = object({ metadata: { type: 'object', additionalProperties: text } })
  expect(made(schema, { metadata: { a: '1' } }, { metadata: { b: '2' } })).toEqual({ metadata: { a: '1' } })
  expect(made(schema, { metadata: {} }, { metadata: { b: '2' } })).toEqual({ metadata: {} })
})

test('completes the elements of a list that a source gives', () => {
  const item = object({ price: text, object: { enum: ['item'] } }, { required: ['price', 'object'] })
  expect(made(object({ items: { type: 'array', items: item } }), { items: [{ price: 'p1' }] })).toEqual({
    items: [{ price: 'p1', object: 'item' }],
  })
})

test.each([
  ['no word about others', object({ a: text }), { a: 'x' }],
  ['others closed', object({ a: text }, { additionalProperties: false }), { a: 'x' }],
  ['others open', object({ a: text }, { additionalProperties: true }), { a: 'x', b: 'y', c: 3 }],
  ['others of one type', object({ a: text }, { additionalProperties: text }), { a: 'x', b: 'y', c: '3' }],
  ['nothing said', { type: 'object' }, { a: 'x', b: 'y', c: 3 }],
])('keeps what the schema has no name for only where it lets it be: %s', (_, schema, value) => {
  expect(made(schema as Schema, { a: 'x', b: 'y', c: 3 })).toEqual(value)
})

test('what only a client may write never stands in an answer', () => {
  expect(
    made(object({ name: text, password: { ...(text as object), writeOnly: true } }), { name: 'a', password: 'b' }),
  ).toEqual({ name: 'a' })
})

test('examples that the schema accepts come next, then defaults', () => {
  const schema = object({
    a: { type: 'string', example: 'shown', default: 'usual' },
    b: { type: 'integer', examples: ['no', 7] },
    c: { type: 'string', default: 'usual' },
  })
  expect(made(schema)).toEqual({ a: 'shown', b: 7, c: 'usual' })
})

test('an example of the whole is used per field where it breaks its own schema', () => {
  const schema = object(
    { id: { type: 'integer' }, name: text },
    { example: { id: 'not a number', name: 'Shown', extra: 1 } },
  )
  expect(made(schema, {})).toEqual({ id: expect.any(Number), name: 'Shown' })
  expect(made(schema, { id: 5 })).toEqual({ id: 5, name: 'Shown' })
})

test('what may be null and is not known is null', () => {
  const schema = object(
    { a: { type: ['string', 'null'] }, b: { anyOf: [{ type: 'object' }, { type: 'null' }] } },
    { required: ['b'] },
  )
  expect(made(schema)).toEqual({ a: null, b: null })
})

test('times are now, in the form that the schema wants', () => {
  const schema = object({
    created: { type: 'integer' },
    created_at: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string' },
    date: { type: 'string', format: 'date' },
    modified_ms: { type: 'integer' },
    last_modified: { type: 'integer', description: 'In milliseconds since the epoch' },
    expires_at: { type: 'integer' },
    amount_received: { type: 'integer' },
  })
  expect(made(schema)).toEqual({
    created: NOW / 1000,
    created_at: '2025-01-01T00:00:00Z',
    updatedAt: '2025-01-01T00:00:00Z',
    date: '2025-01-01',
    modified_ms: expect.any(Number),
    last_modified: NOW,
    expires_at: NOW / 1000 + 30 * 86_400,
    amount_received: 0,
  })
})

test('the time of what has not happened is null, or not there', () => {
  const time = { type: 'string', format: 'date-time', example: '2020-01-01T00:00:00Z' }
  const schema = object(
    { canceled_at: { ...time, type: ['string', 'null'] }, deletedAt: time, ended_at: time },
    { required: ['ended_at'] },
  )
  expect(made(schema)).toEqual({ canceled_at: null, ended_at: '2020-01-01T00:00:00Z' })
  expect(made(schema, { deletedAt: '2021-01-01T00:00:00Z' })).toMatchObject({ deletedAt: '2021-01-01T00:00:00Z' })
})

test('what a client makes goes out', () => {
  const direction = { type: 'string', enum: ['in', 'outbound-api', 'x'] }
  expect(made(object({ direction }, { required: ['direction'] }))).toEqual({ direction: 'outbound-api' })
})

test('no reason is told for what did not go wrong', () => {
  const text = { type: 'string' }
  const schema = object({ refusalReason: text, error_message: text, failure_code: text, error_url: text })
  expect(Object.keys(made(schema) as object)).toEqual(['error_url'])
})

test('flags of a new record are off, states where things begin', () => {
  const status = { type: 'string', enum: ['canceled', 'failed', 'pending', 'succeeded'] }
  const schema = object({
    livemode: { type: 'boolean' },
    is_admin: { type: 'boolean' },
    enabled: { type: 'boolean' },
    status,
  })
  expect(made(schema)).toEqual({ livemode: false, is_admin: false, enabled: true, status: 'pending' })
})

test('names suggest values', () => {
  const names = ['email', 'first_name', 'website', 'currency', 'country', 'ip_address', 'uuid']
  const value = made(object(Object.fromEntries(names.map((name) => [name, text])))) as Record<string, string>
  expect(value).toMatchObject({ currency: 'USD', country: 'US' })
  expect(value['email']).toMatch(/^[a-z.]+@example\.com$/)
  expect(value['website']).toMatch(/^https:\/\/[a-z-]+\.example\.com$/)
  expect(value['ip_address']).toMatch(/^203\.0\.113\.\d+$/)
  expect(value['uuid']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('the name of a header suggests its value', () => {
  const context = contextOf({}, { name: 'X-Request-Email' })
  expect(generate({ type: 'string' }, context)).toMatch(/@example\.com$/)
})

test('a property that names another record refers to one that exists', () => {
  const refer = (property: string): string | undefined => (property.startsWith('customer') ? 'cus_1' : undefined)
  const schema = object(
    { customer_id: text, customer: { anyOf: [text, { $ref: '#/schemas/Customer' }] } },
    { required: ['customer'] },
  )
  const context = contextOf({ Customer: object({ id: text }, { required: ['id'] }) }, { refer })
  expect(generate(schema, context)).toEqual({ customer_id: 'cus_1', customer: 'cus_1' })
  expect(generate(schema, { ...context, sources: [{ customer: 'cus_2', customer_id: 'cus_2' }] })).toEqual({
    customer_id: 'cus_2',
    customer: 'cus_2',
  })
})

const pets: Record<string, Schema> = {
  Cat: object({ kind: text, lives: { type: 'integer' } }, { required: ['kind', 'lives'] }),
  Dog: object({ kind: text, bark: { type: 'string' } }, { required: ['kind', 'bark'] }),
  Pet: {
    oneOf: [{ $ref: '#/schemas/Cat' }, { $ref: '#/schemas/Dog' }],
    discriminator: { propertyName: 'kind', mapping: { feline: '#/schemas/Cat', canine: '#/schemas/Dog' } },
  },
}
test.each([
  [{}, { kind: 'feline', lives: expect.any(Number) }],
  [{ kind: 'canine' }, { kind: 'canine', bark: expect.any(String) }],
  [{ bark: 'woof' }, { kind: 'canine', bark: 'woof' }],
])('of the alternatives it makes the one that fits what is known: %j', (source, value) => {
  const found = generate({ $ref: '#/schemas/Pet' }, contextOf(pets, { sources: [source as JsonObject] }))
  expect(found).toEqual(value)
})

test('an object of one type carries only the part of that type', () => {
  const part = object({ x: text })
  const schema = object(
    { type: { type: 'string', enum: ['card', 'bank', 'cash'] }, card: part, bank: part, cash: part },
    { required: ['type'] },
  )
  expect(Object.keys(made(schema) as object)).toEqual(['type', 'card'])
})

test('required only: nothing else is made', () => {
  const schema = object({ a: text, b: text, c: { type: 'string', example: 'x' } }, { required: ['a'] })
  const value = generate(schema, contextOf({}, { fill: 'required', sources: [{ c: 'known' }] }))
  expect(value).toEqual({ a: expect.any(String), c: 'known' })
})

const rules: readonly (readonly [string, Schema])[] = [
  [
    'if and then',
    object(
      { kind: { const: 'a' } },
      {
        required: ['kind'],
        if: { properties: { kind: { const: 'a' } } },
        // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
        then: object({ extra: { type: 'integer' } }, { required: ['extra'] }),
      },
    ),
  ],
  [
    'dependentRequired',
    object({ a: text, b: { type: 'object', minProperties: 1 } }, { dependentRequired: { a: ['b'] } }),
  ],
  [
    'minProperties of a map',
    {
      type: 'object',
      minProperties: 3,
      additionalProperties: { type: 'integer' },
      propertyNames: { pattern: '^[a-z]{3}$' },
    },
  ],
  ['maxProperties', object({ a: text, b: text, c: text }, { maxProperties: 1, required: ['b'] })],
  [
    'patternProperties alone',
    { type: 'object', minProperties: 2, patternProperties: { '^x-[a-z]+$': text }, additionalProperties: false },
  ],
  ['uniqueItems', { type: 'array', minItems: 3, uniqueItems: true, items: { enum: ['a', 'b', 'c'] } }],
  [
    'uniqueItems with an example',
    { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'string', example: 'x' } },
  ],
  ['contains', { type: 'array', contains: { const: 7 }, minContains: 2 }],
  ['prefixItems', { type: 'array', prefixItems: [text, { type: 'integer' }], items: false, minItems: 2 }],
  ['multipleOf', { type: 'number', multipleOf: 0.01, minimum: 0.005, maximum: 0.05 }],
  ['a narrow open interval', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }],
  ['not', { type: 'string', not: { enum: ['alder', 'basin'] } }],
  ['not required', object({ a: text, b: text }, { not: { required: ['a', 'b'] } })],
  ['one of two required', object({ a: text, b: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] })],
  ['alternatives told apart by an optional property', { oneOf: [object({ a: text }), object({ b: text })] }],
  ['pattern and length', { type: 'string', pattern: '^(?=.*[A-Z])[A-Za-z0-9]+$', minLength: 20, maxLength: 24 }],
  ['a long text', { type: 'string', minLength: 5_000 }],
  ['format and bounds', { type: 'string', format: 'uri', minLength: 60 }],
  ['required without a schema', { type: 'object', required: ['a', 'b'] }],
  ['several bounds in allOf', { type: 'integer', allOf: [{ minimum: 10 }, { maximum: 12 }] }],
]
test.each(rules)('meets %s', (_, schema) => {
  const context = contextOf()
  const value = generate(schema, context)
  expect(context.accepts(schema, value), JSON.stringify(value)).toBe(true)
})

test('large graphs of components stay small, and circles end', () => {
  const node = object(Object.fromEntries([...Array(20).keys()].map((i) => [`link${i}`, { $ref: '#/schemas/Node' }])), {
    required: ['link0'],
  })
  const components = {
    Node: {
      ...(node as object),
      properties: {
        ...(node as { properties: object }).properties,
        link0: { anyOf: [{ $ref: '#/schemas/Node' }, text] },
      },
    },
  }
  const context = contextOf(components)
  const value = generate({ $ref: '#/schemas/Node' }, context)
  expect(context.accepts({ $ref: '#/schemas/Node' }, value)).toBe(true)
  expect(JSON.stringify(value).length).toBeLessThan(4_096)
})

test('a circle of requirements that no value meets ends all the same', () => {
  const components = {
    Loop: object({ a: { $ref: '#/schemas/Loop' }, b: { $ref: '#/schemas/Loop' } }, { required: ['a', 'b'] }),
  }
  expect(JSON.stringify(generate({ $ref: '#/schemas/Loop' }, contextOf(components))).length).toBeLessThan(65_536)
})

test('what nests deeper than anything real is made all the same', () => {
  let deep: Schema = text
  for (let i = 0; i < 400; i++) deep = object({ a: deep }, { required: ['a'] })
  const context = contextOf()
  expect(context.accepts(deep, generate(deep, context))).toBe(true)
})

test('the search for a value that does not exist is given up', () => {
  let none: Schema = { oneOf: [text, text] }
  for (let i = 0; i < 10; i++) none = { oneOf: [none, none, object({ x: none }, { required: ['x'] })] }
  const context = contextOf()
  let verdicts = 0
  generate(none, {
    ...context,
    accepts: (schema, value) => {
      verdicts++
      return context.accepts(schema, value)
    },
  })
  expect(verdicts).toBeLessThan(31_000)
})

test('alternatives that hold nothing but alternatives end', () => {
  const loop = [...Array(9).keys()].map((i) => ({ $ref: `#/schemas/U${(i * 7) % 9}` }))
  const components = Object.fromEntries([...Array(9).keys()].map((i) => [`U${i}`, { anyOf: loop }]))
  expect(generate({ $ref: '#/schemas/U0' }, contextOf(components))).toBeDefined()
})

test('no element of a long list is lost', () => {
  const schema = object({
    a: { type: 'array', items: object({ i: { type: 'integer' }, z: text }, { required: ['z'] }) },
  })
  const value = made(schema, { a: [...Array(5_000).keys()].map((i) => ({ i })) }) as { a: readonly { i: number }[] }
  expect(value.a.map(({ i }) => i)).toEqual([...Array(5_000).keys()])
})

test('names on Object.prototype are only names', () => {
  const source = JSON.parse('{"__proto__":{"polluted":1},"constructor":"x"}') as JsonObject
  const value = generate(undefined, contextOf({}, { sources: [source] })) as object
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
  expect(made({ type: 'object', properties: { toString: text, a: text } }, {})).toEqual({
    toString: expect.any(String),
    a: expect.any(String),
  })
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('tells what a value rests on', () => {
  const view = viewer(() => undefined)
  expect(groundOf({ type: 'string', example: 'x' }, view, 'zzz')).toBe('stated')
  expect(groundOf({ type: 'string', maxLength: 5 }, view, 'zzz')).toBe('stated')
  expect(groundOf(text, view, 'email')).toBe('derived')
  expect(groundOf({ type: 'integer' }, view, 'createdAt')).toBe('derived')
  expect(groundOf(text, view, 'zzz')).toBe('filler')
})

test('a text that holds JSON holds what its contentSchema says', () => {
  const held = object({ id: text, count: { type: 'integer' } }, { required: ['id', 'count'] })
  const event = { type: 'string', contentMediaType: 'application/json', contentSchema: held }
  const value = made(object({ data: event, other: { ...event, contentEncoding: 'base64' } })) as { data: string }
  expect(JSON.parse(value.data)).toEqual({ id: expect.any(String), count: expect.any(Number) })
  expect(JSON.parse(made(event) as unknown as string)).toEqual({ id: expect.any(String), count: expect.any(Number) })
  expect(made(object({ data: event }), { data: 'as sent' })).toEqual({ data: 'as sent' })
})
