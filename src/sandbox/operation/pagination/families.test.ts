import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (schema: string, type = 'application/json') => `{description: ok, content: {${type}: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const many = (name: string) => `{type: array, items: ${ref(name)}}`
const taking = (name: string) => `requestBody: {content: {application/json: {schema: ${ref(name)}}}}`

const odata = `
paths:
  /items:
    post: {${taking('Item')}, responses: {'201': ${ok(ref('Item'))}}}
    get:
      parameters: [{name: $top, in: query, schema: {type: integer}}, {name: $skip, in: query, schema: {type: integer}}, {name: $orderby, in: query, schema: {type: string}}, {name: $count, in: query, schema: {type: boolean}}, {name: $filter, in: query, schema: {type: string}}]
      responses: {'200': ${ok(`{type: object, properties: {'@odata.count': {type: integer}, '@odata.nextLink': {type: string}, value: ${many('Item')}}}`)}}
components: {schemas: {Item: {type: object, properties: {id: {type: string, readOnly: true}, n: {type: integer}}}}}
`

async function items() {
  const { ask } = await sandboxOf(odata)
  for (const n of [2, 1, 3]) ask('POST /items', { body: { n } })
  return (query: string) =>
    ask(`GET /items?${query}`).body as { value: readonly { n: number }[]; '@odata.nextLink'?: string }
}

it('pages and sorts an OData list', async () => {
  const list = await items()
  const first = list('$top=2')
  expect(list(new URL(first['@odata.nextLink'] ?? '').search.slice(1))).toMatchObject({ value: [{ n: 3 }] })
  expect(list('$orderby=n%20desc').value.map(({ n }) => n)).toEqual([3, 2, 1])
})

const jsonApi = `
paths:
  /articles:
    post: {requestBody: {content: {application/vnd.api+json: {schema: {type: object, required: [data], properties: {data: ${ref('New')}}}}}}, responses: {'201': ${ok(`{type: object, required: [data], properties: {data: ${ref('Article')}}}`, 'application/vnd.api+json')}}}
    get:
      parameters: [{name: 'page[number]', in: query, schema: {type: integer}}, {name: 'page[size]', in: query, schema: {type: integer}}, {name: 'filter[title]', in: query, schema: {type: string}}, {name: sort, in: query, schema: {type: string}}]
      responses: {'200': ${ok(`{type: object, required: [data], properties: {data: ${many('Article')}, links: {type: object, properties: {next: {type: [string, 'null'], format: uri}}}, meta: {type: object, properties: {total: {type: integer}}}}}`, 'application/vnd.api+json')}}
components:
  schemas:
    Attributes: {type: object, properties: {title: {type: string}}}
    New: {type: object, required: [type, attributes], properties: {type: {type: string, enum: [articles]}, attributes: ${ref('Attributes')}}}
    Article: {type: object, required: [type, id, attributes], properties: {type: {type: string, enum: [articles]}, id: {type: string}, attributes: ${ref('Attributes')}}}
`

async function articles() {
  const { ask } = await sandboxOf(jsonApi)
  const fields = { 'content-type': 'application/vnd.api+json' }
  for (const title of ['A', 'B'])
    ask('POST /articles', { body: JSON.stringify({ data: { type: 'articles', attributes: { title } } }), fields })
  return (query: string) => ask(`GET /articles?${query}`).body
}

it('filters and sorts a JSON:API list by its attributes', async () => {
  const list = await articles()
  expect(list('filter[title]=B')).toMatchObject({ data: [{ attributes: { title: 'B' } }], meta: { total: 1 } })
  const titles = (list('sort=-title') as { data: { attributes: { title: string } }[] }).data
  expect(titles.map(({ attributes }) => attributes.title)).toEqual(['B', 'A'])
})

it('pages a list of Spring Data from page 0', async () => {
  const { ask } = await sandboxOf(`
paths:
  /orders:
    post: {${taking('Order')}, responses: {'201': ${ok(ref('Order'))}}}
    get:
      parameters: [{name: page, in: query, schema: {type: integer}}, {name: size, in: query, schema: {type: integer}}]
      responses: {'200': ${ok(`{type: object, properties: {content: ${many('Order')}, totalElements: {type: integer}, totalPages: {type: integer}, number: {type: integer}, size: {type: integer}, last: {type: boolean}}}`)}}
components: {schemas: {Order: {type: object, properties: {id: {type: integer, readOnly: true}, n: {type: integer}}}}}
`)
  for (const n of [1, 2, 3]) ask('POST /orders', { body: { n } })
  const page = { content: [{ n: 3 }], totalElements: 3, totalPages: 2, number: 1, last: true }
  expect(ask('GET /orders?page=1&size=2').body).toMatchObject(page)
})

it('pages a JSON:API list', async () => {
  const list = await articles()
  const next = expect.stringContaining('page[number]=2')
  expect(list('page[size]=1')).toMatchObject({
    data: [{ attributes: { title: 'A' } }],
    links: { next },
    meta: { total: 2 },
  })
  expect(list('page[size]=1&page[number]=2')).toMatchObject({
    data: [{ attributes: { title: 'B' } }],
    links: { next: null },
  })
})
