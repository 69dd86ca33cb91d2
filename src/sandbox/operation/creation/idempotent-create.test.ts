import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const of = 'content: {application/json: {schema: {$ref: "#/components/schemas/Cheer"}}}'
const at = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]'
const cheers = (words: string) =>
  sandboxOf(`
paths:
  /songs/{id}/cheers:
    ${at}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Cheer'}}}}}}}
    post: {description: ${JSON.stringify(words)}, requestBody: {${of}}, responses: {'200': {description: ok, ${of}}, '201': {description: ok, ${of}}}}
components: {schemas: {Cheer: {type: object, properties: {id: {type: integer, readOnly: true}, kind: {type: string}}}}}
`)

it('answers 200 with what is there already, where words say so', async () => {
  const { ask } = await cheers('A `200` means that you already cheered so.')
  const send = (song: number, kind: string) => ask(`POST /songs/${song}/cheers`, { body: { kind } })
  const first = send(1, 'loud')
  expect(first.status).toBe(201)
  expect(send(1, 'loud')).toMatchObject({ status: 200, body: first.body })
  expect([send(1, 'soft').status, send(2, 'loud').status]).toEqual([201, 201])
  expect(ask('GET /songs/1/cheers').body).toHaveLength(2)
})

it('makes as many as are sent where no words say otherwise', async () => {
  const { ask } = await cheers('Cheers.')
  expect([1, 2].map(() => ask('POST /songs/1/cheers', { body: { kind: 'loud' } }).status)).toEqual([201, 201])
})
