import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const spec = (mapping: string) => `
paths:
  /payouts:
    post: {requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'201': &one {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Payout'}}}}}}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Payout'}}}}}}}
  /payouts/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': *one}}}
components:
  schemas:
    Payout: {type: object, required: [method], properties: {id: {type: string}, method: {type: string}}, discriminator: {propertyName: method, mapping: {${mapping}}}}
    Bank: {allOf: [{$ref: '#/components/schemas/Payout'}, {type: object, required: [iban], properties: {iban: {type: string}}}]}
    Card: {allOf: [{$ref: '#/components/schemas/Payout'}, {type: object, required: [last4], properties: {last4: {type: string}}}]}
`

it.each([
  ["bank: '#/components/schemas/Bank'", 'bank'],
  ["plain: '#/components/schemas/Payout', bank: '#/components/schemas/Bank'", 'bank'],
])('keeps what the subtype that was named adds to its base: %s', async (mapping, method) => {
  const { ask } = await sandboxOf(spec(mapping))
  const made = ask('POST /payouts', { body: { method, iban: 'XX1' } })
  expect(made).toMatchObject({ status: 201, body: { method, iban: 'XX1' } })
  expect(made.body).not.toHaveProperty('last4')
  expect(ask(`GET /payouts/${(made.body as { id: string }).id}`).body).toMatchObject({ method, iban: 'XX1' })
  expect(ask('GET /payouts').body).toMatchObject([{ method, iban: 'XX1' }])
})

it.each(['gift', 'plain'])('keeps a name of no subtype as sent: %s', async (method) => {
  const { ask } = await sandboxOf(spec("plain: '#/components/schemas/Payout'"))
  const made = ask('POST /payouts', { body: { method } })
  expect(made).toMatchObject({ status: 201, body: { method } })
  expect(made.body).not.toHaveProperty('iban')
})
