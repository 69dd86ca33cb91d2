import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const text = '{type: string}'
const list = (properties: string): string => `{type: array, items: {type: object, properties: {${properties}}}}`
const order = `{type: object, properties: {
  id: ${text}, note: ${text},
  LineItems: ${list(`LineItemID: {type: string, description: The generated identifier for a LineItem}, name: ${text}`)},
  stops: ${list(`id: {type: string, format: uuid}, city: ${text}`)},
  tags: ${list(`id: ${text}, name: ${text}`)}}}`
const description = `
paths:
  /orders: {post: {requestBody: {${json(order)}}, responses: {'201': {description: ok, ${json(order)}}}}}
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: ${text}}]
    get: {responses: {'200': {description: ok, ${json(order)}}}}
    patch: {requestBody: {${json(order)}}, responses: {'200': {description: ok, ${json(order)}}}}
`
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
interface Order {
  readonly id: string
  readonly LineItems: readonly { readonly LineItemID: string; readonly name: string }[]
  readonly stops: readonly object[]
}

it('gives each element that was sent without an id one of its own', async () => {
  const { ask } = await sandboxOf(description)
  const body = { LineItems: [{ name: 'a' }, { name: 'b' }], stops: [{ city: 'Bern' }], tags: [{ name: 'x' }] }
  const made = ask('POST /orders', { body }).body as Order
  const own = expect.stringMatching(UUID)
  expect(made).toMatchObject({
    LineItems: [
      { name: 'a', LineItemID: own },
      { name: 'b', LineItemID: own },
    ],
    stops: [{ city: 'Bern', id: own }],
    tags: [{ name: 'x' }],
  })
  expect(new Set(made.LineItems.map(({ LineItemID }) => LineItemID)).size).toBe(2)
  expect(ask(`GET /orders/${made.id}`).body).toEqual(made)
})

it('keeps ids that are sent, and numbers what is added', async () => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /orders', { body: { LineItems: [{ name: 'a', LineItemID: 'mine' }] } }).body as Order
  expect(made).toMatchObject({ LineItems: [{ name: 'a', LineItemID: 'mine' }] })
  const more = [{ name: 'b' }, ...made.LineItems]
  const changed = ask(`PATCH /orders/${made.id}`, { body: { LineItems: more } }).body as Order
  expect(changed.LineItems).toEqual([{ name: 'b', LineItemID: expect.stringMatching(UUID) }, ...made.LineItems])
  expect(ask(`PATCH /orders/${made.id}`, { body: { note: 'n' } }).body).toMatchObject({ LineItems: changed.LineItems })
})
