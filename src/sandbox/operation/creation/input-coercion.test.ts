import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const body = (schema: string) => `requestBody: {content: {application/json: {schema: ${schema}}}}`
const answers = (status: number, schema: string) =>
  `responses: {'${status}': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${schema}'}}}}, '404': {description: none}}`

const description = `
paths:
  /customers:
    post: {${body('{type: object, properties: {name: {type: string}}}')}, ${answers(201, 'Customer')}}
  /customers/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], ${answers(200, 'Customer')}}
  /orders:
    post: {${body('{type: object, properties: {customer: {type: string}, payer_id: {type: string}, tag_ids: {type: array, items: {type: string}}, items: {type: array, items: {type: object, properties: {customer: {type: string}, count: {type: integer}}}}, topic: {type: string}}}')}, ${answers(201, 'Order')}}
  /orders/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], ${answers(200, 'Order')}}
  /orders/{id}/set_topic:
    post: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], ${body('{type: object, properties: {topic: {type: string}}}')}, ${answers(200, 'Order')}}
components:
  schemas:
    Customer: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}
    Tag: {type: object, required: [id], properties: {id: {type: string}}}
    Line: {type: object, properties: {customer: {$ref: '#/components/schemas/Customer'}, count: {type: integer}}}
    Order:
      type: object
      required: [id]
      properties:
        id: {type: string}
        customer: {$ref: '#/components/schemas/Customer'}
        payer: {$ref: '#/components/schemas/Customer'}
        tags: {type: array, items: {$ref: '#/components/schemas/Tag'}}
        items: {type: object, properties: {object: {type: string, const: list}, data: {type: array, items: {$ref: '#/components/schemas/Line'}}}}
        topic: {type: object, properties: {value: {type: string}, by: {type: string}}}
`

it('shows the record behind an id, the list behind an array, and the object behind a text', async () => {
  const api = await sandboxOf(description)
  const { id } = api.ask('POST /customers', { body: { name: 'Ada' } }).body as { id: string }
  const ada = { id, name: 'Ada' }
  const sent = { customer: id, payer_id: id, tag_ids: ['t1', 't2'], items: [{ customer: id, count: 2 }], topic: 'a' }
  const made = api.ask('POST /orders', { body: sent }).body as { id: string }
  expect(made).toMatchObject({
    customer: ada,
    payer: ada,
    tags: [{ id: 't1' }, { id: 't2' }],
    items: { object: 'list', data: [{ customer: ada, count: 2 }] },
    topic: { value: 'a' },
  })
  api.ask(`POST /orders/${made.id}/set_topic`, { body: { topic: 'b' } })
  expect(api.ask(`GET /orders/${made.id}`).body).toMatchObject({ customer: ada, topic: { value: 'b' } })
})

it('shows the record that an object names by its id', async () => {
  const api = await sandboxOf(
    description.replace(
      'customer: {type: string}, payer_id',
      'customer: {type: object, properties: {id: {type: string}}}, payer_id',
    ),
  )
  const { id } = api.ask('POST /customers', { body: { name: 'Ada' } }).body as { id: string }
  const made = (customer: object) => api.ask('POST /orders', { body: { customer } }).body
  expect(made({ id })).toMatchObject({ customer: { id, name: 'Ada' } })
  expect(made({ id: 'c9' })).toMatchObject({ customer: { id: 'c9' } })
})

it('keeps the id where nobody knows the record', async () => {
  const api = await sandboxOf(description)
  expect(api.ask('POST /orders', { body: { customer: 'c9' } }).body).toMatchObject({ customer: { id: 'c9' } })
})

it('keeps the alternative that was sent, whatever the examples show', async () => {
  const sink =
    '{type: object, required: [id, config], properties: {id: {type: string, readOnly: true}, config: &config {anyOf: [{type: object, required: [host, port], properties: {host: {type: string}, port: {type: integer, example: 514}, key: {type: string, example: secret}}}, {type: object, required: [url], properties: {url: {type: string}, key: {type: string, example: secret}}}]}}}'
  const answer =
    "content: {application/json: {schema: {$ref: '#/components/schemas/Sink'}, example: {id: s1, config: {host: a.example, port: 514, key: secret}}}}"
  const api = await sandboxOf(`
paths:
  /sinks: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {config: {type: object}}}}}}, responses: {'201': {description: ok, ${answer}}}}}
  /sinks/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${answer}}}}}
components: {schemas: {Sink: ${sink}}}
`)
  const made = api.ask('POST /sinks', { body: { config: { url: 'http://b.example' } } }).body as { id: string }
  expect(made).toMatchObject({ config: { url: 'http://b.example' } })
  expect((made as unknown as { config: object }).config).not.toHaveProperty('key')
  expect(api.ask(`GET /sinks/${made.id}`).body).toEqual(made)
})

it('shows what is required and declared nowhere, and the id beside it', async () => {
  const thing = '{type: object, required: [urn], properties: {colour: {type: string}}}'
  const api = await sandboxOf(`
paths:
  /things: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {colour: {type: string}}}}}}, responses: {'202': {description: ok}}}}
  /things/{thing_id}: {get: {parameters: [{name: thing_id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {thing: ${thing}}}}}}}}}
`)
  const place = api.ask('POST /things', { body: { colour: 'red' } }).field('Location') ?? ''
  const id = place.split('/').at(-1) ?? ''
  expect(api.ask(`GET /things/${id}`).body).toMatchObject({ thing: { colour: 'red', id, urn: expect.anything() } })
})

it('says the label of a value, and in a word what lists show in a word', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const crate = "{$ref: '#/components/schemas/Crate'}"
  const short = '{type: object, properties: {id: {type: integer}, Status: {type: string}}}'
  const { ask } = await sandboxOf(`
paths:
  /crates:
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${short}}`)}}}}
    post: {requestBody: {${json('{type: object, properties: {Status: {type: string, enum: [open, shut]}}}')}}, responses: {'201': {description: made, ${json(crate)}}}}
  /crates/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${json(crate)}}}}
components:
  schemas:
    Crate:
      type: object
      properties:
        id: {type: integer}
        Status: {type: object, properties: {label: {type: string, enum: [Open, Shut]}, value: {type: string, enum: [open, shut]}}}
`)
  expect(ask('POST /crates', { body: { Status: 'shut' } }).body).toMatchObject({
    Status: { label: 'Shut', value: 'shut' },
  })
  expect(ask('GET /crates').body).toEqual([{ id: 1, Status: 'shut' }])
})

it('shows the record that is named in the same surroundings, and a list that is sent under the name of one', async () => {
  const answer = (name: string) =>
    `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
  const at = (...names: string[]) =>
    `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, schema: {type: string}}`).join(', ')}]`
  const sends = (properties: string) =>
    `requestBody: {content: {application/json: {schema: {type: object, properties: {${properties}}}}}}`
  const { ask } = await sandboxOf(`
paths:
  /repos/{repo}/milestones:
    ${at('repo')}
    post: {${sends('title: {type: string}')}, responses: {'201': ${answer('Milestone')}}}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Milestone'}}}}}}}
  /repos/{repo}/milestones/{number}:
    ${at('repo', 'number')}
    get: {responses: {'200': ${answer('Milestone')}}}
  /repos/{repo}/tickets:
    ${at('repo')}
    post: {${sends('title: {type: string}, milestone: {type: integer}, Tag: {type: array, items: {type: string}}')}, responses: {'201': ${answer('Ticket')}}}
  /repos/{repo}/tickets/{id}:
    ${at('repo', 'id')}
    get: {responses: {'200': ${answer('Ticket')}}}
components:
  schemas:
    Milestone: {type: object, properties: {number: {type: integer, readOnly: true}, title: {type: string}}}
    Ticket: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}, tags: {type: array, items: {type: string}}, milestone: {$ref: '#/components/schemas/Milestone'}}}
`)
  for (const repo of ['a', 'b'])
    for (const title of ['one', 'two']) ask(`POST /repos/${repo}/milestones`, { body: { title: `${repo} ${title}` } })
  const [, second] = ask('GET /repos/b/milestones').body as readonly { number: number }[]
  const made = ask('POST /repos/b/tickets', { body: { title: 'x', milestone: second?.number, Tag: ['t', 'u'] } })
  expect(made.body).toMatchObject({ milestone: { title: 'b two' }, tags: ['t', 'u'] })
})

it('knows the number of a record in a text, and in the query of what has no body', async () => {
  const answer = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
  const slot =
    '{type: object, required: [id], properties: {id: {type: integer}, guest: {type: object, properties: {href: {type: string}, id: {type: integer}}}}}'
  const sent = '{type: object, properties: {guest_id: {type: string}}}'
  const { ask } = await sandboxOf(`
paths:
  /slots: {post: {requestBody: {content: {application/json: {schema: ${sent}}}}, responses: {'201': ${answer(slot)}}}}
  /slots/quick: {post: {parameters: [{name: guest_id, in: query, required: true, schema: {type: integer}}], responses: {'201': ${answer(slot)}}}}
  /slots/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': ${answer(slot)}}}}
`)
  expect(ask('POST /slots', { body: { guest_id: '7' } }).body).toMatchObject({ guest: { id: 7 } })
  expect(ask('POST /slots', { body: { guest_id: '07' } }).body).not.toMatchObject({ guest: { id: 7 } })
  expect(ask('POST /slots/quick?guest_id=8').body).toMatchObject({ guest: { id: 8 } })
})

it.each([
  ['gid', '{gid: {type: string}, name: {type: string}}', '55', { gid: '55' }],
  ['uuid', '{name: {type: string}, uuid: {type: string}}', '55', { uuid: '55' }],
  ['member_id', '{member_id: {type: string}, name: {type: string}}', '55', { member_id: '55' }],
  ['name', '{gid: {type: string}, name: {type: string}}', 'Ada Long', { name: 'Ada Long' }],
])('holds a text that is sent for an object as its %s', async (_, properties, member, shown) => {
  const { ask } = await sandboxOf(`
paths:
  /shares:
    post: {${body('{type: object, properties: {member: {type: string}}}')}, ${answers(201, 'Share')}}
components:
  schemas:
    Share: {type: object, properties: {id: {type: string}, member: {type: object, properties: ${properties}}}}
`)
  expect((ask('POST /shares', { body: { member } }).body as { member: unknown }).member).toEqual(shown)
})

it('keeps a text where the request and the record say the same of it', async () => {
  const { ask } = await sandboxOf(`
paths:
  /jobs:
    post: {${body("{$ref: '#/components/schemas/Task'}")}, ${answers(201, 'Task')}}
components:
  schemas:
    Task: {type: object, properties: {id: {type: string}, secret: {$ref: '#/components/schemas/SecretRef'}}}
    SecretRef: {properties: {id: {type: string}, name: {type: string}}}
`)
  expect(ask('POST /jobs', { body: { secret: 's1' } }).body).toMatchObject({ secret: 's1' })
})
