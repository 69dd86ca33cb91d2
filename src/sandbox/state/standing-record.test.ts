import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const one = (name: string) => `{'200': {description: ok, ${json(`{$ref: '#/components/schemas/${name}'}`)}}}`
const list = (name: string) =>
  `{'200': {description: ok, ${json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`)}}}`
const body = (properties: string) => `requestBody: {${json(`{type: object, properties: {${properties}}}`)}}`

/** A type with a list and a create, and a read of one whose parameter says this. */
const described = (path: string, name: string, words: string, extra = '') => `
  /${path}:
    get: {responses: ${list(name)}}
    post: {${body(`name: {type: string}${extra}`)}, responses: ${one(name)}}
  /${path}/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}, description: ${JSON.stringify(words)}}], responses: ${one(name)}}
    delete: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'204': {description: ok}}}`
const record = (more: string) =>
  `{type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}, ${more}}}`

const description = `
paths:${described('locations', 'Location', 'The id of the location. Specify the string\n"main" to return the main location.')}${described('spaces', 'Space', 'The id of the space. The default value is "default".')}${described('users', 'User', 'The id of the user. Use "me" to get the primary user.')}${described('projects', 'Project', 'The id.')}${described('domains', 'Domain', 'The id.', ', default: {type: boolean}')}
  /projects/default:
    get: {responses: ${one('Project')}}
    patch: {${body('name: {type: string}')}, responses: ${one('Project')}}
  /domains/default: {get: {responses: ${one('Domain')}}}
  /payments:
    post: {${body('amount: {type: integer}, location_id: {type: string}')}, responses: ${one('Payment')}}
components:
  schemas:
    Location: ${record('is_main: {type: boolean}')}
    Space: ${record('kind: {type: string}')}
    User: ${record('email: {type: string}')}
    Project: ${record('is_default: {type: boolean}')}
    Domain: ${record('default: {type: boolean}')}
    Payment: {type: object, required: [id, amount, location_id], properties: {id: {type: string}, amount: {type: integer}, location_id: {type: string}}}
`

type Shown = { id: string; name: string; is_default?: boolean }

it('has the one that a word stands for from the start, among those that clients make', async () => {
  const { ask } = await sandboxOf(description)
  const [main] = ask('GET /locations').body as Shown[]
  expect(main).toMatchObject({ name: 'Main Location', is_main: true })
  expect(ask('GET /locations/main').body).toEqual(main)
  expect(ask(`GET /locations/${main?.id}`).body).toEqual(main)
  expect(ask('POST /payments', { body: { amount: 1 } }).body).toMatchObject({ location_id: main?.id })
  const made = ask('POST /locations', { body: { name: 'Harbour' } }).body
  expect(made).toMatchObject({ is_main: false })
  expect(ask('GET /locations').body).toEqual([main, made])
})

it('takes the word only where it is said', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('DELETE /locations/main').status).toBe(404)
  const [main] = ask('GET /locations').body as Shown[]
  expect(ask(`DELETE /locations/${main?.id}`).status).toBe(204)
  expect(ask('GET /locations/main').status).toBe(404)
  expect(ask('GET /locations').body).toEqual([])
})

it('has the one that an address of its own shows', async () => {
  const { ask } = await sandboxOf(description)
  const own = ask('GET /projects/default').body as Shown
  expect(own).toMatchObject({ name: 'Default Project', is_default: true })
  expect(ask('GET /projects').body).toEqual([own])
  ask('PATCH /projects/default', { body: { name: 'Home' } })
  expect(ask(`GET /projects/${own.id}`).body).toMatchObject({ id: own.id, name: 'Home', is_default: true })
  expect(ask('POST /projects', { body: { name: 'x' } }).body).toMatchObject({ is_default: false })
})

it('has none where a word is a default value, stands for who asks, or names what clients appoint', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('GET /spaces').body).toEqual([])
  expect(ask('GET /spaces/default').status).toBe(404)
  expect(ask('GET /users').body).toEqual([])
  expect(ask('GET /domains').body).toEqual([])
})

it('has its number before those that clients make, and holds what is made in it under its word', async () => {
  const say = 'description: \'Use the "root" keyword to access the root folder of the account.\''
  const id = `parameters: [{name: id, in: path, required: true, schema: {type: [integer, string]}, ${say}}]`
  const { ask } = await sandboxOf(`
paths:
  /folders:
    get: {responses: ${list('Folder')}}
    post: {${body('name: {type: string}')}, responses: ${one('Folder')}}
  /folders/{id}: {get: {${id}, responses: ${one('Folder')}}}
  /folders/{id}/files:
    get: {${id}, responses: ${list('File')}}
    post: {${id}, ${body('name: {type: string}')}, responses: ${one('File')}}
components:
  schemas:
    Folder: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}
    File: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, folder_id: {type: integer}}}
`)
  expect(ask('POST /folders', { body: { name: 'x' } }).body).toEqual({ id: 2, name: 'x' })
  expect(ask('GET /folders/root').body).toEqual({ id: 1, name: 'Root Folder' })
  const file = ask('POST /folders/root/files', { body: { name: 'a' } }).body
  expect(file).toMatchObject({ folder_id: 1 })
  expect(ask('GET /folders/1/files').body).toEqual([file])
})

/** A type whose records clients name, with words of a property. */
const namespaces = (said: string, more = ''): string => `
paths:
  /namespaces:
    get: {responses: ${list('Namespace')}}
    post: {${body('name: {type: string}, phase: {type: string}')}, responses: {'201': {description: made, ${json("{$ref: '#/components/schemas/Namespace'}")}}${more}}}
  /namespaces/{name}: {get: {parameters: [{name: name, in: path, required: true, schema: {type: string}}], responses: ${one('Namespace')}}}
  /namespaces/{name}/pods:
    post: {parameters: [{name: name, in: path, required: true, schema: {type: string}}], ${body('id: {type: string}')}, responses: ${one('Pod')}}
components:
  schemas:
    Namespace: {type: object, required: [name], properties: {name: {type: string}, phase: {type: string, description: ${JSON.stringify(said)}}}}
    Pod: {type: object, required: [id], properties: {id: {type: string}, namespace: {type: string}}}
`
const EMPTY = 'An empty namespace is equivalent to the "default" namespace.'

it('has the one that words tell of by its name, where clients name the others', async () => {
  const taken = ", '409': {description: A namespace of that name exists.}"
  const { ask } = await sandboxOf(namespaces(EMPTY, taken))
  expect(ask('GET /namespaces/default').body).toMatchObject({ name: 'default' })
  expect(ask('POST /namespaces', { body: { name: 'default' } }).status).toBe(409)
  expect(ask('POST /namespaces', { body: { name: 'own' } }).body).toMatchObject({ name: 'own' })
  expect(ask('GET /namespaces').body).toMatchObject([{ name: 'default' }, { name: 'own' }])
})

it.each([
  ['Where none is named, the `main` namespace is used.', 'main'],
  ['Of this phase. If no namespace is given, the "default" namespace is used.', 'default'],
  ['The phase; defaults to the `primary` namespace.', 'primary'],
  ['The "root" namespace always exists.', 'root'],
  ['The `default` namespace is created automatically.', 'default'],
])('has it where words say that it is there or meant: %s', async (said, name) => {
  const { ask } = await sandboxOf(namespaces(said))
  expect(ask('GET /namespaces').body).toMatchObject([{ name }])
})

it.each([
  'One of those, such as the "default" namespace.',
  'Uses the default namespace.',
  'Fails unless the `main` namespace exists already.',
  'Merged into the `main` namespace once somebody has made it.',
  'Set when the `main` namespace is created automatically.',
  'The `main` namespace does not always exist, and an empty one is none.',
])('has none where words only name it: %s', async (said) => {
  const { ask } = await sandboxOf(namespaces(said))
  expect(ask('GET /namespaces').body).toEqual([])
  expect(ask('POST /namespaces', { body: { name: 'main' } }).status).toBe(201)
})

it('lets the first one of that name that a client makes take its place, where no conflict is declared', async () => {
  const { ask } = await sandboxOf(namespaces(EMPTY))
  ask('POST /namespaces', { body: { name: 'own', phase: 'a' } })
  const sent = { name: 'default', phase: 'mine' }
  expect(ask('POST /namespaces', { body: sent })).toMatchObject({ status: 201, body: sent })
  expect(ask('GET /namespaces/default').body).toEqual(sent)
  expect(ask('GET /namespaces').body).toMatchObject([{ name: 'own' }, sent])
  expect(ask('POST /namespaces', { body: { name: 'default' } }).status).toBe(409)
})
