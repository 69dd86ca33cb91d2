/** Records whose id stands in an object that names them whole: `{shelfReference: {roomId, shelfId}}`. */
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const ok = (schema: string) => `{'200': {description: Successful response, ${json(schema)}}}`
const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const type = (path: string, id: string, name: string) => `
  ${path}:
    parameters: [${[...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => inPath(one)).join(', ')}]
    post: {operationId: ${name}.insert, requestBody: {${json(ref(name))}}, responses: ${ok(ref(name))}}
    get: {operationId: ${name}.list, responses: ${ok(`{type: object, properties: {items: {type: array, items: ${ref(name)}}}}`)}}
  ${path}/{${id}}:
    parameters: [${[...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => inPath(one)).join(', ')}, ${inPath(id)}]
    get: {operationId: ${name}.get, responses: ${ok(ref(name))}}
    delete: {operationId: ${name}.delete, responses: {'200': {description: Successful response}}}`

const rooms = `
paths: ${type('/houses/{houseId}/rooms', 'roomId', 'Room')}${type('/houses/{houseId}/rooms/{roomId}/shelves', 'shelfId', 'Shelf')}
components:
  schemas:
    RoomReference: {type: object, properties: {houseId: {type: string}, roomId: {type: string}}}
    ShelfReference: {type: object, properties: {houseId: {type: string}, roomId: {type: string}, shelfId: {type: string}}}
    Room:
      type: object
      properties:
        id: {type: string, readOnly: true}
        roomReference: ${ref('RoomReference')}
        creationTime: {type: string, format: int64, readOnly: true, description: 'When it was made, in milliseconds since the epoch.'}
    Shelf: {type: object, properties: {id: {type: string, readOnly: true}, shelfReference: ${ref('ShelfReference')}}}
`

it('finds the id in the object that names the record, with what it stands in', async () => {
  const { ask } = await sandboxOf(rooms)
  const hall = { roomReference: { houseId: 'h', roomId: 'hall' }, creationTime: '1735689600000' }
  expect(ask('POST /houses/h/rooms', { body: { roomReference: { roomId: 'hall' } } }).body).toMatchObject(hall)
  expect(ask('GET /houses/h/rooms/hall').body).toMatchObject(hall)
  const shelf = { shelfReference: { houseId: 'h', roomId: 'hall', shelfId: 's' } }
  expect(ask('POST /houses/h/rooms/hall/shelves', { body: shelf }).body).toMatchObject(shelf)
  expect(ask('GET /houses/h/rooms/hall/shelves/s').body).toMatchObject(shelf)
  expect(ask('GET /houses/h/rooms/den').status).toBe(404)
})

it('takes such an id once, and makes nothing below what nobody made, though no error is declared', async () => {
  const { ask } = await sandboxOf(rooms)
  const body = { roomReference: { roomId: 'hall' } }
  ask('POST /houses/h/rooms', { body })
  expect(ask('POST /houses/h/rooms', { body }).status).toBe(409)
  expect(ask('POST /houses/g/rooms', { body }).status).toBe(200)
  expect(ask('POST /houses/h/rooms/den/shelves', { body: { shelfReference: { shelfId: 's' } } }).status).toBe(404)
})
