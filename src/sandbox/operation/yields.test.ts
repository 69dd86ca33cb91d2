import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const list = (items: string) => `{type: array, items: {type: object, required: [content], properties: ${items}}}`
const api = await sandboxOf(`
paths:
  /completions:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {model: {type: string}, stops: ${list('{content: {type: string}}')}}}}}}
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Completion'}}}}}
  /completions/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Completion'}}}}}}
  /embeddings:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {input: {type: string}}}}}}
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [data], properties: {data: {type: array, items: {type: object, required: [embedding], properties: {embedding: {type: array, items: {type: number}}}}}}}}}}}
components:
  schemas:
    Completion:
      type: object
      required: [id, choices, stops, comments]
      properties:
        id: {type: string}
        choices: ${list('{content: {type: [string, "null"]}}')}
        stops: ${list('{content: {type: string}}')}
        comments: ${list('{content: {type: string}}')}
`)

it('fills the arrays that are the result of a call, not those that a request gives or that begin empty', () => {
  const made = api.ask('POST /completions', { body: { model: 'm' } }).body as { id: string }
  expect(made).toMatchObject({ choices: [{ content: expect.any(String) }], stops: [], comments: [] })
  expect(api.ask(`GET /completions/${made.id}`).body).toEqual(made)
})

it('answers a call that stores nothing with a result', () => {
  const { data } = api.ask('POST /embeddings', { body: { input: 'x' } }).body as { data: { embedding: number[] }[] }
  expect(data).toHaveLength(1)
  expect(data[0]?.embedding.length).toBeGreaterThan(1)
})
