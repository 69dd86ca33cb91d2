import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const shown = {
  id: 'ver_1',
  primary_line: '210 KING ST',
  last_line: 'SAN FRANCISCO CA 94107',
  components: {
    primary_number: '210',
    street_name: 'KING',
    street_suffix: 'ST',
    city: 'SAN FRANCISCO',
    state: 'CA',
    zip_code: '94107',
    county: 'SAN FRANCISCO',
    county_fips: '06075',
    latitude: 37.7,
    kind: 'street',
  },
}
const text = '{type: string}'
const { ask } = await sandboxOf(`
paths:
  /verifications:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {primary_line: ${text}, address: ${text}, city: ${text}, state: ${text}, zip_code: ${text}}}, example: {primary_line: 210 King Street, city: San Francisco, state: CA, zip_code: '94107'}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Verification'}, example: ${JSON.stringify(shown)}}}}}
  /verifications/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Verification'}}}}}}}
components:
  schemas:
    Verification:
      type: object
      properties: {id: ${text}, primary_line: ${text}, last_line: ${text}, components: {$ref: '#/components/schemas/Components'}}
    Components:
      type: object
      required: [primary_number, street_name, street_suffix, city, state, zip_code, county, county_fips, kind]
      properties: {primary_number: ${text}, street_name: ${text}, street_suffix: ${text}, city: ${text}, state: ${text}, zip_code: ${text}, county: ${text}, county_fips: {type: string, pattern: '^[0-9]{5}$'}, latitude: {type: number}, kind: ${text}}
`)

it('takes the line that was sent apart, and leaves out what was of the place of the example', () => {
  const body = { primary_line: '185 Berry Avenue', city: 'Oakland', state: 'CA', zip_code: '94607' }
  const made = ask('POST /verifications', { body }).body as typeof shown
  const street = { primary_number: '185', street_name: 'BERRY', street_suffix: 'AVE' }
  const town = { city: 'Oakland', state: 'CA', zip_code: '94607' }
  expect(made.components).toMatchObject({ ...street, ...town, county: '', county_fips: '06075', kind: 'street' })
  expect(made.components).not.toHaveProperty('latitude')
  expect(made).toMatchObject({ primary_line: '185 Berry Avenue', last_line: 'Oakland CA 94607' })
})

it('keeps what is known of the same place', () => {
  const body = { primary_line: '1 Main St', city: 'San Francisco', state: 'CA', zip_code: '94107' }
  const { components } = ask('POST /verifications', { body }).body as typeof shown
  expect(components).toMatchObject({
    primary_number: '1',
    street_name: 'MAIN',
    county: 'SAN FRANCISCO',
  })
})

it('reads an address in one line', () => {
  const body = { address: '9 Elm Road, Oakland CA 94607' }
  const made = ask('POST /verifications', { body }).body as typeof shown
  expect(made).toMatchObject({ primary_line: '9 Elm Road', last_line: 'Oakland CA 94607' })
  expect(made.components).toMatchObject({ primary_number: '9', street_suffix: 'RD', city: 'Oakland' })
})

it('leaves parts that were sent, and what has an address of its own', async () => {
  const part = `{type: object, properties: {street: ${text}, house_number: ${text}, city: ${text}, county: ${text}, latitude: {type: number}}}`
  const store = `{type: object, properties: {id: ${text}, address_line1: ${text}, city: ${text}, billing: ${part}, components: ${part}}}`
  const shop = await sandboxOf(`
paths:
  /stores: {post: {requestBody: {content: {application/json: {schema: ${store}}}}, responses: {'201': {description: made, content: {application/json: {schema: ${store}}}}}}}
`)
  const own = { city: 'Paris', county: 'Seine', latitude: 48.8 }
  const body = { address_line1: '1 Main St', city: 'Oakland', billing: own, components: own }
  expect(shop.ask('POST /stores', { body }).body).toMatchObject(body)
})

it('takes no text apart that is longer than a line', () => {
  const body = { address: `9 Elm Road${' '.repeat(200)}Oakland CA 94607` }
  const { components } = ask('POST /verifications', { body }).body as typeof shown
  expect(components).toMatchObject({ primary_number: '210', street_name: 'KING', city: 'SAN FRANCISCO' })
})
