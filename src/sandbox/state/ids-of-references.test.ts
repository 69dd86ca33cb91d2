import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const model = '{type: object, required: [id], properties: {id: {type: string}, owner: {type: string}}}'
const description = (words: string, more = '') => `
paths:
  /models: {get: {responses: {'200': {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/Model'}}`).replace('}}}', '}}, example: [{id: model-id-0, owner: a}, {id: model-id-1, owner: b}]}}')}}}${more}}
  /models/{model}: {get: {parameters: [{name: model, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, ${json("{$ref: '#/components/schemas/Model'}")}}, '404': {description: none}}}}
  /answers: {post: {requestBody: {${json(`{type: object, properties: {model: {anyOf: [{type: string}, {type: string, enum: ${words}}]}}}`)}}, responses: {'201': {description: made, ${json('{type: object, properties: {id: {type: string}}}')}}}}}
components: {schemas: {Model: ${model}}}
`
const ids = (body: unknown) => (body as { id: string }[]).map(({ id }) => id)

it('knows the records that an enum of references to them lists, and no numbered stand-ins', async () => {
  const { ask } = await sandboxOf(description('[big-1, small-1, small-1-mini]'))
  expect(ids(ask('GET /models').body)).toEqual(['big-1', 'small-1', 'small-1-mini'])
  expect(ask('GET /models/small-1').status).toBe(200)
  expect(ask('GET /models/other').status).toBe(404)
})

it('keeps the example where too few are listed', async () => {
  const { ask } = await sandboxOf(description('[big-1, small-1]'))
  expect(ids(ask('GET /models').body)).toEqual(['model-id-0', 'model-id-1'])
})

it('knows none of what requests make', async () => {
  const post = `, post: {requestBody: {${json(model)}}, responses: {'201': {description: made, ${json("{$ref: '#/components/schemas/Model'}")}}}}`
  const { ask } = await sandboxOf(description('[big-1, small-1, small-1-mini]', post))
  expect(ask('GET /models').body).toEqual([])
})

it('calls each of them by its id where an example calls one by a name', async () => {
  const region =
    '{type: object, required: [slug, name], properties: {slug: {type: string}, name: {type: string, example: New York 3}}}'
  const { ask } = await sandboxOf(`
paths:
  /regions: {get: {responses: {'200': {description: all, ${json(`{type: array, items: ${region}}`)}}}}}
  /volumes: {post: {requestBody: {${json('{type: object, properties: {region: {type: string, enum: [nyc3, ams1, fra1]}}}')}}, responses: {'201': {description: made, ${json('{type: object, properties: {id: {type: string}}}')}}}}}
`)
  const names = (ask('GET /regions').body as { name: string; slug: string }[]).map(({ name, slug }) => [slug, name])
  expect(names).toEqual([
    ['nyc3', 'New York 3'],
    ['ams1', 'ams1'],
    ['fra1', 'fra1'],
  ])
})

it('calls the first of them by its id as well where an example lists another of that name', async () => {
  const region =
    '{type: object, required: [slug, name], properties: {slug: {type: string}, name: {type: string, example: New York 3}}}'
  const listed =
    '{type: array, items: {$ref: "#/components/schemas/Region"}}}, example: [{slug: nyc3, name: New York 3}]}'
  const { ask } = await sandboxOf(`
paths:
  /regions: {get: {responses: {'200': {description: all, content: {application/json: {schema: ${listed.replace('}}, example', '}, example')}}}}}}
  /regions/{slug}: {get: {parameters: [{name: slug, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, ${json('{$ref: "#/components/schemas/Region"}')}}}}}
  /volumes: {post: {requestBody: {${json('{type: object, properties: {region: {type: string, enum: [nyc3, ams1, fra1]}}}')}}, responses: {'201': {description: made, ${json('{type: object, properties: {id: {type: string}}}')}}}}}
components: {schemas: {Region: ${region}}}
`)
  const names = (ask('GET /regions').body as { name: string; slug: string }[]).map(({ name, slug }) => [slug, name])
  expect(names).toEqual([
    ['nyc3', 'New York 3'],
    ['ams1', 'ams1'],
    ['fra1', 'fra1'],
  ])
})
