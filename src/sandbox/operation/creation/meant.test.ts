import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const money = "{$ref: '#/components/schemas/Money'}"
const shown = `{type: object, properties: {
  id: {type: string, readOnly: true}, name: {type: string}, testedEndpoint: {type: string}, invited_email: {type: string}, options: {type: object},
  quantity: {type: integer}, regions: {type: array, items: {type: string}}, estimate: ${money}, estimateAmount: ${money}, price: ${money},
  startedDate: {type: string, format: date-time}, approved_count: {type: integer}, zone_id: {type: string}, carrier: {type: object, properties: {id: {type: string}}}}}`
const sent = `{type: object, properties: {
  role_name: {type: string}, testEndpoint: {type: string}, invite_email: {type: string}, opts: {type: object},
  qty: {type: integer}, region: {type: string}, estimateAmount: {type: number}, price_amount: {type: number},
  startDate: {type: string, format: date-time}, approve_count: {type: integer}, zone: {type: string, description: A domain of yours}, carrier_id: {type: string}}}`
const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const description = `
paths:
  /roles:
    post:
      requestBody: {${json(sent)}}
      responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/Role'}")}}}
  /roles/{id}:
    get: {${byId}, responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Role'}")}}}}
    patch: {${byId}, requestBody: {${json('{type: object, properties: {new_invited_email: {type: string}, testEndpoint: {type: string}}}')}}, responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Role'}")}}}}
components:
  schemas:
    Money: {type: object, properties: {currency: {type: string, example: EUR}, value: {type: number, example: 9.5}}}
    Role: ${shown}
`

const make = async (body: object) => {
  const { ask } = await sandboxOf(description)
  return ask('POST /roles', { body }).body as Record<string, unknown>
}

it.each([
  [{ testEndpoint: 'https://a.example.org' }, { testedEndpoint: 'https://a.example.org' }],
  [{ invite_email: 'ann@example.org' }, { invited_email: 'ann@example.org' }],
  [{ opts: { a: 1 } }, { options: { a: 1 } }],
  [{ qty: 7 }, { quantity: 7 }],
  [{ region: 'north' }, { regions: ['north'] }],
  [{ role_name: 'Admin' }, { name: 'Admin' }],
  [{ price_amount: 40 }, { price: { value: 40 } }],
  [{ estimateAmount: 4999.5 }, { estimate: { value: 4999.5 }, estimateAmount: { value: 4999.5 } }],
  [{ carrier_id: 'c_7' }, { carrier: { id: 'c_7' } }],
])('keeps %j under the name that the record has for it', async (body, kept) => {
  const [own = ''] = Object.keys(body)
  const made = await make(body)
  expect(made).toMatchObject(kept)
  if (!Object.hasOwn(kept, own)) expect(made).not.toHaveProperty(own)
})

it('says the same again where a change does', async () => {
  const { ask } = await sandboxOf(description)
  const { id } = ask('POST /roles', { body: { invite_email: 'a@example.org' } }).body as { id: string }
  const changed = { new_invited_email: 'b@example.org', testEndpoint: 'https://b.example.org' }
  expect(ask(`PATCH /roles/${id}`, { body: changed }).status).toBe(200)
  expect(ask(`GET /roles/${id}`).body).toMatchObject({
    invited_email: 'b@example.org',
    testedEndpoint: 'https://b.example.org',
  })
})

it.each([
  [{ startDate: '2031-05-06T00:00:00Z' }, 'startedDate'],
  [{ approve_count: 77 }, 'approved_count'],
  [{ zone: 'example.org' }, 'zone_id'],
])('does not take %j for something else', async (body, other) => {
  const [value] = Object.values(body)
  expect((await make(body))[other]).not.toEqual(value)
})

it('keeps what is sent under the name of the record, whatever else means it', async () => {
  const two = description.replace(
    'testEndpoint: {type: string}, invite_email',
    'testEndpoint: {type: string}, tested_endpoint: {type: string}, invite_email',
  )
  const { ask } = await sandboxOf(two)
  const made = ask('POST /roles', { body: { testEndpoint: 'a', tested_endpoint: 'b' } }).body
  expect(made).toMatchObject({ testedEndpoint: 'b' })
})
