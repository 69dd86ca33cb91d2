import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const one = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`

/** Nobody logs in here; `/me` shows who asks, and notes and seats show persons in the same form. */
const desks = `
paths:
  /me: {get: {operationId: getMe, responses: {'200': ${one('Self')}}}}
  /notes:
    post: {operationId: makeNote, requestBody: {content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}, responses: {'201': ${one('Note')}}}
  /notes/{id}: {get: {operationId: getNote, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${one('Note')}}}}
  /seats:
    post: {operationId: makeSeat, requestBody: {content: {application/json: {schema: {type: object, properties: {email: {type: string}}}}}}, responses: {'201': ${one('Seat')}}}
  /seats/{id}: {get: {operationId: getSeat, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${one('Seat')}}}}
components:
  schemas:
    Person: {type: object, required: [id, handle], properties: {id: {type: string}, handle: {type: string}}}
    Self: {allOf: [{$ref: '#/components/schemas/Person'}, {type: object, required: [email], properties: {email: {type: string}}}]}
    Note: {type: object, required: [id, text, user, created_by], properties: {id: {type: string}, text: {type: string}, user: {$ref: '#/components/schemas/Person'}, created_by: {$ref: '#/components/schemas/Person'}}}
    Seat: {type: object, required: [id, user], properties: {id: {type: string}, email: {type: string}, user: {$ref: '#/components/schemas/Person'}}}
`

it('says of what is written that the one who asks wrote it, in the form of the property', async () => {
  const { ask } = await sandboxOf(desks)
  const note = ask('POST /notes', { body: { text: 'hi' } }).body as { id: string; user: object }
  const { id, handle } = ask('GET /me').body as { id: string; handle: string }
  expect(note).toMatchObject({ user: { id, handle }, created_by: { id, handle } })
  expect(note.user).toEqual({ id, handle })
  expect(ask(`GET /notes/${note.id}`).body).toEqual(note)
})

it('does not say so of a user that may be another', async () => {
  const { ask } = await sandboxOf(desks)
  const seat = ask('POST /seats', { body: { email: 'ada@example.com' } }).body as { user: { id: string } }
  expect(seat.user.id).not.toBe((ask('GET /me').body as { id: string }).id)
})
