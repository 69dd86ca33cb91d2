import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const shown = `{id: o_1, name: shown, status: returned, color: red, created_at: '2020-01-01T00:00:00Z', approved_at: '2020-01-02T00:00:00Z',
 returned_at: '2020-01-03T00:00:00Z', submission: {submitted_at: '2020-01-02T00:00:00Z', trace: '1'}, notes_count: 51, total_note_count: 51, words_count: 12, current_size: 4, closed: true, received_amount: 9, refunded_total: {value: '7', currency: EUR}, servers: [42], server_id: 42, region_id: 7, error_page: /oops, tags: [a], last_used: '2020-01-01T00:00:00Z', open: true}`

const orders = `
paths:
  /servers:
    post: {operationId: createServer, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Server'}}}}}}
  /servers/{id}:
    get: {operationId: getServer, parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Server'}}}}}}
  /orders:
    post:
      operationId: createOrder
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, status: {type: string}, color: {type: string, enum: [red, blue], default: blue}, server_id: {type: integer}, open: {type: boolean, description: 'Whether others see it. Defaults to \`false\`.'}}}}}}
      responses: {'201': &one {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}, example: ${shown}}}}}
  /orders/{order_id}:
    parameters: &id [{name: order_id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getOrder, responses: {'200': *one}}
  /orders/{order_id}/submit:
    parameters: *id
    post: {operationId: submitOrder, responses: {'200': *one}}
  /orders/{order_id}/notes:
    parameters: *id
    post: {operationId: createNote, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}}
  /orders/{order_id}/notes/{id}:
    parameters: [{name: order_id, in: path, required: true, schema: {type: string}}, {name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getNote, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}}
components:
  schemas:
    Server: {type: object, required: [id], properties: {id: {type: integer}, host: {type: string}}}
    Note: {type: object, required: [id], properties: {id: {type: integer}, text: {type: string}}}
    Order:
      type: object
      required: [id, status, created_at, submission, approved_at]
      properties:
        id: {type: string}
        name: {type: string}
        status: {type: string, enum: [pending_submission, submitted, returned]}
        color: {type: string}
        open: {type: boolean}
        server_id: {type: integer}
        region_id: {type: integer}
        closed: {type: boolean}
        received_amount: {type: integer}
        refunded_total: {type: object, required: [value, currency], properties: {value: {type: string}, currency: {type: string}}}
        created_at: {type: string, format: date-time}
        approved_at: {type: [string, 'null'], format: date-time}
        returned_at: {type: string, format: date-time}
        last_used: {type: string, format: date-time}
        submission: {oneOf: [{type: 'null'}, {type: object, required: [submitted_at], properties: {submitted_at: {type: string, format: date-time}, trace: {type: string}}}]}
        notes_count: {type: integer}
        total_note_count: {type: integer}
        words_count: {type: integer}
        current_size: {type: integer}
        servers: {type: array, items: {type: integer}}
        tags: {type: array, items: {type: string}}
        failure_reason: {type: string, enum: [lost, broken], example: lost}
        last_error: {type: [object, 'null'], properties: {code: {type: string}}}
        canceled_by: {type: string, example: u_1}
        error_page: {type: string, example: /oops}
        level: {type: integer, default: 3, example: 9}
`

type Order = Record<string, unknown> & { readonly id: string }

it('leaves out of a new record what has not happened to it, whatever an example shows', async () => {
  const { ask } = await sandboxOf(orders)
  const made = ask('POST /orders', { body: { name: 'a' } }).body as Order
  expect(made).toMatchObject({ name: 'a', status: 'pending_submission', approved_at: null, submission: null })
  expect(made).not.toHaveProperty('returned_at')
  expect(made).not.toHaveProperty('last_used')
  expect(made).toMatchObject({
    notes_count: 0,
    total_note_count: 0,
    words_count: 12,
    current_size: 0,
    servers: [],
    tags: ['a'],
  })
})

it('takes declared and told defaults before examples', async () => {
  const { ask } = await sandboxOf(orders)
  expect(ask('POST /orders', { body: {} }).body).toMatchObject({ color: 'blue', open: false, level: 3 })
  expect(ask('POST /orders', { body: { color: 'red', open: true } }).body).toMatchObject({ color: 'red', open: true })
})

it('knows the time of the state that the client sends', async () => {
  const { ask } = await sandboxOf(orders)
  const made = ask('POST /orders', { body: { status: 'returned' } }).body as Order
  expect(made).toMatchObject({ status: 'returned', returned_at: made['created_at'] })
})

it('tells of what an action does when it is done, and counts what comes', async () => {
  const { ask } = await sandboxOf(orders)
  const { id } = ask('POST /orders', { body: {} }).body as Order
  ask(`POST /orders/${id}/notes`, { body: {} })
  expect(ask(`GET /orders/${id}`).body).toMatchObject({ notes_count: 1, total_note_count: 1 })
  const done = ask(`POST /orders/${id}/submit`).body
  expect(done).toMatchObject({
    status: 'submitted',
    submission: { submitted_at: expect.stringMatching(/^2025-01-01T/) },
  })
})

it('says of a new record no reason of what has not gone wrong', async () => {
  const { ask } = await sandboxOf(orders)
  const made = ask('POST /orders', { body: { name: 'a' } }).body
  expect(made).not.toHaveProperty('failure_reason')
  expect(made).not.toHaveProperty('canceled_by')
  expect(made).toMatchObject({ last_error: null, error_page: '/oops' })
})

it('names no other record that the client could have named', async () => {
  const { ask } = await sandboxOf(orders)
  const made = ask('POST /orders', { body: { name: 'a' } }).body
  expect(made).not.toHaveProperty('server_id')
  expect(made).toMatchObject({ region_id: 7 })
  expect(ask('POST /orders', { body: { server_id: 3 } }).body).toMatchObject({ server_id: 3 })
})

it('begins with nothing received, refunded or closed', async () => {
  const { ask } = await sandboxOf(orders)
  expect(ask('POST /orders', { body: {} }).body).toMatchObject({
    closed: false,
    received_amount: 0,
    refunded_total: { value: '0', currency: 'EUR' },
  })
})

it('begins so with any of several alternatives', async () => {
  const thing = '{oneOf: [{$ref: "#/components/schemas/A"}, {$ref: "#/components/schemas/B"}]}'
  const more = 'received_amount: {type: integer, example: 9}, done: {type: boolean}'
  const { ask } = await sandboxOf(`
paths:
  /things:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: ${thing}}}}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: ${thing}}}}}}}
components:
  schemas:
    A: {type: object, required: [id, name, received_amount], properties: {id: {type: string}, name: {type: string}, ${more}}, example: {id: a, name: x, received_amount: 9, done: true}}
    B: {type: object, required: [id, received_amount], properties: {id: {type: string}, other: {type: string}, ${more}}}
`)
  expect(ask('POST /things', { body: { name: 'n' } }).body).toMatchObject({ received_amount: 0 })
})

it('begins with nothing sent, nothing wrong and no end', async () => {
  const run = `{type: object, required: [emails_sent, errors, ended_by], properties: {id: {type: string}, name: {type: string},
    emails_sent: {type: integer, description: The total number of emails sent for this run.}, keep: {type: integer, description: Number of days until what was sent is purged., example: 30},
    errors: {type: array, items: {type: string}}, end_reason: {type: string, nullable: true}, ended_by: {type: object, nullable: true, properties: {name: {type: string}}}}}`
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const { ask } = await sandboxOf(`
openapi: 3.0.3
info: {title: Runs, version: "1"}
paths:
  /runs:
    post: {requestBody: {${json('{type: object, properties: {name: {type: string}}}')}}, responses: {'201': {description: made, ${json(run)}}}}
  /runs/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: it, ${json(run)}}}}
`)
  const made = ask('POST /runs', { body: { name: 'a' } }).body
  expect(made).toMatchObject({ emails_sent: 0, keep: 30, errors: [], end_reason: null, ended_by: null })
})

it('is in no state where each of them only ends it, and after a change, too', async () => {
  const item =
    '{type: object, required: [id], properties: {id: {type: string, readOnly: true}, title: {type: string}, state: {type: string, enum: [ARCHIVED, DELETED]}, outcome: {type: string, readOnly: true, enum: [passed, failed]}}}'
  const json = (schema: string) => `{content: {application/json: {schema: ${schema}}}}`
  const answer = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
  const { ask } = await sandboxOf(`
paths:
  /items: {post: {requestBody: ${json(item)}, responses: {'201': ${answer(item)}}}}
  /items/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': ${answer(item)}}}
    put: {requestBody: ${json(item)}, responses: {'200': ${answer(item)}}}
`)
  const made = ask('POST /items', { body: { title: 'a' } }).body as { id: string }
  expect(made).not.toHaveProperty('state')
  expect(made).toHaveProperty('outcome')
  expect(ask(`PUT /items/${made.id}`, { body: { title: 'b' } }).body).not.toHaveProperty('state')
  expect(ask(`PUT /items/${made.id}`, { body: { title: 'b', state: 'ARCHIVED' } }).body).toHaveProperty(
    'state',
    'ARCHIVED',
  )
})

it('begins with what words say of records that the API makes', async () => {
  const said =
    'Can be: `inbound` for incoming letters, `outbound-api` for letters created by the REST API, or `outbound-reply`.'
  const { ask } = await sandboxOf(`
paths:
  /letters: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {to: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Letter'}}}}}}}
components: {schemas: {Letter: {type: object, properties: {id: {type: string}, to: {type: string}, direction: {type: [string, 'null'], description: "${said}"}}}}}
`)
  expect(ask('POST /letters', { body: { to: 'a' } }).body).toMatchObject({ direction: 'outbound-api' })
})

it('begins counts that are called by what they count at 0, but for those a request says', async () => {
  const { ask } = await sandboxOf(`
paths:
  /videos:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}, retries: {type: integer}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Video'}}}}}}
  /videos/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Video'}}}}}}
components: {schemas: {Video: {type: object, required: [id, views, downloads], properties: {id: {type: string}, title: {type: string}, views: {type: integer}, downloads: {type: integer}, retries: {type: integer}}}}}
`)
  const made = ask('POST /videos', { body: { title: 'a', retries: 3 } }).body
  expect(made).toMatchObject({ views: 0, downloads: 0, retries: 3 })
})

it('keeps accounts that begin with nothing, but for what it comes to where requests say amounts', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const properties = (asked: string) => `{type: object, properties: {name: {type: string}${asked}}}`
  const bill = `{type: object, required: [id, name, total, starting_balance, credit_notes_amount, amount_due], properties: {id: {type: string}, name: {type: string}, total: {type: integer}, starting_balance: {type: integer}, credit_notes_amount: {type: integer}, amount_due: {type: integer}}}`
  const described = (asked: string) => `
paths:
  /bills:
    post: {requestBody: {${json(properties(asked))}}, responses: {'201': {description: made, ${json(bill)}}}}
  /bills/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: it, ${json(bill)}}}}
`
  const made = (await sandboxOf(described(''))).ask('POST /bills', { body: { name: 'a' } }).body
  expect(made).toMatchObject({ total: 0, starting_balance: 0, credit_notes_amount: 0, amount_due: 0 })
  const priced = (await sandboxOf(described(', amount: {type: integer}'))).ask('POST /bills', { body: { name: 'a' } })
  expect(priced.body).toMatchObject({ starting_balance: 0, credit_notes_amount: 0 })
  expect((priced.body as { total: number }).total).toBeGreaterThan(0)
})

it.each([
  ['queued', null],
  ['running', expect.any(String)],
])('has started where it begins %s: %s', async (initial, started) => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const job = `{type: object, required: [id, name, status, started_at], properties: {id: {type: string}, name: {type: string}, status: {type: string, enum: [${initial}, done]}, started_at: {type: [string, 'null'], format: date-time, example: '2020-01-01T00:00:00Z'}}}`
  const { ask } = await sandboxOf(`
paths:
  /jobs:
    post: {requestBody: {${json('{type: object, properties: {name: {type: string}}}')}}, responses: {'201': {description: made, ${json(job)}}}}
  /jobs/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: it, ${json(job)}}}}
`)
  expect(ask('POST /jobs', { body: { name: 'a' } }).body).toMatchObject({ status: initial, started_at: started })
})

it('has off what requests may switch on, where nobody did', async () => {
  const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
  const tax = (shown = ''): string =>
    `tax: {type: object, required: [enabled, status], properties: {enabled: {type: boolean}, status: {type: string}}${shown}}`
  const api = (shown?: string): string => `
paths:
  /carts:
    post: {requestBody: {${json(`{type: object, properties: {${tax()}}}`)}}, responses: {'201': {description: ok, ${json('{$ref: "#/components/schemas/Cart"}')}}}}
components:
  schemas:
    Cart: {type: object, required: [id, tax, mode], properties: {id: {type: string}, ${tax(shown)}, mode: {type: object, required: [enabled], properties: {enabled: {type: boolean}}}}}
`
  const post = async (body: object, shown?: string) => (await sandboxOf(api(shown))).ask('POST /carts', { body }).body
  expect(await post({})).toMatchObject({ tax: { enabled: false }, mode: { enabled: true } })
  expect(await post({ tax: { enabled: true, status: 'on' } })).toMatchObject({ tax: { enabled: true, status: 'on' } })
  expect(await post({}, ', example: {enabled: true, status: complete}')).toMatchObject({ tax: { enabled: true } })
})

it('is null where words say that it is null at first, and tells of no pages and warnings', async () => {
  const bill = '{$ref: "#/components/schemas/Bill"}'
  const whole = `{type: object, properties: {bill: ${bill}, pagination: {type: object, properties: {page: {type: integer, example: 1}}}}}`
  const { ask } = await sandboxOf(`
paths:
  /bills:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: ${whole}}}}}}
  /bills/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: ${whole}}}}}}
components:
  schemas:
    Bill:
      type: object
      required: [id, ending_balance, balance]
      properties:
        id: {type: string}
        ending_balance: {type: integer, nullable: true, description: 'If the bill has not been finalized yet, this will be null.'}
        balance: {type: integer, nullable: true, example: 7, description: 'What is left. This is never null.'}
        warning: {type: object, properties: {message: {type: string, example: A sample}}}
`)
  expect(ask('POST /bills', { body: {} }).body).toEqual({
    bill: { id: expect.any(String), ending_balance: null, balance: expect.any(Number) },
  })
})
