import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const ok = (schema: string) => `{'200': {description: ok, ${json(schema)}}, '404': {description: none}}`
const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`

it('puts at a collection what the body names, and lists nothing else', async () => {
  const { ask } = await sandboxOf(`
paths:
  /blocked:
    put: {requestBody: {${json('{type: object, required: [address], properties: {address: {type: string}, reason: {type: string}}}')}}, responses: {'200': {description: ok, ${json('{type: object, properties: {}}')}}}}
    get: {responses: ${ok(`{type: object, properties: {items: {type: array, items: ${ref('Blocked')}}}}`)}}
  /blocked/{address}:
    parameters: [${inPath('address')}]
    get: {responses: ${ok(ref('Blocked'))}}
    delete: {responses: {'204': {description: gone}}}
components: {schemas: {Blocked: {type: object, properties: {address: {type: string}, reason: {type: string}, since: {type: string, format: date-time}}}}}
`)
  for (const reason of ['bounce', 'complaint'])
    expect(ask('PUT /blocked', { body: { address: 'a@x.org', reason } }).status).toBe(200)
  expect(ask('GET /blocked').body).toMatchObject({ items: [{ address: 'a@x.org', reason: 'complaint' }] })
  ask('DELETE /blocked/a@x.org')
  expect(ask('GET /blocked/a@x.org').status).toBe(404)
})

it('takes what is put under the first word of an object of settings for that object', async () => {
  const set =
    '{type: object, properties: {name: {type: string}, sending_options: {type: object, properties: {enabled: {type: boolean}}}}}'
  const { ask } = await sandboxOf(`
paths:
  /sets:
    post: {requestBody: {${json(ref('Set'))}}, responses: {'201': {description: made, ${json(ref('Set'))}}}}
  /sets/{name}: {get: {parameters: [${inPath('name')}], responses: ${ok(ref('Set'))}}}
  /sets/{name}/sending: {put: {parameters: [${inPath('name')}], requestBody: {${json('{type: object, properties: {enabled: {type: boolean}}}')}}, responses: {'200': {description: ok}}}}
components: {schemas: {Set: ${set}}}
`)
  ask('POST /sets', { body: { name: 'a', sending_options: { enabled: true } } })
  expect(ask('PUT /sets/a/sending', { body: { enabled: false } }).status).toBe(200)
  expect(ask('GET /sets/a').body).toMatchObject({ sending_options: { enabled: false } })
})
