import { expect, it } from 'vitest'
import { modelOf, requestOf } from '../../test/support/inline.ts'
import { makeLive } from '../../test/support/simulated.ts'
import { ToolError } from '../support/errors.ts'
import { explain } from './explain.ts'
import { type LiveSandbox, serve } from './serve.ts'

type Schemas = Readonly<Record<string, object>>

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const wide = (n: number, of: (i: number) => object, name = 'p'): object => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: n }, (_, i) => [`${name}${i}`, of(i)])),
})
const whole = (n: number, one: (i: number) => readonly [string, object]): Schemas =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => one(i)))

function nested(depth: number): object {
  let deep: object = { type: 'integer' }
  for (let i = 0; i < depth; i++) deep = i % 2 === 0 ? wide(1, () => deep) : { allOf: [deep] }
  return deep
}

/** Schemas of which the first is what the operations are about. */
const hostile: Readonly<Record<string, Schemas>> = {
  'is wide and holds itself': { N: wide(150, () => ref('N')) },
  'holds lists of itself': { N: wide(150, () => ({ type: 'array', items: ref('N') })) },
  'is wide at each of six levels': whole(6, (i) => [
    `L${i}`,
    i < 5 ? wide(150, () => ref(`L${i + 1}`)) : { type: 'integer' },
  ]),
  'holds each of forty that hold each other': whole(40, (i) => [`K${i}`, wide(40, (j) => ref(`K${(i + j) % 40}`))]),
  'is each of forty alternatives that are each other': whole(40, (i) => [
    `K${i}`,
    { oneOf: Array.from({ length: 40 }, (_, j) => (j === i ? { type: 'object' } : ref(`K${j}`))) },
  ]),
  'is all of two that are all of two, thirty times': whole(31, (i) => [
    `A${i}`,
    i < 30
      ? { allOf: [ref(`A${i + 1}`), { allOf: [ref(`A${i + 1}`)] }] }
      : { type: 'object', properties: { id: { type: 'string' } } },
  ]),
  'is nested deeply': { N: nested(200) },
  'requires itself': { N: { type: 'object', required: ['next'], properties: { next: ref('N') } } },
  'requires two of itself and of another, in turn': {
    N: {
      type: 'object',
      required: ['a', 'b', 'c', 'd'],
      properties: { a: ref('M'), b: ref('M'), c: ref('M'), d: ref('M') },
    },
    M: {
      type: 'object',
      required: ['a', 'b', 'c', 'd'],
      properties: { a: ref('N'), b: ref('N'), c: ref('N'), d: ref('N') },
    },
  },
  'has very many properties': {
    N: wide(5_000, (i) => ({ type: i % 2 === 0 ? 'string' : 'integer' }), 'created_at_name_'),
  },
  'has very many of people and places': {
    N: wide(2_000, () => wide(3, () => ({ type: 'string' }), 'country_city_'), 'billing_address_'),
  },
}

function documentOf(schemas: Schemas): string {
  const [first = ''] = Object.keys(schemas)
  const content = { 'application/json': { schema: ref(first) } }
  const answers = { responses: { '200': { description: 'ok', content } } }
  const list = {
    '200': { description: 'ok', content: { 'application/json': { schema: { type: 'array', items: ref(first) } } } },
  }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  const paths = {
    '/things': { get: { responses: list }, post: { requestBody: { content }, ...answers } },
    '/things/count': { get: answers },
    '/things/{id}': { parameters, get: answers, patch: { requestBody: { content }, ...answers } },
    '/things/{id}/exists': { parameters, get: answers },
    '/things/{id}/close': { parameters, post: { requestBody: { content }, ...answers } },
  }
  return `paths: ${JSON.stringify(paths)}\ncomponents: ${JSON.stringify({ schemas })}\n`
}

const lines = [
  'GET /things',
  'POST /things',
  'GET /things/count',
  'GET /things/1',
  'PATCH /things/1',
  'GET /things/1/exists',
  'POST /things/1/close',
]

/** Far more than any of them takes, far less than what grows with each level would. */
const BOUND_MS = 6_000

it.each(Object.entries(hostile))(
  'imports and answers within bounded time where a schema %s',
  async (_, schemas) => {
    const started = performance.now()
    const live = makeLive(await modelOf(documentOf(schemas)), { unknownIds: 'synthesize', auth: 'off' })
    for (const line of lines) answered(line, live)
    expect(performance.now() - started).toBeLessThan(BOUND_MS)
  },
  120_000,
)

const thousandMillion = {
  N: {
    type: 'object',
    required: ['id', 'list'],
    properties: { id: { type: 'string' }, list: { type: 'array', minItems: 1_000_000_000, items: { type: 'string' } } },
  },
}

it('says in the explanation that a value was bounded', async () => {
  const live = makeLive(await modelOf(documentOf(thousandMillion)), { unknownIds: 'synthesize', auth: 'off' })
  const { steps, outcome } = explain(requestOf('GET /things/1'), live)
  expect(outcome.response.status).toBe(200)
  expect(String(outcome.response.body).length).toBeLessThan(1_000_000)
  expect(steps.map(({ decision }) => decision)).toContain(
    'bounded, the description asks for more than is made up: list must have at least 1000000000 items',
  )
})

it('keeps what was sent where its schema is judged in many ways', async () => {
  const next = { properties: { next: ref('N') } }
  const schemas = {
    N: { type: 'object', ...next, allOf: [next, { anyOf: [next, { ...next }] }], unevaluatedProperties: false },
  }
  const live = makeLive(await modelOf(documentOf(schemas)), { auth: 'off' })
  const body = { next: { next: { next: { next: { next: {} } } } } }
  const { response } = serve(requestOf('POST /things', { body }), live, 0)
  expect(JSON.parse(String(response.body))).toMatchObject(body)
})

/** What takes more work than one request may is refused, which is an end too. */
function answered(line: string, live: LiveSandbox): void {
  try {
    serve(requestOf(line, /POST|PATCH/.test(line) ? { body: {} } : {}), live, 0)
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'too-large') throw error
  }
}
