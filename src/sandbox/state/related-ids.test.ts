import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const shown = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const text = '{type: string}'

const captures = (related: string) => `
paths:
  /holds: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {amount: {type: integer}}}}}}, responses: {'201': ${shown('Hold')}}}}
  /holds/{hold_id}: {get: {parameters: [{name: hold_id, in: path, required: true, schema: ${text}}], responses: {'200': ${shown('Hold')}}}}
  /holds/{hold_id}/capture: {post: {parameters: [{name: hold_id, in: path, required: true, schema: ${text}}], responses: {'201': ${shown('Capture')}}}}
  /captures/{capture_id}: {get: {parameters: [{name: capture_id, in: path, required: true, schema: ${text}}], responses: {'200': ${shown('Capture')}}}}
components:
  schemas:
    Hold: {type: object, properties: {id: ${text}, amount: {type: integer}}}
    Capture:
      type: object
      properties:
        id: ${text}
        amount: {type: integer}
        more: {type: object, properties: {related: {type: object, properties: {${related}}}}}
`

async function captured(related: string) {
  const { ask } = await sandboxOf(captures(related))
  const { id: hold } = ask('POST /holds', { body: { amount: 5 } }).body as { id: string }
  const capture = ask(`POST /holds/${hold}/capture`).body as { id: string; more?: { related?: unknown } }
  expect(ask(`GET /captures/${capture.id}`).body).toMatchObject({ ...capture })
  return { hold, capture, related: capture.more?.related }
}

it('names itself and what it stands under among its ids, and makes up no others', async () => {
  const { hold, capture, related } = await captured(`capture_id: ${text}, hold_id: ${text}, order_id: ${text}`)
  expect(related).toEqual({ capture_id: capture.id, hold_id: hold })
})

it('leaves out what its own id is not, and what then holds nothing', async () => {
  const digits = "{type: string, pattern: '^[0-9]{3}$'}"
  const { capture } = await captured(`capture_id: ${digits}, order_id: ${text}`)
  expect(capture).not.toHaveProperty('more')
})

it.each([
  ['that tells of more than ids', `capture_id: ${text}, order_id: ${text}, city: ${text}`],
  ['of one id', `capture_id: ${text}`],
  ['without its own', `order_id: ${text}, shop_id: ${text}`],
])('leaves an object alone %s', async (_name, properties) => {
  const { related } = await captured(properties)
  expect(Object.keys(related as object)).toEqual(properties.match(/\w+(?=: \{)/g))
})
