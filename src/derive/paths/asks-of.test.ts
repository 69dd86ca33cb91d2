import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const at = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const book = '{type: object, properties: {id: {type: string}, title: {type: string}}}'
const described = (more: string): string => `
paths:
  /books:
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${book}}`)}}}}
    post: {requestBody: {${json(book)}}, responses: {'201': {description: ok, ${json(book)}}}}
  /books/{id}: {${at}, get: {responses: {'200': {description: ok, ${json(book)}}}}}
${more}
`

it('answers how many there are, and whether one is there', async () => {
  const { ask } = await sandboxOf(
    described(`
  /books/count: {get: {responses: {'200': {description: ok, ${json('{type: object, properties: {count: {type: integer}}}')}}}}}
  /books/{id}/exists: {${at}, get: {responses: {'200': {description: ok, ${json('{type: object, properties: {exists: {type: boolean}}}')}}}}}`),
  )
  const { id } = ask('POST /books', { body: { title: 'a' } }).body as { id: string }
  ask('POST /books', { body: { title: 'b' } })
  expect(ask('GET /books/count').body).toEqual({ count: 2 })
  expect(ask(`GET /books/${id}/exists`).body).toEqual({ exists: true })
})

it('takes no other word, no collection of that name and no write for such a read', async () => {
  const count = '{type: object, properties: {id: {type: string}, by: {type: string}}}'
  const { ask } = await sandboxOf(
    described(`
  /counts:
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${count}}`)}}}}
    post: {requestBody: {${json(count)}}, responses: {'201': {description: ok, ${json(count)}}}}
  /books/{id}/counts:
    ${at}
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${count}}`)}}}}
    post: {requestBody: {${json(count)}}, responses: {'201': {description: ok, ${json(count)}}}}
  /books/discount: {get: {responses: {'200': {description: ok, ${json('{type: object, properties: {percent: {type: integer, example: 15}}}')}}}}}`),
  )
  const { id } = ask('POST /books', { body: { title: 'a' } }).body as { id: string }
  expect(ask('GET /counts').body).toEqual([])
  expect(ask('POST /counts', { body: { by: 'me' } }).body).toMatchObject({ by: 'me' })
  expect(ask(`POST /books/${id}/counts`, { body: { by: 'me' } }).status).toBe(201)
  expect(ask(`GET /books/${id}/counts`).body).toMatchObject([{ by: 'me' }])
  expect(ask('GET /books/discount').body).toEqual({ percent: 15 })
})
