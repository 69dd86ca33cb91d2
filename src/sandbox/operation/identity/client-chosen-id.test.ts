import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (schema: string, more = '') => `{description: ok, content: {application/json: {schema: ${schema}${more}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const many = (name: string) => `{type: array, items: ${ref(name)}}`
const none = "'404': {description: no}"
const named = (name: string, schema = '{type: string}') =>
  `{name: ${name}, in: path, required: true, schema: ${schema}}`

const withId = (id: string, more = '') => `
paths:
  /things:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': ${ok(ref('Thing'), more)}}}
    get: {responses: {'200': ${ok(many('Thing'))}}}
  /things/{id}: {get: {parameters: [${named('id')}], responses: {'200': ${ok(ref('Thing'))}, ${none}}}}
components: {schemas: {Thing: {type: object, required: [id], properties: {id: ${id}, name: {type: string}}}}}
`

it.each([
  ['{type: integer}', /^\d+$/],
  ['{type: string, format: uuid}', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  ['{type: string, example: cus_9s6XKzkNRiz8i3}', /^cus_[0-9A-Za-z]{14}$/],
  ['{type: string, example: 507f1f77bcf86cd799439011}', /^[0-9a-f]{24}$/],
  ['{type: string, example: "1234567890"}', /^\d{10}$/],
  ['{type: string, example: 01ARZ3NDEKTSV4RRFFQ69G5FAV}', /^[0-9A-HJKMNP-TV-Z]{26}$/],
  ["{type: string, pattern: '^AB-[0-9]{4}$'}", /^AB-\d{4}$/],
  ['{type: string, minLength: 30, maxLength: 30}', /^.{30}$/],
  ['{type: string, format: email}', /@/],
  ['{type: string}', /./],
])('ids of %s look like it, and no two are the same', async (schema, form) => {
  const { ask } = await sandboxOf(withId(schema))
  const made = Array.from({ length: 20 }, () => ask('POST /things', { body: { name: 'a' } }).body as { id: string })
  for (const { id } of made) {
    expect(String(id)).toMatch(form)
    expect(ask(`GET /things/${encodeURIComponent(id)}`).body).toMatchObject({ id })
  }
  expect(new Set(made.map(({ id }) => id)).size).toBe(20)
})

it('gives records a string id where the description shows no schema at all', async () => {
  const { ask } = await sandboxOf(`
paths:
  /things:
    post: {responses: {'201': {description: ok}}}
    get: {responses: {'200': {description: ok}}}
  /things/{id}: {get: {parameters: [${named('id')}], responses: {'200': {description: ok}}}}
`)
  const made = ask('POST /things', { body: { amount: 5, currency: 'eur' } })
  expect([made.status, made.body]).toEqual([201, { id: expect.any(String), amount: 5, currency: 'eur' }])
  expect(made.field('ETag')).toBeDefined()
  expect(ask(`GET /things/${(made.body as { id: string }).id}`).body).toEqual(made.body)
})

const teams = `
paths:
  /teams:
    post: {requestBody: {content: {application/json: {schema: ${ref('Team')}}}}, responses: {'201': ${ok(ref('Team'))}, '409': ${ok('{type: object, properties: {error: {type: string}}}')}}}
    get: {responses: {'200': ${ok(many('Team'))}}}
  /teams/{slug}:
    parameters: [${named('slug')}]
    get: {responses: {'200': ${ok(ref('Team'))}, ${none}}}
    put: {requestBody: {content: {application/json: {schema: ${ref('Team')}}}}, responses: {'200': ${ok(ref('Team'))}, '201': ${ok(ref('Team'))}}}
    delete: {responses: {'204': {description: gone}, ${none}}}
  /teams/{slug}/members:
    parameters: [${named('slug')}]
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': ${ok(ref('Member'))}, ${none}}}
    get: {responses: {'200': ${ok(many('Member'))}, ${none}}}
  /teams/{slug}/members/{id}:
    parameters: [${named('slug')}, ${named('id', '{type: integer}')}]
    get: {responses: {'200': ${ok(ref('Member'))}, ${none}}}
    delete: {responses: {'204': {description: gone}, ${none}}}
components:
  schemas:
    Team: {type: object, required: [slug], properties: {slug: {type: string}, title: {type: string}}}
    Member: {type: object, required: [id, name, team], properties: {id: {type: integer}, name: {type: string}, team: {type: string}}}
`
const title = (slug: string, text = 'T') => ({ body: { slug, title: text } })

it('keeps names that clients choose, and refuses one that is taken', async () => {
  const { ask } = await sandboxOf(teams)
  expect(ask('POST /teams', title('a')).body).toEqual({ slug: 'a', title: 'T' })
  const taken = ask('POST /teams', title('a', 'Other'))
  expect([taken.status, taken.body]).toEqual([409, { error: 'A team with slug "a" already exists' }])
  expect(ask('GET /teams').body).toEqual([{ slug: 'a', title: 'T' }])
  ask('DELETE /teams/a')
  expect(ask('POST /teams', title('a', 'New')).status).toBe(201)
})

it.each([
  ['{type: string}', "'409'", 409],
  ['{type: string}', 'default', 409],
  ['{type: string}', "'422'", 422],
  ['{type: string}', "'503'", 201],
  ['{type: integer}', 'default', 201],
  ['{type: string, format: uuid}', 'default', 201],
])(
  'refuses an id that clients have to choose and is taken, where a refusal is declared: %s, %s',
  async (type, declared, status) => {
    const job = `{type: object, required: [id], properties: {id: ${type}, title: {type: string}}}`
    const { ask } = await sandboxOf(`
paths:
  /jobs: {post: {requestBody: {content: {application/json: {schema: ${job}}}}, responses: {'201': ${ok(job)}, ${declared}: {description: Wrong}}}}
  /jobs/{id}: {get: {parameters: [${named('id')}], responses: {'200': ${ok(job)}, ${none}}}}
`)
    const id = type.includes('integer') ? 7 : '0b6f0a3e-5b1c-4c8e-9a51-2f6f0a3e5b1c'
    const make = () => ask('POST /jobs', { body: { id, title: 'a' } })
    expect([make().status, make().status]).toEqual([201, status])
  },
)

it('makes with PUT what is not there, under the name in the path', async () => {
  const { ask } = await sandboxOf(teams)
  expect(ask('PUT /teams/b', title('b')).status).toBe(201)
  expect(ask('PUT /teams/b', title('c', 'Second'))).toMatchObject({ status: 200, body: { slug: 'b', title: 'Second' } })
  expect(ask('GET /teams').body).toEqual([{ slug: 'b', title: 'Second' }])
})

it('keeps children with their parents', async () => {
  const { ask } = await sandboxOf(teams)
  for (const slug of ['a', 'b']) ask('POST /teams', title(slug))
  const [x, y] = ['a', 'b'].map(
    (slug) => ask(`POST /teams/${slug}/members`, { body: { name: slug } }).body as { id: number },
  )
  expect(ask('GET /teams/a/members').body).toEqual([{ id: x?.id, name: 'a', team: 'a' }])
  expect(ask('GET /teams/b/members').body).toEqual([{ id: y?.id, name: 'b', team: 'b' }])
  expect(ask(`GET /teams/a/members/${x?.id}`).status).toBe(200)
  expect(ask(`GET /teams/b/members/${x?.id}`).status).toBe(404)
  expect(ask(`DELETE /teams/b/members/${x?.id}`).status).toBe(404)
  expect(ask('GET /teams/a/members').body).toHaveLength(1)
})

it.each([
  'POST /teams/none/members',
  'GET /teams/none/members',
  'GET /teams/none/members/1',
  'DELETE /teams/none/members/1',
])('%s: a parent that nobody made is not found', async (line) => {
  const { ask } = await sandboxOf(teams)
  expect(ask(line, line.startsWith('POST') ? { body: { name: 'x' } } : {}).body).toEqual({
    error: 'No team with slug "none"',
  })
})

it('finds no children under a parent that is gone', async () => {
  const { ask } = await sandboxOf(teams)
  ask('POST /teams', title('a'))
  const { id } = ask('POST /teams/a/members', { body: { name: 'x' } }).body as { id: number }
  ask('DELETE /teams/a')
  expect(ask(`GET /teams/a/members/${id}`).status).toBe(404)
  expect(ask('GET /teams/a/members').status).toBe(404)
  ask('POST /teams', title('a'))
  expect(ask('GET /teams/a/members').body, 'they went with it').toEqual([])
})

const strange = [
  '__proto__',
  'constructor',
  'toString',
  'a/b',
  'a b',
  'ü',
  '%',
  '.',
  '\u0001',
  'x'.repeat(300),
  '0',
  'null',
  '{slug}',
]

it.each(strange)('takes %j for a name like any other', async (slug) => {
  const { ask } = await sandboxOf(teams)
  const at = `/teams/${encodeURIComponent(slug)}`
  expect(ask(`GET ${at}`).status).toBe(404)
  expect(ask('POST /teams', title(slug)).status).toBe(201)
  expect(ask(`GET ${at}`).body).toEqual({ slug, title: 'T' })
  expect(ask(`POST ${at}/members`, { body: { name: slug } }).body).toMatchObject({ name: slug, team: slug })
  expect(ask(`GET ${at}/members`).body).toHaveLength(1)
  expect(ask(`DELETE ${at}`).status).toBe(204)
  expect(ask(`GET ${at}`).status).toBe(404)
})

it('keeps properties with the names of an object’s own', async () => {
  const { ask } = await sandboxOf(`
paths:
  /things:
    post: {requestBody: {content: {application/json: {schema: &in {type: object, properties: {__proto__: {type: string}, constructor: {type: integer}, data: {type: object, additionalProperties: true}}}}}}, responses: {'201': ${ok(ref('Thing'))}}}
  /things/{id}:
    parameters: [${named('id')}]
    get: {responses: {'200': ${ok(ref('Thing'))}, ${none}}}
    patch: {requestBody: {content: {application/json: {schema: *in}}}, responses: {'200': ${ok(ref('Thing'))}}}
components: {schemas: {Thing: {type: object, required: [id], properties: {id: {type: string}, __proto__: {type: string}, constructor: {type: integer}, data: {type: object, additionalProperties: true}}}}}
`)
  const body = '{"__proto__":"p","constructor":1,"data":{"__proto__":{"polluted":true},"hasOwnProperty":2}}'
  const json = { 'content-type': 'application/json' }
  const made = ask('POST /things', { body, fields: json })
  const { id } = made.body as { id: string }
  expect(made.text).toContain('"__proto__":"p"')
  expect(made.text).toContain('"data":{"__proto__":{"polluted":true},"hasOwnProperty":2}')
  expect(
    ask(`PATCH /things/${id}`, { body: '{"__proto__":"q","data":{"__proto__":{"more":1}}}', fields: json }).text,
  ).toContain('{"polluted":true,"more":1}')
  expect(ask(`GET /things/${id}`).text).toContain('"__proto__":"q"')
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

const catalogue = `
paths:
  /currencies: {get: {responses: {'200': ${ok(many('Currency'), ', example: [{code: EUR, name: Euro}, {code: USD, name: Dollar}]')}}}}
  /currencies/{code}: {get: {parameters: [${named('code')}], responses: {'200': ${ok(ref('Currency'))}, ${none}}}}
  /regions: {get: {responses: {'200': ${ok(many('Region'))}}}}
  /regions/{id}: {get: {parameters: [${named('id')}], responses: {'200': ${ok(ref('Region'))}, ${none}}}}
  /regions/{id}/zones: {get: {parameters: [${named('id')}], responses: {'200': ${ok(many('Zone'))}, ${none}}}}
  /zones/{id}: {get: {parameters: [${named('id')}], responses: {'200': ${ok(ref('Zone'))}, ${none}}}}
components:
  schemas:
    Currency: {type: object, required: [code, name], properties: {code: {type: string}, name: {type: string}}}
    Region: {type: object, required: [id, name], properties: {id: {type: string, format: uuid}, name: {type: string}}}
    Zone: {type: object, required: [id, region_id], properties: {id: {type: string}, region_id: {type: string, format: uuid}}}
`

it('has from the start what nobody can make, as the list’s example shows it', async () => {
  const { ask } = await sandboxOf(catalogue)
  expect(ask('GET /currencies/USD').body).toEqual({ code: 'USD', name: 'Dollar' })
  expect(ask('GET /currencies').body).toEqual([
    { code: 'EUR', name: 'Euro' },
    { code: 'USD', name: 'Dollar' },
  ])
  expect(ask('GET /currencies/XXX').status).toBe(404)
})

it('has what nobody can make also without an example: lists and reads agree, whichever comes first', async () => {
  const { ask } = await sandboxOf(catalogue)
  const regions = ask('GET /regions').body as readonly { id: string }[]
  expect(regions.length).toBeGreaterThan(1)
  for (const region of regions) {
    expect(ask(`GET /regions/${region.id}`).body).toEqual(region)
    const reader = await sandboxOf(catalogue)
    expect(reader.ask(`GET /regions/${region.id}`).body).toEqual(region)
    expect(reader.ask('GET /regions').body).toEqual(regions)
    const zones = ask(`GET /regions/${region.id}/zones`).body as readonly { id: string; region_id: string }[]
    for (const zone of zones) {
      expect(zone.region_id).toBe(region.id)
      expect(ask(`GET /zones/${zone.id}`).body).toEqual(zone)
    }
  }
  expect(ask('GET /regions/00000000-0000-4000-8000-000000000000').status).toBe(404)
  expect(ask('GET /regions/00000000-0000-4000-8000-000000000000/zones').status).toBe(404)
  const other = await sandboxOf(catalogue, { seed: 'other' })
  expect(other.ask('GET /regions').body).not.toEqual(regions)
})

it('makes several records of one request', async () => {
  const { ask } = await sandboxOf(`
paths:
  /things:
    get: {responses: {'200': ${ok(many('Thing'))}}}
    post: {requestBody: {content: {application/json: {schema: {type: array, items: {type: object, properties: {name: {type: string}}}}}}}, responses: {'201': ${ok(many('Thing'))}}}
components: {schemas: {Thing: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}}}
`)
  const made = ask('POST /things', { body: [{ name: 'a' }, { name: 'b' }] })
  expect([made.status, made.body]).toEqual([
    201,
    [
      { id: expect.any(Number), name: 'a' },
      { id: expect.any(Number), name: 'b' },
    ],
  ])
  expect(ask('GET /things').body).toEqual(made.body)
})
