import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const inPath = (name: string, type = 'string') => `{name: ${name}, in: path, required: true, schema: {type: ${type}}}`
const body = (schema: string) => `requestBody: {content: {application/json: {schema: ${schema}}}}`

const description = `
paths:
  /user:
    get: {responses: {'200': ${ok(ref('Person'))}}}
  /user/shelves:
    post: {${body('{type: object, required: [name], properties: {name: {type: string}}}')}, responses: {'201': ${ok(ref('Shelf'))}}}
  /shelves/{owner}/{shelf}:
    parameters: [${inPath('owner')}, ${inPath('shelf')}]
    get: {responses: {'200': ${ok(ref('Shelf'))}, '404': {description: no}}}
    patch: {${body('{type: object, properties: {name: {type: string}}}')}, responses: {'200': ${ok(ref('Shelf'))}}}
    delete: {responses: {'204': {description: gone}}}
  /collections/{id}:
    get: {parameters: [${inPath('id', 'integer')}], responses: {'200': ${ok(ref('Shelf'))}, '404': {description: no}}}
  /shelves/{owner}/{shelf}/notes:
    parameters: [${inPath('owner')}, ${inPath('shelf')}]
    get:
      parameters: [{name: state, in: query, schema: {type: string, enum: [closed, open, all]}}]
      responses: {'200': ${ok(`{type: array, items: ${ref('Note')}}`)}}
    post: {${body('{type: object, properties: {title: {type: string}}}')}, responses: {'201': ${ok(ref('Note'))}}}
  /shelves/{owner}/{shelf}/notes/{index}:
    parameters: [${inPath('owner')}, ${inPath('shelf')}, ${inPath('index', 'integer')}]
    get: {responses: {'200': ${ok(ref('Note'))}, '404': {description: no}}}
    delete: {responses: {'204': {description: gone}}}
components:
  schemas:
    Person: {type: object, properties: {id: {type: integer}, login: {type: string}}}
    Shelf: {type: object, properties: {id: {type: integer}, name: {type: string}, owner: ${ref('Person')}}}
    Note: {type: object, properties: {id: {type: integer}, number: {type: integer}, title: {type: string}, state: {type: string}, user: ${ref('Person')}}}
`

interface Note {
  readonly id: number
  readonly number: number
  readonly state: string
  readonly user: { readonly login: string }
}

it('counts records that are read by their number from 1 in each parent', async () => {
  const { ask } = await sandboxOf(description)
  const { login } = ask('GET /user').body as { login: string }
  for (const name of ['one', 'two']) ask('POST /user/shelves', { body: { name } })
  const make = (shelf: string) => ask(`POST /shelves/${login}/${shelf}/notes`, { body: { title: shelf } }).body as Note
  const first = make('one')
  expect([first.number, make('one').number, make('two').number]).toEqual([1, 2, 1])
  expect(ask(`GET /shelves/${login}/one/notes/1`).body).toMatchObject({ id: first.id, title: 'one' })
  expect(ask(`GET /shelves/${login}/two/notes/1`).body).toMatchObject({ title: 'two' })
  expect(ask(`GET /shelves/${login}/two/notes/2`).status).toBe(404)
  ask(`DELETE /shelves/${login}/one/notes/2`)
  expect(make('one').number).toBe(3)
})

it('says of what is made that it is of the one whom the address of whoever asks shows', async () => {
  const { ask } = await sandboxOf(description)
  const { login } = ask('GET /user').body as { login: string }
  expect(ask('POST /user/shelves', { body: { name: 'one' } }).body).toMatchObject({ owner: { login } })
  expect(ask(`GET /shelves/${login}/one`).status).toBe(200)
  const note = ask(`POST /shelves/${login}/one/notes`, { body: { title: 'a' } }).body as Note
  expect(note.user.login).toBe(login)
})

it('takes the choices of the filter of that name for the states of records', async () => {
  const { ask } = await sandboxOf(description)
  const { login } = ask('GET /user').body as { login: string }
  ask('POST /user/shelves', { body: { name: 'one' } })
  expect(ask(`POST /shelves/${login}/one/notes`, { body: { title: 'a' } }).body).toMatchObject({ state: 'open' })
  expect(ask(`GET /shelves/${login}/one/notes?state=open`).body).toHaveLength(1)
  expect(ask(`GET /shelves/${login}/one/notes?state=closed`).body).toHaveLength(0)
})
