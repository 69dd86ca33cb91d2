import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

it('repeats beside a record only what the envelope shows', async () => {
  const user = '{contact_id: 7, username: ada, email: a@b.example}'
  const shown = `responses: {'200': {description: ok, content: {application/json: {example: {http_code: 200, response_msg: done, data: ${user}}}}}}`
  const { ask } = await sandboxOf(`
paths:
  /contacts:
    get: {responses: {'200': {description: ok, content: {application/json: {example: {data: {total: 1, data: [${user}]}}}}}}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {username: {type: string}, email: {type: string}}}}}}
      ${shown}
  /contacts/{contact_id}:
    parameters: [{name: contact_id, in: path, required: true, schema: {type: integer}}]
    get: {${shown}}
`)
  const { body } = ask('POST /contacts', { body: { username: 'grace', email: 'g@h.example' } })
  expect(Object.keys(body as object)).toEqual(['http_code', 'response_msg', 'data'])
  expect(body).toMatchObject({ data: { username: 'grace', email: 'g@h.example' } })
})

const point = '{type: object, properties: {day: {type: string}, value: {type: integer}}}'
const report = `{type: object, properties: {
  query: {type: string, example: 'color:red'}, granularity: {type: string, enum: [daily, weekly], example: weekly}, dimensions: {type: array, items: {type: string}},
  range: {type: object, properties: {start_date: {type: string, format: date-time, example: '2019-01-01T00:00:00.000Z'}, endDate: {type: string, example: '2019-02-01'}}},
  status: {type: string, example: complete}, limit: {type: integer, maximum: 50, example: 5}, data: {type: array, items: ${point}}}}`
const asked = (name: string, schema = '{type: string}') => `{name: ${name}, in: query, schema: ${schema}}`
const reports = `
paths:
  /reports/traffic:
    get:
      parameters: [${asked('q')}, ${asked('granularity')}, ${asked('dimensions')}, ${asked('startDate')}, ${asked('end_date')}, ${asked('status')}, ${asked('limit', '{type: integer}')}]
      responses: {'200': {description: ok, content: {application/json: {schema: ${report}}}}}
`

it('repeats what was asked for, at the root or one object deep, under any spelling', async () => {
  const { ask } = await sandboxOf(reports)
  const query = 'q=blue&granularity=daily&dimensions=country&startDate=2024-12-26&end_date=2025-01-01&limit=7'
  expect(ask(`GET /reports/traffic?${query}`).body).toMatchObject({
    query: 'blue',
    granularity: 'daily',
    dimensions: ['country'],
    range: { start_date: '2024-12-26T00:00:00.000Z', endDate: '2025-01-01' },
    limit: 7,
  })
})

it('repeats nothing that the answer cannot say', async () => {
  const { ask } = await sandboxOf(reports)
  const { granularity, limit } = ask('GET /reports/traffic?granularity=yearly&limit=900').body as Record<
    string,
    unknown
  >
  expect(['daily', 'weekly']).toContain(granularity)
  expect(limit).toBeLessThanOrEqual(50)
})
