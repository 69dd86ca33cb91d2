import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const one = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const body = (properties: string) =>
  `requestBody: {content: {application/json: {schema: {type: object, properties: ${properties}}}}}`
const text = '{type: string}'
const id = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`

const { ask } = await sandboxOf(`
paths:
  /articles:
    post: {${body(`{title: ${text}, slug: ${text}}`)}, responses: {'201': ${one('Article')}}}
  /articles/{id}:
    get: {parameters: [${id('id')}], responses: {'200': ${one('Article')}}}
  /people:
    post: {${body(`{first_name: ${text}, last_name: ${text}}`)}, responses: {'201': ${one('Person')}}}
  /people/{id}:
    parameters: [${id('id')}]
    get: {responses: {'200': ${one('Person')}}}
    patch: {${body(`{first_name: ${text}, display_name: ${text}}`)}, responses: {'200': ${one('Person')}}}
  /shelves/{owner}/{shelf}:
    parameters: [${id('owner')}, ${id('shelf')}]
    get: {responses: {'200': ${one('Shelf')}}}
    put: {${body(`{about: ${text}}`)}, responses: {'200': ${one('Shelf')}}}
  /shelves/{owner}/{shelf}/books:
    parameters: [${id('owner')}, ${id('shelf')}]
    post: {${body(`{title: ${text}}`)}, responses: {'201': ${one('Book')}}}
  /racks:
    post: {${body(`{name: ${text}}`)}, responses: {'201': ${one('Rack')}}}
  /racks/{id}:
    get: {parameters: [${id('id')}], responses: {'200': ${one('Rack')}}}
  /racks/{id}/boxes:
    post: {parameters: [${id('id')}], ${body(`{label: ${text}}`)}, responses: {'201': ${one('Box')}}}
components:
  schemas:
    Article: {type: object, required: [id], properties: {id: {type: integer}, title: ${text}, slug: ${text}}}
    Person: {type: object, required: [id], properties: {id: {type: integer}, first_name: ${text}, last_name: ${text}, display_name: ${text}}}
    Shelf: {type: object, properties: {name: ${text}, full_name: ${text}, about: ${text}}}
    Book: {type: object, required: [id], properties: {id: {type: integer}, title: ${text}}}
    Rack: {type: object, required: [id], properties: {id: ${text}, name: {type: string, example: Old rack}}}
    Box: {type: object, required: [id], properties: {id: ${text}, label: ${text}, rack: {$ref: '#/components/schemas/Rack'}}}
`)

it('makes the slug of what is called so from its title, unless it is sent', () => {
  expect(ask('POST /articles', { body: { title: 'Old Röads, new' } }).body).toMatchObject({ slug: 'old-roads-new' })
  expect(ask('POST /articles', { body: { title: 'Old', slug: 'mine' } }).body).toMatchObject({ slug: 'mine' })
})

it('shows somebody under their whole name, and follows a change of it until another name is said', () => {
  const made = ask('POST /people', { body: { first_name: 'Ada', last_name: 'Stone' } }).body as { id: number }
  expect(made).toMatchObject({ display_name: 'Ada Stone' })
  const change = (body: unknown) => ask(`PATCH /people/${made.id}`, { body }).body
  expect(change({ first_name: 'Eva' })).toMatchObject({ display_name: 'Eva Stone' })
  expect(change({ display_name: 'The Stone' })).toMatchObject({ display_name: 'The Stone' })
  expect(change({ first_name: 'Ida' })).toMatchObject({ display_name: 'The Stone' })
})

it('calls what is known by its name inside something else after both', () => {
  expect(ask('PUT /shelves/ada/poems', { body: { about: 'x' } }).body).toMatchObject({ full_name: 'ada/poems' })
})

it('shows the record that a new one is made under, in the object that names it', () => {
  const { id: rack } = ask('POST /racks', { body: { name: 'Top' } }).body as { id: string }
  expect(ask(`POST /racks/${rack}/boxes`, { body: { label: 'b' } }).body).toMatchObject({
    rack: { id: rack, name: 'Top' },
  })
})
