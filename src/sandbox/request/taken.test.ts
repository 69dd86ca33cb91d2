import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const uuidNames = Array.from({ length: 20 }, (_, i) => `u${i}`)
const description = `
paths:
  /things:
    post:
      operationId: makeThing
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}
components:
  schemas:
    Thing:
      type: object
      required: [name]
      additionalProperties: false
      properties:
        id: {type: string, readOnly: true}
        name: {type: string}
        note: {type: string}
        count: {type: integer, maximum: 100}
        isOpen: {type: boolean}
        uuid: {type: string, format: uuid}
        day: {type: string, format: date, example: '2024-12-31'}
        at: {type: string, format: date-time, example: '31/12/2024'}
        kind: {type: string, enum: [small, large]}
        texts: {type: object, additionalProperties: {type: string}}
        uuids: {type: object, additionalProperties: false, properties: {${uuidNames.map((name) => `${name}: {type: string, format: uuid}`).join(', ')}}}
        inner: {type: object, required: [deep], properties: {deep: {type: string}, more: {type: string}}}
`

const sent = async (body: unknown, validation: 'strict' | 'exact' = 'strict') => {
  const sandbox = await sandboxOf(description, { validation })
  const answer = sandbox.ask('POST /things', { body })
  return { status: answer.status, body: answer.body, told: answer.field('x-tool-violations') }
}

it.each([
  ['null for what may be left out', { name: 'a', note: null }, { name: 'a' }, 'body:/note'],
  ['a number for a text', { name: 7 }, { name: '7' }, 'body:/name'],
  ['a flag for a text', { name: 'a', note: true }, { name: 'a', note: 'true' }, 'body:/note'],
  ['a text that is the number', { name: 'a', count: '12' }, { name: 'a', count: 12 }, 'body:/count'],
  ['a UUID without hyphens', { name: 'a', uuid: '0123456789abcdef0123456789abcdef' }, { name: 'a' }, 'body:/uuid'],
  ['a time as the example writes it', { name: 'a', at: '01/02/2025' }, { name: 'a' }, 'body:/at'],
  ['a nested object that is not whole', { name: 'a', inner: { more: 'b' } }, { name: 'a' }, 'body:/inner/deep'],
])('takes %s, and tells it; exact refuses it', async (_, body, shown, told) => {
  const taken = await sent(body)
  expect(taken).toMatchObject({ status: 201, body: shown, told })
  expect((await sent(body, 'exact')).status).toBe(400)
})

it.each([
  ['null for what is required', { name: null }],
  ['what is required and absent', {}],
  ['an undeclared member of a closed object', { name: 'a', nothing: 1 }],
  ['another word than the enum has', { name: 'a', kind: 'huge' }],
  ['a number beyond the maximum, as a text too', { name: 'a', count: '101' }],
  ['a text that is no number', { name: 'a', count: 'many' }],
  ['a text for a flag', { name: 'a', isOpen: 'yes' }],
  ['a time in a form that no example has', { name: 'a', day: '31.12.2024' }],
  ['an object for a text', { name: { a: 1 } }],
])('refuses %s', async (_, body) => {
  expect((await sent(body)).status).toBe(400)
})

it('shows no member that stood for null', async () => {
  expect((await sent({ name: 'a', note: null })).body).not.toHaveProperty('note')
})

it('refuses what is wrong behind much that is taken', async () => {
  const uuids = Object.fromEntries(uuidNames.map((name) => [name, '0123456789abcdef0123456789abcdef']))
  expect((await sent({ name: 'a', uuids })).status).toBe(201)
  expect((await sent({ name: 'a', uuids, kind: 'huge' })).status).toBe(400)
  expect((await sent({ kind: 'huge', uuids, name: 'a' })).status).toBe(400)
})

it('takes so much of one body, and refuses one with more', async () => {
  const nulls = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, null]))
  expect((await sent({ name: 'a', texts: nulls(256) })).status).toBe(201)
  expect((await sent({ name: 'a', texts: nulls(257) })).status).toBe(400)
})
