import { expect, it } from 'vitest'
import { modelOf, sandboxOf } from '../../../test/support/inline.ts'

const text = '{type: string}'
const number = '{type: integer}'
const parameter = (name: string, schema = text) => `{name: ${name}, in: query, schema: ${schema}}`
const page = `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Page'}}}}`

/** Shelves with books, and what is near one: asked by GET, and by POST with this body. */
const near = (body: string, name = 'near', answer = page) => `
paths:
  /shelves: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: ${text}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}}}}
  /shelves/{shelf_id}: {get: {parameters: [&shelf {name: shelf_id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}}}}
  /shelves/{shelf_id}/${name}:
    parameters: [*shelf]
    get:
      operationId: near_get
      parameters: [${parameter('title')}, ${parameter('limit', number)}, ${parameter('offset', number)}, ${parameter('scoreThreshold', number)}]
      responses: {'200': ${page}}
    post:
      operationId: near_post
      requestBody: {content: {application/json: {schema: {type: object, properties: {${body}}}}}}
      responses: {'200': ${answer}}
components:
  schemas:
    Shelf: {type: object, properties: {id: ${text}, name: ${text}}}
    Page: {type: object, properties: {entries: {type: array, items: {type: object, properties: {id: ${text}, title: ${text}}}}, limit: ${number}, offset: ${number}}}
`

const kindOf = async (yaml: string) =>
  (await modelOf(yaml)).head.operations.find(({ id }) => id === 'near_post')?.plan.kind

it('reads by POST what is asked as the GET of the path asks it', async () => {
  const yaml = near(`title: ${text}, limit: ${number}, score_threshold: ${number}`)
  expect(await kindOf(yaml)).toBe('search')
  const { ask } = await sandboxOf(yaml)
  const { id } = ask('POST /shelves', { body: { name: 'a' } }).body as { readonly id: string }
  const { entries } = ask(`GET /shelves/${id}/near`).body as { readonly entries: readonly unknown[] }
  expect(entries.length).toBeGreaterThan(1)
  expect(ask(`POST /shelves/${id}/near`, { body: { limit: 1 } }).body).toMatchObject({
    entries: entries.slice(0, 1),
    limit: 1,
  })
  expect(ask(`GET /shelves/${id}/near`).body).toMatchObject({ entries })
})

it.each([
  ['says what the GET does not ask', near(`title: ${text}, limit: ${number}, pages: ${number}`)],
  ['says nothing of a list', near(`title: ${text}`, 'books')],
  [
    'answers otherwise',
    near(
      `title: ${text}, limit: ${number}`,
      'books',
      `{description: ok, content: {application/json: {schema: {type: object, properties: {id: ${text}, title: ${text}}}}}}`,
    ),
  ],
])('makes by a POST that %s', async (_name, yaml) => {
  expect(await kindOf(yaml)).toBe('create')
})
