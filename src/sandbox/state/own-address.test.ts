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

it('names records by addresses that end in their keys, where ids are addresses', async () => {
  const thing = '{type: object, required: [id], properties: {id: {type: string, format: uri}, name: {type: string}}}'
  const shown = '{id: "https://api.example.com/things/016da9d5-c9a4-4c80-a354-86b915a04ff8", name: red}'
  const answer = (status: string) =>
    `{'${status}': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}, example: ${shown}}}}}`
  const { ask } = await sandboxOf(`
paths:
  /things: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: ${answer('201')}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: ${answer('200')}}}
components: {schemas: {Thing: ${thing}}}
`)
  const [one, two] = ['a', 'b'].map((name) => ask('POST /things', { body: { name } }).body as { id: string })
  expect(one?.id).toMatch(/^https:\/\/api\.example\.com\/things\/\w+$/)
  expect(one?.id).not.toBe(two?.id)
  expect(ask(`GET ${new URL(two?.id ?? '').pathname}`).body).toEqual(two)
})
