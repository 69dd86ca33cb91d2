import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`

it('reads requests that spell one name in many ways, over and over', async () => {
  const names = ['a', 'A', '_a', 'a_', '__a', 'a__', '_A']
  const own = names.map((name) => `${name}: {$ref: '#/components/schemas/Req'}`).join(', ')
  const deep = (depth: number): string =>
    depth === 0 ? '{type: string}' : `{type: object, properties: {a: ${deep(depth - 1)}}}`
  const { ask } = await sandboxOf(`
paths:
  /things:
    post: {requestBody: {${json("{$ref: '#/components/schemas/Req'}")}}, responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/Thing'}")}}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Thing'}")}}}}}
components:
  schemas:
    Req: {type: object, properties: {${own}}}
    Thing: {type: object, properties: {id: {type: string}, a: ${deep(7)}}}
`)
  expect(ask('POST /things', { body: {} }).status).toBe(201)
})

it('makes zeros for statistics that hold themselves in many places', async () => {
  const own = Array.from({ length: 30 }, (_, index) => `p${index}: {$ref: '#/components/schemas/Node'}`).join(', ')
  const thing = json("{type: object, properties: {id: {type: string}, stats: {$ref: '#/components/schemas/Node'}}}")
  const { ask } = await sandboxOf(`
paths:
  /things: {post: {requestBody: {${json('{type: object}')}}, responses: {'201': {description: ok, ${thing}}}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${thing}}}}}
components: {schemas: {Node: {type: object, properties: {views: {type: integer}, ${own}}}}}
`)
  expect(ask('POST /things', { body: {} }).body).toMatchObject({ stats: { views: 0 } })
})

it('counts in statistics whose entries hold entries of their kind', async () => {
  const folder = json("{$ref: '#/components/schemas/Folder'}")
  const at = 'parameters: [{name: folder_id, in: path, required: true, schema: {type: string}}]'
  const { ask } = await sandboxOf(`
paths:
  /folders:
    get: {responses: {'200': {description: ok, ${json("{type: array, items: {$ref: '#/components/schemas/Folder'}}")}}}}
    post: {requestBody: {${folder}}, responses: {'201': {description: ok, ${folder}}}}
  /folders/{folder_id}: {${at}, get: {responses: {'200': {description: ok, ${folder}}}}}
  /folders/{folder_id}/folders:
    ${at}
    get: {responses: {'200': {description: ok, ${json("{type: array, items: {$ref: '#/components/schemas/Folder'}}")}}}}
    post: {requestBody: {${folder}}, responses: {'201': {description: ok, ${folder}}}}
  /stats: {get: {responses: {'200': {description: ok, ${json("{type: object, required: [errors, folders], properties: {errors: {type: integer}, updated_at: {type: string}, folders: {type: object, additionalProperties: {$ref: '#/components/schemas/FolderStats'}}}}")}}}}}
components:
  schemas:
    Folder: {type: object, properties: {id: {type: string}, name: {type: string}, parent_id: {type: string}}}
    FolderStats: {type: object, properties: {folder_count: {type: integer}, folders: {type: object, additionalProperties: {$ref: '#/components/schemas/FolderStats'}}}}
`)
  ask('POST /folders', { body: { name: 'a' } })
  expect(ask('GET /stats').status).toBe(200)
})

it('keeps what was sent beside what it means by another name', async () => {
  const { ask } = await sandboxOf(`
paths:
  /rules:
    post: {requestBody: {${json('{type: object, properties: {option: {type: string}, field_value: {type: string}, emails: {type: array, items: {type: string}}}}')}}, responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/Rule'}")}}}}
  /rules/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Rule'}")}}}}
    patch: {requestBody: {${json('{type: object, properties: {date_updated: {type: string}}}')}}, responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Rule'}")}}}}
components: {schemas: {Rule: {type: object, additionalProperties: true, properties: {id: {type: string}, option_value: {type: string}, field: {type: string}, email: {type: string}, date: {type: string}}}}}
`)
  const sent = { option: 'color', field_value: 'v1', emails: ['a@x.com'] }
  const made = ask('POST /rules', { body: sent }).body as { id: string; date?: string }
  expect(made).toMatchObject(sent)
  const changed = ask(`PATCH /rules/${made.id}`, { body: { date_updated: '2020-01-01T00:00:00Z' } }).body
  expect((changed as { date?: string }).date).toBe(made.date)
})

it('looks once for words about links in what a type holds in many places', async () => {
  const wide = (name: string, each: string): string =>
    Array.from({ length: 150 }, (_, index) => `${name}${index}: ${each}`).join(', ')
  const list = (of: string): string => `{type: array, items: {$ref: '#/components/schemas/${of}'}}`
  const words = `{type: string, description: ${'link '.repeat(90)}}`
  const thing = json("{$ref: '#/components/schemas/T'}")
  const { ask } = await sandboxOf(`
paths:
  /things: {post: {requestBody: {${json('{type: object}')}}, responses: {'201': {description: ok, ${thing}}}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${thing}}}}}
components:
  schemas:
    T: {type: object, properties: {id: {type: string}, ${wide('p', list('U'))}}}
    U: {type: object, properties: {${wide('q', list('V'))}}}
    V: {type: object, properties: {${wide('r', words)}}}
`)
  const begin = performance.now()
  expect(ask('POST /things', { body: {} }).status).toBe(201)
  expect(performance.now() - begin).toBeLessThan(4000)
})
