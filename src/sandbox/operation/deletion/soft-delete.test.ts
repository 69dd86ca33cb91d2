import { expect, it } from 'vitest'
import { requestOf, sandboxOf } from '../../../../test/support/inline.ts'
import { serve } from '../../serve.ts'
import { rangeOf } from '../../state/keys.ts'

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

const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const answers = (schema: string) =>
  `responses: {'200': {description: ok, content: {application/json: {schema: ${schema}}}}}`
const lamp = "{$ref: '#/components/schemas/Lamp'}"
const rooms = `
paths:
  /rooms: {post: {requestBody: {content: {application/json: {schema: {type: object}}}}, ${answers("{$ref: '#/components/schemas/Room'}")}}}
  /rooms/{room_id}: {get: {parameters: [${inPath('room_id')}], ${answers("{$ref: '#/components/schemas/Room'}")}}}
  /rooms/{room_id}/lamps:
    parameters: [${inPath('room_id')}]
    get: {${answers(`{type: array, items: ${lamp}}`)}}
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, ${answers(lamp)}}
    delete: {requestBody: {content: {application/json: {schema: {type: object, properties: {lamps: {type: array, items: {type: object, properties: {id: {type: string}}}}}}}}}, responses: {'204': {description: gone}}}
  /rooms/{room_id}/lamps/{id}:
    parameters: [${inPath('room_id')}, ${inPath('id')}]
    get: {${answers(lamp)}}
    delete: {responses: {'204': {description: gone}}}
  /rooms/{room_id}/lamps/{id}/undelete:
    parameters: [${inPath('room_id')}, ${inPath('id')}]
    post: {${answers(lamp)}}
components:
  schemas:
    Room: {type: object, properties: {id: {type: string}, lamp_count: {type: integer}, lamps: {type: array, items: ${lamp}}}}
    Lamp: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}
`

it('counts and shows again below its parent what it brings back, and nothing where that is refused', async () => {
  const { ask } = await sandboxOf(rooms)
  const at = `/rooms/${(ask('POST /rooms', { body: {} }).body as { id: string }).id}`
  const made = ask(`POST ${at}/lamps`, { body: { name: 'Ada' } }).body as { id: string }
  ask(`POST ${at}/lamps`, { body: { name: 'Ben' } })
  ask(`DELETE ${at}/lamps/${made.id}`)
  expect(ask(`POST ${at}/lamps/${made.id}/undelete`, { fields: { 'if-match': '"other"' } }).status).toBe(412)
  expect(ask(`GET ${at}/lamps/${made.id}`).status).toBe(404)
  expect(ask(`GET ${at}`).body).toMatchObject({ lamp_count: 1, lamps: [{ name: 'Ben' }] })
  expect(ask(`POST ${at}/lamps/${made.id}/undelete`).status).toBe(200)
  expect(ask(`GET ${at}`).body).toMatchObject({ lamp_count: 2, lamps: [{ name: 'Ben' }, { name: 'Ada' }] })
  ask(`DELETE ${at}/lamps`, { body: { lamps: [{ id: made.id }, { id: made.id }] } })
  expect(ask(`GET ${at}`).body).toMatchObject({ lamp_count: 1, lamps: [{ name: 'Ben' }] })
  expect(ask(`POST ${at}/lamps/${made.id}/undelete`).status).toBe(200)
})

it('keeps a thousand of what was deleted, the newest', async () => {
  const { ask, live } = await sandboxOf(lanterns('undelete', 'Undoes it'))
  const ids = Array.from({ length: 1_010 }, () => {
    const { response } = serve(requestOf('POST /lanterns', { body: {} }), live, 0)
    const { id } = JSON.parse(String(response.body)) as { id: string }
    serve(requestOf(`DELETE /lanterns/${id}`), live, 0)
    return id
  })
  const kept = live.store.range(rangeOf('b', 'lantern')).filter(([, raw]) => raw.startsWith('['))
  expect(kept).toHaveLength(1_000)
  expect(ask(`POST /lanterns/${ids[9]}/undelete`).status).toBe(404)
  expect(ask(`POST /lanterns/${ids[10]}/undelete`).status).toBe(200)
})
