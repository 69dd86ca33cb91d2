import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const ok = (schema: string): string => `{description: ok, ${json(schema)}}`
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`

const library = `
components:
  schemas:
    Shelf: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}
    Entry: {type: object, required: [title, language], properties: {title: {type: string}, language: {type: string}, copies: {type: integer}, note: {type: string}}}
paths:
  /shelves:
    post: {operationId: createShelf, requestBody: {${json('{type: object, properties: {name: {type: string}}}')}}, responses: {'201': ${ok(ref('Shelf'))}}}
  /shelves/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getShelf, responses: {'200': ${ok(ref('Shelf'))}, '404': {description: none}}}
    delete: {operationId: deleteShelf, responses: {'204': {description: gone}, '404': {description: none}, '409': {description: The shelf is not empty}}}
  /shelves/{id}/rows:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: listRows, responses: {'200': ${ok(`{type: object, properties: {Entries: {type: array, items: ${ref('Entry')}}, More: {type: boolean}, StartedAt: {type: string}, NextTitle: {type: string}, NextLanguage: {type: string}}}`)}}}
    post: {operationId: changeRows, requestBody: {required: true, ${json(`{type: object, required: [batch], properties: {batch: {type: object, properties: {note: {type: string}, changes: {type: array, items: {type: object, properties: {action: {type: string, enum: [CREATE, UPSERT, DELETE]}, entry: ${ref('Entry')}}}}}}}}`)}}, responses: {'200': ${ok('{type: object, properties: {told: {type: object, properties: {id: {type: string}, state: {type: string}}}}}')}}}
`

it('makes, replaces and deletes each of several records, or none', async () => {
  const { ask } = await sandboxOf(library)
  const { body } = ask('POST /shelves', { body: { name: 'a' } })
  const { id } = body as { id: string }
  const rows = `/shelves/${id}/rows`
  const change = (...changes: readonly (readonly [string, object])[]) =>
    ask(`POST ${rows}`, { body: { batch: { changes: changes.map(([action, entry]) => ({ action, entry })) } } })
  const listed = () => (ask(`GET ${rows}`).body as { Entries: unknown }).Entries
  const one = { title: 'a', language: 'en', copies: 1 }
  const other = { title: 'a', language: 'de' }
  expect(change(['CREATE', one], ['UPSERT', other]).status).toBe(200)
  expect(listed()).toMatchObject([one, other])
  expect(change(['DELETE', other], ['CREATE', one]).status).toBe(400)
  expect(listed()).toMatchObject([one, other])
  expect(change(['DELETE', { title: 'b', language: 'en' }]).status).toBe(400)
  expect(change(['DELETE', one], ['CREATE', one], ['CREATE', other]).status).toBe(400)
  expect(listed()).toMatchObject([one, other])
  expect(change(['UPSERT', { ...one, copies: 2 }], ['DELETE', other]).status).toBe(200)
  expect(listed()).toMatchObject([{ ...one, copies: 2 }])
  expect(ask(`DELETE /shelves/${id}`).status).toBe(409)
  expect(change(['DELETE', one]).status).toBe(200)
  expect(ask(`DELETE /shelves/${id}`).status).toBe(204)
})

it('fails over no value, and tells keys apart that read alike', async () => {
  const { ask } = await sandboxOf(library, { validation: 'off' })
  const { id } = ask('POST /shelves', { body: { name: 'a' } }).body as { id: string }
  const odd = { toString: 1, valueOf: 1 }
  const changes = [
    { action: 'CREATE', entry: { title: odd, language: 'en' } },
    { action: odd, entry: { title: 'a b', language: 'c' } },
    { action: 'CREATE', entry: { title: 'a', language: 'b c' } },
  ]
  expect(ask(`POST /shelves/${id}/rows`, { body: { batch: { changes } } }).status).toBe(200)
  expect((ask(`GET /shelves/${id}/rows`).body as { Entries: unknown[] }).Entries).toHaveLength(3)
})
