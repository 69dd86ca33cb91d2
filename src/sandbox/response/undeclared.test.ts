import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const body = (properties: string) =>
  `requestBody: {content: {application/json: {schema: {type: object, properties: {${properties}}}}}}`
const none = "responses: {'200': {description: Success}}"
const id = 'parameters: [{name: idCard, in: path, required: true, schema: {type: string}}]'
const card = 'name: {type: string}, idList: {type: string}'
const paths = (read: string) => `
paths:
  /cards: {post: {${body(card)}, ${none}}}
  /cards/{idCard}:
    ${id}
    get: {${read}}
    put: {${body(card)}, ${none}}
  /cards/{idCard}/name:
    ${id}
    put: {${body('value: {type: string}')}, ${none}}
  /cards/{idCard}/archive:
    ${id}
    post: {${body('reason: {type: string}')}, ${none}}
`

it('shows what a change has made of a record where no answer about it is declared', async () => {
  const { ask } = await sandboxOf(paths(none))
  const made = ask('POST /cards', { body: { name: 'a' } }).body as { id: string }
  expect(ask(`PUT /cards/${made.id}`, { body: { name: 'b' } }).body).toEqual({ id: made.id, name: 'b' })
  expect(ask(`PUT /cards/${made.id}/name`, { body: { value: 'c' } }).body).toEqual({ id: made.id, name: 'c' })
  expect(ask(`POST /cards/${made.id}/archive`, { body: { reason: 'old', password: 'pw' } }).body).toEqual({
    id: made.id,
    name: 'c',
  })
})

it('takes a value by its declared name, and only one that the property takes', async () => {
  const { ask } = await sandboxOf(paths(none))
  const { id: own } = ask('POST /cards', { body: { name: 'a' } }).body as { id: string }
  expect(ask(`PUT /cards/${own}/name`, { body: { junk: 1, value: 'b' } }).body).toMatchObject({ name: 'b' })
  expect(ask(`PUT /cards/${own}/name`, { body: { value: {} } }).status).toBe(400)
  expect(ask(`PUT /cards/${own}/name`, { body: { value: 'c' }, fields: { 'if-match': '"other"' } }).status).toBe(412)
  expect(ask(`GET /cards/${own}`).body).toMatchObject({ name: 'b' })
})

it('answers a change with nothing where reads are declared and it is not', async () => {
  const read = `responses: {'200': {description: one, content: {application/json: {schema: {type: object, properties: {id: {type: string}, ${card}}}}}}}`
  const { ask } = await sandboxOf(paths(read))
  const made = ask('POST /cards', { body: { name: 'a' } }).body as { id: string }
  expect(ask(`PUT /cards/${made.id}`, { body: { name: 'b' } }).text).toBe('')
  expect(ask(`GET /cards/${made.id}`).body).toMatchObject({ name: 'b' })
})

it('answers nothing to who makes a record without a document, where reads are declared', async () => {
  const read = `responses: {'200': {description: one, content: {application/json: {schema: {type: object, properties: {id: {type: string}, ${card}}}}}}}`
  const pull = (
    answer: string,
  ) => `${paths(read)}  /images/create: {post: {parameters: [{name: from, in: query, schema: {type: string}}], ${answer}}}
  /images/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], ${read}}}
`
  const { ask } = await sandboxOf(pull(none))
  expect(ask('POST /images/create?from=nginx')).toMatchObject({ status: 200, text: '' })
})
