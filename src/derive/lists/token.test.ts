import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const one = `{description: ok, ${json("{$ref: '#/components/schemas/Alert'}")}}`
const alerts = (words: string) => `
paths:
  /alerts:
    get: {parameters: [{name: limit, in: query, schema: {type: integer}}, {name: from, in: query, description: ${JSON.stringify(words)}, schema: {type: string, format: date-time}}], responses: {'200': {description: ok, ${json("{type: object, properties: {items: {type: array, items: {$ref: '#/components/schemas/Alert'}}, next_token: {type: string}}}")}}}}
    post: {requestBody: {${json("{$ref: '#/components/schemas/Alert'}")}}, responses: {'201': ${one}}}
  /alerts/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${one}}}}
components: {schemas: {Alert: {type: object, properties: {id: {type: string}, name: {type: string}, created_at: {type: string, format: date-time}}}}}
`

it.each([
  ['The start date to query for', 3],
  ['Where the next page begins: the token of the answer before', 0],
])('takes a time for a place in the list only where words say so: %s', async (words, shown) => {
  const { ask } = await sandboxOf(alerts(words))
  for (const name of ['a', 'b', 'c']) ask('POST /alerts', { body: { name } })
  const { items } = ask('GET /alerts?from=2020-01-01T00:00:00Z').body as { items: readonly object[] }
  expect(items).toHaveLength(shown)
})

const walked = (parameters: string, around: string) => `
paths:
  /alerts:
    get: {parameters: [{name: limit, in: query, schema: {type: integer}}${parameters}], responses: {'200': {description: ok, ${json(`{type: object, properties: {items: {type: array, items: {$ref: '#/components/schemas/Alert'}}, ${around}}}`)}}}}
    post: {requestBody: {${json("{$ref: '#/components/schemas/Alert'}")}}, responses: {'201': ${one}}}
components: {schemas: {Alert: {type: object, properties: {id: {type: string}, name: {type: string}}}}}
`

interface Page {
  readonly items: readonly { readonly name: string }[]
  readonly next_cursor?: string | null
  readonly pagination?: { readonly next: number | null }
}

it('sends back a token for which no parameter is declared', async () => {
  const { ask } = await sandboxOf(walked('', 'has_more: {type: boolean}, next_cursor: {type: string, nullable: true}'))
  for (const name of ['a', 'b', 'c']) ask('POST /alerts', { body: { name } })
  const first = ask('GET /alerts?limit=2').body as Page
  const second = ask(`GET /alerts?limit=2&start_cursor=${first.next_cursor}`).body as Page
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

it('goes on before the time that the answer before tells', async () => {
  const { ask } = await sandboxOf(
    walked(
      ', {name: since, in: query, schema: {type: number}}, {name: until, in: query, schema: {type: number}}',
      "pagination: {type: object, properties: {count: {type: number}, next: {type: number, nullable: true, description: 'Timestamp that must be used to request the next page.'}}}",
    ),
  )
  for (const name of ['a', 'b', 'c']) ask('POST /alerts', { body: { name } })
  const first = ask('GET /alerts?limit=2').body as Page
  expect(first.pagination?.next).toBe(Date.UTC(2025, 0, 1, 0, 0, 2))
  const second = ask(`GET /alerts?limit=2&until=${first.pagination?.next}`).body as Page
  expect(second).toMatchObject({ pagination: { next: null } })
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['c', 'b', 'a'])
  expect(ask('GET /alerts?limit=2&until=1540095775951')).toMatchObject({ status: 200, body: { items: [] } })
})

it('goes on at the token that the object of the next page holds', async () => {
  const offset = ", {name: offset, in: query, description: 'A token from the answer before.', schema: {type: string}}"
  const { ask } = await sandboxOf(
    walked(offset, 'next_page: {type: object, nullable: true, properties: {offset: {type: string}}}'),
  )
  for (const name of ['a', 'b', 'c']) ask('POST /alerts', { body: { name } })
  const first = ask('GET /alerts?limit=2').body as Page & { next_page: { offset: string } }
  const second = ask(`GET /alerts?limit=2&offset=${first.next_page.offset}`).body as Page
  expect(second).not.toHaveProperty('next_page.offset')
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

it('sends a cursor back under the name that only its words say', async () => {
  const said = "{type: string, description: 'Cursor to send as `seen` for the following page.'}"
  const { ask } = await sandboxOf(
    walked(
      '',
      `paging: {type: object, properties: {following: {type: object, nullable: true, properties: {after: ${said}}}}}`,
    ),
  )
  for (const name of ['a', 'b', 'c']) ask('POST /alerts', { body: { name } })
  const first = ask('GET /alerts?limit=2').body as Page & { paging: { following: { after: string } } }
  const second = ask(`GET /alerts?limit=2&seen=${first.paging.following.after}`).body as Page
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

it('writes the declared parameter into the URL of the next page', async () => {
  const { ask } = await sandboxOf(
    walked(
      ', {name: next, in: query, schema: {type: string}}',
      'has_more: {type: boolean}, next_page_url: {type: string, nullable: true}',
    ),
  )
  for (const name of ['a', 'b', 'c']) ask('POST /alerts', { body: { name } })
  const first = ask('GET /alerts?limit=2').body as Page & { next_page_url: string }
  const next = new URL(first.next_page_url, 'http://localhost').searchParams.get('next')
  expect(ask(`GET /alerts?limit=2&next=${next}`).body).toMatchObject({ items: [{ name: 'c' }], has_more: false })
})
