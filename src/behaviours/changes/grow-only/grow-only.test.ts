import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const of = 'content: {application/json: {schema: {$ref: "#/components/schemas/Disk"}}}'
const at = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const disks = (words: string) =>
  sandboxOf(`
paths:
  /disks: {post: {requestBody: {${of}}, responses: {'201': {description: ok, ${of}}}}}
  /disks/{id}/resize: {post: {${at}, description: ${JSON.stringify(words)}, requestBody: {${of}}, responses: {'200': {description: ok, ${of}}, default: {description: no}}}}
components: {schemas: {Disk: {type: object, properties: {id: {type: string, readOnly: true}, size: {type: integer}, label: {type: string}}}}}
`)

it.each([
  ['Disks can only be resized up.', 400],
  ['A disk cannot be shrunk.', 400],
  ['You may only increase the size.', 400],
  ['Disks can only be resized while they are detached.', 200],
  ['Resizes a disk.', 200],
])('makes nothing smaller that is said to grow only: %s', async (words, status) => {
  const { ask } = await disks(words)
  const { id } = ask('POST /disks', { body: { size: 20 } }).body as { id: string }
  expect(ask(`POST /disks/${id}/resize`, { body: { size: 10 } }).status).toBe(status)
  expect(ask(`POST /disks/${id}/resize`, { body: { size: 30 } }).body).toMatchObject({ size: 30 })
})
