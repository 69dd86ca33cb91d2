import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const ok = `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Export'}}}}`
const at = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'

function exportsWith(name: string, words: string, schema = 'type: string'): string {
  return `
paths:
  /exports: {post: {operationId: createExport, requestBody: {content: {application/json: {schema: {type: object, properties: {kind: {type: string}}}}}}, responses: {'201': ${ok}}}}
  /exports/{id}: {get: {operationId: getExport, ${at}, responses: {'200': ${ok}}}}
  /exports/{id}/pause: {post: {operationId: pauseExport, ${at}, responses: {'200': ${ok}}}}
  /exports/{id}/resume: {post: {operationId: resumeExport, ${at}, responses: {'200': ${ok}}}}
components:
  schemas:
    Export:
      type: object
      required: [id, status]
      properties:
        id: {type: string, readOnly: true}
        kind: {type: string}
        status: {type: string, enum: [active, paused]}
        ${name}: {${schema}, description: ${JSON.stringify(words)}, example: "abc"}
`
}

it.each([
  ['Only set when the export is `paused`.', false],
  ['Unique identifier. This is only present if the status is "paused".', false],
  ['The link. Will only be available once the export is paused, or so.', true],
  ['The link. Null until the export status is Paused.', true],
  ['Blank while the export is `active`.', false],
  ['Present only when the export is on hold, that is, when its <code>status</code> is <code>paused</code>.', false],
])('has a property only while or once words say so: %s', async (words, stays) => {
  const { ask } = await sandboxOf(exportsWith('link', words))
  const made = ask('POST /exports', { body: {} }).body as { id: string; status: string }
  expect(made.status).toBe('active')
  expect(made).not.toHaveProperty('link')
  expect(ask(`POST /exports/${made.id}/pause`).body).toHaveProperty('link', 'abc')
  expect(ask(`GET /exports/${made.id}`).body).toHaveProperty('link', 'abc')
  const again = ask(`POST /exports/${made.id}/resume`).body as object
  expect('link' in again).toBe(stays)
})

it('is null where it may be', async () => {
  const { ask } = await sandboxOf(
    exportsWith('link', 'Only set when the export is `paused`.', 'type: string, nullable: true'),
  )
  expect(ask('POST /exports', { body: {} }).body).toHaveProperty('link', null)
})

it.each(['The job that runs if there is an active one.', 'The parent, if any.', 'The voucher, if applicable.'])(
  'begins without what need not be: %s',
  async (words) => {
    const { ask } = await sandboxOf(exportsWith('other', words))
    expect(ask('POST /exports', { body: {} }).body).not.toHaveProperty('other')
  },
)

it.each([
  'The link. Only available if you have read the terms.',
  'What is active or paused.',
  'If any text is sent, it is kept.',
  'Only set by the export that is `paused`.',
])('keeps what other words are about: %s', async (words) => {
  const { ask } = await sandboxOf(exportsWith('link', words))
  expect(ask('POST /exports', { body: {} }).body).toHaveProperty('link', 'abc')
})

it('keeps what was sent', async () => {
  const { ask } = await sandboxOf(exportsWith('kind', 'Only set when the export is `paused`.'))
  expect(ask('POST /exports', { body: { kind: 'x' } }).body).toHaveProperty('kind', 'x')
})
