import { expect, it } from 'vitest'
import { pageOf, sandboxOf } from '../../../../test/support/inline.ts'

const described = (next: string) => `
paths:
  /items:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}
    get:
      parameters: [{name: PageSize, in: query, schema: {type: integer}}, {name: Page, in: query, schema: {type: integer}}]
      responses: ${pageOf("{$ref: '#/components/schemas/Page'}")}
  /items/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}}
components:
  schemas:
    Item: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}}}
    Page:
      type: object
      properties:
        items: {type: array, items: {$ref: '#/components/schemas/Item'}}
        meta: {type: object, properties: {page: {type: integer}, page_size: {type: integer}, key: {type: string}, next_page_url: ${next}}}
`

interface Meta {
  readonly key: string
  readonly next_page_url: string
}

async function firstPage(next: string) {
  const { ask } = await sandboxOf(described(next))
  for (const name of ['a', 'b', 'c']) ask('POST /items', { body: { name } })
  const { meta } = ask('GET /items?PageSize=2').body as { meta: Meta }
  return { ask, meta }
}

it('says under which name the records stand, where the envelope has a place for it', async () => {
  const { meta } = await firstPage('{type: string, format: uri, nullable: true}')
  expect(meta.key).toBe('items')
})

it('gives the next page as a path where examples do', async () => {
  const { meta } = await firstPage('{type: string, example: /items?Page=1}')
  expect(meta.next_page_url).toMatch(/^\/sim\/items\?/)
})

it.each([
  ['resolves it', (url: string) => new URL(url, 'http://localhost').href.replace('http://localhost/sim', '')],
  ['puts it behind its base URL', (url: string) => url],
  ['puts a whole URL behind its base URL', (url: string) => `/${new URL(url, 'http://localhost').href}`],
])('finds the next page for a client that %s', async (_, path) => {
  const { ask, meta } = await firstPage('{type: string, example: /items?Page=1}')
  const told = ask(`GET ${path(meta.next_page_url)}`)
  expect(told.body).toMatchObject({ items: [{ name: 'c' }] })
})

it('does not find paths that repeat a name and lead nowhere', async () => {
  const { ask } = await sandboxOf(described('{type: string}'))
  expect(ask('GET /sim/nothing').status).toBe(404)
  expect(ask('GET /sim/').status).toBe(404)
  expect(ask('GET /elsewhere/sim/items').status).toBe(404)
  expect(ask(`GET ${'/sim'.repeat(5_000)}/items`).status).toBe(404)
})

it('names the ends of the list on every page, and the pages beside where there are any', async () => {
  const link = '{type: object, required: [href], properties: {href: {type: string}}}'
  const beside = '{type: object, properties: {href: {type: string, example: "https://example.com/x"}}}'
  const links = `{type: object, required: [first, last, next, prev], properties: {first: ${link}, last: ${link}, next: ${beside}, prev: ${beside}}}`
  const page = `{type: object, required: [items, links], properties: {links: ${links}, items: {type: array, items: {$ref: '#/components/schemas/Item'}}}}`
  const { ask } = await sandboxOf(described('{type: string}').replace("{$ref: '#/components/schemas/Page'}", page))
  for (const name of ['a', 'b', 'c']) ask('POST /items', { body: { name } })
  const at = (number: number) => ({ href: `http://localhost/sim/items?PageSize=2&Page=${number}` })
  expect(ask('GET /items?PageSize=2').body).toMatchObject({
    links: { first: at(1), last: at(2), next: at(2), prev: {} },
  })
  const { links: told } = ask('GET /items?PageSize=2&Page=2').body as { links: object }
  expect(told).toEqual({ first: at(1), last: at(2), next: {}, prev: at(1) })
})
