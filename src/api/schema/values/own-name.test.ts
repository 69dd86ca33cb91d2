import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (name: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`
const made = (name: string) =>
  `post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: made, ${json(name)}}}}`

it('says of each component the kind it is, where a base shows one of them as its example', async () => {
  const part = '{type: object, properties: {name: {type: string}}}'
  const { ask } = await sandboxOf(`
paths:
  /notes: {${made('NoteResponse')}}
  /shelves: {${made('ShelfCompact')}}
components:
  schemas:
    Thing: {type: object, properties: {id: {type: string}, resource_type: {type: string, readOnly: true, example: note}}}
    NoteResponse: {allOf: [{$ref: '#/components/schemas/Thing'}, ${part}]}
    ShelfCompact: {allOf: [{$ref: '#/components/schemas/Thing'}, ${part}]}
`)
  expect(ask('POST /notes', { body: { name: 'a' } }).body).toMatchObject({ resource_type: 'note' })
  expect(ask('POST /shelves', { body: { name: 'a' } }).body).toMatchObject({ resource_type: 'shelf' })
})
