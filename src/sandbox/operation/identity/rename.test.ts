import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const label = "{$ref: '#/components/schemas/Label'}"
const shelf = "{$ref: '#/components/schemas/Shelf'}"
const one = (schema: string, status = 200) => `{'${status}': {description: ok, ${json(schema)}}}`
const text = (name: string) => `{name: ${name}, in: query, schema: {type: string}}`
const { ask } = await sandboxOf(`
paths:
  /labels:
    get: {responses: ${one(`{type: array, items: ${label}}`)}}
    post: {requestBody: {${json(label)}}, responses: ${one(label, 201)}}
  /labels/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: ${one(label)}}
    patch: {requestBody: {${json('{type: object, properties: {new_name: {type: string}, colour: {type: string}}}')}}, responses: ${one(label)}}
  /shelves:
    get: {responses: ${one(`{type: array, items: ${shelf}}`)}}
    post: {parameters: [${text('name')}, ${text('roomKind')}], responses: {'204': {description: ok}}}
    delete: {parameters: [${text('name')}], responses: {'204': {description: ok}}}
  /shelves/name: {post: {operationId: renameShelf, parameters: [${text('name')}, ${text('newName')}], responses: {'204': {description: ok}}}}
components:
  schemas:
    Label: {type: object, required: [name], properties: {name: {type: string}, colour: {type: string}}}
    Shelf: {type: object, properties: {Name: {type: string}, RoomKind: {type: string}}}
`)

it('finds a record under its new name, and no longer under the old one', () => {
  ask('POST /labels', { body: { name: 'bug', colour: 'red' } })
  expect(ask('PATCH /labels/bug', { body: { new_name: 'defect' } }).body).toEqual({ name: 'defect', colour: 'red' })
  expect(['defect', 'bug'].map((name) => ask(`GET /labels/${name}`).status)).toEqual([200, 404])
  expect(ask('GET /labels').body).toEqual([{ name: 'defect', colour: 'red' }])
})

it('leaves a record its name where another has the new one', () => {
  ask('POST /labels', { body: { name: 'taken' } })
  expect(ask('PATCH /labels/taken', { body: { new_name: 'defect' } }).body).toMatchObject({ name: 'taken' })
  expect(ask('GET /labels/defect').body).toMatchObject({ colour: 'red' })
})

it('takes the name of what is made, and the new one, from the query', () => {
  expect(ask('POST /shelves?name=top&roomKind=hall').status).toBe(204)
  expect(ask('POST /shelves/name?name=top&newName=upper').status).toBe(204)
  expect(ask('GET /shelves').body).toEqual([{ Name: 'upper', RoomKind: 'hall' }])
  expect(ask('DELETE /shelves?name=upper').status).toBe(204)
  expect(ask('GET /shelves').body).toEqual([])
})

const input = (schema: string) => `requestBody: {${json(schema)}}`
const named = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const kept = await sandboxOf(`
paths:
  /folders:
    get: {responses: ${one("{type: array, items: {$ref: '#/components/schemas/Folder'}}")}}
    post: {${input("{$ref: '#/components/schemas/Folder'}")}, responses: ${one("{$ref: '#/components/schemas/Folder'}", 201)}}
  /folders/{name}:
    parameters: [${named('name')}]
    get: {responses: ${one("{$ref: '#/components/schemas/Folder'}")}}
    patch: {${input('{type: object, properties: {new_name: {type: string}}}')}, responses: ${one("{$ref: '#/components/schemas/Folder'}")}}
  /folders/{name}/items:
    parameters: [${named('name')}]
    get: {responses: ${one("{type: array, items: {$ref: '#/components/schemas/Item'}}")}}
    post: {${input("{$ref: '#/components/schemas/Item'}")}, responses: ${one("{$ref: '#/components/schemas/Item'}", 201)}}
  /folders/{name}/items/{id}:
    parameters: [${named('name')}, ${named('id')}]
    get: {responses: ${one("{$ref: '#/components/schemas/Item'}")}}
components:
  schemas:
    Folder: {type: object, required: [name], properties: {name: {type: string}}}
    Item: {type: object, properties: {id: {type: string}, title: {type: string}}}
`)

it('takes along what stands under the record, and leaves it in its place', () => {
  for (const name of ['a', 'b']) kept.ask('POST /folders', { body: { name } })
  const { id } = kept.ask('POST /folders/a/items', { body: { title: 't' } }).body as { id: string }
  kept.ask('PATCH /folders/a', { body: { new_name: 'c' } })
  expect(kept.ask('GET /folders').body).toEqual([{ name: 'c' }, { name: 'b' }])
  expect(kept.ask('GET /folders/c/items').body).toEqual([{ id, title: 't' }])
  expect(kept.ask(`GET /folders/c/items/${id}`).status).toBe(200)
  kept.ask('POST /folders', { body: { name: 'a' } })
  expect(kept.ask('GET /folders/a/items').body).toEqual([])
})

it('gives no record an empty name', () => {
  kept.ask('PATCH /folders/b', { body: { new_name: '' } })
  expect(kept.ask('GET /folders/b').status).toBe(200)
})

it('takes password and tokens along', async () => {
  const account =
    '{type: object, required: [username, password], properties: {username: {type: string}, password: {type: string}}}'
  const user = "{$ref: '#/components/schemas/User'}"
  const api = await sandboxOf(`
paths:
  /users:
    post: {security: [], ${input(account)}, responses: ${one(user, 201)}}
  /users/{username}:
    parameters: [${named('username')}]
    get: {responses: ${one(user)}}
    patch: {${input('{type: object, properties: {new_username: {type: string}}}')}, responses: ${one(user)}}
  /login:
    post: {security: [], ${input(account)}, responses: {'200': {description: ok, ${json('{type: object, required: [token], properties: {token: {type: string}}}')}}, '401': {description: no}}}
components:
  schemas:
    User: {type: object, required: [username], properties: {username: {type: string}}}
`)
  const login = (username: string, password: string) => api.ask('POST /login', { body: { username, password } })
  const logIn = (username: string, password: string) => login(username, password).status
  api.ask('POST /users', { body: { username: 'ada', password: 'one' } })
  expect([logIn('ada', 'one'), logIn('ada', 'two')]).toEqual([200, 401])
  const { token } = login('ada', 'one').body as { token: string }
  expect(api.ask('PATCH /users/ada', { body: { new_username: 'eve' } }).body).toEqual({ username: 'eve' })
  expect([logIn('eve', 'one'), logIn('eve', 'two')]).toEqual([200, 401])
  expect(api.ask('GET /users/eve', { fields: { authorization: `Bearer ${token}` } }).status).toBe(200)
})

const renaming = await sandboxOf(`
paths:
  /shops:
    get: {responses: ${one("{type: array, items: {$ref: '#/components/schemas/Shop'}}")}}
    post: {${input("{$ref: '#/components/schemas/Shop'}")}, responses: ${one("{$ref: '#/components/schemas/Shop'}", 201)}}
  /shops/{name}:
    parameters: [${named('name')}]
    get: {responses: ${one("{$ref: '#/components/schemas/Shop'}")}}
    patch: {${input('{type: object, properties: {name: {type: string}, note: {type: string}}}')}, responses: ${one("{$ref: '#/components/schemas/Shop'}")}}
    put: {summary: Creates or updates a shop, ${input("{$ref: '#/components/schemas/Shop'}")}, responses: ${one("{$ref: '#/components/schemas/Shop'}")}}
  /shops/{name}/books:
    parameters: [${named('name')}]
    get: {responses: ${one("{type: array, items: {$ref: '#/components/schemas/Book'}}")}}
    post: {${input("{$ref: '#/components/schemas/Book'}")}, responses: ${one("{$ref: '#/components/schemas/Book'}", 201)}}
components:
  schemas:
    Shop: {type: object, required: [name], properties: {name: {type: string}, note: {type: string}}}
    Book: {type: object, required: [id], properties: {id: {type: integer, readOnly: true}, title: {type: string}}}
`)

it('renames a record by a change that takes the name that is its key', () => {
  renaming.ask('POST /shops', { body: { name: 'old' } })
  renaming.ask('POST /shops/old/books', { body: { title: 'One' } })
  expect(renaming.ask('PATCH /shops/old', { body: { name: 'new' } }).body).toMatchObject({ name: 'new' })
  expect(['new', 'old'].map((name) => renaming.ask(`GET /shops/${name}`).status)).toEqual([200, 404])
  expect(renaming.ask('GET /shops/new/books').body).toMatchObject([{ title: 'One' }])
})

it('keeps the name where what changes a record also makes one', () => {
  renaming.ask('PUT /shops/kept', { body: { name: 'kept' } })
  renaming.ask('PUT /shops/kept', { body: { name: 'other' } })
  expect(['kept', 'other'].map((name) => renaming.ask(`GET /shops/${name}`).status)).toEqual([200, 404])
})
