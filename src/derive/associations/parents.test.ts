import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const text = '{type: string}'
const ref = (name: string) => `{$ref: "#/components/schemas/${name}"}`
const made = (name: string) =>
  `post: {requestBody: {${json('{type: object, properties: {url: {type: string}}}')}}, responses: {'201': {description: ok, ${json(ref(name))}}}}`
const inPath = (...names: readonly string[]) =>
  `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, schema: ${text}}`).join(', ')}]`

it('finds a parent below another under the same grandparent, before one that is only called so', async () => {
  const { ask } = await sandboxOf(`
paths:
  /operations/endpoints: {${made('OperationsEndpoint')}}
  /operations/endpoints/{endpoint_id}: {${inPath('endpoint_id')}, get: {responses: {'200': {description: ok, ${json(ref('OperationsEndpoint'))}}}}}
  /apps: {${made('App')}}
  /apps/{app_id}: {${inPath('app_id')}, get: {responses: {'200': {description: ok, ${json(ref('App'))}}}}}
  /apps/{app_id}/endpoints: {${inPath('app_id')}, ${made('Endpoint')}}
  /apps/{app_id}/endpoints/{endpoint_id}: {${inPath('app_id', 'endpoint_id')}, get: {responses: {'200': {description: ok, ${json(ref('Endpoint'))}}}}}
  /apps/{app_id}/attempts/endpoints/{endpoint_id}:
    ${inPath('app_id', 'endpoint_id')}
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${ref('Attempt')}}`)}}, '404': {description: none}}}
components:
  schemas:
    OperationsEndpoint: {type: object, properties: {id: ${text}, url: ${text}}}
    App: {type: object, properties: {id: ${text}, url: ${text}}}
    Endpoint: {type: object, properties: {id: ${text}, url: ${text}}}
    Attempt: {type: object, properties: {id: ${text}, endpoint_id: ${text}, status: ${text}}}
`)
  const app = ask('POST /apps', { body: { url: 'https://a.example' } }).body as { id: string }
  const endpoint = ask(`POST /apps/${app.id}/endpoints`, { body: { url: 'https://b.example' } }).body as { id: string }
  expect(ask(`GET /apps/${app.id}/attempts/endpoints/${endpoint.id}`).status).toBe(200)
  expect(ask(`GET /apps/${app.id}/attempts/endpoints/none`).status).toBe(404)
})
