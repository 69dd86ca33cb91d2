import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const text = 'content: {application/json: {schema: {type: string}}}'
const description = (preset: string, errors = "'404': {description: no such dataset and version}"): string => `
paths:
  /:
    get: {responses: {'200': {description: ok, content: {application/json: {
      schema: {type: object, properties: {total: {type: integer}, sets: {type: array, items: {type: object, properties: {key: {type: string}, edition: {type: string}}}}}},
      example: {total: 2, sets: [{key: citations, edition: v1}, {key: moonshot, edition: v2}]}}}}}}
  /{dataset}/{version}/fields:
    get:
      parameters:
        - {name: dataset, in: path, required: true, schema: {type: string, default: ${preset}}}
        - {name: version, in: path, required: true, schema: {type: string, default: v1}}
      responses: {'200': {description: ok, ${text}}, ${errors}}
`

it('finds what is listed where the defaults of the path are keys of that, and nothing else', async () => {
  const { ask } = await sandboxOf(description('citations'))
  expect(ask('GET /').status).toBe(200)
  expect(ask('GET /citations/v1/fields').status).toBe(200)
  expect(ask('GET /moonshot/v2/fields').status).toBe(200)
  expect(ask('GET /citations/v2/fields').status).toBe(404)
  expect(ask('GET /nothing/v9/fields').status).toBe(404)
})

it('finds everything where the default is no key, or no such error is declared', async () => {
  for (const yaml of [
    description('other').replace(', default: v1', ''),
    description('citations', "'500': {description: failed}"),
  ]) {
    const { ask } = await sandboxOf(yaml)
    expect(ask('GET /nothing/v9/fields').status).toBe(200)
  }
})
