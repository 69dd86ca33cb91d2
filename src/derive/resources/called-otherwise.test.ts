import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `{content: {application/json: {schema: ${schema}}}}`
const answer = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const order = '{$ref: "#/components/schemas/Order"}'
const api = (withdrawn: string) => `
paths:
  /orders: {post: {operationId: createOrder, requestBody: ${json('{type: object, properties: {note: {type: string}}}')}, responses: {'201': ${answer(order)}}}}
  /orders/{order_id}:
    parameters: [{name: order_id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getOrder, responses: {'200': ${answer(order)}, '404': {description: none}}}
    post: {operationId: submitOrder, summary: Submit an order, requestBody: ${json('{type: object, properties: {tolerance: {type: number}}}')}, responses: {'202': {description: accepted}, '404': {description: none}}}
    delete: {operationId: withdrawOrder, summary: Withdraw an order, description: ${JSON.stringify(withdrawn)}, responses: {'202': {description: accepted}, '404': {description: none}}}
components: {schemas: {Order: {type: object, required: [id], properties: {id: {type: string}, note: {type: string}, status: {type: string, description: 'One of DRAFT, SUBMITTED, WITHDRAWN'}}}}}
`

async function begun(withdrawn = '') {
  const { ask } = await sandboxOf(api(withdrawn))
  const { id } = ask('POST /orders', { body: { note: 'a' } }).body as { id: string }
  return { ask, id, shown: () => ask(`GET /orders/${id}`) }
}

it('does what a POST to the record itself is called, where that is a state', async () => {
  const { ask, id, shown } = await begun()
  expect(shown().body).toMatchObject({ status: 'DRAFT' })
  expect(ask(`POST /orders/${id}`, { body: { tolerance: 1 } }).status).toBe(202)
  expect(shown().body).toMatchObject({ status: 'SUBMITTED', note: 'a' })
})

it('keeps what a DELETE is said to leave, in the state of its verb', async () => {
  const { ask, id, shown } = await begun('The order is taken back, but will still be accessible in WITHDRAWN status.')
  expect(ask(`DELETE /orders/${id}`).status).toBe(202)
  expect(shown()).toMatchObject({ status: 200, body: { status: 'WITHDRAWN' } })
})

it('takes away what a DELETE is not said to leave', async () => {
  const { ask, id, shown } = await begun('The order is taken back.')
  expect(ask(`DELETE /orders/${id}`).status).toBe(202)
  expect(shown().status).toBe(404)
})

it('makes what a verb of the collection is said to create, where nothing else does', async () => {
  const user =
    '{type: object, required: [id], properties: {id: {type: string}, email: {type: string}, status: {type: string, enum: [ENABLED, DISABLED, PENDING]}}}'
  const users = (post: string, summary: string) =>
    sandboxOf(`
paths:
  /users:
    get: {responses: {'200': ${answer(`{type: array, items: ${user}}`)}}}
    ${post}
  /users/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${answer(user)}}}}
  /users/invite: {post: {operationId: inviteUser, summary: ${summary}, requestBody: ${json('{type: object, properties: {email: {type: string}}}')}, responses: {'204': {description: sent}}}}
`)
  const invite = ({ ask }: Awaited<ReturnType<typeof users>>) => {
    expect(ask('POST /users/invite', { body: { email: 'a@example.com' } }).status).toBe(204)
    return ask('GET /users').body as { email: string; status: string }[]
  }
  expect(invite(await users('', 'Create a user and invite them'))).toMatchObject([
    { email: 'a@example.com', status: 'PENDING' },
  ])
  const post = `post: {responses: {'201': ${answer(user)}}}`
  expect(invite(await users(post, 'Create a user and invite them'))).toEqual([])
  expect(invite(await users('', 'Invite somebody')).some(({ email }) => email === 'a@example.com')).toBe(false)
})

it('makes children that only several names of their own tell apart, where the operation is said to create them', async () => {
  const mark = '{type: object, properties: {scheme: {type: string}, code: {type: string}}}'
  const shop = `{type: object, required: [id], properties: {id: {type: string}, marks: {type: array, items: {$ref: "#/components/schemas/Mark"}}}}`
  const { ask } = await sandboxOf(`
paths:
  /shops: {post: {requestBody: ${json('{type: object}')}, responses: {'201': ${answer('{$ref: "#/components/schemas/Shop"}')}}}}
  /shops/{shop_id}: {get: {parameters: [{name: shop_id, in: path, required: true, schema: {type: string}}], responses: {'200': ${answer('{$ref: "#/components/schemas/Shop"}')}}}}
  /shops/{shop_id}/marks: {post: {operationId: create_mark, summary: Create a new mark, parameters: [{name: shop_id, in: path, required: true, schema: {type: string}}], requestBody: ${json('{$ref: "#/components/schemas/Mark"}')}, responses: {'200': ${answer('{$ref: "#/components/schemas/Mark"}')}}}}
  /shops/{shop_id}/marks/{scheme}/{code}: {delete: {operationId: delete_mark, parameters: [{name: shop_id, in: path, required: true, schema: {type: string}}, {name: scheme, in: path, required: true, schema: {type: string}}, {name: code, in: path, required: true, schema: {type: string}}], responses: {'204': {description: gone}, '404': {description: none}}}}
components: {schemas: {Mark: ${mark}, Shop: ${shop}}}
`)
  const { id } = ask('POST /shops', { body: {} }).body as { id: string }
  const marks = () => (ask(`GET /shops/${id}`).body as { marks: object[] }).marks
  for (const scheme of ['a', 'b'])
    expect(ask(`POST /shops/${id}/marks`, { body: { scheme, code: '1' } })).toMatchObject({
      status: 200,
      body: { scheme },
    })
  expect(marks()).toMatchObject([{ scheme: 'a' }, { scheme: 'b' }])
  expect(ask(`DELETE /shops/${id}/marks/a/1`).status).toBe(204)
  expect(ask(`DELETE /shops/${id}/marks/a/1`).status).toBe(404)
  expect(marks()).toMatchObject([{ scheme: 'b' }])
})

it.each([
  ['order_update', 'Change an order'],
  ['reorderOrder', 'Update an order'],
  ['orderNote', 'Notes'],
])(
  'takes a POST to the record itself for a change where it is called so, or after its noun: %s',
  async (id, summary) => {
    const states = api('').replace('DRAFT, SUBMITTED, WITHDRAWN', 'DRAFT, ORDERED, REORDERED')
    const { ask } = await sandboxOf(
      states.replace('operationId: submitOrder, summary: Submit an order', `operationId: ${id}, summary: ${summary}`),
    )
    const { id: own } = ask('POST /orders', { body: { note: 'a' } }).body as { id: string }
    ask(`POST /orders/${own}`, { body: { note: 'b' } })
    expect(ask(`GET /orders/${own}`).body).toMatchObject({ status: 'DRAFT' })
  },
)

it.each([
  'Withdraws the order and removes it. Its invoices are still available to the accountant.',
  'An order that is still listed as open can be withdrawn with this. It is gone afterwards.',
])('takes away what a DELETE leaves of others, or says of what is before: %s', async (words) => {
  const { ask, id, shown } = await begun(words)
  expect(ask(`DELETE /orders/${id}`).status).toBe(202)
  expect(shown().status).toBe(404)
})
