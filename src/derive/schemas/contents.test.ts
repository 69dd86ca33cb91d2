import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const id = (name: string): string => `parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}]`
const note = "{$ref: '#/components/schemas/Note'}"
const description = (answer: string, param = 'id', item = note): string => `
paths:
  /notes:
    post: {requestBody: {${json(note)}}, responses: {'201': {description: ok, ${json(answer)}}}}
    get: {responses: {'200': {description: ok, ${json(`{type: object, properties: {notes: {type: array, items: ${item}}}}`)}}}}
  /notes/{${param}}: {get: {${id(param)}, responses: {'200': {description: ok, ${json(note)}}, '404': {description: none}}}}
components:
  schemas:
    Note: {type: object, properties: {${param === 'noteId' ? 'noteId' : 'id'}: {type: string}, title: {type: string}, text: {type: string}, colour: {type: string}, size: {type: string}}}
`

const around = 'status: {type: string}, operation: {type: string, example: add}, code: {type: integer}'

it.each([
  [
    `{type: object, properties: {${around}, data: {type: object, properties: {id: {type: string, example: '12345'}}}}}`,
    'data',
  ],
  [
    `{type: object, properties: {${around}, note: {type: object, properties: {id: {type: string}, uuid: {type: string}}}}}`,
    'note',
  ],
])('an object of nothing but the id tells which record was made: %s', async (answer, name) => {
  const { ask } = await sandboxOf(description(answer))
  const told = ask('POST /notes', { body: { title: 'a' } }).body as Record<string, { readonly id: string }>
  expect(ask(`GET /notes/${told[name]?.id}`).body).toMatchObject({ title: 'a' })
})

it('an envelope around the id tells of itself, also when the record is deleted', async () => {
  const answer = json(
    '{type: object, properties: {status: {type: string, example: OK}, status_code: {type: integer, example: 200}, data: {type: object, properties: {id: {type: string, example: "12345"}}}}}',
  )
  const { ask } = await sandboxOf(`
paths:
  /notes: {post: {requestBody: {${json(note)}}, responses: {'201': {description: ok, ${answer}}}}}
  /notes/{id}:
    get: {${id('id')}, responses: {'200': {description: ok, ${json(note)}}, '404': {description: none}}}
    delete: {${id('id')}, responses: {'200': {description: ok, ${answer}}}}
components:
  schemas:
    Note: {type: object, properties: {id: {type: string}, title: {type: string}, text: {type: string}, colour: {type: string}, status: {type: string, example: open}}}
    Named: {type: object, required: [id], properties: {id: {type: string, example: '12345'}}}
`)
  const made = ask('POST /notes', { body: { title: 'a', status: 'draft' } }).body as { readonly data: { id: string } }
  expect(made).toMatchObject({ status: 'OK', status_code: 201 })
  expect(ask(`DELETE /notes/${made.data.id}`).body).toMatchObject({
    data: { id: made.data.id },
    status: 'OK',
    status_code: 200,
  })
})

it('an answer that shows little of what was made tells its id', async () => {
  const { ask } = await sandboxOf(
    description('{type: object, properties: {location: {type: string}, queue: {type: string}}}'),
  )
  const { id: made } = ask('POST /notes', { body: { title: 'a' } }).body as { readonly id: string }
  expect(ask(`GET /notes/${made}`).body).toMatchObject({ title: 'a' })
})

it('a list shows as `id` what other answers call by a longer name', async () => {
  const { ask } = await sandboxOf(
    description(note, 'noteId', '{type: object, properties: {id: {type: string}, title: {type: string}}}'),
  )
  const { noteId } = ask('POST /notes', { body: { title: 'a' } }).body as { readonly noteId: string }
  expect(ask('GET /notes').body).toMatchObject({ notes: [{ id: noteId, title: 'a' }] })
})

it('what the path calls a record wraps it', async () => {
  const wrapped = `{type: object, properties: {error: {type: string}, note_card: ${note}, lines: {type: array, items: {type: string}}}}`
  const { ask } = await sandboxOf(description(wrapped, 'note_card_id'))
  const told = ask('POST /notes', { body: { title: 'a' } }).body as { readonly note_card: { readonly id: string } }
  expect(ask(`GET /notes/${told.note_card.id}`).body).toEqual(told.note_card)
})

it('the id may stand in `Data`, beside other parts of the record', async () => {
  const part = (data: string): string =>
    `{type: object, properties: {Data: {type: object, properties: {${data}}}, Risk: {type: object}}}`
  const consent = json(part('ConsentId: {type: string}, Scope: {type: string}'))
  const { ask } = await sandboxOf(`
paths:
  /consents: {post: {requestBody: {${json(part('Scope: {type: string}'))}}, responses: {'201': {description: ok, ${consent}}}}}
  /consents/{ConsentId}: {get: {${id('ConsentId')}, responses: {'200': {description: ok, ${consent}}, '404': {description: none}}}}
`)
  const made = ask('POST /consents', { body: { Data: { Scope: 'a' }, Risk: {} } }).body as {
    readonly Data: { readonly ConsentId: string }
  }
  expect(ask(`GET /consents/${made.Data.ConsentId}`).body).toEqual(made)
})

it('a link to an example says nothing of an object', async () => {
  const linked = `content: {application/json: {schema: {type: object}, example: '/examples/note.json#body'}}`
  const { ask } = await sandboxOf(`
paths:
  /note: {get: {responses: {'200': {description: ok, ${linked}}}}, put: {requestBody: {${linked}}, responses: {'200': {description: ok, ${linked}}}}}
`)
  expect(ask('PUT /note', { body: { a: 1 } }).status).toBe(200)
  expect(ask('GET /note').body).toEqual(expect.any(Object))
})

it('an object of its own, named in a create, is not the record that is made', async () => {
  const order =
    '{type: object, properties: {id: {type: string}, wall: {type: object, properties: {id: {type: string}, type: {type: string}}}, type: {type: string}}}'
  const { ask } = await sandboxOf(`
paths:
  /reports: {post: {requestBody: {${json('{type: object, properties: {wall: {type: object, properties: {id: {type: string}, type: {type: string}}}}}')}}, responses: {'201': {description: ok, ${json(order)}}}}}
  /reports/{id}: {get: {${id('id')}, responses: {'200': {description: ok, ${json(order)}}}}}
`)
  const made = ask('POST /reports', { body: { wall: { id: 'w1' } } }).body as { readonly id: string }
  expect(made).toMatchObject({ id: expect.not.stringMatching(/^w1$/), wall: { id: 'w1' } })
})

it('the root is a collection where what is posted there is read below it', async () => {
  const { ask } = await sandboxOf(`
paths:
  /:
    post: {requestBody: {${json(note)}}, responses: {'201': {description: ok, ${json(note)}}}}
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${note}}`)}}}}
  /{id}: {get: {${id('id')}, responses: {'200': {description: ok, ${json(note)}}, '404': {description: none}}}}
components: {schemas: {Note: {type: object, properties: {id: {type: string}, title: {type: string}}}}}
`)
  const made = ask('POST /', { body: { title: 'a' } }).body as { readonly id: string }
  expect(ask(`GET /${made.id}`).body).toEqual(made)
  expect(ask('GET /').body).toEqual([made])
})

it('a fragment that only names parameters belongs to no path', async () => {
  const { ask } = await sandboxOf(`
paths:
  /notes: {post: {requestBody: {${json(note)}}, responses: {'201': {description: ok, ${json(note)}}}}}
  /notes#colour: {get: {parameters: [{name: colour, in: query, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(`{type: array, items: ${note}}`)}}}}}
components: {schemas: {Note: {type: object, properties: {id: {type: string}, title: {type: string}, colour: {type: string}}}}}
`)
  const made = ask('POST /notes', { body: { title: 'a', colour: 'red' } }).body
  expect(ask('GET /notes?colour=red').body).toEqual([made])
})

it('a path that takes whole numbers means no name in words', async () => {
  const item = '{type: object, properties: {name: {type: string}, size: {type: integer}}}'
  const { ask } = await sandboxOf(`
paths:
  /items: {post: {requestBody: {${json(item)}}, responses: {'201': {description: ok, ${json(item)}}}}}
  /items/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${json(item)}}}}}
`)
  const made = ask('POST /items', { body: { name: 'a' } }).body as { readonly id: number }
  expect(ask(`GET /items/${made.id}`).body).toEqual({ ...made, id: expect.any(Number) })
})

it('several things that are read one by one are a collection, though their name begins with a verb', async () => {
  const session = '{type: object, properties: {id: {type: string}, part_size: {type: integer}}}'
  const file = '{type: object, properties: {id: {type: string}, name: {type: string}}}'
  const { ask } = await sandboxOf(`
paths:
  /files: {get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${file}}`)}}}}}
  /files/{id}: {get: {${id('id')}, responses: {'200': {description: ok, ${json(file)}}}}}
  /files/upload_sessions: {post: {requestBody: {${json('{type: object, properties: {name: {type: string}, part_size: {type: integer}}}')}}, responses: {'201': {description: ok, ${json(session)}}}}}
  /files/upload_sessions/{session_id}: {get: {${id('session_id')}, responses: {'200': {description: ok, ${json(session)}}}}}
`)
  const made = ask('POST /files/upload_sessions', { body: { name: 'a', part_size: 3 } }).body as { readonly id: string }
  expect(ask(`GET /files/upload_sessions/${made.id}`).body).toMatchObject({ id: made.id, part_size: 3 })
})

it('a list of texts shows the ids by which its records are read', async () => {
  const { ask } = await sandboxOf(`
paths:
  /sets: {get: {responses: {'200': {description: ok, ${json('{type: object, properties: {sets: {type: array, items: {type: string}}}}')}}}}, post: {requestBody: {${json(note)}}, responses: {'201': {description: ok, ${json(note)}}}}}
  /sets/{id}: {get: {${id('id')}, responses: {'200': {description: ok, ${json(note)}}}}}
components: {schemas: {Note: {type: object, properties: {id: {type: string}, title: {type: string}}}}}
`)
  const made = ask('POST /sets', { body: { title: 'a' } }).body as { readonly id: string }
  expect(ask('GET /sets').body).toEqual({ sets: [made.id] })
})

it('an id that is a text, in a path that takes whole numbers, is made of digits', async () => {
  const { ask } = await sandboxOf(`
paths:
  /notes: {post: {requestBody: {${json(note)}}, responses: {'201': {description: ok, ${json('{type: object, properties: {noteid: {type: integer}}}')}}}}}
  /notes/{noteid}: {get: {parameters: [{name: noteid, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${json(note)}}, '404': {description: none}}}}
components: {schemas: {Note: {type: object, properties: {noteid: {type: string}, title: {type: string}, text: {type: string}}}}}
`)
  const made = ask('POST /notes', { body: { title: 'a' } }).body as { readonly noteid: number }
  expect(ask(`GET /notes/${made.noteid}`).body).toMatchObject({ noteid: String(made.noteid), title: 'a' })
})

it('an answer for all statuses that is called the default response is no error', async () => {
  const { ask } = await sandboxOf(`
paths:
  /health: {get: {responses: {default: {description: Default response, ${json('{type: object, required: [up], properties: {up: {type: boolean}}}')}}}}}
`)
  expect(ask('GET /health').body).toEqual({ up: expect.any(Boolean) })
})

it('what a create takes and only the list shows is kept', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const { ask } = await sandboxOf(`
paths:
  /things:
    get: {responses: {'200': {description: all, ${json('{type: object, properties: {things: {type: array, items: {type: object, properties: {name: {type: string}, note: {type: string}}}}}}')}}}}
    post: {requestBody: {${json('{type: object, properties: {name: {type: string}, note: {type: string}, value: {type: string}}}')}}, responses: {'200': {description: made, ${json('{type: object, properties: {version: {type: integer}}}')}}}}
  /things/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json('{type: object, properties: {name: {type: string}, value: {type: string}, version: {type: integer}}}')}}}}
`)
  ask('POST /things', { body: { name: 'a', note: 'n', value: 'v' } })
  expect(ask('GET /things').body).toEqual({ things: [{ name: 'a', note: 'n' }] })
  expect(ask('GET /things/a').body).toEqual({ name: 'a', value: 'v', version: expect.any(Number) })
})
