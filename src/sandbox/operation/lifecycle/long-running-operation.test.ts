import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const answer = (status: number, schema: string) =>
  `responses: {'${status}': {description: ok, content: {application/json: {schema: ${schema}}}}, '404': {description: none}}`

const api = await sandboxOf(`
paths:
  /indexes:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Index'}}}}
      ${answer(202, '{type: object, required: [taskUid, status], properties: {taskUid: {type: integer}, indexUid: {type: string}, status: {type: string, enum: [enqueued, processing, succeeded, failed]}}}')}
  /indexes/{uid}:
    get: {parameters: [{name: uid, in: path, required: true, schema: {type: string}}], ${answer(200, "{$ref: '#/components/schemas/Index'}")}}
  /tasks/{taskUid}:
    get: {parameters: [{name: taskUid, in: path, required: true, schema: {type: integer}}], ${answer(200, "{$ref: '#/components/schemas/Task'}")}}
  /tasks:
    get: {${answer(200, "{type: object, properties: {results: {type: array, items: {$ref: '#/components/schemas/Task'}}}}")}}
components:
  schemas:
    Index: {type: object, required: [uid], properties: {uid: {type: string}}}
    Task: {type: object, required: [uid, status], properties: {uid: {type: integer}, indexUid: {type: string}, status: {type: string, enum: [enqueued, processing, succeeded, failed]}}}
`)

it('lets a client that waits for a job find it, at its end', () => {
  const made = api.ask('POST /indexes', { body: { uid: 'movies' } }).body as { taskUid: number }
  expect(made).toMatchObject({ status: 'enqueued' })
  expect(api.ask(`GET /tasks/${made.taskUid}`).body).toMatchObject({ uid: made.taskUid, status: 'succeeded' })
  const next = api.ask('POST /indexes', { body: { uid: 'books' } }).body as { taskUid: number }
  expect(next.taskUid).not.toBe(made.taskUid)
})

it.each([
  ['creating', 'available', ['creating', 'available', 'failed'], ''],
  ['pending', 'active', ['pending', 'active', 'failed'], ''],
  ['pending', 'pending', ['pending', 'active', 'rejected'], ''],
  [
    'pending',
    'pending',
    ['pending', 'active', 'failed'],
    '/discs/{id}/activate: {post: {parameters: *id, responses: {"200": *disc}}}',
  ],
])('begins as %s and is %s from the next request on', async (first, next, states, verb) => {
  const { ask } = await sandboxOf(`
paths:
  /discs:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Disc'}}}}}}
  /discs/{id}:
    get: {parameters: &id [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': &disc {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Disc'}}}}}}
  ${verb}
components:
  schemas:
    Disc: {type: object, properties: {id: {type: string}, name: {type: string}, status: {type: string, enum: [${states.join(', ')}]}}}
`)
  const made = ask('POST /discs', { body: { name: 'a' } }).body as { id: string; status: string }
  expect(made.status).toBe(first)
  expect(ask(`GET /discs/${made.id}`).body).toMatchObject({ status: next })
})

it.each([
  ['queued', 'developed', ['queued', 'developing', 'developed', 'failed'], ''],
  ['queued', 'completed', ['queued', 'in_progress', 'completed', 'error'], ''],
  ['queued', 'queued', ['queued', 'developed', 'shelved'], ''],
  [
    'queued',
    'queued',
    ['queued', 'developing', 'developed', 'failed'],
    '/films/{id}/develop: {post: {parameters: *id, responses: {"200": *film}}}',
  ],
])('is work that begins as %s and is %s when it is read', async (first, next, states, verb) => {
  const { ask } = await sandboxOf(`
paths:
  /films:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Film'}}}}}}
  /films/{id}:
    get: {parameters: &id [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': &film {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Film'}}}}}}
  ${verb}
components:
  schemas:
    Film: {type: object, properties: {id: {type: string}, name: {type: string}, status: {type: string, enum: [${states.join(', ')}]}}}
`)
  const made = ask('POST /films', { body: { name: 'a' } }).body as { id: string; status: string }
  expect(made.status).toBe(first)
  expect(ask(`GET /films/${made.id}`).body).toMatchObject({ status: next })
})

it('takes no object that a client sends for a job, though both extend one base', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const { ask } = await sandboxOf(`
paths:
  /albums:
    post: {requestBody: {${json('{type: object, properties: {title: {type: string}, sleeve: {type: object}, task: {type: object}}}')}}, responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/Album'}")}}}}
  /tasks:
    post: {requestBody: {${json('{type: object, properties: {source: {type: string}}}')}}, responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/Task'}")}}}}
  /tasks/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Task'}")}}}}
components:
  schemas:
    Entity: {type: object, properties: {id: {type: string}}}
    Sleeve: {allOf: [{$ref: '#/components/schemas/Entity'}, {type: object, properties: {colour: {type: string}}}]}
    Album: {allOf: [{$ref: '#/components/schemas/Entity'}, {type: object, properties: {title: {type: string}, sleeve: {$ref: '#/components/schemas/Sleeve'}, task: {$ref: '#/components/schemas/Task'}}}]}
    Task: {allOf: [{$ref: '#/components/schemas/Entity'}, {type: object, properties: {source: {type: string}, status: {type: string, enum: [running, done]}}}]}
`)
  const sent = { title: 'One', sleeve: { id: 's1', colour: 'red' }, task: { id: 't1', source: 'x' } }
  expect(ask('POST /albums', { body: sent }).body).toMatchObject(sent)
})
