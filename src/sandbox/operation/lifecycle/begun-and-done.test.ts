import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const id = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const error = `{description: refused, ${json('{type: object, properties: {message: {type: string}}}')}}`

/** Things with this status and these properties, on which the verbs are done. */
const described = (properties: string, asked: string, verbs: readonly string[]) => `
openapi: 3.0.3
info: {title: Things, version: "1"}
paths:
  /letters:
    post: {requestBody: {${json(`{type: object, properties: {${asked}}}`)}}, responses: {'201': {description: made, ${json(`{type: object, properties: {id: {type: string}, ${properties}}}`)}}}}
  /letters/{id}:
    ${id}
    get: {responses: {'200': {description: it, ${json(`{type: object, properties: {id: {type: string}, ${properties}}}`)}}}}
${verbs.map((verb) => `  /letters/{id}/${verb}:\n    ${id}\n    post: {responses: {'200': {description: done, ${json(`{type: object, properties: {id: {type: string}, ${properties}}}`)}}, '409': ${error}}}`).join('\n')}
`

it('what waits for a verb goes on to the one state that is left', async () => {
  const status = 'status: {type: string, enum: [pending_approval, canceled, complete]}'
  const { ask } = await sandboxOf(described(status, 'title: {type: string}', ['approve', 'cancel']))
  const { id: own, status: first } = ask('POST /letters', { body: {} }).body as Record<string, string>
  expect(first).toBe('pending_approval')
  expect(ask(`POST /letters/${own}/approve`).body).toMatchObject({ status: 'complete' })
  expect(ask(`POST /letters/${own}/cancel`).status).toBe(409)
})

it('is sent once, and approved once', async () => {
  const properties =
    'status: {type: string, enum: [draft, sent]}, approved_at: {type: string, format: date-time, nullable: true}'
  const { ask } = await sandboxOf(described(properties, 'title: {type: string}', ['send', 'approve']))
  const { id: own } = ask('POST /letters', { body: {} }).body as { id: string }
  expect(ask(`POST /letters/${own}/send`).body).toMatchObject({ status: 'sent' })
  expect(ask(`POST /letters/${own}/send`)).toMatchObject({
    status: 409,
    body: { message: 'Cannot send this letter: its status is sent' },
  })
  expect(ask(`POST /letters/${own}/approve`).status).toBe(200)
  expect(ask(`POST /letters/${own}/approve`)).toMatchObject({
    status: 409,
    body: { message: 'Cannot approve this letter: approved_at is set already' },
  })
})

it('waits for the time that it is to be sent at', async () => {
  const properties = 'status: {type: string, enum: [queued, sent, scheduled]}, send_at: {type: string, nullable: true}'
  const { ask } = await sandboxOf(described(properties, 'send_at: {type: string}', []))
  expect(ask('POST /letters', { body: { send_at: '2030-01-01T00:00:00Z' } }).body).toMatchObject({
    status: 'scheduled',
  })
  expect(ask('POST /letters', { body: {} }).body).toMatchObject({ status: 'queued', send_at: null })
})

it.each([
  ['2024-12-31 22:00:00', 'queued'],
  [1577836800, 'queued'],
  [1000, 'queued'],
  [1893456000, 'scheduled'],
  ['1893456000', 'scheduled'],
  [{ toString: 1, valueOf: 1 }, 'queued'],
])('waits for %j as UTC, and for nothing that is no time', async (time, status) => {
  const { ask } = await sandboxOf(
    described('status: {type: string, enum: [queued, sent, scheduled]}', 'send_at: {}', []),
  )
  expect(ask('POST /letters', { body: { send_at: time } }).body).toMatchObject({ status })
})

it('what nobody said is nothing, or the number that words tell', async () => {
  const shown =
    'note: {type: string, nullable: true, example: shown}, tags: {type: array, items: {type: string}, example: [a]}, size: {type: integer, nullable: true}, liked: {type: boolean, example: true}'
  const asked =
    'note: {type: string}, tags: {type: array, items: {type: string}}, size: {type: integer, description: The default is 1000. The maximum is 5000.}, liked: {type: boolean}'
  const { ask } = await sandboxOf(described(shown, asked, []))
  expect(ask('POST /letters', { body: {} }).body).toMatchObject({ note: null, tags: [], size: 1000, liked: false })
})

it('takes one of two where each is required without the other', async () => {
  const { ask } = await sandboxOf(`
paths:
  /mails:
    post:
      requestBody:
        ${json("{type: object, required: [to, template_id, template_alias], properties: {to: {type: string}, template_id: {type: integer, description: Required if 'template_alias' is not specified.}, template_alias: {type: string, description: Required if 'template_id' is not specified.}}}")}
      responses: {'201': {description: made}, '422': ${error}}
`)
  expect(ask('POST /mails', { body: { to: 'a', template_id: 1 } }).status).toBe(201)
  expect(ask('POST /mails', { body: { template_id: 1 } })).toMatchObject({ status: 422 })
})

it('takes no part of a word for the other of two', async () => {
  const { ask } = await sandboxOf(`
paths:
  /people:
    post:
      requestBody:
        ${json('{type: object, required: [email], properties: {id: {type: string}, name: {type: string}, phone: {type: string}, email: {type: string, description: Required if phone is not provided.}}}')}
      responses: {'201': {description: made}, '422': ${error}}
`)
  expect(ask('POST /people', { body: { phone: '1' } }).status).toBe(201)
  expect(ask('POST /people', { body: { id: 'x', name: 'a' } }).status).toBe(422)
})

it('may ask the same about an account again and again', async () => {
  const lookup =
    '{type: object, required: [account_id, balance], properties: {account_id: {type: string, description: The identifier for the account.}, balance: {type: integer}}}'
  const { ask } = await sandboxOf(`
paths:
  /balance_lookups:
    post: {requestBody: {required: true, ${json('{type: object, required: [account_id], properties: {account_id: {type: string}}}')}}, responses: {'200': {description: told, ${json(lookup)}}, default: ${error}}}
`)
  for (const _ of [1, 2])
    expect(ask('POST /balance_lookups', { body: { account_id: 'a' } })).toMatchObject({
      status: 200,
      body: { account_id: 'a' },
    })
})

it('counts what the list beside it would show, and statistics begin with nothing', async () => {
  const club =
    '{type: object, properties: {id: {type: string}, name: {type: string}, stats: {type: object, readOnly: true, properties: {visits: {type: integer}, rate: {type: number}}}}}'
  const filter = 'parameters: [{name: name, in: query, schema: {type: string}}]'
  const { ask } = await sandboxOf(`
paths:
  /clubs:
    get: {${filter}, responses: {'200': {description: all, ${json(`{type: array, items: ${club}}`)}}}}
    post: {requestBody: {${json('{type: object, properties: {name: {type: string}}}')}}, responses: {'201': {description: made, ${json(club)}}}}
  /clubs/count: {get: {${filter}, responses: {'200': {description: number, ${json('{type: object, properties: {count: {type: integer}}}')}}}}}
  /clubs/{id}: {get: {${id}, responses: {'200': {description: it, ${json(club)}}}}}
`)
  expect(ask('POST /clubs', { body: { name: 'a' } }).body).toMatchObject({ stats: { visits: 0, rate: 0 } })
  ask('POST /clubs', { body: { name: 'b' } })
  expect(ask('GET /clubs/count').body).toEqual({ count: 2 })
  expect(ask('GET /clubs/count?name=a').body).toEqual({ count: 1 })
})

it('finds records in components that only wrap them, and what is made from another has an id of its own', async () => {
  const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
  const { ask } = await sandboxOf(`
components:
  schemas:
    Order: {type: object, properties: {order: ${ref('OrderFields')}}}
    OrderFields: {type: object, properties: {id: {type: integer}, title: {type: string}}}
    Label: {type: object, properties: {label_id: {type: string}, order_id: {type: string}}}
paths:
  /orders:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Order')}}`)}}}}
    post: {requestBody: {${json(`{type: object, properties: {order: {type: object, properties: {title: {type: string}}}}}`)}}, responses: {'201': {description: made, ${json(ref('Order'))}}}}
  /orders/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: it, ${json(ref('Order'))}}}}}
  /labels/{label_id}: {get: {parameters: [{name: label_id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: it, ${json(ref('Label'))}}, '404': ${error}}}}
  /labels/order/{order_id}: {post: {operationId: create_label_from_order, parameters: [{name: order_id, in: path, required: true, schema: {type: string}}], requestBody: {${json('{type: object, properties: {format: {type: string}}}')}}, responses: {'200': {description: made, ${json(ref('Label'))}}}}}
`)
  const { order } = ask('POST /orders', { body: { order: { title: 'a' } } }).body as { order: { id: number } }
  expect(ask('GET /orders').body).toEqual([{ order: { id: order.id, title: 'a' } }])
  expect(ask(`GET /orders/${order.id}`).body).toEqual({ order: { id: order.id, title: 'a' } })
  const [one, other] = [1, 2].map(
    () => ask(`POST /labels/order/${order.id}`, { body: {} }).body as { label_id: string; order_id: string },
  )
  expect(one).toMatchObject({ order_id: String(order.id) })
  expect(one?.label_id).not.toBe(other?.label_id)
  expect(ask(`GET /labels/${one?.label_id}`).body).toEqual(one)
})
