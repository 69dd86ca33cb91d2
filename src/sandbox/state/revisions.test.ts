import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const body =
  '{content: {application/json: {schema: {type: object, properties: {name: {type: string}, version: {type: integer}}}}}}'
const yaml = (version: string, asked = body.replace(', version: {type: integer}', '')) => `
paths:
  /flows:
    post: {operationId: createFlow, requestBody: ${asked}, responses: {'201': &flow {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Flow'}}}}}}
  /flows/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getFlow, responses: {'200': *flow}}
    put: {operationId: updateFlow, requestBody: ${asked}, responses: {'200': *flow}}
components:
  schemas:
    Flow: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, version: ${version}}}
`

it.each([
  ['{type: integer, example: 7}', undefined, [1, 2, 3]],
  ['{type: integer, description: Starts at 0 and is incremented with every change.}', body, [0, 1, 2]],
])('counts the changes in %s', async (version, asked, expected) => {
  const { ask } = await sandboxOf(yaml(version, asked))
  const { id, ...made } = ask('POST /flows', { body: { name: 'a' } }).body as { id: string; version: number }
  const puts = ['b', 'c'].map((name) => ask(`PUT /flows/${id}`, { body: { name } }).body as { version: number })
  expect([made, ...puts].map((flow) => flow.version)).toEqual(expected)
})

it('leaves alone what requests say', async () => {
  const { ask } = await sandboxOf(yaml('{type: integer}', body))
  const { id } = ask('POST /flows', { body: { name: 'a', version: 4 } }).body as { id: string }
  expect(ask(`PUT /flows/${id}`, { body: { name: 'b', version: 4 } }).body).toMatchObject({ version: 4 })
})

it('refuses a change of another version than the current one, where words say so', async () => {
  const said = 'The request fails if the version provided does not match the current one.'
  const { ask } = await sandboxOf(yaml(`{type: integer, description: ${said}}`, body))
  const { id, version } = ask('POST /flows', { body: { name: 'a' } }).body as { id: string; version: number }
  const put = (name: string, sent?: number) =>
    ask(`PUT /flows/${id}`, { body: { name, ...(sent === undefined ? {} : { version: sent }) } })
  expect(put('b', version).body).toMatchObject({ name: 'b', version: version + 1 })
  expect(put('c', version).status).toBe(409)
  expect(ask(`GET /flows/${id}`).body).toMatchObject({ name: 'b', version: version + 1 })
  expect(put('d').body).toMatchObject({ name: 'd', version: version + 2 })
})

it.each([
  ['1', ['1', '2', '3']],
  [
    '"0x8D1"',
    [expect.stringMatching(/^"0x8D1"$/), expect.stringMatching(/^"\w{8}"$/), expect.stringMatching(/^"\w{8}"$/)],
  ],
])('gives a changed record another entity tag than %s, and takes it for the condition', async (tag, expected) => {
  const { ask } = await sandboxOf(
    yaml(`{type: integer}, etag: {type: string, readOnly: true, example: '${tag}'}`).replace(
      'required: [id]',
      'required: [id, etag]',
    ),
  )
  const { id, etag } = ask('POST /flows', { body: { name: 'a' } }).body as { id: string; etag: string }
  const put = (name: string, known: string) =>
    ask(`PUT /flows/${id}`, { body: { name }, fields: { 'if-match': known } }) as {
      status: number
      body: { etag: string }
    }
  const first = put('b', etag).body.etag
  const second = put('c', first).body.etag
  expect([etag, first, second]).toEqual(expected)
  expect(new Set([etag, first, second]).size).toBe(3)
  expect([put('d', etag).status, put('d', second).status]).toEqual([412, 200])
})
