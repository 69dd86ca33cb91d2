import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const id = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const taking = (schema: string) => `requestBody: {content: {application/json: {schema: ${schema}}}}`

const { ask } = await sandboxOf(`
paths:
  /albums:
    post: {${taking('{type: object, properties: {title: {type: string}}}')}, responses: {'201': ${ok(ref('Album'))}}}
  /albums/{album_id}:
    get: {parameters: [${id('album_id')}], responses: {'200': ${ok(ref('Album'))}}}
  /albums/{album_id}/tracks:
    delete: {parameters: [${id('album_id')}], responses: {'204': {description: gone}}}
    post: {parameters: [${id('album_id')}], ${taking(ref('Track'))}, responses: {'201': ${ok(ref('Track'))}}}
  /albums/{album_id}/tracks/{track_id}:
    parameters: [${id('album_id')}, ${id('track_id')}]
    get: {responses: {'200': ${ok(ref('Track'))}, '404': {description: no}}}
    patch: {${taking(ref('Track'))}, responses: {'200': ${ok(ref('Track'))}}}
    delete: {responses: {'204': {description: gone}}}
components:
  schemas:
    Track: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Album: {type: object, properties: {id: {type: string}, title: {type: string}, track_count: {type: integer}, tracks: {type: array, items: ${ref('Track')}}, notes: {type: array, items: ${ref('Track')}}}}
`)

interface Shown {
  readonly id: string
  readonly tracks: readonly { readonly id: string; readonly name: string }[]
  readonly notes?: readonly unknown[]
}

it('shows the records that stand under another in its array of them', () => {
  const album = ask('POST /albums', { body: { title: 'a' } }).body as Shown
  const track = ask(`POST /albums/${album.id}/tracks`, { body: { name: 'one' } }).body as Shown
  const shown = () => ask(`GET /albums/${album.id}`).body as Shown
  expect(shown().tracks).toContainEqual({ id: track.id, name: 'one' })
  expect(shown().notes ?? []).not.toContainEqual({ id: track.id, name: 'one' })
  ask(`PATCH /albums/${album.id}/tracks/${track.id}`, { body: { name: 'two' } })
  expect(shown().tracks).toContainEqual({ id: track.id, name: 'two' })
  expect(shown().tracks.filter((one) => one.id === track.id)).toHaveLength(1)
  ask(`DELETE /albums/${album.id}/tracks/${track.id}`)
  expect(shown().tracks.filter((one) => one.id === track.id)).toEqual([])
})

it('shows none of those that go at once, and counts them no more', () => {
  const album = ask('POST /albums', { body: { title: 'b' } }).body as Shown
  const before = ask(`GET /albums/${album.id}`).body as Shown & { track_count: number }
  for (const name of ['one', 'two']) ask(`POST /albums/${album.id}/tracks`, { body: { name } })
  expect(ask(`GET /albums/${album.id}`).body).toMatchObject({ track_count: before.track_count + 2 })
  ask(`DELETE /albums/${album.id}/tracks`)
  expect(ask(`GET /albums/${album.id}`).body).toEqual(before)
})

it('takes a record that moves from the array of one parent to that of the other', async () => {
  const api = await sandboxOf(`
paths:
  /shelves: {post: {${taking(ref('Shelf'))}, responses: {'201': ${ok(ref('Shelf'))}}}}
  /shelves/{shelf_id}: {get: {parameters: [${id('shelf_id')}], responses: {'200': ${ok(ref('Shelf'))}}}}
  /shelves/{shelf_id}/books: {post: {parameters: [${id('shelf_id')}], ${taking(ref('Book'))}, responses: {'201': ${ok(ref('Book'))}}}}
  /shelves/{shelf_id}/books/{book_id}: {get: {parameters: [${id('shelf_id')}, ${id('book_id')}], responses: {'200': ${ok(ref('Book'))}}}}
  /shelves/{shelf_id}/books/{book_id}/move: {post: {parameters: [${id('shelf_id')}, ${id('book_id')}], ${taking('{type: object, properties: {target_shelf_id: {type: string}}}')}, responses: {'200': ${ok(ref('Book'))}}}}
components:
  schemas:
    Shelf: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, books: {type: array, items: ${ref('Book')}}}}
    Book: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}}}
`)
  const make = (path: string, body: object) => (api.ask(`POST ${path}`, { body }).body as Shown).id
  const books = (shelf: string) => (api.ask(`GET /shelves/${shelf}`).body as { books: readonly Shown[] }).books
  const [one, two] = [make('/shelves', { books: [] }), make('/shelves', { books: [] })]
  const book = make(`/shelves/${one}/books`, { title: 'a' })
  expect(books(one).map((shown) => shown.id)).toEqual([book])
  api.ask(`POST /shelves/${one}/books/${book}/move`, { body: { target_shelf_id: two } })
  expect([books(one), books(two).map((shown) => shown.id)]).toEqual([[], [book]])
})

it('counts those that join under the name of the path, those of a PUT and all of several', async () => {
  const api = await sandboxOf(`
paths:
  /users: {post: {${taking(ref('User'))}, responses: {'201': ${ok(ref('User'))}}}, get: {responses: {'200': ${ok(`{type: array, items: ${ref('User')}}`)}}}}
  /users/{user_id}: {get: {parameters: [${id('user_id')}], responses: {'200': ${ok(ref('User'))}}}}
  /groups: {post: {${taking(ref('Group'))}, responses: {'201': ${ok(ref('Group'))}}}}
  /groups/{group_id}: {get: {parameters: [${id('group_id')}], responses: {'200': ${ok(ref('Group'))}}}}
  /groups/{group_id}/members: {get: {parameters: [${id('group_id')}], responses: {'200': ${ok(`{type: array, items: ${ref('User')}}`)}}}}
  /groups/{group_id}/members/{user_id}:
    parameters: [${id('group_id')}, ${id('user_id')}]
    put: {responses: {'204': {description: put}}}
    delete: {responses: {'204': {description: gone}}}
  /groups/{group_id}/rules/{rule_id}:
    parameters: [${id('group_id')}, ${id('rule_id')}]
    get: {responses: {'200': ${ok(ref('Rule'))}, '404': {description: no}}}
    put: {${taking(ref('Rule'))}, responses: {'201': ${ok(ref('Rule'))}}}
  /groups/{group_id}/rules: {get: {parameters: [${id('group_id')}], responses: {'200': ${ok(`{type: array, items: ${ref('Rule')}}`)}}}}
components:
  schemas:
    User: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Rule: {type: object, properties: {id: {type: string}, text: {type: string}}}
    Group: {type: object, required: [members_count, rules_count, stats], properties: {id: {type: string, readOnly: true}, name: {type: string}, members_count: {type: integer, readOnly: true}, rules_count: {type: integer, readOnly: true}, stats: {type: object, readOnly: true, required: [rule_count], properties: {rule_count: {type: integer}}}}}
`)
  const make = (path: string, body: object) => (api.ask(`POST ${path}`, { body }).body as Shown).id
  const [user, other, group] = [make('/users', {}), make('/users', {}), make('/groups', { name: 'g' })]
  const counts = () => api.ask(`GET /groups/${group}`).body
  for (const one of [user, other, user]) api.ask(`PUT /groups/${group}/members/${one}`)
  for (const rule of ['a', 'b', 'a']) api.ask(`PUT /groups/${group}/rules/${rule}`, { body: { text: rule } })
  expect(counts()).toMatchObject({ members_count: 2, rules_count: 2, stats: { rule_count: 2 } })
  for (let turn = 0; turn < 2; turn++) api.ask(`DELETE /groups/${group}/members/${user}`)
  expect(counts()).toMatchObject({ members_count: 1, rules_count: 2 })
})

it('shows a record under its new name', async () => {
  const api = await sandboxOf(`
paths:
  /albums: {post: {${taking(ref('Album'))}, responses: {'201': ${ok(ref('Album'))}}}}
  /albums/{id}: {get: {parameters: [${id('id')}], responses: {'200': ${ok(ref('Album'))}}}}
  /albums/{id}/tracks: {post: {parameters: [${id('id')}], ${taking(ref('Track'))}, responses: {'201': ${ok(ref('Track'))}}}}
  /albums/{id}/tracks/{name}:
    parameters: [${id('id')}, ${id('name')}]
    get: {responses: {'200': ${ok(ref('Track'))}}}
    patch: {${taking(ref('Track'))}, responses: {'200': ${ok(ref('Track'))}}}
components:
  schemas:
    Track: {type: object, properties: {name: {type: string}, length: {type: integer}}}
    Album: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}, tracks: {type: array, items: ${ref('Track')}}}}
`)
  const album = api.ask('POST /albums', { body: { tracks: [] } }).body as Shown
  api.ask(`POST /albums/${album.id}/tracks`, { body: { name: 'a', length: 1 } })
  api.ask(`PATCH /albums/${album.id}/tracks/a`, { body: { name: 'z' } })
  expect(api.ask(`GET /albums/${album.id}/tracks/z`).status).toBe(200)
  expect(api.ask(`GET /albums/${album.id}`).body).toMatchObject({ tracks: [{ name: 'z', length: 1 }] })
})
