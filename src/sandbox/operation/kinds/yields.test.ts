import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

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

it('makes what a verb answers with, where such records are read below the one it is done to', async () => {
  const json = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
  const id = '{name: id, in: path, required: true, schema: {type: string}}'
  const { ask } = await sandboxOf(`
paths:
  /projects: {post: {parameters: [{name: name, in: query, required: true, schema: {type: string}}, {name: kind, in: query, schema: {type: string}}], responses: {'200': ${json("{$ref: '#/components/schemas/Project'}")}}}}
  /projects/{id}: {get: {parameters: [${id}], responses: {'200': ${json("{$ref: '#/components/schemas/Project'}")}, '404': {description: no}}}}
  /projects/{id}/train: {post: {parameters: [${id}], responses: {'200': ${json("{$ref: '#/components/schemas/Iteration'}")}}}}
  /projects/{id}/unpublish: {post: {parameters: [${id}], responses: {'200': ${json("{$ref: '#/components/schemas/Iteration'}")}}}}
  /projects/{id}/iterations: {get: {parameters: [${id}], responses: {'200': ${json("{type: array, items: {$ref: '#/components/schemas/Iteration'}}")}}}}
  /projects/{id}/iterations/{iteration}: {get: {parameters: [${id}, {name: iteration, in: path, required: true, schema: {type: string}}], responses: {'200': ${json("{$ref: '#/components/schemas/Iteration'}")}, '404': {description: no}}}}
components:
  schemas:
    Project: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}, settings: {type: object, required: [kind], properties: {kind: {type: string, nullable: true}, depth: {type: integer}}}}}
    Iteration: {type: object, required: [id], properties: {id: {type: string}, score: {type: number}}}
`)
  const project = ask('POST /projects?name=a&kind=deep').body as { id: string }
  expect(project).toMatchObject({ name: 'a', settings: { kind: 'deep' } })
  const made = [1, 2].map(() => ask(`POST /projects/${project.id}/train`).body)
  ask(`POST /projects/${project.id}/unpublish`)
  expect(ask(`GET /projects/${project.id}/iterations`).body).toEqual(made)
  expect(new Set(made.map((one) => (one as { id: string }).id)).size).toBe(2)
})
