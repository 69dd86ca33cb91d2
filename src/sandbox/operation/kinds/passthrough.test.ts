import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

it('counts the records that there are', async () => {
  const user =
    'content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}}}'
  const api = await sandboxOf(`
paths:
  /users: {post: {responses: {'201': {description: ok, ${user}}}}}
  /users/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${user}}}}}
  /users/count: {get: &count {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [count], properties: {count: {type: integer}}}}}}}}}
  /users/count.json: {get: *count}
`)
  expect(api.ask('GET /users/count').body).toEqual({ count: 0 })
  expect(api.ask('GET /users/count.json').body).toEqual({ count: 0 })
  api.ask('POST /users')
  api.ask('POST /users')
  expect(api.ask('GET /users/count').body).toEqual({ count: 2 })
  expect(api.ask('GET /users/count.json').body).toEqual({ count: 2 })
})

it('tells of whoever asks, and acts on what is sent, where a request need not name a record and does not', async () => {
  const api = await sandboxOf(`
paths:
  /apps:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/App'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/App'}}}}}}
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/App'}}}}}}}
  /apps/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/App'}}}}, '404': {description: no}}}
  /apps/propose:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {app_id: {type: string}, spec: {type: object, properties: {size: {type: integer}}}}}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [cost], properties: {cost: {type: integer, example: 5}}}}}}, '404': {description: no}}}
components: {schemas: {App: {type: object, required: [id], properties: {id: {type: string, readOnly: true}, name: {type: string}, spec: {type: object, properties: {size: {type: integer}}}}}}}
`)
  expect(api.ask('POST /apps/propose', { body: { spec: { size: 2 } } })).toMatchObject({
    status: 200,
    body: { cost: 5 },
  })
  expect(api.ask('POST /apps/propose', { body: { app_id: 'none', spec: {} } }).status).toBe(404)
  expect(api.ask('POST /apps/propose', { body: {} }).status).toBe(404)
})

it('tells a count as the bare number that the answer is', async () => {
  const user =
    'content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}}}'
  const api = await sandboxOf(`
paths:
  /users: {post: {responses: {'201': {description: ok, ${user}}}}}
  /users/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: ok, ${user}}}}}
  /users/count: {get: {responses: {2XX: {description: ok, content: {application/json: {schema: {type: integer}}}}}}}
`)
  api.ask('POST /users')
  api.ask('POST /users')
  expect(api.ask('GET /users/count').body).toBe(2)
})

it('repeats what was sent inside the envelope of the answer, with the thing in place of its id', async () => {
  const result =
    '{type: object, required: [cost], properties: {cost: {type: integer}, text: {type: string}, room: {type: object, required: [id], properties: {id: {type: integer}, title: {type: string}}}}}'
  const answer = `responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [ok, result], properties: {ok: {type: boolean}, result: ${result}}}}}}}`
  const body =
    'requestBody: {content: {application/json: {schema: {type: object, properties: {room_id: {type: integer}, text: {type: string}}}}}}'
  const { ask } = await sandboxOf(`
paths:
  /estimate: {post: {${body}, ${answer}}}
  /copyText: {post: {${body}, ${answer}}}
`)
  const sent = { body: { room_id: 7, text: 'hello' } }
  expect(ask('POST /estimate', sent).body).toMatchObject({ result: { room: { id: 7 }, text: 'hello' } })
  expect(ask('POST /copyText', sent).body).not.toMatchObject({ result: { text: 'hello' } })
})
