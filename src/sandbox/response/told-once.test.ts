import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const one = `{'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Hook'}}}}}`
const id = '{name: id, in: path, required: true, schema: {type: string}}'

it('tells a secret when it is made, and never again', async () => {
  const { ask } = await sandboxOf(`
paths:
  /hooks:
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Hook'}}}}}}}
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {url: {type: string}}}}}}, responses: ${one}}
  /hooks/{id}:
    get: {parameters: [${id}], responses: ${one}}
    patch: {parameters: [${id}], requestBody: {content: {application/json: {schema: {type: object, properties: {url: {type: string}}}}}}, responses: ${one}}
  /hooks/{id}/rotate_secret: {post: {parameters: [${id}], responses: ${one}}}
components:
  schemas:
    Hook:
      type: object
      required: [id, token]
      properties:
        id: {type: string}
        url: {type: string}
        secret: {type: string, description: The key of the signature. Only returned at creation.}
        token: {type: string, description: Only returned at creation.}
        api_key: {type: string, description: Returned always.}
`)
  const made = ask('POST /hooks', { body: { url: 'a' } }).body as { id: string; secret: string }
  expect(made).toMatchObject({ secret: expect.any(String), api_key: expect.any(String) })
  const { secret: _, ...rest } = made
  expect(ask(`GET /hooks/${made.id}`).body).toEqual(rest)
  expect(ask('GET /hooks').body).toEqual([rest])
  expect(ask(`PATCH /hooks/${made.id}`, { body: { url: 'b' } }).body).toEqual({ ...rest, url: 'b' })
  expect(ask(`POST /hooks/${made.id}/rotate_secret`).body).toMatchObject({ secret: expect.any(String) })
})

it('tells the secrets of what a PUT or a request for many has made, and none by a verb of another sense', async () => {
  const many = `{'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Hook'}}}}}}`
  const sent = '{content: {application/json: {schema: {type: object, properties: {url: {type: string}}}}}}'
  const { ask } = await sandboxOf(`
paths:
  /hooks:
    get: {responses: ${many}}
    post: {requestBody: ${sent}, responses: ${one}}
  /hooks/bulk: {post: {requestBody: {content: {application/json: {schema: {type: array, items: {type: object, properties: {url: {type: string}}}}}}}, responses: ${many}}}
  /hooks/{id}:
    get: {parameters: [${id}], responses: ${one}}
    put: {operationId: replaceHook, summary: Creates or updates a hook, parameters: [${id}], requestBody: ${sent}, responses: ${one}}
  /hooks/{id}/enroll: {post: {parameters: [${id}], responses: ${one}}}
components:
  schemas:
    Hook:
      type: object
      required: [id]
      properties:
        id: {type: string}
        url: {type: string}
        secret: {type: string, description: Only returned at creation.}
`)
  const secret = expect.any(String)
  expect(ask('PUT /hooks/a', { body: { url: 'a' } }).body).toMatchObject({ id: 'a', secret })
  expect(ask('PUT /hooks/a', { body: { url: 'b' } }).body).toEqual({ id: 'a', url: 'b' })
  expect(ask('POST /hooks/a/enroll').body).toEqual({ id: 'a', url: 'b' })
  expect(ask('POST /hooks/bulk', { body: [{ url: 'c' }, { url: 'd' }] }).body).toMatchObject([{ secret }, { secret }])
})

it.each([
  ['When the token is created, the full token is returned here. Otherwise, only the first 16 characters are.', true],
  ['It will never be shown again.', true],
  ['It is not valid again once it was revoked.', false],
])('tells once what words say so of: %s', async (words, isOnce) => {
  const { ask } = await sandboxOf(`
paths:
  /keys: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {url: {type: string}}}}}}, responses: ${one}}}
  /keys/{id}: {get: {parameters: [${id}], responses: ${one}}}
components: {schemas: {Hook: {type: object, properties: {id: {type: string}, url: {type: string}, token: {type: string, example: abc, description: '${words}'}}}}}
`)
  const made = ask('POST /keys', { body: { url: 'a' } }).body as { id: string; token?: string }
  expect(made.token).toEqual(expect.any(String))
  expect((ask(`GET /keys/${made.id}`).body as { token?: string }).token === undefined).toBe(isOnce)
})
