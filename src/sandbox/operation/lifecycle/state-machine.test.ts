import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const shown = "content: {application/json: {schema: {$ref: '#/components/schemas/Payment'}}}"
const act = (verb: string, more = '') => `
  /payments/{id}/${verb}:
    post:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      ${more}
      responses: {'200': {description: ok, ${shown}}, '409': {description: no, content: {application/json: {schema: {type: object, required: [message], properties: {message: {type: string}}}}}}}`

const description = `
paths:
  /payments:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {amount: {type: integer}, capture_method: {type: string}}}}}}
      responses: {'201': {description: ok, ${shown}}}
  /payments/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: ok, ${shown}}, '404': {description: none}}
  ${act('confirm')}
  ${act('capture', 'requestBody: {content: {application/json: {schema: {type: object, properties: {amount_to_capture: {type: integer}}}}}}')}
  ${act('cancel', 'description: Can only be cancelled while its status is `requires_confirmation` or `requires_capture`.')}
  ${act('archive')}
components:
  schemas:
    Payment:
      type: object
      required: [id, status, amount, amount_received, amount_capturable]
      properties:
        id: {type: string}
        amount: {type: integer}
        amount_received: {type: integer}
        amount_capturable: {type: integer}
        capture_method: {type: string, enum: [automatic, manual]}
        status: {type: string, enum: [requires_confirmation, requires_capture, succeeded, canceled]}
`

async function payment(sent: object) {
  const api = await sandboxOf(description)
  const { id } = api.ask('POST /payments', { body: sent }).body as { id: string }
  return {
    ask: (verb: string, body?: object) => api.ask(`POST /payments/${id}/${verb}`, { body: body ?? {} }),
    api,
    id,
  }
}

it('leads money that is taken later over the state where it waits', async () => {
  const { ask } = await payment({ amount: 2000, capture_method: 'manual' })
  expect(ask('confirm').body).toMatchObject({ status: 'requires_capture', amount_capturable: 2000 })
  const captured = { status: 'succeeded', amount_received: 1500, amount_capturable: 0 }
  expect(ask('capture', { amount_to_capture: 1500 }).body).toMatchObject(captured)
})

it('leads money that is taken at once to the end', async () => {
  const { ask } = await payment({ amount: 2000, capture_method: 'automatic' })
  expect(ask('confirm').body).toMatchObject({ status: 'succeeded', amount_received: 2000 })
})

it('refuses what the state of the record contradicts, with the declared answer, and changes nothing', async () => {
  const { ask, api, id } = await payment({ amount: 10 })
  expect(ask('capture').status).toBe(200)
  expect(ask('capture')).toMatchObject({
    status: 409,
    body: { message: 'Cannot capture this payment: its status is succeeded' },
  })
  expect(ask('cancel').status).toBe(409)
  expect(api.ask(`GET /payments/${id}`).body).toMatchObject({ status: 'succeeded' })
  expect(ask('archive').status).toBe(200)
})

it('lets through what is merely not ready', async () => {
  const { ask } = await payment({ amount: 10 })
  expect(ask('cancel').body).toMatchObject({ status: 'canceled' })
  expect(ask('confirm').status).toBe(409)
})

it('begins where a flag of the request says', async () => {
  const order =
    'content: {application/json: {schema: {type: object, required: [id, state], properties: {id: {type: string}, state: {type: string, enum: [PENDING, APPROVED, COMPLETED]}}}}}'
  const api = await sandboxOf(`
paths:
  /orders:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {autocomplete: {type: boolean, default: true}}}}}}
      responses: {'201': {description: ok, ${order}}}
  /orders/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${order}}}}
`)
  const state = (body: object) => (api.ask('POST /orders', { body }).body as { state: string }).state
  expect([state({}), state({ autocomplete: true }), state({ autocomplete: false })]).toEqual([
    'COMPLETED',
    'COMPLETED',
    'APPROVED',
  ])
})

it('marks what a verb did, and takes it back with its opposite', async () => {
  const post =
    'content: {application/json: {schema: {type: object, required: [id, liked, likes_count, following], properties: {id: {type: string}, liked: {type: boolean}, likes_count: {type: integer}, following: {type: boolean}}}}}'
  const id = '{name: id, in: path, required: true, schema: {type: string}}'
  const verbs = ['like', 'unlike', 'follow'].map(
    (verb) => `
  /posts/{id}/${verb}: {post: {parameters: [${id}], responses: {'200': {description: ok, ${post}}}}}`,
  )
  const api = await sandboxOf(`
paths:
  /posts: {post: {responses: {'201': {description: ok, ${post}}}}}
  /posts/{id}: {get: {parameters: [${id}], responses: {'200': {description: ok, ${post}}}}}${verbs.join('')}
`)
  const made = api.ask('POST /posts').body as { id: string }
  const act = (verb: string) => api.ask(`POST /posts/${made.id}/${verb}`).body
  expect(act('like')).toMatchObject({ liked: true, likes_count: 1 })
  expect(act('like')).toMatchObject({ liked: true, likes_count: 1 })
  expect(act('unlike')).toMatchObject({ liked: false, likes_count: 0 })
  expect(act('follow')).toMatchObject({ following: true })
})

it('gives a copy an id of its own and leaves the original as it is', async () => {
  const id = '{name: id, in: path, required: true, schema: {type: string}}'
  const ok = (status: number) =>
    `responses: {'${status}': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Plan'}}}}}`
  const takes =
    'requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, note: {type: string}}}}}}'
  const api = await sandboxOf(`
paths:
  /plans: {post: {${takes}, ${ok(201)}}}
  /plans/{id}: {get: {parameters: [${id}], ${ok(200)}}}
  /plans/{id}/duplicate: {post: {parameters: [${id}], ${takes}, ${ok(201)}}}
components: {schemas: {Plan: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, note: {type: string}}}}}
`)
  const plan = api.ask('POST /plans', { body: { name: 'a', note: 'n' } }).body as { id: string }
  const copy = api.ask(`POST /plans/${plan.id}/duplicate`, { body: { name: 'b' } }).body as { id: string }
  expect(copy).toMatchObject({ name: 'b', note: 'n' })
  expect(copy.id).not.toBe(plan.id)
  expect(api.ask(`GET /plans/${copy.id}`).body).toEqual(copy)
  expect(api.ask(`GET /plans/${plan.id}`).body).toEqual(plan)
})

it('lets a made-up record do anything: a suite with literal ids does everything to the same one', async () => {
  const { ask } = await sandboxOf(description, { unknownIds: 'synthesize' })
  const verbs = ['cancel', 'confirm', 'capture', 'capture', 'cancel']
  expect(verbs.map((verb) => ask(`POST /payments/pay_xxx/${verb}`, { body: {} }).status)).toEqual(verbs.map(() => 200))
})

const nested = `
paths:
  /boxes:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {Image: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Box'}}}}}}
  /boxes/{id}/start:
    post: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Box'}}}}}}
components:
  schemas:
    Box: {type: object, properties: {Id: {type: string}, Image: {type: string}, State: {type: object, properties: {Status: {type: string, enum: [created, running, paused]}, Running: {type: boolean}, Paused: {type: boolean}}}}}
`

it('sets the flags beside a status that are named after its values', async () => {
  const api = await sandboxOf(nested)
  const made = api.ask('POST /boxes', { body: { Image: 'i' } }).body as { Id: string }
  expect(made).toMatchObject({ State: { Status: 'created', Running: false, Paused: false } })
  expect(api.ask(`POST /boxes/${made.Id}/start`).body).toMatchObject({
    State: { Status: 'running', Running: true, Paused: false },
  })
})

const lanes = `
paths:
  /lanes:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': &lane {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Lane'}}}}}}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Lane'}}}}}}}
  /lanes/{id}:
    get: {parameters: &id [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': *lane}}
  /lanes/{id}/set_as_default:
    post: {parameters: *id, responses: {'200': *lane}}
  /lanes/{id}/suspend:
    post: {parameters: *id, responses: {'200': *lane}}
  /lanes/{id}/start:
    post: {parameters: *id, responses: {'200': *lane}}
components:
  schemas:
    Lane: {type: object, required: [id, current_state, default], properties: {id: {type: string}, name: {type: string}, default: {type: boolean}, current_state: {type: string, enum: [init, active, idle]}}}
`

it('gives the flag of the default to one record alone', async () => {
  const { ask } = await sandboxOf(lanes)
  const ids = ['a', 'b', 'c'].map((name) => (ask('POST /lanes', { body: { name } }).body as { id: string }).id)
  for (const id of ids) {
    expect(ask(`POST /lanes/${id}/set_as_default`).body).toMatchObject({ id, default: true })
    const all = ask('GET /lanes').body as { id: string; default: boolean }[]
    expect(all.filter((lane) => lane.default).map((lane) => lane.id)).toEqual([id])
  }
})

it('leads to the states that verbs usually lead to', async () => {
  const { ask } = await sandboxOf(lanes)
  const { id, current_state: first } = ask('POST /lanes', { body: {} }).body as { id: string; current_state: string }
  const state = (verb: string) => (ask(`POST /lanes/${id}/${verb}`).body as { current_state: string }).current_state
  expect([first, state('suspend'), state('start')]).toEqual(['init', 'idle', 'active'])
})

it('begins asleep where the create is told not to activate, and runs again after a restart', async () => {
  const machine =
    '{type: object, properties: {id: {type: string, readOnly: true}, status: {type: string, readOnly: true, enum: [staged, running, active, exited]}}}'
  const shown = `{description: ok, content: {application/json: {schema: ${machine}}}}`
  const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
  const { ask } = await sandboxOf(`
paths:
  /machines:
    post:
      parameters: [{name: activate, in: query, schema: {type: boolean, default: true}}]
      responses: {'201': ${shown}}
  /machines/{id}: {get: {${byId}, responses: {'200': ${shown}}}}
  /machines/{id}/stop: {post: {${byId}, responses: {'200': ${shown}}}}
  /machines/{id}/restart: {post: {${byId}, responses: {'200': ${shown}}}}
`)
  const state = (line: string) => (ask(line).body as { id: string; status: string }).status
  expect(state('POST /machines?activate=false')).toBe('staged')
  const { id } = ask('POST /machines').body as { id: string }
  expect([state(`POST /machines/${id}/stop`), state(`POST /machines/${id}/restart`)]).toEqual(['exited', 'running'])
})

it('goes by the only choice that reads as a status, and by a verb that a change says of the state', async () => {
  const task =
    '{type: object, properties: {id: {type: string, readOnly: true}, assignment_status: {type: string, nullable: true, enum: [pending, assigned, canceled]}}}'
  const issue =
    '{type: object, properties: {id: {type: string, readOnly: true}, state: {type: string, enum: [opened, closed]}}}'
  const shown = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
  const takes = (properties: string) =>
    `requestBody: {content: {application/json: {schema: {type: object, properties: {${properties}}}}}}`
  const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
  const { ask } = await sandboxOf(`
paths:
  /tasks: {post: {${takes('note: {type: string}')}, responses: {'201': ${shown(task)}}}}
  /tasks/{id}: {get: {${byId}, responses: {'200': ${shown(task)}}}}
  /issues: {post: {${takes('title: {type: string}')}, responses: {'201': ${shown(issue)}}}}
  /issues/{id}:
    get: {${byId}, responses: {'200': ${shown(issue)}}}
    put: {${byId}, ${takes('state_event: {type: string, enum: [close, reopen]}')}, responses: {'200': ${shown(issue)}}}
`)
  expect(ask('POST /tasks', { body: {} }).body).toMatchObject({ assignment_status: 'pending' })
  const { id } = ask('POST /issues', { body: {} }).body as { id: string }
  const told = (state_event: string) =>
    (ask(`PUT /issues/${id}`, { body: { state_event } }).body as { state: string }).state
  expect(['close', 'reopen'].map(told)).toEqual(['closed', 'opened'])
})

it('refuses with the status whose words say that it is not possible', async () => {
  const api = await sandboxOf(
    description
      .replaceAll(
        "'409': {description: no,",
        "'405': {description: Payment cannot be captured}, '409': {description: the version does not match,",
      )
      .replace('Can only be cancelled while', 'Cancels it. Only while'),
  )
  const { id } = api.ask('POST /payments', { body: { amount: 5 } }).body as { id: string }
  const capture = () => api.ask(`POST /payments/${id}/capture`, { body: {} }).status
  expect([capture(), capture()]).toEqual([200, 405])
})
