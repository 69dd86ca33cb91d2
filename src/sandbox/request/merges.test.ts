import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const task =
  '{type: object, properties: {id: {type: string}, title: {type: string}, note: {type: string}, state: {type: string, enum: [open, done]}}}'
const ok = `{'200': {description: ok, ${json(task)}}}`
const body = (required: string, properties: string) =>
  `requestBody: {required: true, ${json(`{type: object, required: [${required}], properties: {${properties}}}`)}}`
const { ask } = await sandboxOf(`
paths:
  /tasks: {post: {${body('title', 'title: {type: string}, note: {type: string}')}, responses: ${ok}}}
  /tasks/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: ${ok}}
    patch: {${body('title', 'title: {type: string}, note: {type: string}')}, responses: ${ok}}
  /tasks/{id}/complete:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    patch: {${body('note', 'note: {type: string}, title: {type: string}')}, responses: ${ok}}
  /tasks/{id}/comments/{comment}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: comment, in: path, required: true, schema: {type: string}}]
    patch: {${body('text', 'text: {type: string}')}, responses: {'200': {description: ok, ${json('{type: object, properties: {id: {type: string}, text: {type: string}}}')}}}}
`)
const { id } = ask('POST /tasks', { body: { title: 'a' } }).body as { id: string }

it('a merge may leave out what it does not change', () => {
  expect(ask(`PATCH /tasks/${id}`, { body: { note: 'n' } }).body).toMatchObject({ title: 'a', note: 'n' })
})

it('a merge that can say one thing has to say it', () => {
  expect(ask(`PATCH /tasks/${id}/comments/1`, { body: {} }).status).toBe(400)
})

it('a deed asks for what it needs', () => {
  expect(ask(`PATCH /tasks/${id}/complete`, { body: { title: 'b' } }).status).toBe(400)
  expect(ask(`PATCH /tasks/${id}/complete`, { body: { note: 'b' } }).status).toBe(200)
})
