import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const film = "{$ref: '#/components/schemas/Film'}"
const id = '{name: film_id, in: path, required: true, schema: {type: integer}}'
const user = '{name: user_id, in: path, required: true, schema: {type: integer}}'
const none = "{'204': {description: ok}, '404': {description: none}}"
const choice = (parameters: string) =>
  `{parameters: [${parameters}], get: {responses: ${none}}, put: {responses: ${none}}, delete: {responses: ${none}}}`
const listed = `{get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${film}}`)}}}}}`
const description = `
paths:
  /films:
    post: {requestBody: {${json(film)}}, responses: {'201': {description: ok, ${json(film)}}}}
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${film}}`)}}}}
  /films/{film_id}:
    parameters: [${id}]
    get: {responses: {'200': {description: ok, ${json(film)}}, '404': {description: none}}}
    delete: {responses: ${none}}
  /me/likes: ${listed}
  /me/likes/{film_id}: ${choice(id)}
  /me/queue: ${listed}
  /me/queue/{film_id}: ${choice(id)}
  /users: {post: {requestBody: {${json("{$ref: '#/components/schemas/User'}")}}, responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/User'}")}}}}}
  /users/{user_id}: {get: {parameters: [${user}], responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/User'}")}}}}}
  /users/{user_id}/likes: {parameters: [${user}], ${listed.slice(1)}
  /users/{user_id}/likes/{film_id}: ${choice(`${user}, ${id}`)}
components:
  schemas:
    Film: {type: object, required: [title], properties: {id: {type: integer, readOnly: true}, title: {type: string}}}
    User: {type: object, required: [name], properties: {id: {type: integer, readOnly: true}, name: {type: string}}}
`

it('keeps what whoever asks has chosen, and leaves the records where they are', async () => {
  const { ask } = await sandboxOf(description)
  const [a, b] = ['a', 'b'].map((title) => (ask('POST /films', { body: { title } }).body as { id: number }).id)
  expect(ask(`GET /me/likes/${a}`).status).toBe(404)
  expect(ask('GET /me/likes').body).toEqual([])
  expect(ask(`PUT /me/likes/${a}`).status).toBe(204)
  expect([`GET /me/likes/${a}`, `GET /me/likes/${b}`, `GET /me/queue/${a}`].map((one) => ask(one).status)).toEqual([
    204, 404, 404,
  ])
  expect(ask('GET /me/likes').body).toMatchObject([{ id: a }])
  expect(ask('GET /films').body).toHaveLength(2)
  expect(ask(`DELETE /me/likes/${a}`).status).toBe(204)
  expect([`GET /me/likes/${a}`, `GET /films/${a}`].map((one) => ask(one).status)).toEqual([404, 200])
  expect(ask('PUT /me/likes/99').status).toBe(404)
})

it('says of each user alone whether it was put there', async () => {
  const { ask } = await sandboxOf(description)
  const { id: film } = ask('POST /films', { body: { title: 'a' } }).body as { id: number }
  const [u, v] = ['u', 'v'].map((name) => (ask('POST /users', { body: { name } }).body as { id: number }).id)
  expect(ask(`GET /users/${u}/likes/${film}`).status).toBe(404)
  expect(ask(`PUT /users/${u}/likes/${film}`).status).toBe(204)
  expect([u, v].map((one) => ask(`GET /users/${one}/likes/${film}`).status)).toEqual([204, 404])
  ask(`DELETE /users/${u}/likes/${film}`)
  expect([`GET /users/${u}/likes/${film}`, `GET /films/${film}`].map((one) => ask(one).status)).toEqual([404, 200])
})
