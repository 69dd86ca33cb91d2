import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const id = '{name: id, in: path, required: true, schema: {type: string}}'
const one = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const many = (name: string) =>
  `{description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}}`
const relation = (list: string, name: string, key: string) => `
  /users/{id}/${list}:
    parameters: [${id}]
    get: {operationId: ${list}List, responses: {'200': ${many(name)}}}
    post: {operationId: ${list}Add, requestBody: {content: {application/json: {schema: {type: object, required: [${key}], properties: {${key}: {type: string}}}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {done: {type: boolean}}}}}}, '404': {description: none}}}
  /users/{id}/${list}/{${key}}:
    parameters: [${id}, {name: ${key}, in: path, required: true, schema: {type: string}}]
    delete: {operationId: ${list}Remove, responses: {'200': {description: ok}}}`
const yaml = `
paths:
  /users/{id}:
    parameters: [${id}]
    get: {operationId: getUser, responses: {'200': ${one('User')}, '404': {description: none}}}
  /users:
    get: {operationId: listUsers, responses: {'200': ${many('User')}}}
  /books:
    post: {operationId: createBook, requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}}}}}}, responses: {'201': ${one('Book')}}}
  /books/{id}:
    parameters: [${id}]
    get: {operationId: getBook, responses: {'200': ${one('Book')}, '404': {description: none}}}
    delete: {operationId: deleteBook, responses: {'204': {description: ok}}}${relation('pinned_books', 'Book', 'book_id')}${relation('followed_books', 'Book', 'book_id')}${relation('following', 'User', 'target_user_id')}${relation('muting', 'User', 'target_user_id')}
components:
  schemas:
    User: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, username: {type: string}}}
    Book: {type: object, required: [id], properties: {id: {type: string}, title: {type: string}}}
`

type Named = { readonly id: string }

it('keeps apart what was put into several lists of one type', async () => {
  const { ask } = await sandboxOf(yaml)
  const [user, other] = ask('GET /users').body as Named[]
  const ids = (path: string) => (ask(`GET /users/${user?.id}/${path}`).body as Named[]).map((one) => one.id)
  const book = ask('POST /books', { body: { title: 'a' } }).body as Named
  ask(`POST /users/${user?.id}/pinned_books`, { body: { book_id: book.id } })
  expect([ids('pinned_books'), ids('followed_books')]).toEqual([[book.id], []])
  ask(`POST /users/${user?.id}/following`, { body: { target_user_id: other?.id } })
  expect([ids('following'), ids('muting')]).toEqual([[other?.id], []])
  ask(`DELETE /users/${user?.id}/following/${other?.id}`)
  ask(`DELETE /users/${user?.id}/pinned_books/${book.id}`)
  expect([ids('following'), ids('pinned_books')]).toEqual([[], []])
  expect(ask(`GET /books/${book.id}`).status).toBe(200)
  expect(ask(`GET /users/${other?.id}`).status).toBe(200)
})
