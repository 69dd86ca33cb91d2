import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const text = '{type: string}'
const flag = '{type: boolean, example: true}'
const list = `{type: array, items: {type: object, properties: {name: ${text}}}}`
const sent = `{type: object, properties: {attachments: ${list}, account: {type: object, properties: {code: ${text}}}}}`
const shown = `{type: object, properties: {id: ${text}, attachments: ${list}, has_attachments: ${flag}, validation_errors: ${list}, has_validation_errors: ${flag}, account: {type: object, properties: {code: ${text}}}, has_account: ${flag}, has_warnings: ${flag}, has_sponsor: ${flag}}}`
const description = `
paths:
  /orders: {post: {requestBody: {${json(sent)}}, responses: {'201': {description: ok, ${json(shown)}}}}}
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: ${text}}]
    get: {responses: {'200': {description: ok, ${json(shown)}}}}
    patch: {requestBody: {${json(sent)}}, responses: {'200': {description: ok, ${json(shown)}}}}
`

it('says of a new record what stands beside its flags, and that nothing went wrong with it', async () => {
  const { ask } = await sandboxOf(description)
  const none = ask('POST /orders', { body: { attachments: [] } }).body
  expect(none).toMatchObject({ has_attachments: false, has_validation_errors: false, has_warnings: false })
  expect(none).toMatchObject({ has_sponsor: true })
  const some = ask('POST /orders', { body: { attachments: [{ name: 'a' }], account: { code: '90' } } }).body
  expect(some).toMatchObject({ has_attachments: true, has_account: true, has_validation_errors: false })
})

it('follows what is filled and emptied later', async () => {
  const { ask } = await sandboxOf(description)
  const { id } = ask('POST /orders', { body: { attachments: [] } }).body as { readonly id: string }
  const change = (body: unknown) => ask(`PATCH /orders/${id}`, { body }).body
  expect(change({ attachments: [{ name: 'a' }] })).toMatchObject({ has_attachments: true })
  expect(change({ attachments: [] })).toMatchObject({ has_attachments: false })
})

it('leaves a flag that was sent', async () => {
  const { ask } = await sandboxOf(description.replace(sent, shown))
  const body = { attachments: [], has_attachments: true, has_warnings: true }
  expect(ask('POST /orders', { body }).body).toMatchObject(body)
})
