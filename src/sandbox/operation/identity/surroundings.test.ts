import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

/** Shelves are made at one path, in the name of whoever asks or of a guild, and addressed at another by two names. */
const shelves = `
paths:
  /my/shelves:
    get: {operationId: listMyShelves, responses: {'200': &brief {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/ShelfBrief'}}}}}}}
    post: &make {operationId: makeMyShelf, requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}, note: {type: string}}}}}}, responses: {'201': &one {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}}}
  /guilds/{guild}/shelves:
    parameters: [{name: guild, in: path, required: true, schema: {type: string}}]
    get: {operationId: listGuildShelves, responses: {'200': *brief}}
    post: {<<: *make, operationId: makeGuildShelf}
  /shelves/{keeper}/{shelf}:
    parameters: &two [{name: keeper, in: path, required: true, schema: {type: string}}, {name: shelf, in: path, required: true, schema: {type: string}}]
    get: {operationId: getShelf, responses: {'200': *one, '404': {description: no}}}
    patch: {operationId: changeShelf, requestBody: {content: {application/json: {schema: {type: object, properties: {note: {type: string}}}}}}, responses: {'200': *one, '404': {description: no}}}
    delete: {operationId: dropShelf, responses: {'204': {description: gone}, '404': {description: no}}}
  /shelves/{keeper}/{shelf}/notes:
    parameters: *two
    get: {operationId: listNotes, parameters: [{name: state, in: query, schema: {type: string, enum: [open, closed, all], default: open}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}
    post: {operationId: makeNote, requestBody: {content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string}}}}}}, responses: {'201': &note {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}, '404': {description: no}}}
  /shelves/{keeper}/{shelf}/notes/{note_id}:
    parameters: [{name: keeper, in: path, required: true, schema: {type: string}}, {name: shelf, in: path, required: true, schema: {type: string}}, {name: note_id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getNote, responses: {'200': *note, '404': {description: no}}}
    patch: {operationId: changeNote, requestBody: {content: {application/json: {schema: {type: object, properties: {state: {type: string, enum: [open, closed]}}}}}}, responses: {'200': *note, '404': {description: no}}}
    delete: {operationId: dropNote, responses: {'204': {description: gone}, '404': {description: no}}}
  /favourites/{keeper}/{shelf}: &whether
    parameters: *two
    get: {operationId: isFavourite, responses: {'204': {description: it is}, '404': {description: it is not}}}
    put: {operationId: favour, responses: {'204': {description: ok}, '404': {description: no}}}
    delete: {operationId: unfavour, responses: {'204': {description: ok}, '404': {description: no}}}
  /shelves/{keeper}/{shelf}/notes/{note_id}/pin:
    parameters: [{name: keeper, in: path, required: true, schema: {type: string}}, {name: shelf, in: path, required: true, schema: {type: string}}, {name: note_id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: isPinned, responses: {'204': {description: it is}, '404': {description: it is not}}}
    put: {operationId: pin, responses: {'204': {description: ok}, '404': {description: no}}}
    delete: {operationId: unpin, responses: {'204': {description: ok}, '404': {description: no}}}
components:
  schemas:
    Keeper: {type: object, properties: {id: {type: integer}, login: {type: string, example: ada}}}
    ShelfBrief: {type: object, properties: &brief_of {id: {type: integer, example: 7}, name: {type: string, example: My-Shelf}, path: {type: string, example: ada/My-Shelf, readOnly: true}, keeper: {$ref: '#/components/schemas/Keeper'}}}
    Shelf: {type: object, required: [id, name], properties: {<<: *brief_of, note: {type: string}, notes: {type: integer, example: 0}}}
    Note: {type: object, required: [id], properties: {id: {type: integer}, title: {type: string}, state: {type: string, enum: [open, closed]}, closed_at: {type: string, format: date-time, nullable: true}}}
`

interface Shelf {
  readonly id: number
  readonly name: string
  readonly path: string
  readonly keeper: { readonly login: string }
  readonly notes: number
}

async function withShelf() {
  const { ask } = await sandboxOf(shelves)
  const made = ask('POST /my/shelves', { body: { name: 'poems' } })
  return { ask, made, shelf: made.body as Shelf }
}

it('finds by two names what was made under none of them', async () => {
  const { ask, made, shelf } = await withShelf()
  expect([made.status, shelf.name, shelf.keeper.login, shelf.path]).toEqual([201, 'poems', 'ada', 'ada/poems'])
  expect((ask('GET /shelves/ada/poems').body as Shelf).id).toBe(shelf.id)
  expect(ask('GET /shelves/bob/poems').status).toBe(404)
  expect(ask('PATCH /shelves/ada/poems', { body: { note: 'n' } }).body).toMatchObject({ name: 'poems', note: 'n' })
  expect((ask('GET /my/shelves').body as Shelf[]).map(({ name }) => name)).toEqual(['poems'])
  expect(ask('POST /my/shelves', { body: { name: 'poems' } }).status).toBe(409)
  expect(ask('DELETE /shelves/ada/poems').status).toBe(204)
  expect(ask('GET /shelves/ada/poems').status).toBe(404)
})

it('takes the one thing that a create or a list stands under for the first of the two names', async () => {
  const { ask } = await withShelf()
  const theirs = ask('POST /guilds/weavers/shelves', { body: { name: 'poems' } }).body as Shelf
  expect([theirs.keeper.login, theirs.path]).toEqual(['weavers', 'weavers/poems'])
  expect((ask('GET /shelves/weavers/poems').body as Shelf).id).toBe(theirs.id)
  expect((ask('GET /guilds/weavers/shelves').body as Shelf[]).map(({ id }) => id)).toEqual([theirs.id])
})

it('keeps what stands under each apart, and counts it', async () => {
  const { ask } = await withShelf()
  ask('POST /my/shelves', { body: { name: 'plays' } })
  const note = ask('POST /shelves/ada/poems/notes', { body: { title: 'one' } }).body as { id: number }
  expect(ask('GET /shelves/ada/plays/notes').body).toEqual([])
  expect(ask(`GET /shelves/ada/plays/notes/${note.id}`).status).toBe(404)
  expect((ask('GET /shelves/ada/poems').body as Shelf).notes).toBe(1)
  ask(`DELETE /shelves/ada/poems/notes/${note.id}`)
  expect((ask('GET /shelves/ada/poems').body as Shelf).notes).toBe(0)
  expect(ask('POST /shelves/ada/none/notes', { body: { title: 'one' } }).status).toBe(404)
})

it('lists what the default of a choice says, and everything where all is asked for', async () => {
  const { ask } = await withShelf()
  const [first] = ['one', 'two'].map((title) => ask('POST /shelves/ada/poems/notes', { body: { title } }).body)
  const { id } = first as { id: number }
  const closed = ask(`PATCH /shelves/ada/poems/notes/${id}`, { body: { state: 'closed' } }).body
  expect(closed).toMatchObject({ state: 'closed', closed_at: expect.stringMatching(/^2025-/) })
  const titles = (query: string) =>
    (ask(`GET /shelves/ada/poems/notes${query}`).body as { title: string }[]).map(({ title }) => title)
  expect([titles(''), titles('?state=closed'), titles('?state=all')]).toEqual([['two'], ['one'], ['one', 'two']])
  expect(ask(`PATCH /shelves/ada/poems/notes/${id}`, { body: { state: 'open' } }).body).toMatchObject({
    closed_at: null,
  })
})

it('says with 204 or 404 whether something is set', async () => {
  const { ask } = await withShelf()
  const { id } = ask('POST /shelves/ada/poems/notes', { body: { title: 'one' } }).body as { id: number }
  for (const path of ['/favourites/ada/poems', `/shelves/ada/poems/notes/${id}/pin`]) {
    const statuses = ['GET', 'PUT', 'GET', 'DELETE', 'GET'].map((method) => ask(`${method} ${path}`).status)
    expect([path, ...statuses]).toEqual([path, 404, 204, 204, 204, 404])
  }
  expect(ask('PUT /shelves/ada/poems/notes/99/pin').status).toBe(404)
})

it('does not take what may be a sum for a count', async () => {
  const { ask } = await sandboxOf(`
paths:
  /accounts:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Account'}}}}}
  /accounts/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Account'}}}}}
  /accounts/{id}/credits:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Credit'}}}}}}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {amount: {type: integer}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Credit'}}}}}
components:
  schemas:
    Account: {type: object, required: [id, credits, credits_count], properties: {id: {type: string}, name: {type: string}, credits: {type: integer}, credits_count: {type: integer}}}
    Credit: {type: object, required: [id], properties: {id: {type: string}, amount: {type: integer}}}
`)
  const { id, credits, credits_count } = ask('POST /accounts', { body: { name: 'Ana' } }).body as Record<string, number>
  expect(ask(`POST /accounts/${id}/credits`, { body: { amount: 5 } }).status).toBe(201)
  expect(ask(`GET /accounts/${id}`).body).toMatchObject({ credits, credits_count: (credits_count ?? 0) + 1 })
})

it('lets clients make things in a workspace that they can only have had before', async () => {
  const book =
    'content: {application/json: {schema: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}}}}}'
  const space = '{type: object, properties: {id: {type: string}, name: {type: string}}}'
  const no = "'404': {description: no}"
  const { ask } = await sandboxOf(`
paths:
  /workspaces: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: ${space}}}}}}}}
  /workspaces/{workspace}: {get: {responses: {'200': {description: ok, content: {application/json: {schema: ${space}}}}, ${no}}}}
  /workspaces/{workspace}/books: {post: {requestBody: {${book}}, responses: {'201': {description: ok, ${book}}, ${no}}}}
  /workspaces/{workspace}/books/{id}: {get: {responses: {'200': {description: ok, ${book}}, ${no}}}}
`)
  const made = ask('POST /workspaces/mine/books', { body: { title: 'a' } })
  expect(made.status).toBe(201)
  expect(ask(`GET /workspaces/mine/books/${(made.body as { id: string }).id}`)).toMatchObject({ body: { title: 'a' } })
  expect(ask('GET /workspaces/mine').status).toBe(404)
})

it('takes the account that clients are configured with, where accounts are made under another path alone', async () => {
  const ok = (name: string) =>
    `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
  const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
  const sent = (name: string) =>
    `requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
  const under = (path: string, name: string) => `
  /api/accounts/{account_id}/${path}: {post: {parameters: [${inPath('account_id')}], ${sent(name)}, responses: {'201': ${ok(name)}, '404': {description: no}}}}
  /api/accounts/{account_id}/${path}/{id}: {get: {parameters: [${inPath('account_id')}, ${inPath('id')}], responses: {'200': ${ok(name)}, '404': {description: no}}}}`
  const of = (prefix: string) =>
    sandboxOf(`
paths:
  /${prefix}/accounts: {post: {${sent('Account')}, responses: {'201': ${ok('Account')}}}}
  /${prefix}/accounts/{account_id}: {get: {parameters: [${inPath('account_id')}], responses: {'200': ${ok('Account')}, '404': {description: no}}}}${under('teams', 'Team')}${under('boxes', 'Box')}${under('rules', 'Rule')}
components:
  schemas:
    ${['Account', 'Team', 'Box', 'Rule'].map((name) => `${name}: {type: object, properties: {id: {type: string, readOnly: true}, ${name.toLowerCase()}_name: {type: string}}}`).join('\n    ')}
`)
  const apart = await of('platform')
  const made = apart.ask('POST /api/accounts/7/teams', { body: { team_name: 'a' } })
  expect(made.status).toBe(201)
  expect(apart.ask(`GET /api/accounts/7/teams/${(made.body as { id: string }).id}`).body).toEqual(made.body)
  expect(apart.ask('GET /api/accounts/8/teams/none').status).toBe(404)
  expect(apart.ask('GET /platform/accounts/7').status).toBe(404)
  const together = await of('api')
  expect(together.ask('POST /api/accounts/7/teams', { body: { team_name: 'a' } }).status).toBe(404)
})

it('knows the owner by the path of the create, where no property says it', async () => {
  const depot = `{'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Depot'}}}}, '404': {description: none}}`
  const named = (...names: string[]) =>
    `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, schema: {type: string}}`).join(', ')}]`
  const { ask } = await sandboxOf(`
paths:
  /teams/{team}/depots:
    post: {${named('team')}, requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}, responses: ${depot}}
  /depots/{owner}/{depot}: {get: {${named('owner', 'depot')}, responses: ${depot}}}
components: {schemas: {Depot: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}
`)
  expect(ask('POST /teams/acme/depots', { body: { name: 'd1' } }).status).toBe(200)
  expect(ask('GET /depots/acme/d1').body).toMatchObject({ name: 'd1' })
  expect(ask('GET /depots/other/d1').status).toBe(404)
})
