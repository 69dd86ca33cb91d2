/** Words that look like something else than they say: what is concluded from them must not go further than they do. */
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'
import { credential } from '../../../../test/support/simulated.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`

interface Described {
  /** `Thing` when absent. */
  readonly name?: string
  /** Where the things are; `/things` when absent. */
  readonly path?: string
  readonly properties: string
  /** Parameters of the list. */
  readonly asks?: string
  /** The body of the create; the record itself when absent. */
  readonly sent?: string
}

const withThings = ({ name = 'Thing', path = '/things', properties, asks = '', sent = ref(name) }: Described) =>
  sandboxOf(`
paths:
  ${path}:
    get: {parameters: [${asks}], responses: {'200': {description: ok, ${json(`{type: array, items: ${ref(name)}}`)}}}}
    post: {requestBody: {${json(sent)}}, responses: {'201': {description: ok, ${json(ref(name))}}, '409': {description: no}}}
    delete: {parameters: [${asks}], responses: {'204': {description: ok}, '400': {description: no}}}
  ${path}/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(ref(name))}}, '404': {description: no}}}
components: {schemas: {${name}: {type: object, properties: ${properties}}}}
`)

const query = (name: string, schema: string) => `{name: ${name}, in: query, schema: ${schema}}`

it('keeps two records with the same text in the property that is called as their type', async () => {
  const { ask } = await withThings({ path: '/notes', properties: '{note: {type: string}, mood: {type: string}}' })
  const made = [1, 2].map(() => ask('POST /notes', { body: { note: 'hello' } }))
  expect(made.map(({ status, body }) => [status, (body as { note: string }).note])).toEqual([
    [201, 'hello'],
    [201, 'hello'],
  ])
  expect(ask('GET /notes').body).toHaveLength(2)
})

it.each(["Doesn't have to be unique.", 'Need not be unique', 'A non-unique name'])(
  'lets two records share a key that is described so: %s',
  async (words) => {
    const username = `{type: string, description: "${words}"}`
    const { ask } = await withThings({
      name: 'User',
      path: '/users',
      properties: `{id: {type: string}, username: ${username}}`,
    })
    expect([1, 2].map(() => ask('POST /users', { body: { username: 'bob' } }).status)).toEqual([201, 201])
  },
)

it('shows nothing that was sent where a property of another meaning ends so', async () => {
  const { ask } = await withThings({
    properties: '{id: {type: string}, masked_card_number: {type: string}, parent_email: {type: string}}',
    sent: '{type: object, properties: {card_number: {type: string}, email: {type: string}}}',
  })
  const told = ask('POST /things', { body: { card_number: '4242424242424242', email: 'me@here.example' } })
  expect(told.status).toBe(201)
  expect(told.text).not.toMatch(/4242|me@here/)
})

it.each([
  [
    'a default that is no value of the property',
    query('type', '{type: string, enum: [all, owner], default: owner}'),
    '',
  ],
  ['choices that are no values of the status', query('status', '{type: string, enum: [live, gone]}'), 'status=live'],
  [
    'a name that is no property, among conditions',
    '{name: filter, in: query, style: deepObject, explode: true, schema: {type: object}}',
    'filter[search]=x',
  ],
])('loses no record to %s', async (_, asks, search) => {
  const properties = '{id: {type: string}, type: {type: string}, payment_status: {type: string, enum: [paid, unpaid]}}'
  const { ask } = await withThings({ properties, asks })
  const made = ask('POST /things', { body: { id: 'a', type: 'Library', payment_status: 'paid' } })
  expect(ask(`GET /things?${search}`).body).toEqual([made.body])
})

it('leaves out by its default where the words of the property know the value', async () => {
  const { ask } = await withThings({
    properties: '{id: {type: string}, state: {type: string, description: Either open or closed}}',
    asks: query('state', '{type: string, enum: [open, closed, all], default: open}'),
  })
  for (const state of ['open', 'closed']) ask('POST /things', { body: { state } })
  expect(ask('GET /things').body).toMatchObject([{ state: 'open' }])
  expect(ask('GET /things?state=all').body).toHaveLength(2)
})

it('deletes nothing by conditions that it does not know', async () => {
  const filter = '{name: filter, in: query, content: {application/json: {schema: {type: object}}}}'
  const { ask } = await withThings({ properties: '{id: {type: string}, name: {type: string}}', asks: filter })
  ask('POST /things', { body: { name: 'a' } })
  for (const wanted of [{ _or: [{ name: { _unheard: 'x' } }] }, { _and: [] }, { _or: [] }])
    ask(`DELETE /things?filter=${encodeURIComponent(JSON.stringify(wanted))}`)
  expect(ask('GET /things').body).toHaveLength(1)
})

it.each([
  ["name eq 'O''Brien'", ['b']],
  ['age gt null', []],
  ['age eq null', ['c']],
  ['age eq 3.0', ['b']],
  ['age ne 3', ['c']],
])('reads %s', async (expression, ids) => {
  const { ask } = await withThings({
    properties: '{id: {type: string}, name: {type: string}, age: {type: [integer, "null"]}}',
    asks: query('filter', '{type: string}'),
  })
  const made = new Map<string, string>()
  for (const [key, name, age] of [
    ['b', "O'Brien", 3],
    ['c', 'c', null],
  ] as const)
    made.set((ask('POST /things', { body: { name, age } }).body as { id: string }).id, key)
  const told = ask(`GET /things?filter=${encodeURIComponent(expression)}`).body as readonly { readonly id: string }[]
  expect(told.map(({ id }) => made.get(id))).toEqual(ids)
})

it('takes a field to look in for no choice of fields', async () => {
  const { ask } = await withThings({
    properties: '{id: {type: string}, name: {type: string}, age: {type: integer}}',
    asks: `${query('field', '{type: string}')}, ${query('value', '{type: string}')}`,
  })
  ask('POST /things', { body: { name: 'a', age: 3 } })
  expect(ask('GET /things?field=name&value=a').body).toMatchObject([{ name: 'a', age: 3 }])
})

it('makes up no record because its id is the user name of Basic, where it is no account', async () => {
  const { ask } = await withThings({ properties: '{id: {type: string}, name: {type: string}}' })
  const authorization = `Basic ${Buffer.from(`api:${credential}`).toString('base64')}`
  expect(ask('GET /things/api', { fields: { authorization } }).status).toBe(404)
})
