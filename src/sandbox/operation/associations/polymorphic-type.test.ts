import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const objects = `
paths:
  /objects/{kind}:
    parameters: [{name: kind, in: path, required: true, schema: {type: string}}]
    get:
      operationId: listObjects
      parameters: [{name: limit, in: query, schema: {type: integer}}, {name: offset, in: query, schema: {type: integer}}, {name: page, in: query, schema: {type: integer, minimum: 0}, description: 'Pages start at 1, overrides offset'}]
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {data: {type: array, items: {type: object}}}}}}}}
    post:
      operationId: createObject
      parameters: [{name: view, in: query, schema: {type: string}}]
      requestBody: {content: {application/json: {schema: null}}}
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}
  /objects/{kind}/{id}:
    parameters: [{name: kind, in: path, required: true, schema: {type: string}}, {name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getObject, responses: {'200': &one {description: ok, content: {application/json: {schema: {type: object, properties: {data: {type: object}}}}}}, '404': {description: no}}}
    patch: {operationId: changeObject, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'200': *one, '404': {description: no}}}
    delete: {operationId: deleteObject, responses: {'204': {description: gone}}}
`

it('keeps records of any form apart by the name of their collection', async () => {
  const { ask } = await sandboxOf(objects)
  const made = ask('POST /objects/pages?view=full', { body: { title: 'One', rank: 3 } }).body
  expect(made).toEqual({ id: 1, title: 'One', rank: 3 })
  expect(ask('GET /objects/pages/1').body).toEqual({ data: made })
  expect(ask('PATCH /objects/pages/1', { body: { title: 'Two' } }).body).toEqual({
    data: { id: 1, title: 'Two', rank: 3 },
  })
  expect(ask('GET /objects/posts').body).toEqual({ data: [] })
  expect(ask('GET /objects/posts/1').status).toBe(404)
  expect(ask('DELETE /objects/pages/1').status).toBe(204)
  expect(ask('GET /objects/pages/1').status).toBe(404)
})

it('takes an offset where no page is named', async () => {
  const { ask } = await sandboxOf(objects)
  for (const rank of [1, 2, 3]) ask('POST /objects/pages', { body: { rank } })
  const ranks = (query: string) =>
    (ask(`GET /objects/pages?${query}`).body as { data: { rank: number }[] }).data.map(({ rank }) => rank)
  expect(ranks('limit=2&offset=0')).toEqual([1, 2])
  expect(ranks('limit=2&offset=2')).toEqual([3])
  expect(ranks('limit=2&page=1')).toEqual([1, 2])
  expect(ranks('limit=2&page=2&offset=1')).toEqual([3])
})

it('lists by a parameter what a PUT below it makes, and leads on by a URL alone', async () => {
  const { ask } = await sandboxOf(`
paths:
  /zones/{zone}/{kind}:
    parameters: [&zone {name: zone, in: path, required: true, schema: {type: string}}, &kind {name: kind, in: path, required: true, schema: {type: string}}]
    get:
      parameters: [{name: $top, in: query, schema: {type: integer}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {nextLink: {type: string}, value: {type: array, items: {$ref: '#/components/schemas/Entry'}}}}}}}}
  /zones/{zone}/{kind}/{name}:
    parameters: [*zone, *kind, {name: name, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': &one {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Entry'}}}}, '404': {description: no}}}
    put: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Entry'}}}}, responses: {'200': *one}}
components: {schemas: {Entry: {type: object, properties: {name: {type: string}, ttl: {type: integer}}}}}
`)
  for (const name of ['a', 'b', 'c']) ask(`PUT /zones/z/text/${name}`, { body: { ttl: 5 } })
  ask('PUT /zones/z/mail/d', { body: { ttl: 6 } })
  expect(ask('GET /zones/z/text/b').body).toEqual({ name: 'b', ttl: 5 })
  expect(ask('GET /zones/z/mail/b').status).toBe(404)
  const first = ask('GET /zones/z/text?$top=2').body as { value: { name: string }[]; nextLink: string }
  expect(first.value.map(({ name }) => name)).toEqual(['a', 'b'])
  const next = new URL(first.nextLink)
  expect(next.search).toContain('$top=2')
  expect(ask(`GET ${next.pathname.replace(/^\/[^/]+/, '')}${next.search}`).body).toEqual({
    value: [{ name: 'c', ttl: 5 }],
  })
})
