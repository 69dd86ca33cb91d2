import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Sketch, smallApi } from '../../test/support/small-api.ts'
import type { DescribedApi } from '../api/model.ts'
import type { Schema } from '../api/schema/schema.ts'
import { deriveModel } from './derive.ts'

const names = fc.constantFrom(
  ...[
    'id',
    'name',
    'data',
    'items',
    'customer',
    'customers',
    'order_id',
    'status',
    'metadata',
    'total',
    'next',
    'cursor',
    'has_more',
    'ok',
    'errors',
    'deleted',
  ],
  ...['__proto__', 'constructor', 'toString', '', 'ÄÖ', 'a b', 'x'.repeat(300)],
)
const componentNames = ['Customer', 'Order', 'Status', '__proto__', 'CustomerList']

const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Schema>(
      true,
      false,
      {},
      { type: 'string' },
      { type: 'integer', minimum: 3 },
      { type: ['string', 'null'], format: 'uuid' },
    ),
    fc.record({ $ref: fc.constantFrom(...componentNames, 'Nowhere').map((n) => `#/schemas/${n}`) }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.array(fc.tuple(names, tie('schema')), { maxLength: 5 }).map((pairs) => ({
      type: 'object',
      properties: Object.fromEntries(pairs),
      required: pairs.slice(0, 1).map(([n]) => n),
    })),
    fc.record({ additionalProperties: tie('schema') }),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((all) => ({ oneOf: all })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((all) => ({ allOf: all })),
    // words of the wrong type where keywords are read
    fc.constantFrom<Schema>(
      {
        properties: 3,
        required: 'x',
        enum: 'y',
        description: 5,
        pattern: '(((',
        type: 7,
        discriminator: true,
      } as unknown as Schema,
      { pattern: '(a+)+$', type: 'string', example: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' },
    ),
  ) as fc.Arbitrary<Schema>,
}))

const segments = fc.constantFrom(
  'customers',
  'orders',
  '{id}',
  '{customer_id}',
  'search',
  'cancel',
  'status',
  'batch',
  'list.all',
  '{a}-{b}',
  ':verb',
  'v1',
  '',
  '{',
  "x('{y}')",
  'createOrder',
)
const path = fc.array(segments, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`)
const sketch: fc.Arbitrary<Sketch> = fc.record(
  {
    query: fc.dictionary(names, schema, { maxKeys: 4 }),
    body: schema,
    bodyType: fc.constantFrom('application/json', 'multipart/form-data', 'x', ''),
    answer: fc.option(schema),
    status: fc.constantFrom('200', '201', '204', '2XX', 'default', '302', '404', ''),
    answerType: fc.constantFrom('application/json', 'text/event-stream', 'application/octet-stream', '*/*'),
    example: fc.jsonValue(),
    description: fc.string(),
  },
  { requiredKeys: [] },
)
const operations = fc.dictionary(
  fc
    .tuple(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'), path)
    .map(([m, p]) => `${m} ${p}`),
  sketch,
  { maxKeys: 14 },
)
const api: fc.Arbitrary<DescribedApi> = fc
  .tuple(
    operations,
    fc.array(schema, { minLength: componentNames.length, maxLength: componentNames.length }),
    fc.array(names, { maxLength: 4 }),
  )
  .map(([ops, all, events]) =>
    smallApi(
      ops,
      Object.fromEntries(componentNames.map((name, i) => [name, all[i] ?? {}])),
      events.map((name) => ({ name: `${name}.created` })),
    ),
  )

it('gives any description a model whose parts fit together', () => {
  fc.assert(
    fc.property(api, (described) => {
      const { head, operations: all } = deriveModel(described)
      const types = new Set(head.resources.map((r) => r.type))
      expect(types.size).toBe(head.resources.length)
      expect(head.operations.map((op) => op.id)).toEqual(described.operations.map((op) => op.id))
      for (const { id, method, path: template, plan } of head.operations) {
        expect(all.get(id)?.plan).toBe(plan)
        expect(plan.success).toMatch(/^[1-5]\d\d$/)
        expect(plan.why).not.toBe('')
        if (plan.type !== undefined) expect(types).toContain(plan.type)
        if (plan.kind === 'list') expect(plan.list?.maxSize).toBeGreaterThanOrEqual(plan.list?.defaultSize ?? 1)
        if (/^(read|update|replace|delete|action)$/.test(plan.kind))
          expect(plan.target, `${method} ${template}`).toBeDefined()
        for (const parent of plan.parents) if (parent.in === 'path') expect(template).toContain(parent.name)
        expect(new Set(plan.parents.map((p) => p.link)).size).toBe(plan.parents.length)
      }
      for (const resource of head.resources) {
        expect(resource.id.place.length).toBeGreaterThan(0)
        for (const link of resource.scope) expect(resource.links.map((l) => l.link)).toContain(link)
        if (resource.status?.initial !== undefined && resource.status.values.length > 0)
          expect(resource.status.values).toContain(resource.status.initial)
      }
    }),
    { numRuns: 300 },
  )
})

it('concludes the same twice', () => {
  fc.assert(
    fc.property(api, (described) => {
      expect(JSON.stringify(deriveModel(described).head)).toBe(JSON.stringify(deriveModel(described).head))
    }),
    { numRuns: 50 },
  )
})

it('is done soon with a description of thousands of operations', () => {
  const many: Record<string, Sketch> = {}
  const row: Schema = { $ref: '#/schemas/Row' }
  for (let i = 0; i < 1_500; i++) {
    many[`GET /things${i}`] = { answer: { type: 'object', properties: { data: { type: 'array', items: row } } } }
    many[`GET /things${i}/{id}`] = { answer: row }
  }
  const properties = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`p${i}`, row]))
  const { head } = deriveModel(smallApi(many, { Row: { type: 'object', properties } }))
  expect(head.operations).toHaveLength(3_000)
})

it('survives schemas nested a hundred thousand deep', () => {
  let deep: Schema = { type: 'string' }
  for (let i = 0; i < 100_000; i++)
    deep = i % 2 === 0 ? { type: 'object', properties: { data: deep } } : { type: 'array', items: deep }
  const { head } = deriveModel(
    smallApi({ 'GET /x': { answer: deep }, 'GET /x/{id}': { answer: deep }, 'POST /x': { body: deep, answer: deep } }),
  )
  expect(head.operations).toHaveLength(3)
})
