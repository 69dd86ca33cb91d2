import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const ok = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const body = '{content: {application/json: {schema: {type: object}}}}'

const books = `
paths:
  /payees:
    post: {operationId: createPayee, requestBody: ${body}, responses: {'201': ${ok('Payee')}}}
  /payees/{id}:
    get: {operationId: getPayee, parameters: &id [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${ok('Payee')}}}
  /entries:
    post: {operationId: createEntry, requestBody: ${body}, responses: {'201': ${ok('Entry')}}}
  /entries/{id}:
    patch: {operationId: changeEntry, parameters: *id, requestBody: ${body}, responses: {'200': ${ok('Entry')}}}
components:
  schemas:
    Payee: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}
    Entry: {type: object, required: [id], properties: {id: {type: string}, payee_id: {type: string}, payee_name: {type: string, example: Somebody}}}
`

it('shows the name of the record whose id was sent, also when another is sent', async () => {
  const { ask } = await sandboxOf(books)
  const payee = (name: string) => (ask('POST /payees', { body: { name } }).body as { id: string }).id
  const entry = ask('POST /entries', { body: { payee_id: payee('Ann') } }).body as { id: string }
  expect(entry).toMatchObject({ payee_name: 'Ann' })
  const change = (sent: object) => ask(`PATCH /entries/${entry.id}`, { body: sent }).body
  expect(change({ payee_id: payee('Bob') })).toMatchObject({ payee_name: 'Bob' })
  expect(change({ payee_id: payee('Cy'), payee_name: 'as said' })).toMatchObject({ payee_name: 'as said' })
  expect(ask('POST /entries', { body: { payee_id: 'unknown' } }).body).toMatchObject({ payee_name: 'Somebody' })
})

it('shows the friendly name of what a sid names, and the person that a record is made under', async () => {
  const at = (...names: string[]) =>
    `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, description: "Can be the thing's \`sid\` or its \`label\`.", schema: {type: string}}`).join(', ')}]`
  const { ask } = await sandboxOf(`
paths:
  /activities: {post: {requestBody: ${body}, responses: {'201': ${ok('Activity')}}}}
  /activities/{sid}: {get: {${at('sid')}, responses: {'200': ${ok('Activity')}}}}
  /users: {post: {requestBody: ${body}, responses: {'201': ${ok('User')}}}}
  /users/{userId}: {get: {${at('userId')}, responses: {'200': ${ok('User')}}}}
  /users/{userId}/meetings: {post: {${at('userId')}, requestBody: ${body}, responses: {'201': ${ok('Meeting')}}}}
  /meetings/{id}: {get: {${at('id')}, responses: {'200': ${ok('Meeting')}}}}
components:
  schemas:
    Activity: {type: object, properties: {sid: {type: string, readOnly: true}, label: {type: string}, friendly_name: {type: string}}}
    User: {type: object, properties: {id: {type: string, readOnly: true}, email: {type: string}}}
    Meeting: {type: object, properties: {id: {type: string, readOnly: true}, host_id: {type: string, example: abc}, activity_sid: {type: string}, activity_name: {type: string}}}
`)
  const { sid } = ask('POST /activities', { body: { label: 'break', friendly_name: 'Break' } }).body as { sid: string }
  expect(ask('GET /activities/break').body).toMatchObject({ sid })
  const { id } = ask('POST /users', { body: { email: 'ann@example.com' } }).body as { id: string }
  const meeting = ask(`POST /users/${id}/meetings`, { body: { activity_sid: sid } }).body
  expect(meeting).toMatchObject({ host_id: id, activity_name: 'Break' })
})

it('follows verbs that name another or none, and stands where what it names stands', async () => {
  const at = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
  const things = (name: string, type: string, taken: string) => `
  /${name}: {post: {operationId: create${type}, requestBody: {content: {application/json: {schema: {type: object, properties: {${taken}}}}}}, responses: {'201': ${ok(type)}}}}
  /${name}/{id}:
    get: {operationId: get${type}, ${at}, responses: {'200': ${ok(type)}}}
    patch: {operationId: change${type}, ${at}, requestBody: ${body}, responses: {'200': ${ok(type)}}}`
  const { ask } = await sandboxOf(`
paths:${things('boards', 'Board', 'name: {type: string}')}${things('lists', 'List', 'board_id: {type: string}')}${things('cards', 'Card', 'list_id: {type: string}')}
  /boards/{id}/cards: {get: {${at}, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Card'}}}}}}}}
components:
  schemas:
    Board: {type: object, required: [id], properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    List: {type: object, required: [id], properties: {id: {type: string, readOnly: true}, board_id: {type: string}}}
    Card: {type: object, required: [id], properties: {id: {type: string, readOnly: true}, board_id: {type: string}, list_id: {type: string, nullable: true}, board_name: {type: string, example: Sprint}}}
`)
  const made = (line: string, sent: object) => (ask(line, { body: sent }).body as { id: string }).id
  const [first, second] = [made('POST /boards', { name: 'One' }), made('POST /boards', { name: 'Two' })]
  const [here, there] = [made('POST /lists', { board_id: first }), made('POST /lists', { board_id: second })]
  const card = ask('POST /cards', { body: { list_id: here } }).body as { id: string }
  expect(card).toMatchObject({ board_id: first })
  expect(ask(`PATCH /cards/${card.id}`, { body: { list_id: there } }).body).toMatchObject({ board_id: second })
  expect(ask(`GET /boards/${second}/cards`).body).toMatchObject([{ id: card.id }])
  expect(ask(`GET /boards/${first}/cards`).body).toEqual([])
})

it('shows nothing of what is not named', async () => {
  const { ask } = await sandboxOf(books.replace('payee_id: {type: string}', 'payee_id: {type: string, nullable: true}'))
  const payee = ask('POST /payees', { body: { name: 'Ann' } }).body as { id: string }
  const entry = ask('POST /entries', { body: { payee_id: payee.id } }).body as { id: string }
  expect(ask(`PATCH /entries/${entry.id}`, { body: { payee_id: null } }).body).toEqual({ id: entry.id, payee_id: null })
})

it('shows the name of what is called by several', async () => {
  const { ask } = await sandboxOf(
    books.replace('name: {type: string}}', 'name: {type: string}, display_name: {type: string}}'),
  )
  const payee = ask('POST /payees', { body: { name: 'ann', display_name: 'Ann B.' } }).body as { id: string }
  expect(ask('POST /entries', { body: { payee_id: payee.id } }).body).toMatchObject({ payee_name: 'ann' })
})

it('shows no secret of another', async () => {
  const { ask } = await sandboxOf(
    books
      .replace('name: {type: string}}', 'name: {type: string}, token: {type: string}}')
      .replace('payee_name:', 'payee_token: {type: string, example: abc}, payee_name:'),
  )
  const payee = ask('POST /payees', { body: { name: 'ann', token: 'hidden' } }).body as { id: string }
  expect(ask('POST /entries', { body: { payee_id: payee.id } }).body).toMatchObject({ payee_token: 'abc' })
})

const orders = `
paths:
  /customers: {post: {operationId: createCustomer, requestBody: ${body}, responses: {'201': ${ok('Customer')}}}}
  /customers/{id}: {get: {operationId: getCustomer, parameters: &id [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${ok('Customer')}}}}
  /orders: {post: {operationId: createOrder, requestBody: ${body}, responses: {'201': ${ok('Order')}}}}
  /orders/{id}:
    parameters: *id
    get: {operationId: getOrder, responses: {'200': ${ok('Order')}}}
    patch: {operationId: changeOrder, requestBody: ${body}, responses: {'200': ${ok('Order')}}}
    put: {operationId: replaceOrder, requestBody: ${body}, responses: {'200': ${ok('Order')}}}
components:
  schemas:
    Customer: {type: object, required: [id], properties: {id: {type: string, readOnly: true}, name: {type: string}, email: {type: string}, note: {type: string}}}
    Order: {type: object, required: [id], properties: {id: {type: string, readOnly: true}, customer_id: {type: string}, customer_name: {type: string, readOnly: true}, customer_email: {type: string, example: x@x}, customer_note: {type: string}}}
`

async function ordersOfTwo() {
  const { ask } = await sandboxOf(orders)
  const customer = (name: string) => {
    const sent = { name, email: `${name}@x`, note: `note of ${name}` }
    return (ask('POST /customers', { body: sent }).body as { id: string }).id
  }
  const [one, two] = [customer('one'), customer('two')]
  const order = (sent: object) => ask('POST /orders', { body: sent }).body as { id: string }
  const change = (id: string, sent: object, by = 'PATCH') => ask(`${by} /orders/${id}`, { body: sent }).body
  return { one, two, order, change }
}

it.each(['PATCH', 'PUT'])('keeps what %s sends, also where it says what was there before', async (by) => {
  const { one, two, order, change } = await ordersOfTwo()
  const sent = { customer_id: two, customer_email: 'mine@x' }
  const mine = order({ customer_id: one, customer_email: 'mine@x' })
  expect(change(mine.id, sent, by)).toMatchObject({ customer_email: 'mine@x', customer_name: 'two' })
  const same = order({ customer_id: one })
  expect(same).toMatchObject({ customer_email: 'one@x' })
  expect(change(same.id, { ...sent, customer_email: 'one@x' }, by)).toMatchObject({ customer_email: 'one@x' })
})

it('keeps what the client said before, and lets follow what the server made up', async () => {
  const { one, two, order, change } = await ordersOfTwo()
  const { id } = order({ customer_id: one, customer_note: 'ring twice' })
  const changed = { customer_name: 'two', customer_email: 'two@x', customer_note: 'ring twice' }
  expect(change(id, { customer_id: two })).toMatchObject(changed)
  expect(change(id, { customer_id: null })).toEqual({ id, customer_note: 'ring twice' })
  const stray = order({ customer_id: 'nobody' })
  expect(stray).toMatchObject({ customer_email: 'x@x' })
  expect(change(stray.id, { customer_id: two })).toMatchObject({
    customer_email: 'two@x',
    customer_note: 'note of two',
  })
  const said = order({ customer_note: 'ring twice' })
  expect(change(said.id, { customer_id: two })).toMatchObject(changed)
})
