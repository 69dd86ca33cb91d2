import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const note = "{$ref: '#/components/schemas/Note'}"
const ok = (schema: string) => `{'200': {description: ok, ${json(schema)}}}`
const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const notes = `
paths:
  /notes: {post: {requestBody: {${json('{type: object, properties: {text: {type: string}}}')}}, responses: ${ok(note)}}}
  /notes/{id}: {${byId}, get: {responses: ${ok(note)}}, delete: {responses: {'204': {description: gone}}}}
  /notes/{id}/bookmark: {${byId}, post: {operationId: bookmarkNote, responses: ${ok(note)}}}
  /notes/{id}/unbookmark: {${byId}, post: {operationId: unbookmarkNote, responses: ${ok(note)}}}
  /bookmarks: {get: {parameters: [{name: limit, in: query, schema: {type: integer}}], responses: ${ok(`{type: array, items: ${note}}`)}}}
components:
  schemas:
    Note: {type: object, required: [id], properties: {id: {type: string}, text: {type: string}, bookmarked: {type: boolean}}}
`

it('lists what a verb has flagged, and nothing else', async () => {
  const { ask } = await sandboxOf(notes)
  const [a, b] = ['a', 'b'].map((text) => (ask('POST /notes', { body: { text } }).body as { id: string }).id)
  expect(ask('GET /bookmarks').body).toEqual([])
  expect(ask(`POST /notes/${a}/bookmark`).body).toMatchObject({ bookmarked: true })
  ask(`POST /notes/${b}/bookmark`)
  expect(ask('GET /bookmarks').body).toMatchObject([{ text: 'b' }, { text: 'a' }])
  expect(ask(`POST /notes/${b}/unbookmark`).body).toMatchObject({ bookmarked: false })
  expect(ask('GET /bookmarks').body).toMatchObject([{ text: 'a' }])
  expect(ask(`DELETE /notes/${a}`).status).toBe(204)
  expect(ask('GET /bookmarks').body).toEqual([])
})
