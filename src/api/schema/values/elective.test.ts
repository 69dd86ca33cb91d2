import { expect, it } from 'vitest'
import { made } from './generate.fixture.ts'

const text = { type: 'string' }

it('makes up nothing that is called optional', () => {
  const schema = {
    type: 'object',
    required: ['id', 'kind'],
    properties: {
      id: text,
      kind: { ...text, description: 'Optional. Stays, for it is required.' },
      note: { ...text, description: '*Optional*. A note' },
      place: { type: 'object', description: 'Optional. Where it is', properties: { city: text } },
      shown: { ...text, description: 'Optional. With an example', example: 'here' },
      made: { ...text, description: 'Optional. Output only. What the server says' },
      later: { ...text, description: 'Not optional' },
    },
  } as const
  expect(Object.keys(made(schema) as object)).toEqual(['id', 'kind', 'shown', 'made', 'later'])
  expect(made(schema, { note: 'n', place: { city: 'Bern' } })).toMatchObject({ note: 'n', place: { city: 'Bern' } })
})

it('makes none of many objects that need not be there, beside what has to be', () => {
  const part = { type: 'object', properties: { size: { type: 'integer' } } }
  const parts = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, part]))
  const message = (required: readonly string[]) => ({ type: 'object', required, properties: { id: text, ...parts } })
  expect(Object.keys(made(message(['id'])) as object)).toEqual(['id'])
  expect(made(message(['id']), { b: { size: 3 } })).toMatchObject({ b: { size: 3 } })
  expect(Object.keys(made(message([])) as object)).toContain('c')
  expect(Object.keys(made(message(['id', 'a'])) as object)).toContain('a')
})
