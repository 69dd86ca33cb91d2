import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const answer = (more: string) =>
  `{description: ok, content: {application/json: {schema: {type: object, properties: {status: {type: boolean}${more}}}}}}`

it('says of an answer that it went well, where a flag beside the message is called status', async () => {
  const data = ', message: {type: string}, data: {$ref: "#/components/schemas/Note"}'
  const { ask } = await sandboxOf(`
paths:
  /notes: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [text], properties: {text: {type: string}}}}}}, responses: {'201': ${answer(data)}, '400': ${answer(', message: {type: string}')}}}}
  /notes/{code}: {get: {parameters: [{name: code, in: path, required: true, schema: {type: string}}], responses: {'200': ${answer(data)}, '404': ${answer(', message: {type: string}')}}}}
  /lamps: {get: {responses: {'200': ${answer(', name: {type: string}')}}}}
components: {schemas: {Note: {type: object, properties: {note_code: {type: string, example: NOT_a1b2c3}, text: {type: string}, id: {type: integer}}}}}
`)
  const made = ask('POST /notes', { body: { text: 'a' } }).body as { data: { note_code: string } }
  expect(made).toMatchObject({ status: true, data: { text: 'a' } })
  expect(ask(`GET /notes/${made.data.note_code}`).body).toMatchObject({ status: true, data: { text: 'a' } })
  expect(ask('GET /notes/NOT_none').body).toMatchObject({ status: false })
  expect(ask('POST /notes', { body: {} }).body).toMatchObject({ status: false })
})
