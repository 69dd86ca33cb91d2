import { expect, it } from 'vitest'
import { type Inline, requestOf, sandboxOf } from '../../../../test/support/inline.ts'
import { serve } from '../../serve.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const row = "{$ref: '#/components/schemas/Row'}"
const page = `{type: object, properties: {total: {type: integer}, rows: {type: array, items: ${row}}}}`
const query = (...names: string[]) =>
  names.map((name) => `{name: ${name}, in: query, schema: {type: string}}`).join(', ')
const parent = '{name: shop_id, in: path, required: true, schema: {type: string}}'
const paging =
  '{name: offset, in: query, schema: {type: integer}}, {name: limit, in: query, schema: {type: integer, maximum: 5000}}'
const description = `
paths:
  /shops:
    post: {requestBody: {required: true, ${json("{$ref: '#/components/schemas/Shop'}")}}, responses: {'201': {description: ok, ${json("{$ref: '#/components/schemas/Shop'}")}}}}
  /shops/{shop_id}:
    get: {parameters: [${parent}], responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Shop'}")}}}}
  /shops/{shop_id}/rows:
    parameters: [${parent}]
    get:
      parameters: [${paging}, ${query('name', 'size', 'open', 'q', 'sort', 'tags')}]
      responses: {'200': {description: ok, ${json(page)}}}
    post: {requestBody: {required: true, ${json(row)}}, responses: {'201': {description: ok, ${json(row)}}}}
  /shops/{shop_id}/rows/{row_id}:
    get: {parameters: [${parent}, {name: row_id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(row)}}}}
components:
  schemas:
    Shop: {type: object, properties: {id: {type: string}, title: {type: string}}}
    Row: {type: object, properties: {id: {type: string}, name: {type: string}, size: {type: number}, open: {type: boolean}, tags: {type: array, items: {type: string}}}}
`

interface Row {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly open: boolean
  readonly tags: readonly string[]
}

const MANY = 1_200
const OTHERS = 300

async function filled(): Promise<{ readonly ask: Inline['ask']; readonly shop: string }> {
  const { live, ask } = await sandboxOf(description)
  const [shop, other] = [1, 2].map((title) => {
    const { body } = ask('POST /shops', { body: { title: `${title}` } })
    return (body as { readonly id: string }).id
  })
  for (let i = 0; i < MANY + OTHERS; i++) {
    const body = {
      name: ['Anna "A"', 'ben', 'Änne', 'open'][i % 4],
      size: (i * 7) % 50,
      open: i % 3 === 0,
      tags: [`t${i % 5}`, 'all'],
    }
    serve(requestOf(`POST /shops/${i % 5 === 4 ? other : shop}/rows`, { body }), live, 0)
  }
  return { ask, shop: shop ?? '' }
}

it('lists, filters and sorts many records as it does few', async () => {
  const { ask, shop } = await filled()
  const told = (search: string) =>
    ask(`GET /shops/${shop}/rows?limit=5000${search}`).body as { readonly total: number; readonly rows: readonly Row[] }
  const { rows } = told('')
  expect(rows).toHaveLength(MANY)
  expect(told('&offset=1000').rows).toEqual(rows.slice(1000))
  expect(told('&offset=99999999999').rows).toEqual([])
  const wanted: readonly (readonly [search: string, (one: Row) => boolean])[] = [
    ['name=ben', ({ name }) => name === 'ben'],
    ['name=Anna%20%22A%22', ({ name }) => name === 'Anna "A"'],
    ['name=%C3%84nne', ({ name }) => name === 'Änne'],
    ['name=nobody', () => false],
    ['size=21', ({ size }) => size === 21],
    ['open=true', ({ open }) => open],
    ['tags=t3', ({ tags }) => tags.includes('t3')],
    ['name=open&open=false', ({ name, open }) => name === 'open' && !open],
    ['q=BEN', ({ name }) => name === 'ben'],
  ]
  for (const [search, holds] of wanted) {
    const expected = rows.filter(holds)
    expect(told(`&${search}`), search).toEqual({ total: expected.length, rows: expected })
    expect(told(`&${search}&offset=3`).rows, search).toEqual(expected.slice(3))
  }
  expect(told('&sort=-size').rows).toEqual([...rows].sort((a, b) => b.size - a.size))
  const bySize = rows.filter(({ name }) => name === 'ben').sort((a, b) => a.size - b.size)
  expect(told('&sort=size&name=ben').rows).toEqual(bySize)
})

const flat = `
paths:
  /rows:
    get:
      parameters: [${paging}, ${query('name', 'sort')}]
      responses: {'200': {description: ok, ${json(page)}}}
    post: {requestBody: {required: true, ${json(row)}}, responses: {'201': {description: ok, ${json(row)}}}}
    delete: {parameters: [${query('name')}], responses: {'204': {description: gone}}}
  /rows/{row_id}:
    get: {parameters: [{name: row_id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(row)}}}}
components:
  schemas:
    Row: {type: object, properties: {id: {type: string}, name: {type: string}, size: {type: number}}}
`

it('deletes of many records those that are meant', async () => {
  const { live, ask } = await sandboxOf(flat)
  for (let i = 0; i < MANY; i++) {
    const body = { name: ['ben', 'bene', 'anna'][i % 3], size: i % 10 }
    serve(requestOf('POST /rows', { body }), live, 0)
  }
  const rows = () => (ask('GET /rows?limit=5000').body as { readonly rows: readonly Row[] }).rows
  const before = rows()
  expect(ask('DELETE /rows?name=nobody').status).toBe(204)
  expect(rows()).toEqual(before)
  expect(ask('DELETE /rows?name=ben').status).toBe(204)
  const after = rows()
  expect(after).toEqual(before.filter(({ name }) => name !== 'ben'))
  expect((ask('GET /rows?limit=5000&sort=-size').body as { readonly rows: readonly Row[] }).rows).toEqual(
    [...after].sort((a, b) => b.size - a.size),
  )
})
