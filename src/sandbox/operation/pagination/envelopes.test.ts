import { expect, it } from 'vitest'
import { pageOf, sandboxOf } from '../../../../test/support/inline.ts'

/** A list with these parameters (name and type), whose answer has this beside its records; records are read by `key`. */
const described = (parameters: string, around: string, key = 'id', more = '') => `
paths:
  /items:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}
    get:
      parameters: [${parameters}]
      responses:
        '200':
          description: a page
          content:
            application/json:
              schema:
                type: object
                required: [results]
                properties:
                  results: {type: array, items: {$ref: '#/components/schemas/Item'}}
                  ${around}
  /items/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}}
components: {schemas: {Item: {type: object, required: [${key}], properties: {${key}: {type: integer}, uuid: {type: string, format: uuid}, ${more}name: {type: string}}}}}
`
const query = (name: string, type: string, words = '') =>
  `{name: ${name}, in: query, description: "${words}", schema: {type: ${type}}}`

async function withThree(text: string) {
  const { ask } = await sandboxOf(text)
  const made = ['a', 'b', 'c'].map((name) => ask('POST /items', { body: { name } }).body)
  return { ask, made, page: (more = '') => ask(`GET /items?limit=2${more}`).body }
}

const size = query('limit', 'integer')

it('leads on by the object of the next page, which is not there on the last', async () => {
  const step = (name: string) =>
    `{type: object, required: [${name}], properties: {${name}: {type: string}, link: {type: string}}}`
  const paging = `paging: {type: object, properties: {next: ${step('after')}, prev: ${step('before')}}}`
  const { page } = await withThree(described(`${size}, ${query('after', 'string')}`, paging))
  const first = page() as { paging: { next: { after: string; link: string } } }
  expect(first.paging.next.link).toContain(`after=${first.paging.next.after}`)
  const last = page(`&after=${first.paging.next.after}`) as { results: unknown[]; paging?: { next?: unknown } }
  expect(last.results).toMatchObject([{ name: 'c' }])
  expect(last.paging?.next).toBeUndefined()
})

it('lists links by their relations', async () => {
  const links =
    'links: {type: array, items: {type: object, properties: {href: {type: string}, rel: {type: string}, method: {type: string}}}}'
  const { ask, page } = await withThree(described(`${size}, ${query('cursor', 'string')}`, links))
  const first = page() as { links: { rel: string; href: string; method: string }[] }
  const next = first.links.find(({ rel }) => rel === 'next')
  expect(next).toMatchObject({ method: 'GET' })
  const last = ask(`GET /items${new URL(next?.href ?? '').search}`).body as typeof first
  expect(last.links.map(({ rel }) => rel)).not.toContain('next')
})

it('counts all beside the number of pages, says the current page, and has no next one with zero', async () => {
  const whole = '{type: integer}'
  const names = ['next', 'previous', 'count', 'current', 'total_pages']
  const pagination = `pagination: {type: object, required: [${names}], properties: {${names.map((name) => `${name}: ${whole}`)}}}`
  const { page } = await withThree(described(`${size}, ${query('page', 'integer')}`, pagination))
  expect(page()).toMatchObject({ pagination: { next: 2, previous: 0, count: 3, current: 1, total_pages: 2 } })
  expect(page('&page=2')).toMatchObject({ pagination: { next: 0, previous: 1, count: 3, current: 2 } })
})

it('takes the id of a record as page_after, and finds records by pk', async () => {
  const text = described(`${size}, ${query('pageAfter', 'integer', 'An ID value')}`, '', 'pk')
  const { ask, made, page } = await withThree(text)
  const { pk } = made[1] as { pk: number }
  expect(page(`&pageAfter=${pk}`)).toMatchObject({ results: [{ name: 'c' }] })
  expect(ask(`GET /items/${pk}`).body).toMatchObject({ name: 'b' })
})

it('filters by a property of the object that the words of the parameter name', async () => {
  const venue = 'venue: {type: object, properties: {city: {type: string}}}, '
  const text = described(query('city', 'string', 'Items whose venue stands in this city'), '', 'id', venue)
  const { ask } = await sandboxOf(text)
  for (const city of ['Rome', 'Oslo']) ask('POST /items', { body: { name: city, venue: { city } } })
  expect(ask('GET /items?city=Oslo').body).toMatchObject({ results: [{ name: 'Oslo' }] })
  expect((ask('GET /items?city=Oslo').body as { results: unknown[] }).results).toHaveLength(1)
})

it('gives back an offset that only the answer before tells, until there is no more', async () => {
  const words = 'The offset that the previous request returned'
  const { page } = await withThree(described(`${size}, ${query('offset', 'string', words)}`, 'offset: {type: string}'))
  const first = page() as { offset: string }
  const last = page(`&offset=${first.offset}`) as { results: unknown[]; offset?: string }
  expect(last.results).toMatchObject([{ name: 'c' }])
  expect(last.offset).toBeUndefined()
})

it('shows a page that says beside its numbers what it is about', async () => {
  const { ask } = await sandboxOf(`
paths:
  /top_films:
    get:
      parameters: [${query('page', 'integer')}]
      responses: ${pageOf('{$ref: "#/components/schemas/TopFilms"}')}
components:
  schemas:
    TopFilms:
      type: object
      properties:
        id: {type: integer, example: 93}
        name: {type: string}
        parent_id: {type: integer}
        listed_at: {type: string}
        total: {type: integer, example: 50}
        page_number: {type: integer, example: 2}
        has_next: {type: boolean, example: true}
        next_page_number: {type: integer, example: 3}
        films: {type: array, items: {type: object, properties: {id: {type: string}, title: {type: string}}}}
`)
  const page = ask('GET /top_films').body as { films: unknown[]; total: number }
  expect(page).toMatchObject({ page_number: 1, has_next: false })
  expect(page.films).toHaveLength(page.total)
})

it('goes by the token of the answer before, beside pages', async () => {
  const text = described(`${size}, ${query('page', 'integer')}, ${query('cursor', 'string')}`, 'cursor: {type: string}')
  const { ask, page } = await withThree(text)
  const first = page('&page=1') as { cursor: string }
  ask('POST /items', { body: { name: 'd' } })
  const second = page(`&page=1&cursor=${first.cursor}`) as { results: unknown[]; cursor?: string }
  expect(second.results).toMatchObject([{ name: 'c' }, { name: 'd' }])
  expect(page('&page=2')).toMatchObject({ results: [{ name: 'c' }, { name: 'd' }] })
})

it('counts by a cursor that is a number', async () => {
  const { page } = await withThree(described(`${size}, ${query('cursor', 'integer')}`, 'cursor: {type: integer}'))
  const first = page() as { cursor: number }
  expect(first.cursor).toBe(2)
  expect(page(`&cursor=${first.cursor}`)).toMatchObject({ results: [{ name: 'c' }] })
})

it('goes on by a cursor that has to be a time', async () => {
  const time = '{type: string, format: date-time}'
  const sent = `${size}, {name: cursor, in: query, schema: ${time}}`
  const { page } = await withThree(described(sent, `next_cursor: ${time}`))
  const first = page() as { next_cursor: string }
  expect(first.next_cursor).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/)
  const again = new Date(first.next_cursor).toISOString()
  expect(page(`&cursor=${first.next_cursor}`)).toMatchObject({ results: [{ name: 'c' }] })
  expect(page(`&cursor=${again}`)).toMatchObject({ results: [{ name: 'c' }] })
})

it('leads back by a URL that says nothing of the way on', async () => {
  const links =
    'links: {type: object, properties: {next: {type: string, format: uri}, prev: {type: string, format: uri}}}'
  const { ask, page } = await withThree(described(size, links))
  const first = page() as { links: { next: string } }
  const second = ask(`GET /items${new URL(first.links.next).search}`).body as { links: { prev: string } }
  const again = ask(`GET /items${new URL(second.links.prev).search}`).body
  expect(again).toMatchObject({ results: [{ name: 'a' }, { name: 'b' }] })
  expect((again as { links: { prev?: unknown } }).links.prev).toBeUndefined()
})

it('leaves out the link to a page that is not there where it is an annotation', async () => {
  const nullable = '{type: [string, "null"]}'
  const text = described(size, `"@odata.nextLink": ${nullable}\n                  next_link: ${nullable}`)
  const { ask, page } = await withThree(text)
  expect((page() as Record<string, unknown>)['@odata.nextLink']).toMatch(/limit=2/)
  const all = ask('GET /items').body as Record<string, unknown>
  expect(all['next_link']).toBeNull()
  expect(Object.keys(all)).not.toContain('@odata.nextLink')
})

it('names no further page where the object of the next one must be there', async () => {
  const info = 'pageInfo: {type: object, properties: {nextCursor: {type: string}}}'
  const text = described(`${size}, ${query('cursor', 'string')}`, info).replace(
    'required: [results]',
    'required: [results, pageInfo]',
  )
  const { page, ask } = await withThree(text)
  expect(page()).toMatchObject({ pageInfo: { nextCursor: expect.any(String) } })
  expect(ask('GET /items').body).toMatchObject({ pageInfo: {} })
  expect(ask('GET /items').text).not.toContain('nextCursor')
})

it('goes on with pages of the same size where the client says it once', async () => {
  const { ask, page } = await withThree(described(`${size}, ${query('cursor', 'string')}`, 'cursor: {type: string}'))
  ask('POST /items', { body: { name: 'd' } })
  ask('POST /items', { body: { name: 'e' } })
  const { cursor } = page() as { cursor: string }
  const second = ask(`GET /items?cursor=${cursor}`).body as { results: unknown[]; cursor: string }
  expect(second.results).toMatchObject([{ name: 'c' }, { name: 'd' }])
  expect(ask(`GET /items?limit=1&cursor=${cursor}`).body).toMatchObject({ results: [{ name: 'c' }] })
  expect(ask(`GET /items?cursor=${second.cursor}`).body).toMatchObject({ results: [{ name: 'e' }] })
})

it.each<[string, string, readonly number[], readonly number[]]>([
  ['start', 'end', [0, 1], [2, 2]],
  ['from', 'to', [1, 2], [3, 3]],
])('tells where a page stands: %s and %s', async (from, to, first, second) => {
  const around = `page: {type: integer}\n                  page_size: {type: integer}\n                  uri: {type: string, format: uri}\n                  ${from}: {type: integer}\n                  ${to}: {type: integer}`
  const { page } = await withThree(described(`${size}, ${query('page', 'integer', 'The page, from 1')}`, around))
  expect(page('&page=1')).toMatchObject({ [from]: first[0], [to]: first[1], page: 1 })
  expect(page('&page=2')).toMatchObject({
    [from]: second[0],
    [to]: second[1],
    uri: 'http://localhost/sim/items?limit=2&page=2',
  })
})
