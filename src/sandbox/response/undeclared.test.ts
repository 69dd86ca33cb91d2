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
`

it('shows what a change has made of a record where no answer about it is declared', async () => {
  const { ask } = await sandboxOf(paths(none))
  const made = ask('POST /cards', { body: { name: 'a' } }).body as { id: string }
  expect(ask(`PUT /cards/${made.id}`, { body: { name: 'b' } }).body).toEqual({ id: made.id, name: 'b' })
  expect(ask(`PUT /cards/${made.id}/name`, { body: { value: 'c' } }).body).toEqual({ id: made.id, name: 'c' })
})

it('answers a change with nothing where reads are declared and it is not', async () => {
  const read = `responses: {'200': {description: one, content: {application/json: {schema: {type: object, properties: {id: {type: string}, ${card}}}}}}}`
  const { ask } = await sandboxOf(paths(read))
  const made = ask('POST /cards', { body: { name: 'a' } }).body as { id: string }
  expect(ask(`PUT /cards/${made.id}`, { body: { name: 'b' } }).text).toBe('')
  expect(ask(`GET /cards/${made.id}`).body).toMatchObject({ name: 'b' })
})
