import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const data = (of: string) => `{content: {application/json: {schema: {type: object, properties: {data: ${of}}}}}}`
const ref = (name: string) => `{$ref: "#/components/schemas/${name}"}`
type Shown = { readonly gid: string; readonly space: { readonly gid: string } }
const shown = (asked: { readonly body: unknown }) => (asked.body as { data: Shown }).data
const listed = (asked: { readonly body: unknown }) => (asked.body as { data: readonly Shown[] }).data

const answer = (of: string) =>
  `{description: ok, content: {application/json: {schema: {type: object, properties: {data: ${of}}}}}}`

const api = await sandboxOf(`
paths:
  /spaces:
    get: {responses: {'200': ${answer(`{type: array, items: ${ref('SpaceCompact')}}`)}}}
  /spaces/{space_gid}:
    get: {parameters: [{name: space_gid, in: path, required: true, schema: {type: string}}], responses: {'200': ${answer(ref('Space'))}, '404': {description: no}}}
  /boards:
    post: {requestBody: ${data(ref('BoardBase'))}, responses: {'201': ${answer(ref('Board'))}}}
  /boards/{board_gid}:
    get: {parameters: [{name: board_gid, in: path, required: true, schema: {type: string}}], responses: {'200': ${answer(ref('Board'))}, '404': {description: no}}}
  /users:
    get: {responses: {'200': ${answer(`{type: array, items: ${ref('User')}}`)}}}
  /users/{user_gid}:
    get: {parameters: [{name: user_gid, in: path, required: true, schema: {type: string}, description: 'This can either be the string "me", an email, or the gid of a user.'}], responses: {'200': ${answer(ref('User'))}, '404': {description: no}}}
components:
  schemas:
    Thing: {type: object, properties: {gid: {type: string, readOnly: true, example: '12345'}}}
    User: {allOf: [${ref('Thing')}, {type: object, properties: {name: {type: string}}}]}
    SpaceCompact: {allOf: [${ref('Thing')}, {type: object, description: A space., properties: {name: {type: string}}}]}
    Space: {allOf: [${ref('SpaceCompact')}, {type: object, properties: {color: {type: string}}}]}
    BoardBase: {allOf: [${ref('Thing')}, {type: object, properties: {name: {type: string}, space: {allOf: [${ref('SpaceCompact')}, {type: object, readOnly: true, description: '*Create-only*. The space of this board.'}]}}}]}
    Board: {allOf: [${ref('BoardBase')}, {type: object, properties: {done: {type: boolean}}}]}
`)

it('takes an id for a record that no object can name, and what only a create may say', () => {
  const [space] = listed(api.ask('GET /spaces'))
  const made = api.ask('POST /boards', { body: { data: { name: 'a', space: space?.gid } } })
  expect(made.status).toBe(201)
  expect(shown(made).space.gid).toBe(space?.gid)
  expect(shown(api.ask(`GET /boards/${shown(made).gid}`)).space.gid).toBe(space?.gid)
  expect(api.ask('POST /boards', { body: { data: { name: 'a', space: true } } }).status).toBe(400)
})

it('shows who asks under the word that stands for them', () => {
  const me = shown(api.ask('GET /users/me'))
  expect(listed(api.ask('GET /users')).map(({ gid }) => gid)).toContain(me.gid)
  expect(shown(api.ask(`GET /users/${me.gid}`))).toEqual(me)
  expect(api.ask('GET /users/you').status).toBe(404)
})

it('takes a word that is refused in a path for no one', async () => {
  const team = `{description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, name: {type: string}}}}}}`
  const { ask } = await sandboxOf(`
paths:
  /teams: {post: {responses: {'201': ${team}}}}
  /teams/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}, description: 'The slug. Reserved words such as "me" are refused.'}], responses: {'200': ${team}, '404': {description: no}}}}
`)
  ask('POST /teams')
  expect(ask('GET /teams/me').status).toBe(404)
})
