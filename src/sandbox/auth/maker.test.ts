import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const one = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`

/** Nobody logs in here; `/me` shows who asks, and notes and seats show persons in the same form. */
const desks = `
paths:
  /me: {get: {operationId: getMe, responses: {'200': ${one('Self')}}}}
  /notes:
    post: {operationId: makeNote, requestBody: {content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}, responses: {'201': ${one('Note')}}}
  /notes/{id}: {get: {operationId: getNote, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${one('Note')}}}}
  /seats:
    post: {operationId: makeSeat, requestBody: {content: {application/json: {schema: {type: object, properties: {email: {type: string}}}}}}, responses: {'201': ${one('Seat')}}}
  /seats/{id}: {get: {operationId: getSeat, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${one('Seat')}}}}
components:
  schemas:
    Person: {type: object, required: [id, handle], properties: {id: {type: string}, handle: {type: string}}}
    Self: {allOf: [{$ref: '#/components/schemas/Person'}, {type: object, required: [email], properties: {email: {type: string}}}]}
    Note: {type: object, required: [id, text, user, created_by], properties: {id: {type: string}, text: {type: string}, user: {$ref: '#/components/schemas/Person'}, created_by: {$ref: '#/components/schemas/Person'}}}
    Seat: {type: object, required: [id, user], properties: {id: {type: string}, email: {type: string}, user: {$ref: '#/components/schemas/Person'}}}
`

it('says of what is written that the one who asks wrote it, in the form of the property', async () => {
  const { ask } = await sandboxOf(desks)
  const note = ask('POST /notes', { body: { text: 'hi' } }).body as { id: string; user: object }
  const { id, handle } = ask('GET /me').body as { id: string; handle: string }
  expect(note).toMatchObject({ user: { id, handle }, created_by: { id, handle } })
  expect(note.user).toEqual({ id, handle })
  expect(ask(`GET /notes/${note.id}`).body).toEqual(note)
})

it('does not say so of a user that may be another', async () => {
  const { ask } = await sandboxOf(desks)
  const seat = ask('POST /seats', { body: { email: 'ada@example.com' } }).body as { user: { id: string } }
  expect(seat.user.id).not.toBe((ask('GET /me').body as { id: string }).id)
})

/** A person who asks, and what shows persons in other forms. */
const tasks = (properties: string, sent = 'title: {type: string}') => `
paths:
  /v1/users/me: {get: {operationId: getMe, responses: {'200': ${one('User')}}}}
  /v1/tasks:
    post: {operationId: makeTask, requestBody: ${bodyOf(sent)}, responses: {'201': ${one('Task')}}}
  /v1/tasks/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getTask, responses: {'200': ${one('Task')}}}
    patch: {operationId: changeTask, requestBody: ${bodyOf('title: {type: string}')}, responses: {'200': ${one('Task')}}}
components:
  schemas:
    User: {type: object, required: [id, name, email], properties: {id: {type: string, format: uuid}, name: {type: string}, email: {type: string, format: email}, picture: {type: string}}}
    Task: {type: object, required: [id], properties: {id: {type: string}, title: {type: string}, ${properties}}}
`
function bodyOf(properties: string): string {
  return `{content: {application/json: {schema: {type: object, properties: {${properties}}}}}}`
}
const text = '{type: string}'

interface User {
  readonly id: string
  readonly name: string
  readonly email: string
}

async function madeBy(properties: string, sent?: string, body: object = { title: 'a' }) {
  const { ask } = await sandboxOf(tasks(properties, sent))
  const task = ask('POST /v1/tasks', { body }).body as Record<string, unknown>
  const me = ask('GET /v1/users/me').body as User
  return { task, me, ask }
}

it.each([
  ['created_by: {type: string, format: uuid}', (me: User) => ({ created_by: me.id })],
  [
    'created_by: {type: string, description: Email address of the user who created this}',
    (me: User) => ({ created_by: me.email }),
  ],
  [`createdByEmail: ${text}`, (me: User) => ({ createdByEmail: me.email })],
  [`createdByName: ${text}, createdById: ${text}`, (me: User) => ({ createdByName: me.name, createdById: me.id })],
  [`owner_id: {type: string, description: Id of the user who owns this}`, (me: User) => ({ owner_id: me.id })],
  [`updated_by: {type: string, format: uuid}`, (me: User) => ({ updated_by: me.id })],
  [
    `creator: {type: object, required: [id, isActive], properties: {id: ${text}, displayName: ${text}, isActive: {type: boolean}}}`,
    (me: User) => ({ creator: { id: me.id, displayName: me.name, isActive: expect.any(Boolean) } }),
  ],
  [
    `owner: {type: object, properties: {id: ${text}, email: ${text}}}`,
    ({ id, email }: User) => ({ owner: { id, email } }),
  ],
  [
    `audit: {type: object, properties: {createdBy: {type: object, properties: {id: ${text}, name: ${text}}}}}`,
    ({ id, name }: User) => ({ audit: { createdBy: { id, name } } }),
  ],
])('shows the one who asks in the form of %s', async (properties, shown) => {
  const { task, me, ask } = await madeBy(properties)
  expect(task).toMatchObject(shown(me))
  expect(ask(`GET /v1/tasks/${task['id']}`).body).toEqual(task)
})

it.each([
  ['assignee_id: {type: string, format: uuid}'],
  [`author: ${text}`],
  [`creator: {type: object, properties: {id: ${text}, vendor: ${text}, model: ${text}}}`],
  ['created_by: {type: string, enum: [app, system]}'],
  ['created_by: {type: string, example: "81240042"}'],
])('says nothing of the one who asks in %s', async (properties) => {
  const { task, me } = await madeBy(properties)
  const texts = JSON.stringify(task)
  for (const own of [me.id, me.name, me.email]) expect(texts).not.toContain(own)
})

it('leaves what the request says or may say of its maker', async () => {
  const creator = `created_by: ${text}, created_by_email: ${text}`
  const sent = `title: ${text}, created_by: ${text}`
  const said = await madeBy(creator, sent, { title: 'a', created_by: 'ada' })
  expect(said.task).toMatchObject({ created_by: 'ada' })
  const unsaid = await madeBy(creator, sent)
  expect(unsaid.task['created_by_email']).not.toBe(unsaid.me.email)
})

it('names the one who asks as who changed it last, once it was changed', async () => {
  const { task, me, ask } = await madeBy('updated_by: {type: [string, "null"], format: uuid}')
  expect(task['updated_by'] ?? null).toBeNull()
  expect(ask(`PATCH /v1/tasks/${task['id']}`, { body: { title: 'b' } }).body).toMatchObject({ updated_by: me.id })
})

/** No record shows who asks; an example tells whose a credential is. */
const lists = (path: string, answer: string, example: string) => `
paths:
  ${path}:
    get: {operationId: check, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {${answer}}}, example: ${example}}}}}}
  /lists:
    post: {operationId: makeList, requestBody: ${bodyOf('title: {type: string}')}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/List'}, example: {id: L1, title: a, creator: U999}}}}}}
    get: {operationId: getLists, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/List'}}}}}}}
components:
  schemas:
    UserId: {type: string, pattern: '^U\\d+$', description: The id of a user}
    List: {oneOf: [{$ref: '#/components/schemas/Plain'}, {$ref: '#/components/schemas/Shared'}]}
    Plain: {type: object, required: [id, title], additionalProperties: false, properties: {id: ${text}, title: ${text}, creator: {$ref: '#/components/schemas/UserId'}}}
    Shared: {type: object, required: [id, partner], additionalProperties: false, properties: {id: ${text}, partner: ${text}, creator: {$ref: '#/components/schemas/UserId'}}}
`

it.each(['/auth.test', '/whoami', '/v1/tokeninfo', '/v1/token/verify'])(
  'says that the one of %s made what was made',
  async (path) => {
    const { ask } = await sandboxOf(lists(path, `ok: {type: boolean}, user_id: ${text}`, '{ok: true, user_id: U12345}'))
    expect(ask('POST /lists', { body: { title: 'b' } }).body).toMatchObject({ title: 'b', creator: 'U12345' })
    expect(ask('GET /lists').body).toMatchObject([{ creator: 'U12345' }])
  },
)

it('does not say so of the user of another answer, nor of an id that the record does not take', async () => {
  const other = await sandboxOf(lists('/lottery', `user_id: ${text}`, '{user_id: U12345}'))
  expect(other.ask('POST /lists', { body: { title: 'b' } }).body).toMatchObject({ creator: 'U999' })
  const unlike = await sandboxOf(lists('/whoami', `user_id: ${text}`, '{user_id: grace}'))
  expect(unlike.ask('POST /lists', { body: { title: 'b' } }).body).toMatchObject({ creator: 'U999' })
})
