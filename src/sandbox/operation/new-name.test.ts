import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const label = "{$ref: '#/components/schemas/Label'}"
const shelf = "{$ref: '#/components/schemas/Shelf'}"
const one = (schema: string, status = 200) => `{'${status}': {description: ok, ${json(schema)}}}`
const text = (name: string) => `{name: ${name}, in: query, schema: {type: string}}`
const { ask } = await sandboxOf(`
paths:
  /labels:
    get: {responses: ${one(`{type: array, items: ${label}}`)}}
    post: {requestBody: {${json(label)}}, responses: ${one(label, 201)}}
  /labels/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: ${one(label)}}
    patch: {requestBody: {${json('{type: object, properties: {new_name: {type: string}, colour: {type: string}}}')}}, responses: ${one(label)}}
  /shelves:
    get: {responses: ${one(`{type: array, items: ${shelf}}`)}}
    post: {parameters: [${text('name')}, ${text('roomKind')}], responses: {'204': {description: ok}}}
    delete: {parameters: [${text('name')}], responses: {'204': {description: ok}}}
  /shelves/name: {post: {operationId: renameShelf, parameters: [${text('name')}, ${text('newName')}], responses: {'204': {description: ok}}}}
components:
  schemas:
    Label: {type: object, required: [name], properties: {name: {type: string}, colour: {type: string}}}
    Shelf: {type: object, properties: {Name: {type: string}, RoomKind: {type: string}}}
`)

it('finds a record under its new name, and no longer under the old one', () => {
  ask('POST /labels', { body: { name: 'bug', colour: 'red' } })
  expect(ask('PATCH /labels/bug', { body: { new_name: 'defect' } }).body).toEqual({ name: 'defect', colour: 'red' })
  expect(['defect', 'bug'].map((name) => ask(`GET /labels/${name}`).status)).toEqual([200, 404])
  expect(ask('GET /labels').body).toEqual([{ name: 'defect', colour: 'red' }])
})

it('leaves a record its name where another has the new one', () => {
  ask('POST /labels', { body: { name: 'taken' } })
  expect(ask('PATCH /labels/taken', { body: { new_name: 'defect' } }).body).toMatchObject({ name: 'taken' })
  expect(ask('GET /labels/defect').body).toMatchObject({ colour: 'red' })
})

it('takes the name of what is made, and the new one, from the query', () => {
  expect(ask('POST /shelves?name=top&roomKind=hall').status).toBe(204)
  expect(ask('POST /shelves/name?name=top&newName=upper').status).toBe(204)
  expect(ask('GET /shelves').body).toEqual([{ Name: 'upper', RoomKind: 'hall' }])
  expect(ask('DELETE /shelves?name=upper').status).toBe(204)
  expect(ask('GET /shelves').body).toEqual([])
})
