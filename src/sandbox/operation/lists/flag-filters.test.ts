import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

/** Notes with this property, and a list that takes this parameter. */
const notes = (property: string, parameter: string) => `
paths:
  /notes:
    post: {operationId: createNote, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}}
    get: {operationId: listNotes, parameters: [{in: query, ${parameter}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}
components:
  schemas:
    Note: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, ${property}}}
`

async function listed(property: string, parameter: string, made: readonly object[], query: string): Promise<string> {
  const { ask } = await sandboxOf(notes(property, parameter))
  for (const [index, value] of made.entries()) ask('POST /notes', { body: { name: 'abc'[index], ...value } })
  return (ask(`GET /notes?${query}`).body as { name: string }[]).map(({ name }) => name).join('')
}

it.each([
  ['archived=false', 'b'],
  ['archived=true', 'a'],
])('asks by a flag for what has happened: %s', async (query, names) => {
  const made = [{ archived_at: '2025-01-01T00:00:00Z' }, {}]
  const time = 'archived_at: {type: string, format: date-time, nullable: true}'
  expect(await listed(time, 'name: archived, schema: {type: boolean}', made, query)).toBe(names)
})

it.each([
  ['type=unapproved', 'b'],
  ['type=approved', 'a'],
  ['type=all', 'ab'],
])('asks by a word for a flag: %s', async (query, names) => {
  const choice = 'name: type, schema: {type: string, enum: [approved, unapproved, all]}'
  expect(await listed('approved: {type: boolean}', choice, [{ approved: true }, { approved: false }], query)).toBe(
    names,
  )
})

it('asks for the status inside a state', async () => {
  const state = 'state: {type: object, properties: {code: {type: string}, status: {type: string}}}'
  const made = [{ state: { status: 'paid', code: 'x' } }, { state: { status: 'open', code: 'paid' } }]
  expect(await listed(state, 'name: state, schema: {type: string}', made, 'state=paid')).toBe('a')
})

it('does not ask whether records were created', async () => {
  const time = 'created_at: {type: string, format: date-time}'
  expect(await listed(time, 'name: created, schema: {type: boolean}', [{}, {}], 'created=false')).toBe('ab')
})

it('reads choices that have no text, and asks for any of several words', async () => {
  const flags = 'approved: {type: boolean}, pinned: {type: boolean}'
  const choice =
    'name: types, schema: {type: array, items: {enum: [{toString: 1, valueOf: 1}, approved, unapproved, pinned]}}'
  const made = [
    { approved: true, pinned: false },
    { approved: false, pinned: true },
    { approved: false, pinned: false },
  ]
  expect(await listed(flags, choice.replace('types', 'type'), made, 'type=approved&type=pinned')).toBe('ab')
  expect(await listed(flags, choice.replace('types', 'type'), made, 'type=approved&type=unapproved')).toBe('abc')
})

it('hides nothing by a flag that shows such records beside the others', async () => {
  const time = 'deleted_at: {type: string, format: date-time, nullable: true}'
  const flag =
    'name: deleted, description: Set to true to include deleted notes in the result., schema: {type: boolean}'
  expect(await listed(time, flag, [{ deleted_at: '2025-01-01T00:00:00Z' }, {}], 'deleted=true')).toBe('ab')
})

it('asks for a state by its id where the parameter is one', async () => {
  const state = 'status: {type: object, properties: {id: {type: integer}, name: {type: string}}}'
  const made = [{ status: { id: 3, name: 'Open' } }, { status: { id: 4, name: 'Done' } }]
  expect(await listed(state, 'name: status, schema: {type: integer}', made, 'status=4')).toBe('b')
  expect(await listed(state, 'name: status, schema: {type: string}', made, 'status=Open')).toBe('a')
})
