import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const order = "{$ref: '#/components/schemas/Order'}"
const id = '{name: order_id, in: path, required: true, schema: {type: string}}'

const orders = (prose: string, ofCreate = 'Creates an order.', link = 'rel: {type: string}, method: {type: string}') =>
  sandboxOf(`
paths:
  /orders: {post: {description: "${ofCreate}", requestBody: {${json('{type: object, properties: {title: {type: string}}}')}}, responses: {'201': {description: ok, ${json(order)}}}}}
  /orders/{order_id}:
    parameters: [${id}]
    get: {responses: {'200': {description: ok, ${json(order)}}}}
    patch: {requestBody: {${json(order)}}, responses: {'200': {description: ok, ${json(order)}}}}
  /orders/{order_id}/capture: {post: {parameters: [${id}], responses: {'200': {description: ok, ${json(order)}}}}}
components:
  schemas:
    Order:
      type: object
      properties:
        id: {type: string, readOnly: true}
        title: {type: string}
        status: {type: string, readOnly: true, enum: [CREATED, CAPTURED]}
        links: {type: array, readOnly: true, description: "${prose}", items: {type: object, required: [href], properties: {href: {type: string}, ${link}}}}
`)

interface Shown {
  readonly id: string
  readonly links: readonly { readonly href: string; readonly rel: string; readonly method?: string }[]
}

it('shows the links that words name, while they lead anywhere', async () => {
  const { ask } = await orders(
    'Links. Use the `approve` link to redirect the payer, and the `capture` link or the `update` link after that. The `self` link leads to it.',
    "Creates an order. Its payer is sent to the 'rel':'payer-view' link.",
  )
  const made = ask('POST /orders', { body: { title: 'a' } }).body as Shown
  const self = `http://localhost/sim/orders/${made.id}`
  const links = [
    { href: self, rel: 'self', method: 'GET' },
    { href: `https://example.com/approve/${made.id}`, rel: 'approve', method: 'GET' },
    { href: `${self}/capture`, rel: 'capture', method: 'POST' },
    { href: self, rel: 'update', method: 'PATCH' },
    { href: `https://example.com/payer-view/${made.id}`, rel: 'payer-view', method: 'GET' },
  ]
  expect(made.links).toEqual(links)
  expect((ask(`GET /orders/${made.id}`).body as Shown).links).toEqual(links)
  expect((ask(`POST /orders/${made.id}/capture`).body as Shown).links.map(({ rel }) => rel)).toEqual(['self', 'update'])
})

it('says of links what there is a place for', async () => {
  const { ask } = await orders('Use the <code>approve</code> link.', undefined, 'rel: {type: string}')
  const made = ask('POST /orders', { body: { title: 'a' } }).body as Shown
  expect(made.links[1]).toEqual({ href: `https://example.com/approve/${made.id}`, rel: 'approve' })
})

it.each([
  ['words without marks', 'Use the approve link.'],
  ['the names of what links say', 'The `href` links a call with the next; `rel` link relations are names.'],
  ['other pages', 'Follow the `next` link.'],
  ['something else in marks', 'Set `approve` to true. See the link `above`.'],
])('shows no more links for %s', async (_, prose) => {
  const { ask } = await orders(prose)
  expect((ask('POST /orders', { body: { title: 'a' } }).body as Shown).links.map(({ rel }) => rel)).toEqual(['self'])
})
