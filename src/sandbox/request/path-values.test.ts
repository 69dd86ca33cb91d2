import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const answers = (more: string): string =>
  `{'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}${more}}`

const description = (more: string): string => `
paths:
  /rooms:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}}
  /rooms/{room}:
    parameters: [{name: room, in: path, required: true, schema: {type: string, pattern: '^[A-Z]{2}$'}}]
    get: {responses: ${answers(more)}}
    patch:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}
      responses: ${answers(more)}
    delete: {responses: {'204': {description: gone}${more}}}
  /rooms/{room}/beds/{bed}:
    get:
      parameters:
        - {name: room, in: path, required: true, schema: {type: string, pattern: '^[A-Z]{2}$'}}
        - {name: bed, in: path, required: true, schema: {type: integer, minimum: 1}}
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {bed: {type: integer}}}}}}${more}}
components:
  schemas: {Room: {type: object, required: [id], properties: {id: {type: string}, size: {type: integer}}}}
`

it.each([
  ['', 404],
  [", '404': {description: none}", 404],
  [", '400': {description: wrong}", 400],
  [", '422': {description: wrong}, '404': {description: none}", 422],
  [
    ", '422': {description: wrong, content: {application/json: {schema: {type: object}}}}, '400': {description: w}",
    422,
  ],
])('a path that its schema refuses, where %j is declared besides, is %i', async (more, status) => {
  const { ask } = await sandboxOf(description(more))
  const lines = [
    'GET /rooms/a',
    'DELETE /rooms/a',
    'GET /rooms/a/beds/1',
    'GET /rooms/AB/beds/0',
    'GET /rooms/AB/beds/x',
  ]
  expect(lines.map((line) => ask(line).status)).toEqual(lines.map(() => status))
  expect(ask('PATCH /rooms/a', { body: { size: 1 } }).status).toBe(status)
})

it('finds a record that is there, whatever is declared of its name', async () => {
  const { ask } = await sandboxOf(description(", '400': {description: wrong}"))
  expect(ask('POST /rooms', { body: { id: 'attic', size: 3 } }).status).toBe(201)
  expect(ask('GET /rooms/attic')).toMatchObject({ status: 200, body: { id: 'attic', size: 3 } })
})
