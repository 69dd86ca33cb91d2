import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const body = (...properties: string[]): string =>
  json(
    `{type: object, required: [${properties.map((one) => one.split(':')[0]).join(', ')}], properties: {${properties.join(', ')}}}`,
  )
const answers = (answer: string, ...codes: string[]): string =>
  `{'200': {description: ok, ${json(answer)}}, default: {description: no, ${json(`{type: object, required: [error], properties: {error: {type: string, enum: [${codes.join(', ')}]}}}`)}}}`
const one = (name: string): string =>
  `{type: object, properties: {${name.toLowerCase()}: {$ref: '#/components/schemas/${name}'}}}`
const many = (name: string): string =>
  `{type: object, properties: {${name.toLowerCase()}s: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}`
const description = (said: string, ...codes: string[]): string => `
paths:
  /rooms.create: {post: {requestBody: {${body('title: {type: string}')}}, responses: ${answers(one('Room'), 'invalid')}}}
  /rooms.info: {get: {parameters: [{name: room, in: query, schema: {type: string}}], responses: ${answers(one('Room'), 'room_not_found', 'not_found')}}}
  /rooms.invite: {post: {requestBody: {${body('room: {type: string}', 'guest: {type: string}')}}, responses: ${answers(one('Room'), 'guest_not_found', 'room_not_found')}}}
  /notes.post: {post: {requestBody: {${body(`room: {type: string, description: ${said}}`, 'text: {type: string}')}}, responses: ${answers(one('Note'), ...codes)}}}
  /notes.list: {get: {parameters: [{name: room, in: query, schema: {type: string}}], responses: ${answers(many('Note'), ...codes)}}}
components:
  schemas:
    Room: {type: object, required: [id], properties: {id: {type: string, example: R0AB12CD3}, title: {type: string}}}
    Note: {type: object, required: [id], properties: {id: {type: string}, text: {type: string}}}
`

it('refuses what names a record that is not there, where the operation declares a word for that', async () => {
  const { ask } = await sandboxOf(description('Where to post', 'no_text', 'no_such_room'))
  const { room } = ask('POST /rooms.create', { body: { title: 'a' } }).body as { room: { id: string } }
  expect(ask('POST /notes.post', { body: { room: room.id, text: 'a' } }).status).toBe(200)
  for (const id of ['R0ZZ99ZZ9', 'nowhere']) {
    const refused = ask('POST /notes.post', { body: { room: id, text: 'a' } })
    expect([refused.status, refused.body]).toEqual([404, { error: 'no_such_room' }])
  }
  expect(ask(`GET /notes.list?room=${room.id}`).status).toBe(200)
  expect(ask('GET /notes.list?room=R0ZZ99ZZ9').body).toEqual({ error: 'no_such_room' })
})

it('lets names pass, where the parameter takes them', async () => {
  const { ask } = await sandboxOf(description('The id of a room or its name', 'room_not_found'))
  expect(ask('POST /notes.post', { body: { room: '#lobby', text: 'a' } }).status).toBe(200)
  expect(ask('POST /notes.post', { body: { room: 'lobby', text: 'a' } }).status).toBe(200)
  expect(ask('POST /notes.post', { body: { room: 'R0ZZ99ZZ9', text: 'a' } }).status).toBe(404)
})

it('lets handles and addresses pass, where the parameter takes them', async () => {
  const { ask } = await sandboxOf(description('"Id of the room, its #handle, or an email address"', 'room_not_found'))
  expect(ask('POST /notes.post', { body: { room: '#lobby', text: 'a' } }).status).toBe(200)
  expect(ask('POST /notes.post', { body: { room: 'bo@x.example', text: 'a' } }).status).toBe(200)
})

it('refuses nothing of which the operation declares no such word', async () => {
  const { ask } = await sandboxOf(description('Where to post', 'no_text', 'guest_not_found'))
  expect(ask('POST /notes.post', { body: { room: 'R0ZZ99ZZ9', text: 'a' } }).status).toBe(200)
})

it('says of several words the one that is of what the request names', async () => {
  const { ask } = await sandboxOf(description('Where to post', 'no_text'))
  expect(ask('POST /rooms.invite', { body: { room: 'R0ZZ99ZZ9', guest: 'g' } }).body).toEqual({
    error: 'room_not_found',
  })
})
