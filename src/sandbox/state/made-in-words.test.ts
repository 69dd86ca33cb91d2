import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const described = (words: string) => `
paths:
  /services: {get: {responses: {'200': {description: all, ${json('{type: array, items: {$ref: "#/components/schemas/Service"}}')}}}}}
  /services/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, ${json('{$ref: "#/components/schemas/Service"}')}}, '404': {description: none}}}}
  /artifacts/upload: {post: {requestBody: {${json('{type: object, properties: {file: {type: string}}}')}}, responses: {'201': {description: "${words}"}}}}
components: {schemas: {Service: {type: object, properties: {id: {type: string}, name: {type: string}}}}}
`

it.each([
  ['Artifact was imported and Service found', 0],
  ['The services were successfully imported.', 0],
  ['Service created', 3],
  ['Artifact was imported', 3],
  ['A service may be found later', 3],
])('begins without what words say comes of other requests: %s', async (words, count) => {
  const { ask } = await sandboxOf(described(words))
  expect(ask('GET /services').body).toHaveLength(count)
})

it('has them once such a request was made', async () => {
  const { ask } = await sandboxOf(described('Artifact was imported and Service found'))
  expect(ask('GET /services').body).toEqual([])
  expect(ask('POST /artifacts/upload', { body: { file: 'a' } }).status).toBe(201)
  expect((ask('GET /services').body as object[]).length).toBeGreaterThan(0)
})
