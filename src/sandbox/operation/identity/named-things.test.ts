import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const text = (words: string) => `{type: string, description: ${JSON.stringify(words)}}`
const bucket = `{type: object, properties: {
  id: ${text('The ID. For buckets, the id and name properties are the same.')}, name: {type: string},
  storageClass: ${text('If this value is not specified, it will default to STANDARD. See the guide.')},
  location: ${text('The location. Defaults to US.')},
  metageneration: {type: string, format: int64}}}`
const one = `{'200': {description: ok, ${json(bucket)}}}`
const { ask } = await sandboxOf(`
paths:
  /b:
    get: {parameters: [{name: prefix, in: query, description: Filter results to buckets whose names begin with this prefix., schema: {type: string}}], responses: {'200': {description: all, ${json(`{type: object, properties: {items: {type: array, items: ${bucket}}}}`)}}}}
    post: {requestBody: {${json(bucket)}}, responses: ${one}}
  /b/{bucket}:
    parameters: [{name: bucket, in: path, required: true, description: Name of a bucket., schema: {type: string}}]
    get: {responses: ${one}}
    patch: {requestBody: {${json(bucket)}}, responses: ${one}}
`)

it('holds what words say of things that are known by their names', () => {
  const made = ask('POST /b', { body: { name: 'photos' } }).body
  const words = { id: 'photos', storageClass: 'STANDARD', location: 'US', metageneration: '1' }
  expect(made).toEqual({ name: 'photos', ...words })
  expect(ask('PATCH /b/photos', { body: { location: 'EU' } }).body).toMatchObject({ metageneration: '2' })
})

it('gives a name of a path once, also where no error is declared', () => {
  ask('POST /b', { body: { name: 'music' } })
  expect(ask('POST /b', { body: { name: 'music' } }).status).toBe(409)
})

it('lists those whose names begin so', () => {
  ask('POST /b', { body: { name: 'phones' } })
  ask('POST /b', { body: { name: 'elephants' } })
  const { items } = ask('GET /b?prefix=ph').body as { items: readonly { name: string }[] }
  expect(items.map(({ name }) => name)).toEqual(['photos', 'phones'])
})
