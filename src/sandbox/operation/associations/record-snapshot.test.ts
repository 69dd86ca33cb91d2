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
