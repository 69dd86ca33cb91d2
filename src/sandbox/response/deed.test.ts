import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const flags = (names: string) =>
  `{description: ok, content: {application/json: {schema: {type: object, properties: {data: {type: object, properties: {${names}}}, errors: {type: array, items: {type: string}}}}}}}`
const yaml = `
paths:
  /lists:
    post: {operationId: createList, requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': &list {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/List'}}}}}}
  /lists/{id}:
    parameters: &id [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getList, responses: {'200': *list}}
    put: {operationId: changeList, requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'200': ${flags('updated: {type: boolean}, failed: {type: boolean, example: false}')}}}
    delete: {operationId: deleteList, responses: {'200': ${flags('deleted: {type: boolean}')}}}
  /lists/{id}/pin:
    parameters: *id
    post: {operationId: pinList, responses: {'200': ${flags('pinned: {type: boolean}')}}}
    delete: {operationId: unpinList, responses: {'200': ${flags('pinned: {type: boolean}')}}}
  /lists/{id}/check:
    parameters: *id
    post: {operationId: checkList, responses: {'200': ${flags('blocked: {type: boolean, example: false}')}}}
components:
  schemas:
    List: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}
`

it('tells in flags what was done', async () => {
  const { ask } = await sandboxOf(yaml)
  const { id } = ask('POST /lists', { body: { name: 'a' } }).body as { readonly id: string }
  expect(ask(`PUT /lists/${id}`, { body: { name: 'b' } }).body).toMatchObject({
    data: { updated: true, failed: false },
  })
  expect(ask(`POST /lists/${id}/pin`).body).toMatchObject({ data: { pinned: true } })
  expect(ask(`DELETE /lists/${id}/pin`).body).toMatchObject({ data: { pinned: false } })
  expect(ask(`POST /lists/${id}/check`).body).toMatchObject({ data: { blocked: false } })
  expect(ask(`DELETE /lists/${id}`).body).toMatchObject({ data: { deleted: true } })
})

it('says true under the one flag beside words of envelopes, and leaves a flag of the record as it is', async () => {
  const answer = (name: string) =>
    `{description: ok, content: {application/json: {schema: {type: object, properties: {status: {type: string, example: ok}, time: {type: number}, ${name}: {type: boolean, example: false}}}}}}`
  const { ask } = await sandboxOf(`
paths:
  /pins/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, note: {type: string}}}}}}}}
    put: {requestBody: {content: {application/json: {schema: {type: object, properties: {note: {type: string}}}}}}, responses: {'200': ${answer('result')}}}
    patch: {requestBody: {content: {application/json: {schema: {type: object, properties: {note: {type: string}}}}}}, responses: {'200': ${answer('shared')}}}
    delete: {responses: {'200': ${answer('result')}}}
`)
  expect(ask('PUT /pins/a', { body: { note: 'n' } }).body).toMatchObject({ result: true })
  expect(ask('PATCH /pins/a', { body: { note: 'n' } }).body).toMatchObject({ shared: false })
  expect(ask('DELETE /pins/a').body).toMatchObject({ result: true })
})
