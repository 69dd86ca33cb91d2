import { expect, it } from 'vitest'
import { modelOf, sandboxOf } from '../../../test/support/inline.ts'

const description = (version: string): string => `
openapi: ${version}
info: {title: Refs, version: '1'}
paths:
  /wishes:
    get:
      parameters: [{$ref: '#/components/parameters/From', in: header, required: true, description: beside}]
      requestBody: {required: true, content: {application/json: {schema: {type: object}}}}
      responses: {'200': {$ref: '#/components/responses/Ok', content: {text/plain: {example: other}}, description: beside}}
    post:
      requestBody: {$ref: '#/components/requestBodies/Wish', required: true}
      responses: {'202': {description: taken, headers: {X-Left: {$ref: '#/components/headers/Left', example: 1}}}}
components:
  parameters: {From: {name: from, in: query, description: own, schema: {type: string}}}
  responses: {Ok: {description: own, content: {application/json: {example: {ok: true}}}}}
  requestBodies: {Wish: {content: {application/json: {schema: {type: object}}}}}
  headers: {Left: {example: 7, schema: {type: integer}}}
`

it.each([
  ['3.0.3', 'own'],
  ['3.1.0', 'beside'],
])('OpenAPI %s: beside a reference nothing counts, but words where the version says so', async (version, words) => {
  const { operations } = await modelOf(description(version))
  const [get, post] = [...operations.values()]
  expect(get?.parameters).toMatchObject([{ name: 'from', in: 'query', required: false, description: words }])
  expect(get?.responses['200']).toMatchObject({ description: words, content: { 'application/json': {} } })
  expect(Object.keys(get?.responses['200']?.content ?? {})).toEqual(['application/json'])
  expect(post?.requestBody?.required).toBe(false)
  expect(post?.responses['202']?.headers['X-Left']?.example).toBe(7)
})

it.each([
  ['3.0.3', 200],
  ['3.1.0', 400],
])('OpenAPI %s: a GET without the body that it requires is %i', async (version, status) => {
  expect((await sandboxOf(description(version))).ask('GET /wishes').status).toBe(status)
})
