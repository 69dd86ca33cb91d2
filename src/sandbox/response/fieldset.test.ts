import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const id = '{name: id, in: path, required: true, schema: {type: string}}'
const fields = '{name: fields, in: query, schema: {type: string}}'
const answer = (schema: string) => `{'200': {description: ok, content: {application/json: {schema: ${schema}}}}}`
const book = "{$ref: '#/components/schemas/Book'}"
const api = await sandboxOf(`
paths:
  /books:
    get: {parameters: [${fields}], responses: ${answer(`{type: object, required: [items], properties: {items: {type: array, items: ${book}}}}`)}}
    post: {requestBody: {content: {application/json: {schema: ${book}}}}, responses: ${answer(book)}}
  /books/{id}:
    get: {parameters: [${id}, ${fields}], responses: ${answer(book)}}
components:
  schemas:
    Book:
      type: object
      required: [title]
      properties:
        id: {type: string, readOnly: true}
        title: {type: string}
        note: {type: string}
        pages: {type: integer}
        chapters: {type: array, items: {type: object, properties: {name: {type: string}, length: {type: integer}}}}
`)
const sent = { title: 'T', note: 'N', pages: 9, chapters: [{ name: 'C', length: 4 }] }
const made = api.ask('POST /books', { body: sent }).body as { id: string }
const whole = { id: made.id, ...sent }
const least = { id: made.id, title: 'T' }

it.each([
  ['pages', { ...least, pages: 9 }],
  ['title,note', { ...least, note: 'N' }],
  ['pages,unknown', { ...least, pages: 9 }],
  ['chapters(name),note', { ...least, note: 'N', chapters: [{ name: 'C' }] }],
  ['chapters.length', { ...least, chapters: [{ length: 4 }] }],
  ['chapters/length,pages', { ...least, pages: 9, chapters: [{ length: 4 }] }],
  ['*', whole],
  ['unknown', whole],
  ['', whole],
  ['((', whole],
])('shows of a record what fields=%s names, its id and what is required', (text, expected) => {
  const query = `?fields=${encodeURIComponent(text)}`
  expect(api.ask(`GET /books/${made.id}${query}`).body).toEqual(expected)
  expect(api.ask(`GET /books${query}`).body).toEqual({ items: [expected] })
  expect(api.ask(`GET /books/${made.id}`).body).toEqual(whole)
})

it('takes names from the answer on for those of the record', () => {
  expect(api.ask('GET /books?fields=items(pages),next').body).toEqual({ items: [{ ...least, pages: 9 }] })
})

it('narrows by type where the parameter names one, among the attributes of JSON:API', async () => {
  const post = "{$ref: '#/components/schemas/Post'}"
  const type = (name: string) => `{name: 'fields[${name}]', in: query, schema: {type: string}}`
  const blog = await sandboxOf(`
paths:
  /posts:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {data: ${post}}}}}}, responses: ${answer(`{type: object, properties: {data: ${post}}}`)}}
  /posts/{id}:
    get: {parameters: [${id}, ${type('posts')}, ${type('people')}], responses: ${answer(`{type: object, properties: {data: ${post}}}`)}}
components:
  schemas:
    Post:
      type: object
      required: [id, type]
      properties:
        id: {type: string, readOnly: true}
        type: {type: string, enum: [posts]}
        attributes: {type: object, properties: {title: {type: string}, body: {type: string}}}
`)
  const data = { type: 'posts', attributes: { title: 'T', body: 'B' } }
  const { data: stored } = blog.ask('POST /posts', { body: { data } }).body as { data: { id: string } }
  const shown = (query: string) => (blog.ask(`GET /posts/${stored.id}${query}`).body as { data: object }).data
  expect(shown('?fields[posts]=title')).toEqual({ id: stored.id, type: 'posts', attributes: { title: 'T' } })
  expect(shown('?fields[people]=name')).toEqual({ id: stored.id, ...data })
})

it('shows in a list of short forms also what is asked for and they lack', async () => {
  const short = "{$ref: '#/components/schemas/BookCompact'}"
  const { ask } = await sandboxOf(`
paths:
  /books:
    get: {parameters: [${fields}], responses: ${answer(`{type: array, items: ${short}}`)}}
    post: {requestBody: {content: {application/json: {schema: ${book}}}}, responses: ${answer(book)}}
  /books/{id}: {get: {parameters: [${id}], responses: ${answer(book)}}}
components:
  schemas:
    BookCompact: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}}}
    Book: {allOf: [${short}, {type: object, properties: {pages: {type: integer}, key: {type: string, writeOnly: true}}}]}
`)
  const { id: own } = ask('POST /books', { body: { title: 'T', pages: 9, key: 'k' } }).body as { id: string }
  expect(ask('GET /books').body).toEqual([{ id: own, title: 'T' }])
  expect(ask('GET /books?fields=title,pages,key').body).toEqual([{ id: own, title: 'T', pages: 9 }])
})
