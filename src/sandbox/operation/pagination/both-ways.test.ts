import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const text = '{type: string}'
const note = `timestamp: {type: integer}, message: ${text}`
const operation = (name: string, body: string, answer = '{}'): string => `
  /#X-Target=Library.${name}:
    post: {operationId: ${name}, requestBody: {required: true, ${json(body)}}, responses: {'200': {description: Success, ${json(answer)}}, '480': {description: InvalidParameterException, ${json('{}')}}, '481': {description: ResourceNotFoundException, ${json('{}')}}}}`

const library = `
paths:${operation('CreateRack', `{type: object, required: [rackName], properties: {rackName: ${text}}}`)}
${operation('DescribeRacks', `{type: object, properties: {limit: {type: integer}}}`, `{type: object, properties: {racks: {type: array, items: {type: object, properties: {rackName: ${text}}}}}}`)}
${operation('DeleteRack', `{type: object, required: [rackName], properties: {rackName: ${text}}}`)}
${operation('PutNotes', `{type: object, required: [rackName, notes], properties: {rackName: ${text}, notes: {type: array, items: {type: object, properties: {${note}}}}}}`, `{type: object, properties: {nextSequenceToken: ${text}}}`)}
${operation('FilterNotes', `{type: object, properties: {rackName: ${text}, filterPattern: ${text}}}`, `{type: object, properties: {notes: {type: array, items: {$ref: '#/components/schemas/Note'}}}}`)}
${operation('GetNotes', `{type: object, required: [rackName], properties: {rackName: ${text}, limit: {type: integer}, nextToken: ${text}, startFromHead: {type: boolean}}}`, `{type: object, properties: {notes: {type: array, items: {$ref: '#/components/schemas/Note'}}, nextForwardToken: ${text}, nextBackwardToken: ${text}}}`)}
components:
  schemas:
    Note: {type: object, properties: {noteId: ${text}, ${note}}}
`

interface Page {
  readonly notes: readonly { readonly message: string }[]
  readonly nextForwardToken: string
  readonly nextBackwardToken: string
}

async function called() {
  const { ask } = await sandboxOf(library)
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
  call('CreateRack', { rackName: 'a' })
  call('PutNotes', {
    rackName: 'a',
    notes: ['one', 'two', 'three'].map((message, timestamp) => ({ timestamp, message })),
  })
  const page = (more: object) => {
    const { notes, ...tokens } = call('GetNotes', { rackName: 'a', limit: 2, ...more }).body as Page
    return { ...tokens, said: notes.map(({ message }) => message).join() }
  }
  return { call, page }
}

it('leads on and back through what was put in an array, and stays at the end', async () => {
  const { page } = await called()
  const first = page({ startFromHead: true })
  expect(first.said).toBe('one,two')
  const next = page({ nextToken: first.nextForwardToken })
  expect(next.said).toBe('three')
  const end = page({ nextToken: next.nextForwardToken })
  expect(end).toMatchObject({ said: '', nextForwardToken: next.nextForwardToken })
  expect(page({ nextToken: next.nextBackwardToken }).said).toBe('one,two')
  expect(page({ nextToken: end.nextBackwardToken }).said).toBe('two,three')
  const start = page({ nextToken: first.nextBackwardToken })
  expect(start).toMatchObject({ said: '', nextBackwardToken: first.nextBackwardToken })
  expect(page({ nextToken: start.nextForwardToken }).said).toBe('one,two')
  expect(page({}).said).toBe('two,three')
})

it('finds by the words of a pattern, and refuses tokens it never gave', async () => {
  const { call } = await called()
  expect(call('FilterNotes', { filterPattern: 'two' }).body).toMatchObject({ notes: [{ message: 'two' }] })
  expect(call('FilterNotes', { filterPattern: '{ $.level = 1 }' }).body).toMatchObject({ notes: { length: 3 } })
  expect(call('GetNotes', { rackName: 'a', nextToken: 'x' }).status).toBe(400)
  for (const notes of [[], [null, 1]]) call('PutNotes', { rackName: 'a', notes })
  expect(call('FilterNotes', { rackName: 'a' }).body).toMatchObject({ notes: { length: 3 } })
})

it('shows from an empty list on what came since', async () => {
  const { call, page } = await called()
  call('CreateRack', { rackName: 'b' })
  const empty = page({ rackName: 'b', startFromHead: true })
  expect(empty.said).toBe('')
  call('PutNotes', { rackName: 'b', notes: [{ timestamp: 1, message: 'four' }] })
  expect(page({ rackName: 'b', nextToken: empty.nextForwardToken }).said).toBe('four')
})
