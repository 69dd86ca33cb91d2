import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const bare = '{description: ok, content: {application/json: {schema: {type: object}}}}'
const paging =
  '{name: start, in: query, schema: {type: string}}, {name: start_cursor, in: query, schema: {type: string}}, {name: page_size, in: query, schema: {type: integer}}'
const id = '{name: id, in: path, required: true, schema: {type: string}}'
const note = '{type: object, required: [title], properties: {title: {type: string}, colour: {type: string}}}'

const yaml = `
paths:
  /notes:
    post: {requestBody: {content: {application/json: {schema: ${note}}}}, responses: {'200': ${bare}}}
    get: {parameters: [${paging}], responses: {'200': ${bare}}}
  /notes/{id}:
    parameters: [${id}]
    get: {responses: {'200': ${bare}}}
    patch: {requestBody: {content: {application/json: {schema: ${note}}}}, responses: {'200': ${bare}}}
  /notes/{id}/lines:
    parameters: [${id}]
    get: {parameters: [${paging}], responses: {'200': ${bare}}}
    patch: {requestBody: {content: {application/json: {schema: {type: object, required: [lines], properties: {lines: {type: array, items: {type: object, properties: {text: {type: string}}}}, after: {type: string}}}}}}, responses: {'200': ${bare}}}
  /remarks:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {text: {type: string}, mood: {type: string}, password: {type: string}}}}}}
      responses: {'200': {description: ok, content: {application/json: {example: {id: r1, text: hi}}}}}
    get:
      parameters: [${paging}]
      responses: {'200': {description: ok, content: {application/json: {example: {results: [{id: r1, text: hi}], next_cursor: null, has_more: false}}}}}
`

it('shows all that was said of a record whose answer is said to be an object and no more', async () => {
  const { ask } = await sandboxOf(yaml)
  const made = ask('POST /notes', { body: { title: 'a', colour: 'red' } }).body as { id: string }
  expect(made).toEqual({ id: expect.any(String), title: 'a', colour: 'red' })
  expect(ask(`PATCH /notes/${made.id}`, { body: { title: 'b' } }).body).toEqual({ ...made, title: 'b' })
  expect(ask(`GET /notes/${made.id}`).body).toEqual({ ...made, title: 'b' })
})

interface Page {
  readonly results: readonly { readonly title?: string; readonly text?: string }[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

it('answers lists that are left out like those that are paged by the same parameters', async () => {
  const { ask } = await sandboxOf(yaml)
  for (const title of ['a', 'b', 'c']) ask('POST /notes', { body: { title } })
  const first = ask('GET /notes?page_size=2').body as Page
  expect(first).toMatchObject({ results: [{ title: 'a' }, { title: 'b' }], has_more: true })
  expect(ask(`GET /notes?page_size=2&start_cursor=${first.next_cursor}`).body).toMatchObject({
    results: [{ title: 'c' }],
    has_more: false,
  })
})

it('makes each of the records of a body whose only demand is an array of them', async () => {
  const { ask } = await sandboxOf(yaml)
  const { id: one } = ask('POST /notes', { body: { title: 'a' } }).body as { id: string }
  ask(`PATCH /notes/${one}/lines`, { body: { lines: [{ text: 'x' }, { text: 'y' }] } })
  const { results } = ask(`GET /notes/${one}/lines`).body as Page
  expect(results.map(({ text }) => text)).toEqual(['x', 'y'])
})

it('answers a success that only a range or `default` declares in its declared media type', async () => {
  const content =
    '{application/vnd.own.v1+json: {schema: {type: object, required: [n], properties: {n: {type: integer}}}}}'
  const { ask } = await sandboxOf(`
paths:
  /range: {get: {responses: {2XX: {description: ok, content: ${content}}}}}
  /all: {get: {responses: {default: {description: Success, content: ${content}}}}}
  /wrong: {get: {responses: {default: {description: Error, content: ${content}}}}}
`)
  const told = ['/range', '/all', '/wrong'].map((path) => ask(`GET ${path}`))
  expect(told.map(({ status, body, field }) => [status, body, field('Content-Type')])).toEqual([
    [200, { n: expect.any(Number) }, 'application/vnd.own.v1+json; charset=utf-8'],
    [200, { n: expect.any(Number) }, 'application/vnd.own.v1+json; charset=utf-8'],
    [200, undefined, undefined],
  ])
})

it('shows no id that the description forbids', async () => {
  const { ask } = await sandboxOf(`
paths:
  /zones/{date}: {get: {parameters: [{name: date, in: path, required: true, schema: {type: string}, example: may}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Zones'}}}}}}}
components: {schemas: {Zones: {type: object, additionalProperties: false, properties: {names: {type: string}, count: {type: integer}}}}}
`)
  expect(ask('GET /zones/may').body).toEqual({ names: expect.any(String), count: expect.any(Number) })
})

it('lists under a parent what is made elsewhere and sent the parent', async () => {
  const ok = "responses: {'200': {description: Success}}"
  const body = (...names: readonly string[]) =>
    `requestBody: {content: {application/json: {schema: {type: object, properties: {${names.map((name) => `${name}: {type: string}`).join(', ')}}}}}}, ${ok}`
  const id = (name: string) => `parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}]`
  const { ask } = await sandboxOf(`
paths:
  /boards: {post: {${body('name')}}}
  /boards/{idBoard}: {${id('idBoard')}, get: {${ok}}}
  /boards/{idBoard}/lists: {${id('idBoard')}, get: {${ok}}, post: {${body('name')}}}
  /boards/{idBoard}/notes: {${id('idBoard')}, get: {${ok}}, post: {${body('name')}}}
  /boards/{idBoard}/lists/{filter}: {${id('filter')}, get: {${ok}}}
  /boards/{idBoard}/notes/{filter}: {${id('filter')}, get: {${ok}}}
  /lists: {post: {${body('name', 'idBoard')}}}
  /lists/{idList}: {${id('idList')}, get: {${ok}}}
  /notes: {post: {${body('name')}}}
  /notes/{idNote}: {${id('idNote')}, get: {${ok}}}
`)
  const made = (path: string, sent: object) => (ask(`POST ${path}`, { body: sent }).body as { id: string }).id
  const board = made('/boards', { name: 'a' })
  const list = made('/lists', { name: 'b', idBoard: board })
  const other = made('/boards', { name: 'c' })
  made('/notes', { name: 'd' })
  const names = (path: string) => (ask(`GET ${path}`).body as { name: string }[]).map((one) => one.name)
  expect(ask(`GET /lists/${list}`).body).toMatchObject({ name: 'b', idBoard: board })
  expect(names(`/boards/${board}/lists`)).toEqual(['b'])
  expect(names(`/boards/${other}/lists`)).toEqual([])
  expect(names(`/boards/${board}/notes`)).toEqual([])
})

it('shows what examples leave out, but no password', async () => {
  const { ask } = await sandboxOf(yaml)
  const made = ask('POST /remarks', { body: { text: 'a', mood: 'fair', password: 'pw' } }).body
  expect(made).toMatchObject({ text: 'a', mood: 'fair' })
  expect(made).not.toHaveProperty('password')
})
