/** What rules of one description must not do to another. */
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const at = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const body = (schema: string) => `requestBody: {content: {application/json: {schema: ${schema}}}}`
const ok = (schema: string, status = 200) =>
  `responses: {'${status}': {description: ok, content: {application/json: {schema: ${schema}}}}, '409': {description: conflict}}`
const thing = `{$ref: '#/components/schemas/Thing'}`

/** Things with these properties, what requests may say of them, and more operations below one. */
const things = (shown: string, sent: string, below = '', required = 'id') => `
paths:
  /things: {post: {${body(`{type: object, properties: {${sent}}}`)}, ${ok(thing, 201)}}, get: {${ok(`{type: array, items: ${thing}}`)}}}
  /things/{id}:
    get: {${at}, ${ok(thing)}}
    patch: {${at}, ${body(`{type: object, properties: {${sent}}}`)}, ${ok(thing)}}
    delete: {${at}, responses: {'204': {description: gone}, '409': {description: conflict}}}
${below}
components: {schemas: {Thing: {type: object, required: [${required}], properties: {id: {type: string, readOnly: true}, ${shown}}}}}
`
const verb = (name: string) => `  /things/{id}/${name}: {post: {${at}, ${ok(thing)}}}`

async function made(api: string, sent: object) {
  const { ask } = await sandboxOf(api)
  const record = ask('POST /things', { body: sent }).body as { id: string }
  return { ask, record, path: `/things/${record.id}` }
}

it('leaves the times alone that clients keep in metadata, and when a change takes effect', async () => {
  const own =
    'name: {type: string}, change_date: {type: string}, metadata: {type: object, additionalProperties: {type: string}}'
  const said = { name: 'a', change_date: '2030-01-01', metadata: { last_updated: '2020-01-01' } }
  const { ask, path } = await made(things(own, own), said)
  expect(ask(`PATCH ${path}`, { body: { name: 'b' } }).body).toMatchObject({ ...said, name: 'b' })
})

it('takes no subscription for a child', async () => {
  const below = `  /things/{id}/subscriptions: {post: {${at}, ${body('{type: object, properties: {channel: {type: string}}}')}, ${ok(thing)}}}`
  const { ask, path } = await made(things('name: {type: string}', 'name: {type: string}', below), { name: 'a' })
  ask(`POST ${path}/subscriptions`, { body: { channel: 'c' } })
  expect(ask('GET /things').body).toHaveLength(1)
})

it('puts a record that is there under another of its kind', async () => {
  const own = 'name: {type: string}, parentId: {type: string}'
  const below = `  /things/{id}/children: {post: {${at}, ${body(thing)}, ${ok(thing, 201)}}}`
  const { ask, record, path } = await made(things(own, own, below), { name: 'a' })
  const child = ask('POST /things', { body: { name: 'b' } }).body as { id: string }
  ask(`POST ${path}/children`, { body: child })
  expect(ask(`GET /things/${child.id}`).body).toMatchObject({ name: 'b', parentId: record.id })
  expect(ask('GET /things').body).toHaveLength(2)
})

it('sets the flag of the verb, and none of another particle', async () => {
  const flags =
    'signed: {type: boolean}, signed_up: {type: boolean}, checked_in: {type: boolean}, checked_out: {type: boolean}'
  const none = { signed: false, signed_up: false, checked_in: false, checked_out: false }
  const { ask, path } = await made(things(flags, flags, `${verb('sign')}\n${verb('check-in')}`), none)
  expect(ask(`POST ${path}/sign`).body).toMatchObject({ ...none, signed: true })
  expect(ask(`POST ${path}/check-in`).body).toMatchObject({ ...none, signed: true, checked_in: true })
})

it('takes no time that must be there for a sign that the verb was done', async () => {
  const own = 'approved_at: {type: string, format: date-time}'
  const { ask, path } = await made(things(own, 'name: {type: string}', verb('approve'), 'id, approved_at'), {})
  expect(ask(`POST ${path}/approve`).status).toBe(200)
})

it.each([
  'deletion_protection: {type: boolean, example: true}',
  'keep_alive: {type: boolean, example: true, description: "Prevents the session from being idle-terminated, i.e. termination after 10 minutes."}',
])('deletes what no request protects: %s', async (flag) => {
  const sent = 'name: {type: string}, keep_alive: {type: boolean}'
  const { ask, path } = await made(things(flag, sent, '', 'id, deletion_protection, keep_alive'), { keep_alive: true })
  expect(ask(`DELETE ${path}`).status).toBe(204)
})

it('asks no change that makes for what clients may not send', async () => {
  const { ask } = await sandboxOf(`
paths:
  /flags/{key}:
    get: {parameters: [{name: key, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Flag'}}}}}}
    patch: {summary: Create or update a flag, parameters: [{name: key, in: path, required: true, schema: {type: string}}], requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Flag'}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Flag'}}}}}}
components: {schemas: {Flag: {type: object, required: [key, name, version], properties: {key: {type: string}, name: {type: string}, version: {type: integer, readOnly: true}}}}}
`)
  expect(ask('PATCH /flags/f', { body: { key: 'f', name: 'n' } }).status).toBeLessThan(300)
})

it.each([
  ['The default is 0.7.', 'number', 0.7],
  ['Defaults to 1,000.', 'integer', 1000],
  ['Default is 25.', 'integer', 25],
])('reads the whole number of a default: %s', async (words, type, value) => {
  const own = `share: {type: ${type}, description: ${JSON.stringify(words)}}`
  const { record } = await made(things(own, own), {})
  expect(record).toMatchObject({ share: value })
})

it('does not take minutes for seconds', async () => {
  const own = 'wait: {type: integer, description: "Seconds to wait. Default is 5 minutes."}'
  const { record } = await made(things(own, own), {})
  expect(record).not.toMatchObject({ wait: 5 })
})

it('shows a place where something happens as it was sent', async () => {
  const { ask } = await sandboxOf(
    things('location: {type: string}', 'location: {type: string}').replace(
      `${ok(thing, 201)}}, get`,
      `${ok('{type: object, properties: {thing_id: {type: string}, location: {type: string}, message: {type: string}}}', 201)}}, get`,
    ),
  )
  expect(ask('POST /things', { body: { location: 'Berlin' } }).body).toMatchObject({ location: 'Berlin' })
})

it.each([
  [{}, 400],
  [{ html: 'x' }, 201],
])('asks for one of two: %j', async (sent, status) => {
  const own =
    'text: {type: string, description: Required if html is not specified.}, html: {type: string, description: Required if text is not specified.}'
  const { ask } = await sandboxOf(
    things(own, 'text: {type: string}').replace(
      `{type: object, properties: {text: {type: string}}}`,
      `{type: object, required: [text, html], properties: {${own}}}`,
    ),
  )
  expect(ask('POST /things', { body: sent }).status).toBe(status)
})

it('neither echoes nor shows a password that is set at a path of its own', async () => {
  const below = `  /things/{id}/password: {put: {${at}, ${body('{type: object, properties: {value: {type: string}}}')}, responses: {'204': {description: ok}, '400': {description: bad}}}}`
  const sent = 'name: {type: string}, password: {type: string, minLength: 12}'
  const { ask, path } = await made(things('name: {type: string}', sent, below), {
    name: 'a',
    password: 'long enough for it',
  })
  expect(JSON.stringify(ask(`PUT ${path}/password`, { body: { value: 'hunter2' } }))).not.toContain('hunter2')
  ask(`PUT ${path}/password`, { body: { value: 'correct horse battery' } })
  expect(JSON.stringify(ask(`GET ${path}`).body)).not.toContain('horse')
})

it('shows children as they are', async () => {
  const own = 'name: {type: string}'
  const below = `  /things/{id}/children: {post: {${at}, ${body(thing)}, ${ok(thing, 201)}}}`
  const shown = `${own}, children: {type: array, items: ${thing}}`
  const { ask, path } = await made(things(shown, own, below), { name: 'a' })
  const child = ask(`POST ${path}/children`, { body: { name: 'b' } }).body as { id: string }
  expect(ask(`GET ${path}`).body).toMatchObject({ children: [{ name: 'b' }] })
  ask(`PATCH /things/${child.id}`, { body: { name: 'c' } })
  expect(ask(`GET ${path}`).body).toMatchObject({ children: [{ id: child.id, name: 'c' }] })
  ask(`DELETE /things/${child.id}`)
  expect(ask(`GET ${path}`).body).toMatchObject({ children: [] })
})

it('shows a record that was moved under another there alone, however deep', async () => {
  const own = 'name: {type: string}'
  const below = `  /things/{id}/children: {post: {${at}, ${body(thing)}, ${ok(thing, 201)}}}`
  const shown = `${own}, children: {type: array, items: ${thing}}`
  const { ask, record, path } = await made(things(shown, own, below), { name: 'a' })
  const [b, c] = ['b', 'c'].map((name) => ask('POST /things', { body: { name } }).body as { id: string })
  ask(`POST ${path}/children`, { body: b })
  ask(`POST /things/${b?.id}/children`, { body: c })
  ask(`PATCH /things/${c?.id}`, { body: { name: 'd' } })
  expect(ask(`GET ${path}`).body).toMatchObject({ children: [{ name: 'b', children: [{ name: 'd' }] }] })
  ask(`POST ${path}/children`, { body: c })
  expect(ask(`GET ${path}`).body).toMatchObject({ children: [{ name: 'b', children: [] }, { name: 'd' }] })
  ask(`DELETE /things/${b?.id}`)
  expect(ask(`GET ${path}`).body).toMatchObject({ id: record.id, children: [{ id: c?.id }] })
})
