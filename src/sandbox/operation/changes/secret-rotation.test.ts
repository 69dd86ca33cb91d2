import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const hook = 'content: {application/json: {schema: {$ref: "#/components/schemas/Hook"}}}'
const secret =
  'content: {application/json: {schema: {type: object, properties: {type: {type: string}, value: {type: string}}}}}'

it('makes a secret anew where the operation is called that, and leaves the rest', async () => {
  const { ask } = await sandboxOf(`
paths:
  /hooks: {post: {requestBody: {${hook}}, responses: {'200': {description: ok, ${hook}}}}}
  /hooks/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${hook}}}}
  /hooks/{id}/rotate-secret:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post: {responses: {'200': {description: ok, ${hook}}}}
  /hooks/{id}/ping:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post: {responses: {'200': {description: ok, ${hook}}}}
  /hooks/{id}/client-secret:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${secret}}}}
    post: {summary: Generate a new secret, responses: {'200': {description: ok, ${secret}}}}
components: {schemas: {Hook: {type: object, properties: {id: {type: string, readOnly: true}, url: {type: string}, secret: {type: string, readOnly: true}}}}}
`)
  const made = ask('POST /hooks', { body: { url: 'https://a.example' } }).body as { id: string; secret: string }
  expect(ask(`POST /hooks/${made.id}/ping`).body).toEqual(made)
  const { secret: next, ...rest } = ask(`POST /hooks/${made.id}/rotate-secret`).body as typeof made
  expect(rest).toEqual({ id: made.id, url: 'https://a.example' })
  expect(next).not.toBe(made.secret)
  expect(ask(`GET /hooks/${made.id}`).body).toMatchObject({ secret: next })
  const first = ask(`GET /hooks/${made.id}/client-secret`).body as { type: string; value: string }
  const second = ask(`POST /hooks/${made.id}/client-secret`).body as typeof first
  expect(second.type).toBe(first.type)
  expect(second.value).not.toBe(first.value)
  expect(ask(`GET /hooks/${made.id}/client-secret`).body).toEqual(second)
})

const thing = (name: string) => `content: {application/json: {schema: {$ref: "#/components/schemas/${name}"}}}`
const id = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const stores = (path: string, name: string) => `
  /${path}: {post: {responses: {'201': {description: ok, ${thing(name)}}}}}
  /${path}/{id}: {${id}, get: {responses: {'200': {description: ok, ${thing(name)}}}}}`

it.each([
  ['keys/reset-limits', 'Key', 'value', ''],
  ['links/refresh', 'Link', 'access_token', 'Fetches the accounts again. Needs an access token.'],
  ['photos/rotate', 'Photo', 'secret', 'Rotates a photo by 90 degrees.'],
  ['talks/renew', 'Talk', 'share_token', 'Creates a new keynote.'],
])('%s leaves secrets alone', async (at, name, property, said) => {
  const [path = '', verb = ''] = at.split('/')
  const { ask } = await sandboxOf(`
paths:
${stores(path, name)}
  /${path}/{id}/${verb}: {${id}, post: {summary: '${said}', responses: {'200': {description: ok, ${thing(name)}}}}}
components: {schemas: {${name}: {type: object, properties: {id: {type: string, readOnly: true}, ${property}: {type: string, readOnly: true}}}}}
`)
  const made = ask(`POST /${path}`).body as Record<string, string>
  expect((ask(`POST /${path}/${made['id']}/${verb}`).body as typeof made)[property]).toBe(made[property])
})

it('makes anew what the words of the operation name', async () => {
  const { ask } = await sandboxOf(`
paths:
${stores('apps', 'App')}
  /apps/{id}/roll: {${id}, post: {summary: Roll the signing secret, responses: {'200': {description: ok, ${thing('App')}}}}}
components: {schemas: {App: {type: object, properties: {id: {type: string, readOnly: true}, signing_secret: {type: string, readOnly: true}}}}}
`)
  const made = ask('POST /apps').body as Record<string, string>
  expect((ask(`POST /apps/${made['id']}/roll`).body as typeof made)['signing_secret']).not.toBe(made['signing_secret'])
})
