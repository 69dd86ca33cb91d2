import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const text = '{type: string}'
const time = '{type: string, format: date-time, readOnly: true}'
const example = (country: string, zip: string, state: string) =>
  `{id: adr_0a1b2c3d4e5f, kind: address, name: HARRY, country: ${country}, state: ${state}, zip: ${zip}, created_at: '2020-03-01T10:00:00.250Z'}`
const type = (country: string, zip: string, state: string, more = '') =>
  `{type: object, required: [id, zip], properties: {id: {type: string, pattern: '^adr_[a-z0-9]+$'}, kind: {type: string, enum: [address], default: address}, name: ${text}, note: {type: string, nullable: true}, country: {type: string, enum: [${country}]}, state: ${state}, zip: ${zip}, created_at: ${time}${more}}}`
const us = type('UNITED STATES', "{type: string, pattern: '^[0-9]{5}$'}", "{type: string, pattern: '^[A-Z]{2}$'}")
const abroad = type("CANADA, 'FRANCE'", text, text, `, tax_id: ${text}`)
const answer = `content: {application/json: {schema: {$ref: '#/components/schemas/Address'}, examples: {us: {value: ${example('UNITED STATES', "'94107'", 'CA')}}, abroad: {value: ${example('CANADA', 'C1N 1C4', 'PRINCE EDWARD ISLAND')}}}}}`
const asked = `{type: object, properties: {name: ${text}, note: ${text}, country: ${text}, state: ${text}, zip: ${text}, tax_id: ${text}}}`
const description = `
paths:
  /addresses: {post: {requestBody: {content: {application/json: {schema: ${asked}}}}, responses: {'201': {description: ok, ${answer}}}}}
  /addresses/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, ${answer}}}}}
  /letters:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {to: {oneOf: [${text}, ${asked}]}, file: ${text}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Letter'}}}}}}
  /letters/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Letter'}}}}}}}
components:
  schemas:
    Us: {allOf: [${us}], example: ${example('UNITED STATES', "'94107'", 'CA')}}
    Abroad: ${abroad}
    Address: {oneOf: [{$ref: '#/components/schemas/Us'}, {$ref: '#/components/schemas/Abroad'}]}
    Letter: {type: object, required: [id, to], properties: {id: ${text}, to: {$ref: '#/components/schemas/Us'}}}
`

it.each([
  [{ name: 'Ada', country: 'US', state: 'CA', zip: '10115' }, 'UNITED STATES'],
  [{ name: 'Ada', country: 'CA', state: 'Ontario', zip: 'M5V 2T6' }, 'CANADA'],
  [{ name: 'Ada', country: 'FRANCE', state: 'Oise', zip: '60000', tax_id: 'x' }, 'FRANCE'],
])('makes the alternative that knows what was sent: %j', async (body, country) => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /addresses', { body }).body as { readonly id: string }
  expect(made).toMatchObject({ ...body, country, kind: 'address', created_at: '2025-01-01T00:00:00.000Z' })
  expect(made).not.toHaveProperty('tax_id', expect.stringMatching(/^(?!x$)/))
  expect(ask(`GET /addresses/${made.id}`).body).toEqual(made)
})

it('shows such a record where a request names it, in the one of its forms', async () => {
  const { ask } = await sandboxOf(description)
  const body = { name: 'Ada', state: 'CA', zip: '10115' }
  const { id } = ask('POST /addresses', { body }).body as { readonly id: string }
  expect(ask('POST /letters', { body: { to: id } }).body).toMatchObject({ to: { id, ...body } })
})

it('gives an object that is sent inside no id of an example', async () => {
  const { ask } = await sandboxOf(description)
  const to = { name: 'Bo', state: 'CA', zip: '10115' }
  const made = ask('POST /letters', { body: { to } }).body as { readonly to: { readonly id: string } }
  expect(made).toMatchObject({ to })
  expect(made.to.id).not.toBe('adr_0a1b2c3d4e5f')
})

it('makes the alternative that the discriminator names', async () => {
  const pet = (skill: string) =>
    `{allOf: [{$ref: '#/components/schemas/Base'}, {type: object, required: [${skill}], properties: {${skill}: {type: integer}}}]}`
  const one = `content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}`
  const { ask } = await sandboxOf(`
paths:
  /pets: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {petType: ${text}, name: ${text}}}}}}, responses: {'201': {description: ok, ${one}}}}}
  /pets/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, ${one}}}}}
components:
  schemas:
    Base: {type: object, required: [id, petType], properties: {id: ${text}, petType: ${text}, name: ${text}}}
    Cat: ${pet('huntingSkill')}
    Dog: ${pet('packSize')}
    Pet: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], discriminator: {propertyName: petType, mapping: {dog: '#/components/schemas/Dog', cat: '#/components/schemas/Cat'}}}
`)
  const dog = ask('POST /pets', { body: { petType: 'dog', name: 'x' } }).body as { readonly id: string }
  expect(dog).toMatchObject({ packSize: expect.any(Number) })
  expect(dog).not.toHaveProperty('huntingSkill')
  expect(ask(`GET /pets/${dog.id}`).body).toEqual(dog)
})
