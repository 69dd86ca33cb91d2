import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const file = "content: {application/json: {schema: {$ref: '#/components/schemas/Contents'}}}"
const sent = `requestBody: {content: {application/json: {schema: {type: object, properties: {content: {type: string}}}}}}`
const { ask } = await sandboxOf(`
paths:
  /shelves/contents:
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Contents'}}}}}}}
  /shelves/contents/{filepath}:
    parameters: [{name: filepath, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${file}}, '404': {description: none}}}
    post: {summary: Create a file, ${sent}, responses: {'201': {description: made, ${file}}}}
    put: {summary: Update a file, ${sent}, responses: {'200': {description: changed, ${file}}}}
    delete: {responses: {'204': {description: gone}}}
components:
  schemas:
    Contents: {type: object, properties: {name: {type: string}, path: {type: string}, content: {type: string}}}
`)

it('keeps files under their paths, each called as its path ends', () => {
  const made = ask('POST /shelves/contents/a/b.txt', { body: { content: 'one' } })
  expect(made).toMatchObject({ status: 201, body: { name: 'b.txt', path: 'a/b.txt', content: 'one' } })
  ask('PUT /shelves/contents/a/b.txt', { body: { content: 'two' } })
  expect(ask('GET /shelves/contents/a%2Fb.txt').body).toMatchObject({ path: 'a/b.txt', content: 'two' })
  expect(ask('GET /shelves/contents').body).toMatchObject([{ path: 'a/b.txt' }])
  expect(ask('DELETE /shelves/contents/a/b.txt').status).toBe(204)
  expect(ask('GET /shelves/contents/a/b.txt').status).toBe(404)
})

it('finds by name what the words of the path call a name, though it has an id', async () => {
  const box = "{$ref: '#/components/schemas/Bucket'}"
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const boxes = await sandboxOf(`
paths:
  /b:
    get: {responses: {'200': {description: ok, ${json(`{type: object, properties: {items: {type: array, items: ${box}}}}`)}}}}
    post: {requestBody: {${json(box)}}, responses: {'200': {description: ok, ${json(box)}}}}
  /b/{bucket}:
    parameters: [{name: bucket, in: path, required: true, description: Name of a bucket., schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${json(box)}}}}
components: {schemas: {Bucket: {type: object, properties: {id: {type: string}, name: {type: string}}}}}
`)
  boxes.ask('POST /b', { body: { name: 'books' } })
  expect(boxes.ask('GET /b/books').body).toMatchObject({ name: 'books' })
})
