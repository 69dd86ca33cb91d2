import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const around = (result: string) =>
  `{type: object, properties: {took: {type: number}, status: {type: string, example: fine}, result: ${result}}}`
const answer = (result: string) => `{'200': {description: ok, ${json(around(result))}}}`
const shape = "{$ref: '#/components/schemas/Shape'}"

const shelves = (sent: string, state = 'status: {type: string}, ') => `
paths:
  /shelves:
    get: {responses: ${answer('{type: object, properties: {shelves: {type: array, items: {type: object, required: [name], properties: {name: {type: string}}}}}}')}}
  /shelves/{shelf_name}:
    parameters: [{name: shelf_name, in: path, required: true, schema: {type: string}}]
    get: {responses: ${answer(`{type: object, properties: {${state}setup: {type: object, properties: {shape: ${shape}, lit: {type: boolean}}}}}`)}}
    put:
      operationId: create_shelf
      description: Creates a new shelf
      requestBody: {required: true, ${json(`{type: object, properties: {${sent}}}`)}}
      responses: ${answer('{type: boolean}')}
components: {schemas: {Shape: {type: object, properties: {width: {type: integer}, wood: {type: string}}}}}
`

it.each([
  ['one object', `shape: ${shape}`, { shape: { width: 4, wood: 'oak' } }],
  ['several properties', `shape: ${shape}, lit: {type: boolean}`, { shape: { width: 4, wood: 'oak' }, lit: true }],
])('reads and lists what a PUT made that answers true, kept inside the record: %s', async (_, sent, body) => {
  const { ask } = await sandboxOf(shelves(sent))
  expect(ask('GET /shelves/hall').status).toBe(404)
  expect(ask('PUT /shelves/hall', { body }).body).toMatchObject({ status: 'fine', result: true })
  expect(ask('GET /shelves/hall').body).toMatchObject({ status: 'fine', result: { setup: body } })
  expect(ask('GET /shelves').body).toMatchObject({ result: { shelves: [{ name: 'hall' }] } })
  ask('PUT /shelves/cellar', { body })
  expect(ask('GET /shelves').body).toMatchObject({ result: { shelves: [{ name: 'hall' }, { name: 'cellar' }] } })
})

it('keeps a map of names of the client, whose change answers with a receipt', async () => {
  const map = '{type: object, additionalProperties: {type: array, items: {type: string}}}'
  const receipt =
    '{type: object, required: [job, queued_at], properties: {job: {type: integer}, queued_at: {type: string}}}'
  const { ask } = await sandboxOf(`
paths:
  /words/synonyms:
    get: {responses: {'200': {description: ok, ${json(map)}}}}
    put: {requestBody: {required: true, ${json(map)}}, responses: {'200': {description: ok, ${json(receipt)}}}}
`)
  const put = ask('PUT /words/synonyms', { body: { wolf: ['canine'] } }).body
  expect(Object.keys(put as object).sort()).toEqual(['job', 'queued_at'])
  expect(ask('GET /words/synonyms').body).toEqual({ wolf: ['canine'] })
})
