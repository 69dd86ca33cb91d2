import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const described = (example = '') => `
paths:
  /servers:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {
        name: {type: string}, backups: {type: boolean, default: false}, ipv6: {type: boolean}, monitoring: {type: boolean},
        agent: {type: boolean}, scopes: {type: array, items: {type: string}}}}${example}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Server'}, example: {id: s1, features: [backups, private_networking, ipv6, monitoring]}}}}}
  /servers/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Server'}}}}}
components:
  schemas:
    Server:
      type: object
      required: [id, features]
      properties:
        id: {type: string}
        name: {type: string}
        features: {type: array, items: {type: string}, example: [backups, private_networking, ipv6, monitoring]}
        scopes: {type: array, items: {type: string}, example: [backups]}
        kinds: {type: array, items: {type: string}, example: [virtual, shared]}
`

const featuresOf = async (body: object, example?: string): Promise<unknown> => {
  const { ask } = await sandboxOf(described(example))
  const { id, features } = ask('POST /servers', { body }).body as { readonly id: string; readonly features: unknown }
  expect((ask(`GET /servers/${id}`).body as { readonly features: unknown }).features).toEqual(features)
  return features
}

it('leaves out words whose flags are off, as sent or by default', async () => {
  expect(await featuresOf({ name: 'a', backups: false, ipv6: false })).toEqual(['private_networking', 'monitoring'])
  expect(await featuresOf({ name: 'a' })).toEqual(['private_networking', 'ipv6', 'monitoring'])
})

it('has a word that is there by itself: the request of the example does not say it', async () => {
  const said = ', example: {name: a, ipv6: true}'
  expect(await featuresOf({ name: 'a' }, said)).toEqual(['backups', 'private_networking', 'ipv6', 'monitoring'])
  expect(await featuresOf({ name: 'a', backups: false }, said)).not.toContain('backups')
})

it('has words whose flags are on, and no flag that is no word of the list', async () => {
  const all = ['backups', 'private_networking', 'ipv6', 'monitoring']
  expect(await featuresOf({ name: 'a', backups: true, monitoring: true, agent: true })).toEqual(all)
})

it('leaves lists that requests say, and lists without flags', async () => {
  const { ask } = await sandboxOf(described())
  const body = { name: 'a', backups: false, scopes: ['backups'] }
  expect(ask('POST /servers', { body }).body).toMatchObject({ scopes: ['backups'], kinds: ['virtual', 'shared'] })
})
