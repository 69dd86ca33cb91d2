import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'
import { dump } from '../../../../test/support/simulated.ts'

const charges = `
paths:
  /charges:
    post:
      operationId: createCharge
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [amount], properties: {amount: {type: integer}, currency: {type: string, enum: [eur, usd], default: eur}, note: {type: [string, 'null']}, plain: {type: string}, metadata: {type: object, additionalProperties: {type: string}}}}}}}
      responses: {'201': &one {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Charge'}}}}}
    get: {operationId: listCharges, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Charge'}}}}}}}
  /charges/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getCharge, responses: &answers {'200': *one, '404': {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/Error'}}}}}}
    patch:
      operationId: changeCharge
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Charge'}}, application/json-patch+json: {schema: {type: array}}}}
      responses: *answers
    put:
      operationId: replaceCharge
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Charge'}}}}
      responses: *answers
    delete: {operationId: deleteCharge, responses: {'204': {description: gone}, '404': {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/Error'}}}}}}
  /charges/{id}/capture:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post: {operationId: captureCharge, requestBody: {content: {application/json: {schema: {type: object, properties: {amount: {type: integer}}}}}}, responses: *answers}
  /account:
    get: {operationId: getAccount, responses: {'200': &account {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Account'}}}}}}
    patch: {operationId: changeAccount, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Account'}}}}, responses: {'200': *account}}
components:
  schemas:
    Charge:
      type: object
      required: [id, amount, currency, status, captured, created]
      properties:
        id: {type: string, readOnly: true, example: ch_3MmlLrLkdIwHu7ixex}
        amount: {type: integer}
        currency: {type: string, enum: [eur, usd], default: eur}
        note: {type: [string, 'null']}
        plain: {type: string}
        status: {type: string, enum: [pending, captured, cancelled], readOnly: true}
        captured: {type: boolean, readOnly: true}
        captured_at: {type: [string, 'null'], format: date-time, readOnly: true}
        created: {type: integer, format: unix-time, readOnly: true}
        updated_at: {type: string, format: date-time, readOnly: true}
        metadata: {type: object, additionalProperties: {type: string}}
    Account: {type: object, required: [email], properties: {email: {type: string, format: email}, name: {type: string}}}
    Error: {type: object, required: [message], properties: {message: {type: string}}}
`
type Charge = Record<string, unknown> & { readonly id: string }

const start = Date.UTC(2025, 0, 1) / 1000

it('makes a record of what was sent, in its first state, at the time it is', async () => {
  const { ask } = await sandboxOf(charges)
  const made = ask('POST /charges', { body: { amount: 5, metadata: { a: 'b' } } })
  const charge = made.body as Charge
  expect(made.status).toBe(201)
  expect(charge).toMatchObject({ amount: 5, currency: 'eur', status: 'pending', captured: false, metadata: { a: 'b' } })
  expect(charge['created']).toBe(start)
  expect(charge['captured_at'] ?? null).toBeNull()
  expect(charge.id).toMatch(/^ch_[0-9A-Za-z]{18}$/)
  expect(made.field('ETag')).toMatch(/^"[^"]+"$/)
  expect(made.field('Location')).toBe(`/sim/charges/${charge.id}`)
  expect(made.field('X-Tool-Operation')).toBe('createCharge')
  const read = ask(`GET /charges/${charge.id}`)
  expect([read.status, read.body, read.field('ETag')]).toEqual([200, charge, made.field('ETag')])
  expect(ask('GET /charges').body).toEqual([charge])
})

it('counts a second for each request that wrote, and none for those that did not', async () => {
  const { ask } = await sandboxOf(charges)
  const created = () => (ask('POST /charges', { body: { amount: 1 } }).body as Charge)['created']
  expect(created()).toBe(start)
  ask('GET /charges')
  ask('GET /charges/nothing')
  ask('POST /charges', { body: { amount: 'x' } })
  ask('PATCH /charges/nothing', { body: {} })
  ask('DELETE /charges/nothing')
  expect(created()).toBe(start + 1)
  expect(created()).toBe(start + 2)
})

it.each<[string, unknown, Record<string, string>, Record<string, unknown>]>([
  ['one property', { amount: 6 }, {}, { amount: 6, note: 'n', metadata: { a: 'b' } }],
  ['nothing', {}, {}, { amount: 5, note: 'n' }],
  ['an inner object by its members', { metadata: { c: 'd' } }, {}, { metadata: { a: 'b', c: 'd' } }],
  ['null where null is allowed', { note: null }, {}, { note: null }],
  [
    'nothing of what the client may not write',
    { id: 'mine', status: 'captured', created: 1 },
    {},
    { status: 'pending', created: start },
  ],
  [
    'a JSON Patch',
    [
      { op: 'replace', path: '/amount', value: 7 },
      { op: 'add', path: '/metadata/c', value: 'd' },
    ],
    { 'content-type': 'application/json-patch+json' },
    { amount: 7, metadata: { a: 'b', c: 'd' } },
  ],
])('merges %s', async (_, patch, fields, expected) => {
  const { ask } = await sandboxOf(charges, { validation: 'lenient' })
  const { id } = ask('POST /charges', { body: { amount: 5, note: 'n', metadata: { a: 'b' } } }).body as Charge
  const told = ask(`PATCH /charges/${id}`, { body: patch, fields })
  expect(told.status).toBe(200)
  expect(told.body).toMatchObject({ id, ...expected })
  expect(ask(`GET /charges/${id}`).body).toEqual(told.body)
  expect(ask('GET /charges').body).toEqual([told.body])
})

it('moves the time of the last change, and the tag', async () => {
  const { ask } = await sandboxOf(charges)
  const made = ask('POST /charges', { body: { amount: 5 } })
  const { id } = made.body as Charge
  const told = ask(`PATCH /charges/${id}`, { body: { amount: 6 } })
  expect((told.body as Charge)['updated_at']).toBe('2025-01-01T00:00:01Z')
  expect(told.field('ETag')).not.toBe(made.field('ETag'))
})

it('takes away with null what may not be null', async () => {
  const { ask } = await sandboxOf(charges, { validation: 'off' })
  const { id } = ask('POST /charges', { body: { amount: 5, plain: 'p', metadata: { a: 'b' } } }).body as Charge
  const told = ask(`PATCH /charges/${id}`, { body: { plain: null, metadata: { a: null } } }).body as Charge
  expect('plain' in told).toBe(false)
  expect(told['metadata']).toEqual({})
})

it('refuses a patch that does not apply, and keeps the record', async () => {
  const { ask } = await sandboxOf(charges)
  const { id } = ask('POST /charges', { body: { amount: 5 } }).body as Charge
  const before = ask(`GET /charges/${id}`).body
  const body = [
    { op: 'replace', path: '/amount', value: 7 },
    { op: 'test', path: '/currency', value: 'usd' },
  ]
  expect(ask(`PATCH /charges/${id}`, { body, fields: { 'content-type': 'application/json-patch+json' } }).status).toBe(
    400,
  )
  expect(ask(`GET /charges/${id}`).body).toEqual(before)
})

it('replaces all but what is the server’s', async () => {
  const { ask } = await sandboxOf(charges, { validation: 'lenient' })
  const made = ask('POST /charges', { body: { amount: 5, note: 'n', plain: 'p', metadata: { a: 'b' } } }).body as Charge
  const told = ask(`PUT /charges/${made.id}`, { body: { amount: 9, currency: 'usd' } })
  const { id, created, status } = made
  expect([told.status, told.body]).toEqual([
    200,
    expect.objectContaining({ id, created, status, amount: 9, currency: 'usd' }),
  ])
  expect((told.body as Charge)['plain']).not.toBe('p')
  expect((told.body as Charge)['metadata']).not.toEqual({ a: 'b' })
})

it('deletes a record from reads and lists', async () => {
  const { ask } = await sandboxOf(charges)
  const { id } = ask('POST /charges', { body: { amount: 5 } }).body as Charge
  const told = ask(`DELETE /charges/${id}`)
  expect([told.status, told.text]).toEqual([204, ''])
  expect(ask(`GET /charges/${id}`).status).toBe(404)
  expect(ask(`DELETE /charges/${id}`).status).toBe(404)
  expect(ask(`PATCH /charges/${id}`, { body: {} }).status).toBe(404)
  expect(ask('GET /charges').body).toEqual([])
})

it('does what the verb says: status, flag and time', async () => {
  const { ask } = await sandboxOf(charges)
  const { id } = ask('POST /charges', { body: { amount: 5 } }).body as Charge
  const told = ask(`POST /charges/${id}/capture`, { body: {} })
  expect(told.status).toBe(200)
  expect(told.body).toMatchObject({
    id,
    amount: 5,
    status: 'captured',
    captured: true,
    captured_at: '2025-01-01T00:00:01Z',
  })
  expect(ask(`GET /charges/${id}`).body).toEqual(told.body)
})

it.each([
  ['{type: string, format: date}', '2025-01-01'],
  ['{type: string, format: date-time}', '2025-01-01T00:00:01Z'],
  ['{type: string, format: date-time, example: soon}', '2025-01-01T00:00:01Z'],
  ["{type: string, example: '2020-01-01T00:00:00.000Z'}", '2025-01-01T00:00:01.000Z'],
  ['{type: integer}', 1_735_689_601],
  ['{type: integer, description: In milliseconds}', 1_735_689_601_000],
  ['{type: integer, example: 1600000000000}', 1_735_689_601_000],
])('writes the time of a verb as %s wants it', async (schema, time) => {
  const { ask } = await sandboxOf(`
paths:
  /jobs: {post: {responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Job'}}}}}}}
  /jobs/{id}/cancel: {post: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Job'}}}}}}}
components: {schemas: {Job: {type: object, required: [id], properties: {id: {type: string}, canceled_at: ${schema}}}}}
`)
  const { id } = ask('POST /jobs', { body: { canceled_at: null } }).body as { id: string }
  expect(ask(`POST /jobs/${id}/cancel`).body).toMatchObject({ canceled_at: time })
})

it.each(['GET /charges/x', 'PATCH /charges/x', 'PUT /charges/x', 'DELETE /charges/x', 'POST /charges/x/capture'])(
  '%s: an unknown id is not found, in the declared shape',
  async (line) => {
    const { ask } = await sandboxOf(charges, { validation: 'lenient' })
    const told = ask(line, { body: /GET|DELETE/.test(line) ? undefined : { amount: 1 } })
    expect([told.status, told.body]).toEqual([404, { message: 'No charge with id "x"' }])
  },
)

it('makes up an unknown record when it was told to, and works on it', async () => {
  const { ask } = await sandboxOf(charges, { unknownIds: 'synthesize', validation: 'lenient' })
  const read = ask('GET /charges/ch_any')
  expect([read.status, (read.body as Charge).id]).toEqual([200, 'ch_any'])
  expect(ask('GET /charges/ch_any').body).toEqual(read.body)
  expect(ask('PATCH /charges/ch_other', { body: { amount: 77 } }).body).toMatchObject({ id: 'ch_other', amount: 77 })
  expect(ask('GET /charges/ch_other').body).toMatchObject({ id: 'ch_other', amount: 77 })
  expect(ask('POST /charges/ch_third/capture', { body: {} }).body).toMatchObject({ id: 'ch_third', status: 'captured' })
  expect(ask('DELETE /charges/ch_any').status).toBe(204)
  expect(ask('GET /charges/ch_any').body, 'as if nobody had asked for it yet').toEqual(read.body)
  const { id } = ask('POST /charges', { body: { amount: 1 } }).body as Charge
  expect([ask(`DELETE /charges/${id}`).status, ask(`GET /charges/${id}`).status]).toEqual([204, 404])
  const listed = (ask('GET /charges').body as Charge[]).map(({ id }) => id).sort()
  expect(listed, 'what was changed is there').toEqual(['ch_other', 'ch_third'])
  const again = await sandboxOf(charges, { unknownIds: 'synthesize' })
  again.ask('POST /charges', { body: { amount: 1 } })
  expect(again.ask('GET /charges/ch_any').body, 'whatever happened before').toEqual(read.body)
})

it('stores nothing of a made-up record that is only read', async () => {
  const { ask, live } = await sandboxOf(charges, { unknownIds: 'synthesize' })
  for (let i = 0; i < 20; i++) ask(`GET /charges/ch_${i}`)
  expect(dump(live.store)).toEqual([])
  expect(ask('GET /charges').body).toEqual([])
})

it('keeps the only one of its kind', async () => {
  const { ask } = await sandboxOf(charges)
  const before = ask('GET /account').body as Record<string, unknown>
  expect(before['email']).toMatch(/@/)
  const told = ask('PATCH /account', { body: { name: 'New' } })
  expect([told.status, told.body]).toEqual([200, { ...before, name: 'New' }])
  expect(ask('GET /account').body).toEqual({ ...before, name: 'New' })
})

it('answers the same bytes in another sandbox of the same seed', async () => {
  const run = async (seed: string) => {
    const { ask } = await sandboxOf(charges, { seed })
    return [1, 2, 3].map((amount) => ask('POST /charges', { body: { amount } }).text)
  }
  expect(await run('aa')).toEqual(await run('aa'))
  expect(await run('aa')).not.toEqual(await run('bb'))
})

it.each([
  ['If-None-Match', 'GET', 304, 200],
  ['If-Match', 'PATCH', 200, 412],
  ['If-Match', 'DELETE', 204, 412],
  ['If-Match', 'PUT', 200, 412],
])('%s of %s answers %i to the tag, %i to another', async (name, method, same, other) => {
  const { ask } = await sandboxOf(charges, { validation: 'lenient' })
  const made = ask('POST /charges', { body: { amount: 5 } })
  const line = `${method} /charges/${(made.body as Charge).id}`
  const body = method === 'GET' || method === 'DELETE' ? undefined : { amount: 6 }
  const wrong = ask(line, { body, fields: { [name]: '"other"' } })
  expect(wrong.status).toBe(other)
  if (other === 412) expect(wrong.body).toEqual({ message: 'If-Match does not name the current version' })
  const right = ask(line, { body, fields: { [name]: made.field('ETag') ?? '' } })
  expect([right.status, same === 304 ? right.text : '']).toEqual([same, ''])
})

it('shows many records by their ids, and makes none', async () => {
  const { ask } = await sandboxOf(`
paths:
  /orders:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {note: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}}
    get: {responses: {'200': &many {description: ok, content: {application/json: {schema: {type: object, properties: {orders: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}}}}}
  /orders/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}}}
  /orders/batch-retrieve: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [order_ids], properties: {order_ids: {type: array, items: {type: string}}}}}}}, responses: {'200': *many}}}
components: {schemas: {Order: {type: object, required: [id], properties: {id: {type: string, readOnly: true}, note: {type: string}}}}}
`)
  const [a, b] = ['a', 'b'].map((note) => ask('POST /orders', { body: { note } }).body as { id: string })
  const asked = ask('POST /orders/batch-retrieve', { body: { order_ids: [b?.id, 'none', a?.id] } })
  expect(asked.body).toEqual({ orders: [b, a] })
  expect(ask('GET /orders').body).toEqual({ orders: [a, b] })
})

it('puts nothing over what is there, where a PUT says only if there is none', async () => {
  const { ask } = await sandboxOf(charges, { validation: 'lenient' })
  const made = ask('POST /charges', { body: { amount: 5 } })
  const put = (tag: string) =>
    ask(`PUT /charges/${(made.body as Charge).id}`, { body: { amount: 6 }, fields: { 'If-None-Match': tag } })
  expect(put('*')).toMatchObject({ status: 412, body: { message: 'If-None-Match names what is there already' } })
  expect(put('"another"').status).toBe(200)
})
