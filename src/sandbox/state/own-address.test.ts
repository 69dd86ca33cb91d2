import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const things = (example: object) => `
paths:
  /groups/{group}/things/{name}:
    parameters: [{name: group, in: path, required: true, schema: {type: string}}, {name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': &one {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}, example: ${JSON.stringify(example)}}}}, '404': {description: no}}}
    put: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}, responses: {'200': *one}}
components:
  schemas:
    Thing: {type: object, properties: {id: {type: string}, href: {type: string}, name: {type: string}, url: {type: string}, site: {type: string}, links: {type: object, properties: {self: {type: string}, next: {type: string}}}}}
`

it('says the address of the record itself, in the places where the example does', async () => {
  const { ask } = await sandboxOf(
    things({
      id: '/Groups/g1/things/red',
      name: 'red',
      url: 'https://api.example.com/v2/groups/g1/things/red',
      site: '/groups/g1/things/red',
      links: { self: '/groups/g1/things/red', next: '/groups/g1/things/red' },
    }),
  )
  expect(ask('PUT /groups/g7/things/blue', { body: {} }).body).toMatchObject({
    id: '/groups/g7/things/blue',
    name: 'blue',
    url: 'https://api.example.com/v2/groups/g7/things/blue',
    site: '/groups/g1/things/blue',
    links: { self: '/groups/g7/things/blue', next: '/groups/g1/things/blue' },
  })
})

it('encodes names in addresses, and in no id', async () => {
  const { ask } = await sandboxOf(
    things({ id: '/groups/g1/things/red', name: 'red', url: 'https://api.example.com/groups/g1/things/red' }),
  )
  expect(ask('PUT /groups/g7/things/a%20b%2541', { body: {} }).body).toMatchObject({
    id: '/groups/g7/things/a b%41',
    url: 'https://api.example.com/groups/g7/things/a%20b%2541',
  })
})

it('leaves what was sent, and addresses of other things', async () => {
  const { ask } = await sandboxOf(things({ href: '/people/red', name: 'red', url: '/groups/g1/things/red/parts/1' }))
  expect(ask('PUT /groups/g7/things/blue', { body: { url: '/groups/a/things/b' } }).body).toMatchObject({
    href: '/people/blue',
    url: '/groups/a/things/b',
  })
})
