import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const row = "{$ref: '#/components/schemas/Row'}"
const description = (parameters: string) => `
paths:
  /rows:
    get: {parameters: [${parameters}], responses: {'200': {description: ok, ${json(`{type: array, items: ${row}}`)}}}}
    post: {requestBody: {required: true, ${json(row)}}, responses: {'201': {description: ok, ${json(row)}}}}
  /rows/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(row)}}}}
components:
  schemas:
    Row: {type: object, properties: {id: {type: string}, name: {type: string}, size: {type: integer}, createdAt: {type: string, format: date-time, readOnly: true}}}
`

const rows = [
  { name: 'b', size: 1 },
  { name: 'a', size: 2 },
  { name: 'c', size: 1 },
]

async function named(parameters: string, query: string): Promise<string> {
  const { ask } = await sandboxOf(description(parameters))
  for (const body of rows) ask('POST /rows', { body })
  return (ask(`GET /rows?${query}`).body as { readonly name: string }[]).map(({ name }) => name).join('')
}

const text = (name: string, more = ''): string => `{name: ${name}, in: query, schema: {type: string${more}}}`
const object =
  '{name: sort, in: query, style: deepObject, schema: {type: object, properties: {by: {type: string}, direction: {type: string, enum: [asc, desc]}}}}'

it.each([
  [text('sort'), 'sort=name', 'abc'],
  [text('sort'), 'sort=-name', 'cba'],
  [text('sort'), 'sort=name%20DESC', 'cba'],
  [text('sort'), 'sort=NAME_DESCENDING', 'cba'],
  [text('sort'), 'sort=nameDesc', 'cba'],
  [text('sort'), 'sort=name,desc', 'cba'],
  [text('sort'), 'sort=size,-name', 'cba'],
  [text('sort'), 'sort=-size,name', 'abc'],
  [text('sort'), 'sort=desc', 'cab'],
  [text('sort'), 'sort=-created', 'cab'],
  [text('sort'), 'sort=created_at:desc', 'cab'],
  [text('sort', ', enum: [newest, oldest]'), 'sort=newest', 'cab'],
  [text('sort', ', enum: [newest, oldest]'), 'sort=oldest', 'bac'],
  [object, 'sort[by]=name&sort[direction]=desc', 'cba'],
  [object, 'sort[by]=name', 'abc'],
  ['{name: sort_by, in: query, schema: {type: object}}', 'sort_by[name]=desc', 'cba'],
  [`${text('sortBy')}, ${text('sort-order', ', enum: [ASC, DESC]')}`, 'sortBy=name&sort-order=DESC', 'cba'],
  [text('orderType', ', default: ASC'), 'orderType=DESC', 'cab'],
  [text('direction', ', enum: [forwards, backwards]'), 'direction=backwards', 'cab'],
  [text('sort_order', ', enum: [name_ascending, name_descending]'), 'sort_order=name_ascending', 'abc'],
  [text('sort_order', ', enum: [name_ascending, name_descending]'), 'sort_order=name_descending', 'cba'],
  ['{name: descending, in: query, schema: {type: boolean}}', 'descending=true', 'cab'],
  [
    `${text('order', ', enum: [name, size]')}, {name: asc, in: query, schema: {type: boolean}}`,
    'order=name&asc=false',
    'cba',
  ],
])('%s: %s', async (parameters, query, names) => {
  expect(await named(parameters, query)).toBe(names)
})

it('an order that a thing belongs to sorts nothing', async () => {
  expect(await named(text('order'), 'order=7')).toBe('bac')
})

it.each([
  ['many names', 'a,'.repeat(7_000)],
  ['a long name', `a${'-'.repeat(15_000)}`],
])('is not held up by %s', async (_, sort) => {
  const item = '{type: object, properties: {id: {type: string}, size: {type: integer}}}'
  const { ask } = await sandboxOf(`
paths:
  /bolts:
    get: {parameters: [{name: sort, in: query, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: ${item}}}}}}}
    post: {requestBody: {content: {application/json: {schema: ${item}}}}, responses: {'201': {description: ok, content: {application/json: {schema: ${item}}}}}}
`)
  for (let size = 0; size < 200; size++) ask('POST /bolts', { body: { size } })
  const begun = performance.now()
  expect(ask(`GET /bolts?sort=${sort}`).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(500)
})
