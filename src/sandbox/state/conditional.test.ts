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
  ['The link of the archive, which is only set when\nthe export is `paused`.', false],
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

function thingsWith(words: string, more = ''): string {
  const thing = `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}`
  return `
paths:
  /things: {post: {operationId: createThing, requestBody: {content: {application/json: {schema: {type: object, properties: {kind: {type: string}}}}}}, responses: {'201': ${thing}}}}
  /things/{id}: {get: {operationId: getThing, ${at}, responses: {'200': ${thing}}}}
  /things/{id}/pay: {post: {operationId: payThing, ${at}, responses: {'200': ${thing}}}}
components:
  schemas:
    Thing:
      type: object
      required: [id, status]
      properties:
        id: {type: string, readOnly: true}
        status: {type: string, enum: [draft, paid, failed]}
        receipt: {type: [string, 'null'], description: ${JSON.stringify(words)}, example: R1}
        ${more}
`
}

it.each([
  ['Only present when `status` is not `draft`.', null, 'R1'],
  ["Only present when `status` isn't `draft`.", null, 'R1'],
  ['Only present when the status is neither `draft` nor `failed`.', null, 'R1'],
  ['Only set for any status except `draft`.', null, 'R1'],
  ['Only set for any but the `draft` status.', null, 'R1'],
  ['Only set when the status is no longer `draft`.', null, 'R1'],
  ['null if `status` is not `paid`.', null, 'R1'],
  ['Null if the invoice is not `paid`.', null, 'R1'],
  ['Not available when the status is other than `paid`.', null, 'R1'],
  ['Not available until the status is `paid`.', null, 'R1'],
  ['Null unless the status is `paid`.', null, 'R1'],
  ['Null before the status is `paid`.', null, 'R1'],
  ['Null until the status is not `draft`.', null, 'R1'],
  ['Only available until the status is `paid`.', 'R1', null],
  ['Only available before the status is `paid`.', 'R1', null],
  ['Only available unless the status is `paid`.', 'R1', null],
  ['Will be set unless `status` is `failed`.', 'R1', 'R1'],
  ['Only present when `status` is `paid` and not `failed`.', 'R1', 'R1'],
])('reads words that deny: %s', async (words, draft, paid) => {
  const { ask } = await sandboxOf(thingsWith(words))
  const made = ask('POST /things', { body: {} }).body as { id: string }
  expect(made).toMatchObject({ status: 'draft', receipt: draft })
  expect(ask(`POST /things/${made.id}/pay`).body).toMatchObject({ status: 'paid', receipt: paid })
})

it.each([
  ['Only returned if the `email` scope was granted.', 'sms', 'R1'],
  ['Only set for the `email` kind.', 'sms', null],
  ['Only set for the `email` kind.', 'email', 'R1'],
  ['Only set if `channel_kind` is `push`.', 'sms', null],
])('takes a word for a choice only where its property is named: %s', async (words, kind, receipt) => {
  const kinds = `kind: {type: string, enum: [email, sms]}
        channel_kind: {type: string, enum: [mail, push], example: mail}`
  const { ask } = await sandboxOf(thingsWith(words, kinds))
  expect(ask('POST /things', { body: { kind } }).body).toMatchObject({ kind, receipt })
})

it.each([
  ['Only returned if the export has been successfully deleted.', false],
  ['Only returned if the export has been created by you.', true],
  ['Only returned if the export has not been deleted.', true],
])('leaves out what tells of something that was not done yet: %s', async (words, isThere) => {
  const { ask } = await sandboxOf(exportsWith('deleted', words, 'type: boolean').replace(', example: "abc"', ''))
  const made = ask('POST /exports', { body: { kind: 'a' } }).body
  expect(Object.hasOwn(made as object, 'deleted')).toBe(isThere)
})

it.each([
  ['Only present if the daemon has a store of its own.', false],
  ['Only returned when you ask for it with `expand`.', true],
  ['Only present for exports created by this account.', true],
  ['The field is only populated for ACTIVE exports.', true],
  ['The field is only populated for PAUSED exports.', false],
])('leaves out what few have, and no example shows: %s', async (words, isThere) => {
  const { ask } = await sandboxOf(exportsWith('link', words))
  const made = ask('POST /exports', { body: { kind: 'a' } }).body
  expect(Object.hasOwn(made as object, 'link')).toBe(isThere)
})

it('is not there in a state that words name as such', async () => {
  const { ask } = await sandboxOf(exportsWith('link', 'The link. This is not available for exports in active state.'))
  const made = ask('POST /exports', { body: {} }).body as { id: string }
  expect(made).not.toHaveProperty('link')
  expect(ask(`POST /exports/${made.id}/pause`).body).toHaveProperty('link', 'abc')
})

it.each([
  ['Present for exports of accounts that have opted in to receive links.', false],
  ['Available to sellers who opted in.', false],
  ['Present for exports of accounts that you own.', true],
])('leaves out what only those have that opted in: %s', async (words, isThere) => {
  const { ask } = await sandboxOf(exportsWith('link', words))
  const made = ask('POST /exports', { body: { kind: 'a' } }).body
  expect(Object.hasOwn(made as object, 'link')).toBe(isThere)
})

it('shows what is only of records in a state when they are in it', async () => {
  const job = `{type: object, properties: {id: {type: string}, name: {type: string}, status: {type: string, enum: [open, archived]}, shelf: {type: string, readOnly: true, example: B2, description: Where it lies. Only returned on archived jobs}}}`
  const { ask } = await sandboxOf(`
paths:
  /jobs: {post: {requestBody: {content: {application/json: {schema: ${job}}}}, responses: {'201': {description: ok, content: {application/json: {schema: ${job}}}}}}}
  /jobs/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, content: {application/json: {schema: ${job}}}}}}
    patch: {requestBody: {content: {application/json: {schema: ${job}}}}, responses: {'200': {description: ok, content: {application/json: {schema: ${job}}}}}}
`)
  const { id } = ask('POST /jobs', { body: { name: 'a' } }).body as { readonly id: string }
  expect(ask(`GET /jobs/${id}`).body).not.toHaveProperty('shelf')
  expect(ask(`PATCH /jobs/${id}`, { body: { status: 'archived' } }).body).toMatchObject({ shelf: 'B2' })
  expect(ask(`PATCH /jobs/${id}`, { body: { status: 'open' } }).body).not.toHaveProperty('shelf')
})
