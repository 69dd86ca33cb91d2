import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const star = `{'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Star'}}}}, '404': {description: none}}`
const stars = `{'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Star'}}}}}}`
const description = (parameter: string, post = ''): string => `
paths:
  /stars: {get: {responses: ${stars}}${post}}
  /stars/{id}: {get: {parameters: [{name: id, in: path, required: true, ${parameter}}], responses: ${star}}}
components: {schemas: {Star: {type: object, properties: {id: {type: string}, name: {type: string}}}}}
`

it.each([
  ['schema: {type: string}, example: vega', 'vega'],
  ['schema: {type: string, example: vega}', 'vega'],
  ['schema: {type: string, enum: [vega, altair]}', 'altair'],
])('%s: there is %s among records that nobody can make', async (parameter, id) => {
  const { ask } = await sandboxOf(description(parameter))
  expect(ask(`GET /stars/${id}`)).toMatchObject({ status: 200, body: { id } })
  expect(ask('GET /stars').body).toContainEqual(expect.objectContaining({ id }))
  expect(ask('GET /stars/other').status).toBe(404)
})

it('has no record of an example that is words about ids, nor where records are made', async () => {
  const words = await sandboxOf(description('schema: {type: string}, example: vega or altair'))
  expect(words.ask('GET /stars').body).toHaveLength(3)
  const post = `, post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Star'}}}}, responses: ${star}}`
  const made = await sandboxOf(description('schema: {type: string}, example: vega', post))
  expect(made.ask('GET /stars/vega').status).toBe(404)
})

const ticket = "{$ref: '#/components/schemas/Ticket'}"
const carrying = (type: string, example: string, own = ''): string =>
  `{'201': {description: ok, content: {application/json: {schema: {type: object, properties: {ticket: ${type}}, example: {ticket: ${example}}}${own}}}}}`
const tickets = (own = ''): string => `
paths:
  /tickets:
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: ${ticket}}}}}}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}, note: {type: string}}, example: {title: Leak, note: Wet}}}}}
      responses: ${carrying(ticket, '{id: t9, title: Leak, note: Wet, queue: plumbing}', own)}
components: {schemas: {Ticket: {type: object, properties: {id: {type: string}, title: {type: string}, note: {type: string}, queue: {type: string}}}}}
`

it('takes the example that the schema of an answer carries, without what its own request said', async () => {
  const { ask } = await sandboxOf(tickets())
  const { ticket } = ask('POST /tickets', { body: { title: 'Draught' } }).body as { readonly ticket: object }
  expect(ticket).toMatchObject({ title: 'Draught', queue: 'plumbing' })
  expect(ticket).not.toHaveProperty('note', 'Wet')
  expect(ticket).not.toHaveProperty('id', 't9')
})

it('takes the example of the answer itself before that', async () => {
  const { ask } = await sandboxOf(tickets(', example: {ticket: {id: t9, title: Leak, queue: heating}}'))
  expect(ask('POST /tickets', { body: { title: 'Draught' } }).body).toMatchObject({ ticket: { queue: 'heating' } })
})

it('does not take over what says of which of several parents the example is', async () => {
  const job = "{$ref: '#/components/schemas/Job'}"
  const of = (name: string, example: string): string => `
  /${name}s:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, name: {type: string}}}}}}}}
  /${name}s/{id}/jobs:
    post: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], requestBody: {content: {application/json: {schema: {type: object, properties: {verb: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {job: ${job}}${example}}}}}}}`
  const { ask } = await sandboxOf(`
paths:${of('disk', '')}${of('server', ', example: {job: {id: j1, verb: stop, subject_type: server}}')}
components: {schemas: {Job: {type: object, properties: {id: {type: string}, verb: {type: string}, subject_type: {type: string, example: disk}}}}}
`)
  const { id } = ask('POST /disks', { body: { name: 'a' } }).body as { readonly id: string }
  const made = ask(`POST /disks/${id}/jobs`, { body: { verb: 'wipe' } })
  expect(made.body).toMatchObject({ job: { verb: 'wipe', subject_type: 'disk' } })
})

const sizes = (example: string): string => `
paths:
  /sizes: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {sizes: {type: array, items: {$ref: '#/components/schemas/Size'}}}}, example: {sizes: ${example}}}}}}}}
  /sizes/{slug}: {get: {parameters: [{name: slug, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Size'}}}}}}}
components: {schemas: {Size: {type: object, required: [slug, memory], properties: {slug: {type: string}, memory: {type: integer}, gpu: {type: object, properties: {model: {type: string, example: h100}}}}}}}
`

it('has the records of a list as its example shows them, without objects that none of them has', async () => {
  const { ask } = await sandboxOf(sizes('[{slug: s1, memory: 1024}, {slug: s2, memory: 2048}]'))
  expect(ask('GET /sizes/s2').body).toEqual({ slug: 's2', memory: 2048 })
  const other = await sandboxOf(sizes('[{slug: s1, memory: 1024, gpu: {model: a1}}, {slug: s2, memory: 2048}]'))
  expect(other.ask('GET /sizes/s1').body).toMatchObject({ gpu: { model: 'a1' } })
  expect(other.ask('GET /sizes/s2').body).toHaveProperty('gpu')
})

it('draws an id for what a list example shows under the nil UUID', async () => {
  const users =
    '[{id: 740add2a-a703-4b8a-a670-1093919c2040, name: A}, {id: 00000000-0000-0000-0000-000000000000, name: B}]'
  const { ask } = await sandboxOf(`
paths:
  /users: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, required: [id], properties: {id: {type: string, format: uuid}, name: {type: string}}}}, example: ${users}}}}}}}
`)
  const [, second] = ask('GET /users').body as { id: string; name: string }[]
  expect(second?.name).toBe('B')
  expect(second?.id).toMatch(/^(?!0{8})[0-9a-f-]{36}$/)
})

it('names records that are there, not those that an example of a schema names', async () => {
  const shop = '{type: object, properties: {id: {type: string}, name: {type: string}, merchant_id: {type: string}}}'
  const { ask } = await sandboxOf(`
paths:
  /merchants: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Merchant'}}}}}}}}
  /merchants/{merchant_id}: {get: {parameters: [{name: merchant_id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Merchant'}}}}, '404': {description: none}}}}
  /shops: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Made'}}}}}}}
components:
  schemas:
    Merchant: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}
    Made: {type: object, properties: {shop: ${shop}}, example: {shop: {id: s1, name: A, merchant_id: m_nobody}}}
`)
  const { shop: made } = ask('POST /shops', { body: { name: 'B' } }).body as { shop: { merchant_id?: string } }
  expect(made.merchant_id).not.toBe('m_nobody')
  if (made.merchant_id !== undefined) expect(ask(`GET /merchants/${made.merchant_id}`).status).toBe(200)
})
