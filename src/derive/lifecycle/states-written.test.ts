import { expect, it } from 'vitest'
import { modelOf, sandboxOf } from '../../../test/support/inline.ts'

const description = (...states: string[]) => `
paths:
  /rooms: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}}}}
components:
  schemas:
    Room:
      type: object
      properties:
        id: {type: string}
        name: {type: string}
        kind: {type: string}
        status: {type: object, properties: {phase: {type: string, description: The phase of the room}}}
        door: {type: object, properties: {size: {type: string, enum: [small, large]}, status: {type: string}}}
${states.map((state, at) => `    Part${at}: {type: object, properties: {status: ${state}}}`).join('\n')}
`
const capital = "{type: string, description: 'Status of the part, one of True, False, Unknown.'}"
const upper = '{type: string, enum: [NEW, IN_USE]}'
const lower = '{type: string, enum: [new, in_use]}'

const styleOf = async (...states: string[]) => (await modelOf(description(...states))).head.states

it('is told by most lists of states, where there are a few', async () => {
  expect(await styleOf(capital, capital, capital, lower)).toBe('capital')
  expect(await styleOf(upper, upper, upper)).toBe('upper')
  expect(await styleOf(upper, upper)).toBeUndefined()
  expect(await styleOf(upper, upper, upper, lower, lower, capital)).toBeUndefined()
  expect(await styleOf(lower, lower, lower, '{type: string}')).toBeUndefined()
})

it('gives states that are made up their capitals, where nothing beside them is written otherwise', async () => {
  const made = async (...states: string[]) =>
    (await sandboxOf(description(...states))).ask('POST /rooms', { body: { name: 'a' } }).body
  expect(await made(capital, capital, capital)).toMatchObject({
    kind: 'Room',
    status: { phase: 'Active' },
    door: { status: 'active' },
  })
  expect(await made(upper, upper, upper)).toMatchObject({ status: { phase: 'ACTIVE' } })
  expect(await made(lower, lower, lower)).toMatchObject({ status: { phase: 'active' } })
})
