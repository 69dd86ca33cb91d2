import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const address = '{$ref: "#/components/schemas/Address"}'
const description = `
paths:
  /addresses:
    post: {requestBody: {${json('{type: object, properties: {city: {type: string}}}')}}, responses: {'201': {description: ok, ${json(address)}}}}
  /addresses/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(address)}}}}
  /letters:
    post: {requestBody: {${json(`{type: object, properties: {to: {oneOf: [{type: string}, ${address}]}, from: {type: string}}}`)}}, responses: {'201': {description: ok, ${json('{$ref: "#/components/schemas/Letter"}')}}}}
components:
  schemas:
    Address: {type: object, required: [id, city], properties: {id: {type: string}, city: {type: string, example: Rome}, company: {type: string, nullable: true, example: Shown}}}
    Letter: {type: object, required: [id], properties: {id: {type: string}, to: ${address}, from: {type: string}}}
`

it('shows the record whose id is sent in the place of an object', async () => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /addresses', { body: { city: 'Bern' } }).body as { id: string }
  const letter = ask('POST /letters', { body: { to: made.id, from: made.id } }).body
  expect(letter).toMatchObject({ to: { id: made.id, city: 'Bern' }, from: made.id })
})

it('leaves an object as it is sent, and an id of nothing that is there', async () => {
  const { ask } = await sandboxOf(description)
  const sent = { id: 'adr_1', city: 'Oslo' }
  expect(ask('POST /letters', { body: { to: sent } }).body).toMatchObject({ to: sent })
  const unknown = ask('POST /letters', { body: { to: 'adr_9' } })
  expect(unknown.status).toBe(201)
  expect(unknown.body).not.toMatchObject({ to: { city: 'Bern' } })
})

it('says of a record whose id an example shows what that record says', async () => {
  const shown = '{id: 1, author: {id: 1, name: Marc}}'
  const user = '{$ref: "#/components/schemas/User"}'
  const post = '{$ref: "#/components/schemas/Post"}'
  const { ask } = await sandboxOf(`
paths:
  /users:
    post: {requestBody: {${json('{type: object, properties: {name: {type: string}}}')}}, responses: {'201': {description: ok, ${json(user)}}}}
  /users/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${json(user)}}}}
  /posts:
    post: {requestBody: {${json('{type: object, properties: {text: {type: string}}}')}}, responses: {'201': {description: ok, content: {application/json: {schema: ${post}, example: ${shown}}}}}}
  /posts/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${json(post)}}}}
components:
  schemas:
    User: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    Post: {type: object, required: [id], properties: {id: {type: integer}, text: {type: string}, author: ${user}}}
`)
  expect(ask('POST /posts', { body: {} }).body).toMatchObject({ author: { id: 1, name: 'Marc' } })
  ask('POST /users', { body: { name: 'Lena' } })
  expect(ask('POST /posts', { body: {} }).body).toMatchObject({ author: { id: 1, name: 'Lena' } })
})

it('makes a record of an object that is sent in the place of an id', async () => {
  const inline = '{type: object, properties: {city: {type: string}, zip: {type: string}}}'
  const { ask } = await sandboxOf(description.replace(`{type: string}, ${address}]`, `{type: string}, ${inline}]`))
  const letter = ask('POST /letters', { body: { to: { city: 'Oslo' } } }).body as { to: { id: string } }
  expect(letter.to).toMatchObject({ city: 'Oslo' })
  expect(ask(`GET /addresses/${letter.to.id}`).body).toMatchObject({ id: letter.to.id, city: 'Oslo' })
})

it('knows a record by the component of its id, and one of its alternatives', async () => {
  const { ask } = await sandboxOf(`
paths:
  /addresses:
    post: {requestBody: {${json('{type: object, properties: {city: {type: string}, zip: {type: string}, country: {type: string, default: US}}}')}}, responses: {'201': {description: ok, ${json(address)}}}}
  /addresses/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(address)}}}}
  /letters:
    post: {requestBody: {${json('{type: object, properties: {to: {type: string}, from: {type: string}}}')}}, responses: {'201': {description: ok, ${json('{$ref: "#/components/schemas/Letter"}')}}}}
components:
  schemas:
    AddressId: {type: string, pattern: '^adr_[a-z0-9]+$'}
    Base: {type: object, required: [created], properties: {created: {type: string, format: date-time}}}
    Home: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, required: [id, city], properties: {id: {$ref: '#/components/schemas/AddressId'}, city: {type: string}, country: {type: string, enum: [UNITED STATES]}}}]}
    Abroad: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, required: [id, city, zip], properties: {id: {$ref: '#/components/schemas/AddressId'}, city: {type: string}, zip: {type: string}}}]}
    Address: {oneOf: [{$ref: '#/components/schemas/Home'}, {$ref: '#/components/schemas/Abroad'}]}
    Own: {type: object, required: [id, city], properties: {id: {$ref: '#/components/schemas/AddressId'}, city: {type: string}}}
    Letter: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, required: [id], properties: {id: {type: string}, to: {$ref: '#/components/schemas/Home'}, from: {$ref: '#/components/schemas/Own'}}}]}
`)
  const made = ask('POST /addresses', { body: { city: 'Bern' } }).body as { id: string }
  expect(made).toMatchObject({ city: 'Bern', country: 'UNITED STATES' })
  const letter = ask('POST /letters', { body: { to: made.id, from: made.id } }).body
  expect(letter).toMatchObject({ to: { id: made.id, city: 'Bern' }, from: { id: made.id, city: 'Bern' } })
})
