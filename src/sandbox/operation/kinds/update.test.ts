import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const task = 'content: {application/json: {schema: {$ref: "#/components/schemas/Task"}}}'

it('moves the time of what happens, called by the bare word, with the status', async () => {
  const { ask } = await sandboxOf(`
paths:
  /tasks: {post: {requestBody: {${task}}, responses: {'201': {description: ok, ${task}}}}}
  /tasks/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    patch: {requestBody: {${task}}, responses: {'200': {description: ok, ${task}}}}
    get: {responses: {'200': {description: ok, ${task}}}}
components:
  schemas:
    Task: {type: object, properties: {id: {type: string}, status: {type: string, enum: [open, completed]}, completed: {type: string, description: When it was done (as an RFC 3339 timestamp).}}}
`)
  const { id, ...made } = ask('POST /tasks', { body: {} }).body as Record<string, unknown>
  expect(made).toEqual({ status: 'open' })
  const done = ask(`PATCH /tasks/${id}`, { body: { status: 'completed' } }).body as Record<string, unknown>
  expect(done['completed']).toMatch(/^2025-01-01T/)
  expect(ask(`PATCH /tasks/${id}`, { body: { status: 'open' } }).body).toEqual({ id, status: 'open' })
})

it('leaves alone the dates of flags that say what a record has, and steps that are its own', async () => {
  const doc = 'content: {application/json: {schema: {$ref: "#/components/schemas/Doc"}}}'
  const { ask } = await sandboxOf(`
paths:
  /docs: {post: {requestBody: {${doc}}, responses: {'201': {description: ok, ${doc}}}}}
  /docs/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${doc}}}}
    patch: {requestBody: {${doc}}, responses: {'200': {description: ok, ${doc}}}}
components:
  schemas:
    Doc: {type: object, properties: {id: {type: string, readOnly: true}, birth: {type: boolean}, birth_date: {type: string, format: date}, operations: {type: array, items: {type: object, properties: {op: {type: string}, path: {type: string}}}}}}
`)
  const { id } = ask('POST /docs', { body: { birth: true, birth_date: '1990-01-01' } }).body as { id: string }
  expect(ask(`PATCH /docs/${id}`, { body: { birth: false } }).body).toMatchObject({ birth_date: '1990-01-01' })
  const operations = [{ op: 'copy', path: '/tmp/x' }]
  expect(ask(`PATCH /docs/${id}`, { body: { operations } })).toMatchObject({ status: 200, body: { operations } })
})
