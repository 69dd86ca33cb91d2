import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

/** Lanterns that can be deleted and brought back; the words of both verbs are the test's. */
const lanterns = (restore: string, words: string, gone = 'Deletes a lantern') => `
paths:
  /lanterns:
    get: {operationId: listLanterns, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: &lantern {$ref: '#/components/schemas/Lantern'}}}}}}}
    post: {operationId: makeLantern, requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: *lantern}}}}}
  /lanterns/{id}:
    parameters: &id [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getLantern, responses: {'200': {description: ok, content: {application/json: {schema: *lantern}}}, '404': {description: no}}}
    delete: {operationId: dropLantern, description: ${gone}, parameters: [{name: purge, in: query, schema: {type: boolean}}], responses: {'204': {description: gone}}}
  /lanterns/{id}/${restore}:
    parameters: *id
    post: {operationId: ${restore}Lantern, description: ${words}, responses: {'200': {description: ok, content: {application/json: {schema: *lantern}}}, '404': {description: no}}}
components: {schemas: {Lantern: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}}}
`

it.each([
  ['restore', 'Restores a previously deleted lantern', undefined],
  ['restore', 'Restores a lantern', 'Lanterns are soft deleted'],
  ['undelete', 'Undoes it', undefined],
])('brings back with %s what was deleted (%s)', async (verb, words, gone) => {
  const { ask } = await sandboxOf(lanterns(verb, words, gone))
  const made = ask('POST /lanterns', { body: { name: 'Ada' } }).body as { id: string }
  ask(`DELETE /lanterns/${made.id}`)
  expect(ask(`GET /lanterns/${made.id}`).status).toBe(404)
  expect(ask(`POST /lanterns/${made.id}/${verb}`).body).toMatchObject(made)
  expect(ask(`GET /lanterns/${made.id}`).body).toMatchObject(made)
  expect(ask('GET /lanterns').body).toHaveLength(1)
})

it('leaves gone what is purged, and what is only restored from', async () => {
  const aside = await sandboxOf(lanterns('restore', 'Restores a deleted lantern'))
  const made = aside.ask('POST /lanterns', { body: {} }).body as { id: string }
  aside.ask(`DELETE /lanterns/${made.id}?purge=true`)
  expect(aside.ask(`POST /lanterns/${made.id}/restore`).status).toBe(404)
  const copy = await sandboxOf(lanterns('restore', 'Restores deleted rooms from this snapshot'))
  const other = copy.ask('POST /lanterns', { body: {} }).body as { id: string }
  copy.ask(`DELETE /lanterns/${other.id}`)
  expect(copy.ask(`POST /lanterns/${other.id}/restore`).status).toBe(404)
})
