import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const service = (error: string) => `
paths:
  /racks:
    get:
      operationId: ListRacks
      parameters: [{name: position, in: query, schema: {type: string}}, {name: limit, in: query, schema: {type: integer}}]
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Racks'}}}}
        '${error}': {description: BadRequestException, content: {application/json: {schema: {type: object}}}}
    post:
      operationId: CreateRack
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [Name], properties: {Name: {allOf: [{$ref: '#/components/schemas/Text'}, {xml: {name: name}}]}}}}}}
      responses:
        '201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Rack'}}}}
        '${error}': {description: BadRequestException, content: {application/json: {schema: {type: object}}}}
components:
  schemas:
    Text: {type: string}
    Rack: {type: object, properties: {Id: {type: string, readOnly: true, xml: {name: id}}, Name: {type: string, xml: {name: name}}}}
    Racks: {type: object, properties: {position: {type: string}, items: {type: array, xml: {name: item}, items: {$ref: '#/components/schemas/Rack'}}}}
`

it('calls members of JSON as they are called on the wire, where errors have names', async () => {
  const { ask } = await sandboxOf(service('480'))
  expect(ask('POST /racks', { body: { Name: 'a' } }).status).toBe(400)
  for (const name of ['a', 'b', 'c']) expect(ask('POST /racks', { body: { name } }).body).toMatchObject({ name })
  const first = ask('GET /racks?limit=2').body as { item: readonly object[]; position: string }
  expect(first).toMatchObject({ item: [{ name: 'a' }, { name: 'b' }] })
  const last = ask(`GET /racks?limit=2&position=${first.position}`).body
  expect(last).toMatchObject({ item: [{ name: 'c' }] })
  expect(last).not.toHaveProperty('position')
})

it('leaves the names of all others alone', async () => {
  const { ask } = await sandboxOf(service('400'))
  expect(ask('POST /racks', { body: { Name: 'a' } }).body).toMatchObject({ Name: 'a' })
})
