import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (name: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`
const made = (name: string) =>
  `post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: made, ${json(name)}}}}`

it('says of each component the kind it is, where a base shows one of them as its example', async () => {
  const part = '{type: object, properties: {name: {type: string}}}'
  const { ask } = await sandboxOf(`
paths:
  /notes: {${made('NoteResponse')}}
  /shelves: {${made('ShelfCompact')}}
components:
  schemas:
    Thing: {type: object, properties: {id: {type: string}, resource_type: {type: string, readOnly: true, example: note}}}
    NoteResponse: {allOf: [{$ref: '#/components/schemas/Thing'}, ${part}]}
    ShelfCompact: {allOf: [{$ref: '#/components/schemas/Thing'}, ${part}]}
`)
  expect(ask('POST /notes', { body: { name: 'a' } }).body).toMatchObject({ resource_type: 'note' })
  expect(ask('POST /shelves', { body: { name: 'a' } }).body).toMatchObject({ resource_type: 'shelf' })
})

it('tells the version of an object beside its kind', async () => {
  const text = '{type: string}'
  const taken = `content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}`
  const { ask } = await sandboxOf(`
paths:
  /things:
    post: {requestBody: {${taken}}, responses: {'201': {description: ok, ${taken}}}}
  /things/{name}:
    get: {parameters: [{name: name, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, ${taken}}}}
components:
  schemas:
    Thing: {type: object, x-acme-group-version-kind: [{group: shop, version: v1, kind: Thing}], properties: {apiVersion: ${text}, kind: ${text}, name: ${text}, size: {type: integer}}}
`)
  const own = { apiVersion: 'shop/v1', kind: 'Thing' }
  expect(ask('POST /things', { body: { name: 'a' } }).body).toMatchObject({ ...own, name: 'a' })
  expect(ask('GET /things/a').body).toMatchObject({ ...own, name: 'a' })
  expect(ask('POST /things', { body: { name: 'b', ...own } }).body).toMatchObject({ ...own, name: 'b' })
})
