import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const id = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const links =
  'links: {type: array, items: {type: object, properties: {href: {type: string}, rel: {type: string}, method: {type: string}}}}'
const payee = 'payee: {type: object, properties: {email: {type: string}, merchant_id: {type: string}}}'
const { ask } = await sandboxOf(`
paths:
  /charges: {post: {requestBody: {${json('{type: object, properties: {amount: {type: integer}}}')}}, responses: {'201': {description: made, ${json(ref('Charge'))}}}}}
  /charges/{id}: {get: {${id}, responses: {'200': {description: one, ${json(ref('Charge'))}}}}}
  /charges/{id}/refund: {post: {${id}, requestBody: {${json('{type: object, properties: {amount: {type: integer}, note_to_payer: {type: string}}}')}}, responses: {'201': {description: made, ${json(ref('Refund'))}}}}}
  /refunds/{id}: {get: {${id}, responses: {'200': {description: one, ${json(ref('Refund'))}}}}}
components:
  schemas:
    Charge: {type: object, required: [id, payee], properties: {id: {type: string}, amount: {type: integer}, ${payee}, ${links}}}
    Refund: {type: object, required: [id, payee], properties: {id: {type: string}, amount: {type: integer}, note_to_payer: {type: string, example: Sorry}, ${payee}, ${links}}}
`)

it('what a verb makes concerns whom the other concerns, leads to itself, and says nothing that nobody said', () => {
  const charge = ask('POST /charges', { body: { amount: 100 } }).body as { id: string; payee: unknown }
  const refund = ask(`POST /charges/${charge.id}/refund`, { body: { amount: 40 } }).body as { id: string }
  expect(refund).toMatchObject({ amount: 40, payee: charge.payee })
  expect(refund).not.toHaveProperty('note_to_payer')
  expect(refund).toMatchObject({
    links: [{ href: expect.stringMatching(`/refunds/${refund.id}$`), rel: 'self', method: 'GET' }],
  })
  expect(ask(`GET /refunds/${refund.id}`).body).toEqual(refund)
})

it('shows what the request says', () => {
  const { id } = ask('POST /charges', { body: { amount: 100 } }).body as { id: string }
  expect(ask(`POST /charges/${id}/refund`, { body: { note_to_payer: 'Half' } }).body).toMatchObject({
    note_to_payer: 'Half',
  })
})

it('shows of what it is made of the parts that tell of the whole affair, and not how much that was', async () => {
  const card = `card: ${ref('Card')}, amount_details: ${ref('Details')}`
  const { ask } = await sandboxOf(`
paths:
  /holds: {post: {requestBody: {${json('{type: object, properties: {amount: {type: integer}}}')}}, responses: {'201': {description: made, ${json(ref('Hold'))}}}}}
  /holds/{id}: {get: {${id}, responses: {'200': {description: one, ${json(ref('Hold'))}}}}}
  /holds/{id}/capture: {post: {${id}, requestBody: {${json('{type: object, properties: {amount: {type: integer}}}')}}, responses: {'201': {description: made, ${json(ref('Capture'))}}}}}
  /captures/{id}: {get: {${id}, responses: {'200': {description: one, ${json(ref('Capture'))}}}}}
components:
  schemas:
    Hold: {type: object, required: [id, card, amount_details], properties: {id: {type: string}, amount: {type: integer}, ${card}}}
    Capture: {type: object, required: [id, card, amount_details], properties: {id: {type: string}, amount: {type: integer}, ${card}}}
    Card: {type: object, required: [network, fingerprint], properties: {network: {type: string, enum: [VISA, AMEX, JCB, STAR]}, fingerprint: {type: string}}}
    Details: {type: object, required: [reference], properties: {reference: {type: string, minLength: 20, maxLength: 20}}}
`)
  const hold = ask('POST /holds', { body: { amount: 5 } }).body as Record<string, unknown>
  const capture = ask(`POST /holds/${hold['id']}/capture`, { body: { amount: 5 } }).body as Record<string, unknown>
  expect(capture['card']).toEqual(hold['card'])
  expect(capture['amount_details']).not.toEqual(hold['amount_details'])
})
